// Marks over the table: values as badges, arrows and bars, the last move, the winning line, the focus.

import { draw } from "./dom.js";
import { SIGN, called, worth, worthAloud } from "./words.js";
import { boxOf, fits, ground, meant, nameOf, within } from "./choice.js";
import { middle } from "./handling.js";

/** The radius of the ring around a round place, as a part of that place's. */
const RING = 0.85;

/** A cell of so many pixels has a badge of the least size; in larger cells it is up to so many times as large. */
const ROOMY = 56;
const LARGEST = 1.7;

const box = (part) => boxOf(ground(part));

const around = (boxes) => {
  const [x, y] = ["x", "y"].map((side) => Math.min(...boxes.map((one) => one[side])));
  const [right, bottom] = [["x", "width"], ["y", "height"]].map(([side, length]) => Math.max(...boxes.map((one) => one[side] + one[length])));
  return { x, y, width: right - x, height: bottom - y };
};

export class Marks {
  /** Over the drawing `svg`, which is shown `factor` times as large as it is. */
  constructor(svg, factor) {
    this.svg = svg;
    this.pixel = 1 / factor;
    this.under = draw("g", { class: "under", "aria-hidden": "true" });
    this.over = draw("g", { class: "over", "aria-hidden": "true" });
    const hatch = draw("pattern", { id: "goes", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      draw("rect", { class: "unhatched", width: 7, height: 7 }), draw("rect", { class: "hatch", width: 3, height: 7 }));
    svg.append(draw("defs", {}, hatch), this.under, this.over);
  }

  /** A ring of two colours, seen on every ground. */
  focus(part) {
    this.ring?.remove();
    this.ring = null;
    if (!part) return;
    const { x, y, width, height } = box(part);
    const edge = 3 * this.pixel;
    const around = { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge, rx: 4 * this.pixel };
    this.ring = draw("g", { class: "focusring", "aria-hidden": "true" }, draw("rect", { ...around, class: "halo" }), draw("rect", around));
    this.over.append(this.ring);
  }

  /** Marks what the last move changed: groups of parts, each with a mark around it. A round place has a ring, which leaves its name free. */
  last(groups) {
    for (const parts of groups) {
      const { x, y, width, height } = around(parts.map(box));
      if (parts.length === 1 && ground(parts[0]).localName === "circle") {
        this.under.append(draw("circle", { class: "last", cx: x + width / 2, cy: y + height / 2, r: RING * width / 2 }));
        continue;
      }
      const [edge, arm] = [1.5 * this.pixel, Math.min(width, height) / 4];
      const [l, t, r, b] = [x + edge, y + edge, x + width - edge, y + height - edge];
      const corner = (cx, cy, dx, dy) => `M${cx},${cy + dy * arm}V${cy}H${cx + dx * arm}`;
      this.under.append(draw("path", { class: "last", d: corner(l, t, 1, 1) + corner(r, t, -1, 1) + corner(l, b, 1, -1) + corner(r, b, -1, -1) }));
    }
  }

  /** A line through the parts that won. */
  won(parts) {
    const [a, b] = [parts[0], parts.at(-1)].map(middle);
    const [dx, dy] = [(b[0] - a[0]) * 0.1, (b[1] - a[1]) * 0.1];
    const ends = { x1: a[0] - dx, y1: a[1] - dy, x2: b[0] + dx, y2: b[1] + dy };
    this.over.append(draw("line", { ...ends, class: "wonline halo" }), draw("line", { ...ends, class: "wonline" }));
  }

  /**
   * Shows a move as the program tells its deed: what goes is hatched, what comes has an outline, what moves an arrow, and where something
   * is divided there is a dashed line. No other mark has this colour.
   */
  deed(deed, places) {
    this.told?.remove();
    this.svg.querySelectorAll(".token.goes").forEach((token) => token.classList.remove("goes"));
    if (!deed) return;
    const { leaves = [], arrives = [], moves = [], tokens = [], cuts = [] } = deed;
    const found = (parts) => parts.map((n) => places.get(n)).filter(Boolean);
    const pairs = [...moves, ...cuts].map(found);
    for (const { part, from, to } of tokens) {
      const all = [...(places.get(part)?.querySelectorAll(".token") ?? [])];
      all.slice(from, to).forEach((token) => token.classList.add("goes"));
      if (from === to) pairs.push(all.slice(from - 1, from + 1));
    }
    const marks = pairs.filter(({ length }) => length === 2).map(([a, b], n) => (n < moves.length ? this.route(a, b) : cut(a, b)));
    this.told = draw("g", { class: "deed" }, ...found(leaves).map((part) => cover(part, "goes")), ...found(arrives).map((part) => cover(part, "comes")), ...marks);
    this.over.append(this.told);
  }

  /** An arrow for a piece that goes from one part to another. */
  route(from, to) {
    const thick = Math.min(Math.min(box(from).width, box(from).height) / 7 || 3, 8 * this.pixel);
    return this.between(from, to, "route", thick);
  }

  /** Takes the values away. */
  clear() {
    this.svg.querySelectorAll(".worth").forEach((mark) => mark.remove());
    this.svg.querySelectorAll("[data-worth]").forEach((marked) => delete marked.dataset.worth);
  }

  /**
   * Marks where each move leads, the best move to a place: `values` by move, best first, `parts` by place.
   * Only of a man that is picked there are arrows.
   */
  value(values, { moves, parts, frame, picked }) {
    const marked = new Set();
    const arrows = [];
    for (const [name, value] of values) {
      const move = moves.find((one) => one.move === name);
      if (!move || !fits(move, picked)) continue;
      if (move.steps) {
        const next = parts.get(move.steps[picked.length]);
        if (next && !marked.has(next)) this.badge(next, value, frame);
        marked.add(next);
        continue;
      }
      const changed = move.changes.map((n) => parts.get(n)).filter(Boolean);
      const named = changed.find((part) => nameOf(part) === called(move));
      const way = named || !["board", "net"].includes(frame.figure) ? null : route(move.deed, parts);
      if (way?.bar || (way && picked.length)) arrows.push([value, way]);
      if (way) {
        if (!way.bar && !marked.has(way.to)) this.badge(way.to, value, frame);
        marked.add(way.to);
        continue;
      }
      const corner = named ?? (changed.length === 1 ? changed[0] : move.changes.map((n) => parts.get(n)).find((part) => part && meant(moves, [Number(part.dataset.part)]) === move));
      if (!corner || frame.figure === "heaps" || marked.has(corner)) continue;
      marked.add(corner);
      this.badge(corner, value, frame);
    }
    arrows.sort(([a], [b]) => rank(a) - rank(b));
    arrows.forEach(([value, way]) => this.arrow(value, way));
  }

  /** A badge in a corner of a part; beside it its title says the same in words. */
  badge(part, value, frame) {
    part.dataset.worth = value.outcome;
    part.querySelector("title").append(`, ${worthAloud(value)}`);
    const { x, y, width, height } = box(part);
    const words = value.margin != null ? worth({ margin: value.margin }) : `${SIGN[value.outcome]}${value.remoteness ?? ""}`;
    const roomy = width / this.pixel > 46;
    const text = roomy || value.margin != null ? words : SIGN[value.outcome];
    // It grows with the cell.
    const grown = Math.min(Math.max(Math.min(width, height) / this.pixel / ROOMY, 1), LARGEST);
    const [size, wide, high] = [12, 8 * text.length + 8, 17].map((n) => n * this.pixel * grown);
    const line = part.querySelector(":scope > .reach");
    let at = [x + width - wide / 2, y + high / 2];
    if (line) at = this.beside(line, [wide, high]);
    else if (frame.figure === "net") at = [x + width / 2, y + height / 2 - (part.dataset.whose ? height / 2 : 0)];
    else if (frame.figure === "coins") at = [x + width / 2, y - high / 2];
    else if (frame.set === "pits") at = [x + width / 2, y + height - high / 3];
    this.over.append(this.label(at, [wide, high], size, text, value));
  }

  /** A place on a line where no letters are hidden. */
  beside(line, [wide, high]) {
    const texts = [...this.svg.querySelectorAll("text")].filter((text) => !text.closest(".worth")).map(boxOf);
    const long = line.getTotalLength();
    const places = [0.5, 0.35, 0.65, 0.25, 0.75, 0.15, 0.85].map((t) => line.getPointAtLength(long * t).matrixTransform(within(line)));
    const free = ({ x, y }) => texts.every((text) => text.x > x + wide / 2 || x - wide / 2 > text.x + text.width || text.y > y + high / 2 || y - high / 2 > text.y + text.height);
    const { x, y } = places.find(free) ?? places[0];
    return [x, y];
  }

  label([x, y], [wide, high], size, text, value) {
    const rect = draw("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: high / 2 });
    const words = draw("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size }, text);
    return draw("g", { class: `worth tag ${value.outcome} ${value.best ? "best" : ""}` }, rect, words);
  }

  /** From one part to another, or a bar over two free ones. */
  arrow(value, { from, to, bar }) {
    const { ax, ay, bx, by, ux, uy, long, side } = wayOf(from, to);
    const classes = `worth way ${value.outcome} pace-${value.pace} ${value.best ? "best" : ""}`;
    const thick = Math.min(side / 7, 8 * this.pixel);
    const dashes = { loss: `${2 * thick} ${thick}`, draw: `${thick} ${thick / 2}` }[value.outcome] ?? "none";
    if (bar) {
      const cut = long * 0.12;
      this.over.append(draw("line", { class: `${classes} bar`, x1: ax + ux * cut, y1: ay + uy * cut, x2: bx - ux * cut, y2: by - uy * cut, "stroke-width": thick * 1.3, "stroke-dasharray": dashes }));
      return;
    }
    this.over.append(this.between(from, to, classes, thick, dashes));
  }

  /** An arrow that is `thick`, from part to part. */
  between(from, to, classes, thick, dashes = "none") {
    const { ax, ay, bx, by, ux, uy, side } = wayOf(from, to);
    const [start, end, head] = [side * 0.3, side * 0.16, thick * 2.6];
    const tip = [bx - ux * end, by - uy * end];
    const neck = [tip[0] - ux * head, tip[1] - uy * head];
    const wing = (by2) => `${neck[0] - uy * by2},${neck[1] + ux * by2}`;
    return draw("g", { class: classes },
      draw("line", { x1: ax + ux * start, y1: ay + uy * start, x2: neck[0], y2: neck[1], "stroke-width": thick, "stroke-dasharray": dashes }),
      draw("polygon", { points: `${tip} ${wing(thick * 1.5)} ${wing(-thick * 1.5)}` }));
  }
}

/** The middles of two parts, the way between them as a unit and its length, and the lesser side of the first. */
function wayOf(from, to) {
  const [[ax, ay], [bx, by]] = [middle(from), middle(to)];
  const long = Math.hypot(bx - ax, by - ay) || 1;
  return { ax, ay, bx, by, long, ux: (bx - ax) / long, uy: (by - ay) / long, side: Math.min(box(from).width, box(from).height) || 20 };
}

/** A part as it is, drawn over once more: an edge as a line, a round place as a circle, another one as its box. */
function cover(part, how) {
  const line = part.querySelector(":scope > .reach");
  if (line) {
    const again = line.cloneNode();
    again.setAttribute("class", `edge ${how}`);
    const { e, f } = within(line);
    again.setAttribute("transform", `translate(${e} ${f})`);
    return again;
  }
  const { x, y, width, height } = box(part);
  if (ground(part).localName === "circle" || (part.querySelector(":scope > circle") && !part.querySelector(":scope > rect"))) return draw("circle", { class: how, cx: x + width / 2, cy: y + height / 2, r: Math.min(width, height) / 2 });
  return draw("rect", { class: how, x, y, width, height });
}

/** A line between two parts or tokens that lie side by side or one above the other. */
function cut(a, b) {
  const [one, other] = [box(a), box(b)];
  const beside = Math.abs(other.x - one.x) > Math.abs(other.y - one.y);
  const [x, y] = beside ? [(Math.min(one.x + one.width, other.x + other.width) + Math.max(one.x, other.x)) / 2, one.y] : [one.x, (Math.min(one.y + one.height, other.y + other.height) + Math.max(one.y, other.y)) / 2];
  return draw("line", { class: "cutline", x1: x, y1: y, x2: beside ? x : x + one.width, y2: beside ? y + one.height : y });
}

/** From where to where a move leads; a bar over two places that are taken together. */
function route({ moves = [], arrives = [] } = {}, parts) {
  const bar = !moves.length;
  const [from, to, more] = (bar ? arrives : moves[0]).map((n) => parts.get(n));
  const isWay = from && to && !more && ![from, to].some((part) => part.querySelector(":scope > .reach"));
  return isWay ? { from, to, bar } : null;
}

/** The best are drawn last, over all others. */
const rank = ({ outcome, pace, best }) => ({ loss: 0, draw: 10, win: 20 }[outcome] + (best ? 5 : 0) - pace);
