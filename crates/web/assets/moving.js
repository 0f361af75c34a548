// Animates pieces that move: each is recognised in the next drawing by its key.

import { middle } from "./drawing.js";

/** So long a move takes, in milliseconds. */
const TIME = 200;

const men = (svg) => [...(svg?.querySelectorAll(".man[data-man]") ?? [])];

/** Where every man stands, by its key, in parts of the drawing's width and height. */
export function standing(svg) {
  if (!svg) return null;
  const { left, top, width, height } = svg.getBoundingClientRect();
  return new Map(men(svg).map((man) => {
    const [x, y] = middle(man);
    return [man.dataset.man, [(x - left) / width, (y - top) / height]];
  }));
}

/** Moves every man of a drawing from where it stood `before`; new ones fall from above, or appear. */
export function animate(svg, before, drops) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { left, top, width, height } = svg.getBoundingClientRect();
  for (const man of men(svg)) {
    const [x, y] = middle(man);
    const { a: scale } = man.parentNode.getScreenCTM();
    const old = before.get(man.dataset.man);
    const [dx, dy] = old ? [left + old[0] * width - x, top + old[1] * height - y] : drops ? [0, top - y] : [0, 0];
    if (Math.abs(dx) + Math.abs(dy) > 1) man.animate([{ translate: `${dx / scale}px ${dy / scale}px` }, { translate: "0 0" }], { duration: TIME, easing: "ease-in-out" });
    else if (!old) man.animate([{ opacity: 0 }, { opacity: 1 }], { duration: TIME });
  }
}
