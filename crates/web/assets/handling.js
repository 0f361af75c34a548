// The board under the pointer: men are dragged, circles and arrows drawn with the right button, the board turned round.

import { boxOf, ground } from "./choice.js";
import { draw } from "./dom.js";

/** A pointer that has moved this many pixels drags. */
const FAR = 8;

const partAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-part]");

export const middle = (part) => {
  const { x, y, width, height } = boxOf(ground(part));
  return [x + width / 2, y + height / 2];
};

/** The pieces of a part that are dragged: all of them, or one of the pieces in hand. */
export const men = (part) => [...part.querySelectorAll(".man")].slice(part.matches(".hand") ? -1 : 0);

/** Lets men be dragged on the board of `table`. */
export function dragging(holder, table) {
  let held = null;
  holder.addEventListener("pointerdown", (event) => {
    const part = event.button === 0 && event.target.closest?.(".part.open[data-whose]");
    held = part ? { part, x: event.clientX, y: event.clientY, far: false } : null;
  });
  holder.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.far && Math.hypot(dx, dy) < FAR) return;
    if (!held.far) {
      held.far = true;
      held.part.classList.add("dragged");
      table.take(held.part);
    }
    const { a: scale } = held.part.getScreenCTM();
    for (const man of men(held.part)) man.style.translate = `${dx / scale}px ${dy / scale}px`;
  });
  const end = (event) => {
    const drag = held;
    held = null;
    if (!drag?.far) return;
    drag.part.classList.remove("dragged");
    for (const man of men(drag.part)) man.style.translate = "";
    // The click that follows is none.
    holder.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    setTimeout(() => holder.dispatchEvent(new MouseEvent("click")), 0);
    const target = event.type === "pointerup" ? partAt(event) : null;
    table.put(target !== drag.part ? target : null);
  };
  holder.addEventListener("pointerup", end);
  holder.addEventListener("pointercancel", end);
}

/** Draws the reader's circles and arrows; `changed(mark)` with the part touched, or both parts of an arrow as `3>7`. */
export function marking(holder, changed) {
  let from = null;
  holder.addEventListener("contextmenu", (event) => event.target.closest?.("[data-part]") && event.preventDefault());
  holder.addEventListener("pointerdown", (event) => (from = event.button === 2 ? event.target.closest?.("[data-part]") : null));
  holder.addEventListener("pointerup", (event) => {
    const to = from && event.button === 2 && partAt(event);
    if (to) changed(to === from ? from.dataset.part : `${from.dataset.part}>${to.dataset.part}`);
    from = null;
  });
}

/** Shows such marks on the drawing. */
export function showMarks(svg, marks) {
  svg.querySelector(".owns")?.remove();
  const place = (name) => svg.querySelector(`[data-part="${CSS.escape(name)}"]`);
  const shown = marks.map((mark) => mark.split(">").map(place)).filter((parts) => parts.every(Boolean));
  svg.append(draw("g", { class: "owns", "aria-hidden": "true" }, ...shown.flatMap(([a, b]) => (b ? arrow(middle(a), middle(b)) : [circle(a)]))));
}

function circle(part) {
  const { width, height } = part.getBBox();
  const [cx, cy] = middle(part);
  return draw("circle", { class: "own", cx, cy, r: Math.max(8, Math.min(width, height) / 2 - 2) });
}

function arrow([ax, ay], [bx, by]) {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
  const neck = [bx - 10 * ux, by - 10 * uy];
  const wing = (far) => `${neck[0] - far * uy},${neck[1] + far * ux}`;
  return [draw("line", { class: "own", x1: ax, y1: ay, x2: neck[0], y2: neck[1] }), draw("polygon", { class: "own", points: `${bx},${by} ${wing(6)} ${wing(-6)}` })];
}
