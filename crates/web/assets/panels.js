// The panels beside the table, or in drawers below it on phones; and the space that the table has.

import { byId } from "./dom.js";

const WIDE = matchMedia("(orientation: landscape) and (min-width: 36rem)");

/** Whether panels stand beside the table. */
export const isWide = () => WIDE.matches;

/** The panels that are open where there is room. */
const BESIDE = ["list", "line", "pictures"];

export class Panels {
  constructor() {
    this.arrange();
    WIDE.addEventListener("change", () => this.arrange());
  }

  arrange() {
    for (const id of BESIDE) byId(id).open = isWide();
  }

  /** A table on which nothing can be touched needs its list of moves. */
  table(touchable) {
    if (!touchable) byId("list").open = true;
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
