// The value of a game move by move, as a small line.

import { draw } from "./dom.js";
import { signed } from "./words.js";

const HIGH = 170;
const EDGE = { left: 52, right: 18, top: 22, bottom: 40 };

/**
 * Draws how the first player stood after each move (`standings`: margins, or 1, 0, -1 with `margin` null), marking the
 * moves that cost something, `wide` units wide.
 */
export function chart(standings, mistakes, [first, second], wide) {
  const points = standings.some((standing) => standing.margin != null);
  // Without points a win stands the higher the sooner it comes.
  const plies = standings.map((standing) => standing.plies ?? null);
  const timed = !points && standings.every(({ sign, plies: left }) => sign === 0 || left != null);
  const longest = timed ? Math.max(...plies.map((left) => left ?? 0)) : 0;
  const values = standings.map(({ margin, sign, plies: left }) => (points ? margin : timed && sign ? sign * (longest + 1 - left) : sign));
  const most = Math.max(1, ...values.map(Math.abs));
  const x = (n) => EDGE.left + (n * (wide - EDGE.left - EDGE.right)) / Math.max(1, values.length - 1);
  const half = (HIGH - EDGE.top - EDGE.bottom) / 2;
  const y = (value) => EDGE.top + half - (value / most) * half;
  const label = `How it stood after each move, for ${first}: ${standings.map(({ sign, plies: left }, n) => (points ? signed(values[n]) : ["lost", "drawn", "won"][sign + 1] + (timed && sign ? ` in ${left}` : ""))).join(", ")}`;
  const svg = draw("svg", { viewBox: `0 0 ${wide} ${HIGH}`, class: "chart", role: "img", "aria-label": label });
  const soon = timed ? `in ${longest + 1 - most}` : "wins";
  const words = points ? [signed(most), "0", signed(-most)] : [soon, "draw", soon];
  [most, 0, -most].forEach((value, n) => svg.append(
    draw("line", { x1: EDGE.left, x2: wide - EDGE.right, y1: y(value), y2: y(value), class: value ? "rule" : "zero" }),
    draw("text", { x: EDGE.left - 8, y: y(value) + 4, "text-anchor": "end" }, words[n])));
  svg.append(
    draw("text", { x: EDGE.left, y: EDGE.top - 9 }, points ? `${first} ahead` : `${first} ${first === "You" ? "win" : "wins"}`),
    draw("text", { x: EDGE.left, y: HIGH - EDGE.bottom + 16 }, points ? `${second} ahead` : `${second} ${second === "You" ? "win" : "wins"}`),
    draw("path", { class: "value", d: values.map((value, n) => `${n ? "L" : "M"}${x(n)},${y(value)}`).join("") }));
  values.forEach((value, n) => {
    const wrong = mistakes.includes(n - 1);
    const mark = wrong
      ? draw("rect", { x: x(n) - 6, y: y(value) - 6, width: 12, height: 12, transform: `rotate(45 ${x(n)} ${y(value)})`, class: "mistake" })
      : draw("circle", { cx: x(n), cy: y(value), r: 4, class: "point" });
    svg.append(mark);
    const every = Math.ceil((values.length * 40) / wide);
    if (n % every === 0) svg.append(draw("text", { x: x(n), y: HIGH - 5, "text-anchor": "middle" }, n || "start"));
  });
  return svg;
}
