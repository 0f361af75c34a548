// The owner of each box in dots and boxes. A position does not tell it; the moves made do.

import { draw } from "./dom.js";

/** The boxes that are closed in a position, counted as they are drawn, row by row. */
function closed(position) {
  const rows = position.split("/");
  const [level, upright] = [rows.filter((_, n) => n % 2 === 0), rows.filter((_, n) => n % 2 === 1)];
  return upright.flatMap((row, r) => [...level[r]].map((_, c) =>
    level[r][c] === "-" && level[r + 1][c] === "-" && row[c] === "|" && row[c + 1] === "|"));
}

/** Writes in each box who closed it; nobody did of those that were closed from the start. */
export function owners(svg, play) {
  let before = closed(play.start.position);
  const whose = before.map(() => null);
  for (const [n, frame] of play.frames.entries()) {
    const now = closed(frame.position);
    now.forEach((full, box) => {
      if (full && !before[box]) whose[box] = play.frames[n - 1].turn;
    });
    before = now;
  }
  whose.forEach((who, box) => {
    if (who == null) return;
    const area = svg.querySelector(`.box.n${box}`);
    const { x, y, width, height } = area.getBBox();
    area.classList.add(who ? "second" : "first");
    const size = Math.min(width, height) * 0.5;
    area.append(draw("text", { x: x + width / 2, y: y + height / 2 + size * 0.36, "text-anchor": "middle", "font-size": size, class: who ? "second strong" : "first strong" }, who ? "B" : "A"));
  });
}
