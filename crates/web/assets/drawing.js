// Drawings of the server inside the page, where they can be touched.

/** The drawing as an element of the page; its own style sheet, which the page does not let in, has its rules in /assets/picture.css. */
export function drawing(source, label) {
  const bare = source.replace(/<style>[^<]*<\/style>/, "");
  const svg = document.importNode(new DOMParser().parseFromString(bare, "image/svg+xml").documentElement, true);
  svg.querySelector(":scope > title")?.remove();
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", label);
  return svg;
}

/** Whether a drawing is so much wider than high that it is given more width. */
export function isFlat(source) {
  const [, wide, high] = source.match(/ width="([\d.]+)" height="([\d.]+)"/) ?? [0, 1, 1];
  return wide / high > 1.25;
}

/** Leaves less of the empty edge that a drawing has. */
export function trim(svg, edge) {
  const [x, y, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  const cut = [x + edge, y + edge, wide - 2 * edge, high - 2 * edge];
  svg.setAttribute("viewBox", cut.join(" "));
  svg.setAttribute("width", cut[2]);
  svg.setAttribute("height", cut[3]);
}

/** How many times its own size a drawing is shown where there are so many pixels; large ones are scrolled, not shrunk. */
export function room(svg, wide, high, most) {
  const [width, height] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
  const sizes = [Math.min(wide / width, high / height, most), Math.min(wide / width, 1)];
  return sizes.find((factor) => factor >= 0.7) ?? 1;
}

/** Draws it larger by `factor`. */
export function scale(svg, factor) {
  for (const side of ["width", "height"]) {
    svg.setAttribute(side, Math.round(Number(svg.getAttribute(side)) * factor));
  }
}

/** Among which elements of each drawing arrow keys walk, and which of them know it. */
const walked = new WeakMap();
const walkers = new WeakSet();

/** Lets arrow keys walk among elements of a drawing, one of which the tab key reaches. */
export function walk(elements) {
  const drawing = elements[0].ownerSVGElement;
  const stop = (chosen) => walked.get(drawing).forEach((one) => one.setAttribute("tabindex", one === chosen ? "0" : "-1"));
  for (const one of walked.get(drawing) ?? []) one.setAttribute("tabindex", "-1");
  walked.set(drawing, elements);
  stop(elements.find((one) => one === document.activeElement) ?? elements[0]);
  for (const one of elements.filter((one) => !walkers.has(one))) {
    walkers.add(one);
    one.addEventListener("focus", () => walked.get(drawing).includes(one) && stop(one));
    one.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      const next = way && nearest(one, way, walked.get(drawing));
      if (!way) return;
      event.preventDefault();
      next?.focus();
    });
  }
}

/** The middle of an element on the screen. */
export const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** The nearest element in a direction; distance across the direction counts twice. */
function nearest(from, [dx, dy], elements) {
  const [x, y] = middle(from);
  const far = (element) => {
    const [along, aside] = [middle(element)].map(([a, b]) => [(a - x) * dx + (b - y) * dy, Math.abs((a - x) * dy + (b - y) * dx)])[0];
    return along > 1 ? along + 2 * aside : Infinity;
  };
  const best = elements.reduce((a, b) => (far(b) < far(a) ? b : a));
  return far(best) === Infinity ? null : best;
}
