// Marks over the table: values as badges, arrows and bars, the last move, the winning line, the focus.

import { draw } from "./dom.js";
import { SIGN, called, worth, worthAloud } from "./words.js";
import { fits, ground, meant, nameOf } from "./choice.js";

/** The radius of the ring around a round place, as a part of that place's. */
const RING = 0.85;

const box = (part) => {
  const { x, y, width, height } = ground(part).getBBox();
  const moved = part.transform.baseVal.consolidate()?.matrix;
  return { x: x + (moved?.e ?? 0), y: y + (moved?.f ?? 0), width, height };
};

const around = (boxes) => {
  const [x, y] = ["x", "y"].map((side) => Math.min(...boxes.map((one) => one[side])));
  const [right, bottom] = [["x", "width"], ["y", "height"]].map(([side, length]) => Math.max(...boxes.map((one) => one[side] + one[length])));
  return { x, y, width: right - x, height: bottom - y };
};

const middle = (part) => {
  const { x, y, width, height } = box(part);
  return [x + width / 2, y + height / 2];
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

  /** Takes the values away. */
  clear() {
    this.svg.querySelectorAll(".worth").forEach((mark) => mark.remove());
    this.svg.querySelectorAll("[data-worth]").forEach((marked) => delete marked.dataset.worth);
  }

  /**
   * Marks where each move leads, the best move to a place: `values` by move, best first, `parts` by place, `mover` whose men move.
   * Only of a man that is picked there are arrows.
   */
  value(values, { moves, parts, frame, mover, picked }) {
    this.clear();
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
      const way = named ? null : { board: route, net: route }[frame.figure]?.(changed, mover);
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
    const [size, wide, high] = [12, 8 * text.length + 8, 17].map((n) => n * this.pixel);
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
    const texts = [...this.svg.querySelectorAll("text")].filter((text) => !text.closest(".worth")).map((text) => text.getBBox());
    const long = line.getTotalLength();
    const places = [0.5, 0.35, 0.65, 0.25, 0.75, 0.15, 0.85].map((t) => line.getPointAtLength(long * t));
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
    const [[ax, ay], [bx, by]] = [middle(from), middle(to)];
    const long = Math.hypot(bx - ax, by - ay) || 1;
    const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
    const side = Math.min(box(from).width, box(from).height) || 20;
    const classes = `worth way ${value.outcome} pace-${value.pace} ${value.best ? "best" : ""}`;
    const thick = Math.min(side / 7, 8 * this.pixel);
    const dashes = { loss: `${2 * thick} ${thick}`, draw: `${thick} ${thick / 2}` }[value.outcome] ?? "none";
    if (bar) {
      const cut = long * 0.12;
      this.over.append(draw("line", { class: `${classes} bar`, x1: ax + ux * cut, y1: ay + uy * cut, x2: bx - ux * cut, y2: by - uy * cut, "stroke-width": thick * 1.3, "stroke-dasharray": dashes }));
      return;
    }
    const [start, end, head] = [side * 0.3, side * 0.16, thick * 2.6];
    const tip = [bx - ux * end, by - uy * end];
    const neck = [tip[0] - ux * head, tip[1] - uy * head];
    const wing = (by2) => `${neck[0] - uy * by2},${neck[1] + ux * by2}`;
    this.over.append(draw("g", { class: classes },
      draw("line", { x1: ax + ux * start, y1: ay + uy * start, x2: neck[0], y2: neck[1], "stroke-width": thick, "stroke-dasharray": dashes }),
      draw("polygon", { points: `${tip} ${wing(thick * 1.5)} ${wing(-thick * 1.5)}` })));
  }
}

/** From where to where a move of two parts leads; a bar where nothing stood on either. */
function route(changed, mover) {
  if (changed.length !== 2 || changed.some((part) => part.querySelector(":scope > .reach"))) return null;
  const [a, b] = changed;
  const [whoseA, whoseB] = [a.dataset.whose, b.dataset.whose];
  const cells = a.querySelector(":scope > rect");
  if (!whoseA && !whoseB && !cells) return null;
  if (!whoseA && !whoseB) return { from: a, to: b, bar: true };
  if (whoseA && !whoseB) return { from: a, to: b };
  if (whoseB && !whoseA) return { from: b, to: a };
  return whoseA === mover ? { from: a, to: b } : { from: b, to: a };
}

/** The best are drawn last, over all others. */
const rank = ({ outcome, pace, best }) => ({ loss: 0, draw: 10, win: 20 }[outcome] + (best ? 5 : 0) - pace);
