// A plot looked at closely: larger and smaller by buttons, keys, the wheel with Ctrl; moved by dragging and by arrow keys.

import { make } from "./dom.js";

/** So much larger at each step, and at most. */
const STEP = 1.5;
const MOST = 64;
/** An arrow key moves by this share of what is seen. */
const ALONG = 0.2;

/**
 * Lets the plot in `holder` be enlarged; the buttons for it. `range` says in words what is seen, told the edges of that in the
 * plot's own units: left, top, right, bottom.
 */
export function zoom(holder, range = () => "") {
  const svg = holder.querySelector("svg");
  if (!svg) return null;
  const { x: left, y: top, width, height } = svg.viewBox.baseVal;
  const seen = { x: left, y: top, factor: 1 };
  const said = make("output", { class: "quiet range" });
  const show = () => {
    const [wide, high] = [width / seen.factor, height / seen.factor];
    seen.x = Math.min(left + width - wide, Math.max(left, seen.x));
    seen.y = Math.min(top + height - high, Math.max(top, seen.y));
    svg.setAttribute("viewBox", `${seen.x} ${seen.y} ${wide} ${high}`);
    holder.classList.toggle("zoomed", seen.factor > 1);
    larger.disabled = seen.factor >= MOST;
    smaller.disabled = all.disabled = seen.factor <= 1;
    said.textContent = seen.factor > 1 ? range(seen.x, seen.y, seen.x + wide, seen.y + high) : "";
  };
  /** Larger by `by` around a point, which stays where it is. */
  const grow = (by, at = { x: seen.x + width / seen.factor / 2, y: seen.y + height / seen.factor / 2 }) => {
    const factor = Math.min(MOST, Math.max(1, seen.factor * by));
    const share = seen.factor / factor;
    Object.assign(seen, { x: at.x - (at.x - seen.x) * share, y: at.y - (at.y - seen.y) * share, factor });
    show();
  };
  const move = (dx, dy) => {
    seen.x += dx;
    seen.y += dy;
    show();
  };
  const whole = () => grow(1 / MOST);
  const button = (words, click) => make("button", { type: "button", click }, words);
  const [larger, smaller, all] = [button("Larger", () => grow(STEP)), button("Smaller", () => grow(1 / STEP)), button("All of it", whole)];
  const inside = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  holder.addEventListener("wheel", (event) => {
    // The wheel alone scrolls the page; on a touchpad two fingers that part come as a wheel with Ctrl.
    if (!event.ctrlKey) return;
    event.preventDefault();
    grow(event.deltaY < 0 ? STEP : 1 / STEP, inside(event));
  }, { passive: false });
  holder.addEventListener("keydown", (event) => {
    const along = (dx, dy) => () => seen.factor > 1 && move((dx * ALONG * width) / seen.factor, (dy * ALONG * height) / seen.factor);
    const act = {
      "+": () => grow(STEP), "=": () => grow(STEP), "-": () => grow(1 / STEP), 0: whole,
      ArrowLeft: along(-1, 0), ArrowRight: along(1, 0), ArrowUp: along(0, -1), ArrowDown: along(0, 1),
    }[event.key];
    if (!act || event.target !== holder || event.ctrlKey || event.metaKey || event.altKey) return;
    if (act() !== false) event.preventDefault();
  });
  svg.addEventListener("dblclick", (event) => grow(STEP, inside(event)));
  let from = null;
  svg.addEventListener("pointerdown", (event) => {
    if (seen.factor <= 1 || event.button) return;
    from = [event.clientX, event.clientY];
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!from) return;
    const scale = svg.getScreenCTM().a;
    move((from[0] - event.clientX) / scale, (from[1] - event.clientY) / scale);
    from = [event.clientX, event.clientY];
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => (from = null));
  show();
  return make("div", { class: "bar zoom", role: "group", "aria-label": "Look closely" }, larger, smaller, all, said);
}
