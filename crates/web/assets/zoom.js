// A plot that fits its place and is looked at closely there: larger by a touch, buttons, keys, the wheel with Ctrl; moved by dragging and
// by arrow keys.

import { make } from "./dom.js";
import { Fit } from "./fit.js";

/** So much larger at each step, and at most. */
const STEP = 1.5;
const MOST = 64;
/** An arrow key moves by this share of what is seen. */
const ALONG = 0.2;
/** A flat plot would be a slit on a phone: enlarged, it is so many pixels high. */
const HIGH = 340;
/** A plot shown at more of its own size than this is not small. */
const NEARLY = 0.95;

/**
 * Fits the plot in `holder` into it, and lets it be enlarged; the buttons for it. `range` says in words what is seen, told the edges of
 * that in the plot's own units: left, top, right, bottom.
 */
export function zoom(holder, range = () => "") {
  const svg = holder.querySelector("svg");
  if (!svg) return null;
  holder.classList.add("plot");
  const fit = new Fit(svg);
  const seen = { x: 0, y: 0, factor: 1 };
  const said = make("output", { class: "quiet range" });
  const show = () => {
    const { left, top, right, bottom, width, height } = fit.all;
    const least = seen.factor > 1 ? HIGH / svg.clientWidth : 0;
    seen.wide = width / seen.factor;
    seen.high = Math.min(height, seen.wide * Math.max(height / width, least));
    seen.x = Math.min(right - seen.wide, Math.max(left, seen.x));
    seen.y = Math.min(bottom - seen.high, Math.max(top, seen.y));
    svg.setAttribute("viewBox", `${seen.x} ${seen.y} ${seen.wide} ${seen.high}`);
    said.textContent = seen.factor > 1 ? range(seen.x, seen.y, seen.x + seen.wide, seen.y + seen.high) : "";
  };
  const isSmall = () => seen.factor <= 1 && fit.shown < NEARLY * fit.own;
  const set = () => {
    show();
    fit.write();
    holder.classList.toggle("zoomed", seen.factor > 1);
    holder.classList.toggle("small", isSmall());
    larger.disabled = seen.factor >= MOST;
    if (seen.factor <= 1 && [smaller, whole].includes(document.activeElement)) larger.focus();
    smaller.hidden = whole.hidden = seen.factor <= 1;
  };
  /** Larger by `by` around a point, which stays where it is. */
  const grow = (by, at = { x: seen.x + seen.wide / 2, y: seen.y + seen.high / 2 }) => {
    const factor = Math.min(MOST, Math.max(1, seen.factor * by));
    const share = seen.factor / factor;
    Object.assign(seen, { x: at.x - (at.x - seen.x) * share, y: at.y - (at.y - seen.y) * share, factor });
    set();
  };
  const move = (dx, dy) => {
    seen.x += dx;
    seen.y += dy;
    show();
  };
  const shrink = () => grow(1 / MOST);
  const button = (words, click) => make("button", { type: "button", click }, words);
  const [larger, smaller, whole] = [button("Larger", () => grow(STEP)), button("Smaller", () => grow(1 / STEP)), button("All of it", shrink)];
  holder.addEventListener("wheel", (event) => {
    // The wheel alone scrolls the page; on a touchpad two fingers that part come as a wheel with Ctrl.
    if (!event.ctrlKey) return;
    event.preventDefault();
    grow(event.deltaY < 0 ? STEP : 1 / STEP, fit.under(event));
  }, { passive: false });
  holder.addEventListener("keydown", (event) => {
    const along = (dx, dy) => () => seen.factor > 1 && move(dx * ALONG * seen.wide, dy * ALONG * seen.high);
    const act = {
      "+": () => grow(STEP), "=": () => grow(STEP), "-": () => grow(1 / STEP), 0: shrink,
      ArrowLeft: along(-1, 0), ArrowRight: along(1, 0), ArrowUp: along(0, -1), ArrowDown: along(0, 1),
    }[event.key];
    if (!act || event.target !== holder || event.ctrlKey || event.metaKey || event.altKey) return;
    if (act() !== false) event.preventDefault();
  });
  // A touch brings a small plot to its own size.
  svg.addEventListener("click", (event) => {
    if (isSmall() && !event.target.closest("[role=button]")) grow(Math.max(STEP, fit.own / fit.shown), fit.under(event));
  });
  let from = null;
  svg.addEventListener("pointerdown", (event) => {
    if (seen.factor <= 1 || event.button) return;
    from = [event.clientX, event.clientY];
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!from) return;
    move((from[0] - event.clientX) / fit.shown, (from[1] - event.clientY) / fit.shown);
    from = [event.clientX, event.clientY];
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => (from = null));
  let wide = 0;
  new ResizeObserver(() => {
    if (holder.clientWidth === wide || holder.clientWidth === 0) return;
    wide = holder.clientWidth;
    fit.measure();
    seen.factor = 1;
    set();
  }).observe(holder);
  return make("div", { class: "bar zoom", role: "group", "aria-label": "Look closely" }, larger, smaller, whole, said);
}
