// A plot in a page. Its heading and its legend are the page's, where they wrap and keep their size; the drawing fits its cell.

import { draw, make } from "./dom.js";
import { capital } from "./words.js";
import { zoom } from "./zoom.js";

/** How far from the foot of a line of the legend its signs reach. */
const SIGN = { above: 16, below: 8 };
/** From the foot of the heading down to the drawing, and from the drawing to the foot of the legend's first line. */
const HEADING = 14;
const LEGEND = 28;
/** Around a sign, for the width of its strokes. */
const EDGE = 3;

/** The plot that `svg` is, with what enlarges it; `range` is that of `zoom`, `reading` makes what tells what lies under the pointer. */
export function plot(svg, label, { range, reading } = {}) {
  const { heading, legend } = lifted(svg);
  if (heading) svg.setAttribute("aria-label", heading);
  const holder = make("div", { tabindex: "0", role: "group", "aria-label": label }, svg);
  return make("figure", {}, heading ? make("figcaption", {}, capital(heading)) : null, holder, legend.length ? make("ul", { class: "legend" }, ...legend) : null,
    zoom(holder, range), reading?.(holder));
}

/** Takes heading and legend out of a drawing. Where things lie in it is known only while it is in the page. */
function lifted(svg) {
  const bench = make("div", { class: "hidden" }, svg);
  document.body.append(bench);
  svg.querySelector(".paper")?.remove();
  const lines = headingOf(svg);
  const entries = legendOf(svg);
  bench.remove();
  const { x, y, width, height } = svg.viewBox.baseVal;
  const top = lines.length ? heightOf(lines.at(-1)) + HEADING : y;
  const bottom = entries.length ? entries[0].foot - LEGEND : y + height;
  svg.setAttribute("viewBox", `${x} ${top} ${width} ${bottom - top}`);
  return { heading: lines.map((line) => line.textContent).join(" "), legend: entries.map(({ signs, words }) => make("li", {}, signs.length ? sign(signs) : null, words)) };
}

const heightOf = (text) => Number(text.getAttribute("y"));

/** The bold lines with which a drawing begins. */
function headingOf(svg) {
  const parts = [...svg.children];
  const end = parts.findIndex((part) => !part.matches("text.strong[text-anchor=start]"));
  const lines = parts.slice(0, end).toSorted((a, b) => heightOf(a) - heightOf(b));
  for (const line of lines) line.remove();
  return lines;
}

/** The words with which a drawing ends, each with the signs before it. */
function legendOf(svg) {
  const entries = [];
  for (const part of [...svg.children].toReversed()) {
    const isWords = part.matches("text.faint[text-anchor=start]");
    const box = part.getBBox();
    const foot = isWords ? heightOf(part) : entries[0]?.foot;
    const isSign = box.y > foot - SIGN.above && box.y + box.height < foot + SIGN.below;
    if (!isWords && !isSign) break;
    part.remove();
    if (isWords) entries.unshift({ foot, signs: [], words: part.textContent });
    else entries[0].signs.unshift({ part, box });
  }
  return entries;
}

function sign(signs) {
  const edges = (of, side) => of(...signs.map(({ box }) => side(box)));
  const [left, top] = [edges(Math.min, ({ x }) => x), edges(Math.min, ({ y }) => y)];
  const [right, bottom] = [edges(Math.max, ({ x, width }) => x + width), edges(Math.max, ({ y, height }) => y + height)];
  const [wide, high] = [right - left + 2 * EDGE, bottom - top + 2 * EDGE];
  return draw("svg", { viewBox: `${left - EDGE} ${top - EDGE} ${wide} ${high}`, width: wide, height: high, class: "sign", "aria-hidden": "true" }, ...signs.map(({ part }) => part));
}
