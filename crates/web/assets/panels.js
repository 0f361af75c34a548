// The parts beside the table, below it in a high window; and the space that the table has.

import { byId } from "./dom.js";
import { Tabs } from "./tabs.js";

const WIDE = matchMedia("(orientation: landscape) and (min-width: 36rem)");

/** Whether the parts stand beside the table. */
export const isWide = () => WIDE.matches;

/** The moves, the line, the review, the pictures, the position: one of them is seen. */
export class Panels {
  /** `on(now, before)` when a person changes from one part to another. */
  constructor(on) {
    this.tabs = new Tabs(byId("parts"), (name) => {
      const before = this.open;
      this.show(name);
      if (name !== before) on(name, before);
    });
    this.show("list");
  }

  show(name) {
    this.open = name;
    for (const { dataset: { tab } } of byId("parts").children) byId(tab).hidden = tab !== name;
    this.tabs.mark(name);
  }

  /** Offers a part, or takes it away: then the moves are seen in its place. */
  offer(name, is) {
    byId(`tab-${name}`).hidden = !is;
    if (!is && this.open === name) this.show("list");
  }
}

/** Tells the style sheet how high all that stands above and below the board is, and the table that it may have another size. */
export function fitBoard(table) {
  const [all, board, tools] = ["table", "board"].map(byId).concat(document.querySelector(".tools"));
  const rest = () => {
    const below = getComputedStyle(tools).position === "fixed" ? tools.offsetHeight : 0;
    return Math.ceil(all.getBoundingClientRect().top + scrollY + all.offsetHeight - board.offsetHeight + below);
  };
  document.documentElement.style.setProperty("--bars", isWide() ? "1rem" : `${rest()}px`);
  table.fit();
}
