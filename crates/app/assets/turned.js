// Games whose notation shows the board as the player to move sees it, own men X: after an odd number of moves the
// drawing is turned back, so that everybody keeps the same men on the screen.

const SWAPPED = new Set(["three-mens-morris", "teeko", "mu-torere", "pong-hau-k-i", "hexapawn", "two-values"]);
const ROTATED = new Set(["hexapawn"]);

const other = { X: "O", O: "X" };

/** Turns a drawing as the other player sees it. */
export function turned(svg, game) {
  const name = game.split(":")[0];
  if (!SWAPPED.has(name)) return;
  const parts = [...svg.querySelectorAll("[data-part]")];
  for (const part of parts) {
    const texts = [...part.querySelectorAll("text")];
    if (texts.length === 2) swap(texts);
    else texts.forEach(recolour);
    const title = part.querySelector("title");
    if (title) title.textContent = title.textContent.replace(/: ([XO])$/, (_, mark) => `: ${other[mark]}`);
  }
  if (ROTATED.has(name)) rotate(parts);
}

/** The two values of a stone change places. */
function swap([a, b]) {
  [a.textContent, b.textContent] = [b.textContent, a.textContent];
}

/** A man becomes one of the other's. */
function recolour(text) {
  const first = text.classList.contains("first");
  text.classList.toggle("first", !first);
  text.classList.toggle("second", first);
  text.textContent = other[text.textContent] ?? text.textContent;
}

/** Each cell changes places with the one across the middle. */
function rotate(parts) {
  const corners = parts.map((part) => {
    const rect = part.querySelector("rect");
    return ["x", "y"].map((name) => Number(rect.getAttribute(name)));
  });
  for (const [n, part] of parts.entries()) {
    const [from, to] = [corners[n], corners[corners.length - 1 - n]];
    part.setAttribute("transform", `translate(${to[0] - from[0]} ${to[1] - from[1]})`);
  }
}
