// The reading of a picture at one place: under the pointer, or at a slider.

import { draw, make } from "./dom.js";

/** The area of the points of a plot, in its own units. */
export const AREA = { wide: 1000, high: 420 };

/** Tells what lies under the pointer, or has the focus: parts of a picture with a title. */
export function titles(holder) {
  const said = make("output", { class: "quiet readout" });
  const tell = (event) => {
    const name = event.target.closest?.("[data-position], .node")?.querySelector("title");
    if (name) said.textContent = name.textContent;
  };
  holder.addEventListener("pointerover", tell);
  holder.addEventListener("focusin", tell);
  return said;
}

/** Where the pointer is in a picture, in the picture's own units. */
export const under = (svg, event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());

/** The side of the area of a scatter, in its own units. */
const SIDE = 800;

/** Tells which pair of numbers lies under the pointer, and whether it is among those of the picture. */
export function pairs(holder, list, upTo) {
  const svg = holder.querySelector("svg");
  if (!svg) return null;
  const held = new Set(list.map(([a, b]) => `${a},${b}`));
  const said = make("output", { class: "quiet readout" });
  svg.addEventListener("pointermove", (event) => {
    const at = under(svg, event);
    const [a, b] = [at.x, SIDE - at.y].map((along) => Math.floor((along / SIDE) * (upTo + 1)));
    const inside = [a, b].every((n) => n >= 0 && n <= upTo);
    said.textContent = inside ? `${a},${b}: ${held.has(`${a},${b}`) ? "in the set" : "not in the set"}.` : "";
  });
  return said;
}

/** A line through a plot that follows the pointer and a slider, and tells the heap and its value there. */
export function heaps(holder, { values, period, preperiod, saltus }) {
  const svg = holder.querySelector("svg");
  const last = values.length - 1;
  if (!svg || last < 1) return null;
  const top = Math.max(1, ...values);
  const across = draw("line", { class: "readline", y1: 0, y2: AREA.high });
  const point = draw("circle", { class: "readpoint", r: 6 });
  svg.append(across, point);
  const said = make("output", { class: "quiet readout" });
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, input: () => tell(Number(slider.value)) });
  const tell = (heap) => {
    const value = values[heap];
    const again = period && heap >= preperiod + period ? `, as heap ${heap - period}${saltus ? ` and ${saltus}` : ""}, a period before` : "";
    const [x, y] = [(heap / last) * AREA.wide, AREA.high - (value / top) * AREA.high];
    for (const end of ["x1", "x2"]) across.setAttribute(end, x);
    point.setAttribute("cx", x);
    point.setAttribute("cy", y);
    slider.value = heap;
    said.textContent = `Heap ${heap}: value ${value}${again}.`;
  };
  svg.addEventListener("pointermove", (event) => {
    tell(Math.max(0, Math.min(last, Math.round((under(svg, event).x / AREA.wide) * last))));
  });
  tell(0);
  return make("div", { class: "fold" }, make("label", {}, "Heap ", slider), said);
}
