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

/** The height of the tools where they lie over the end of the window. */
function covered() {
  const tools = document.querySelector(".tools");
  return getComputedStyle(tools).position === "fixed" ? tools.offsetHeight : 0;
}

/** Tells the style sheet how high all that stands above and below the board is, and the table that it may have another size. */
export function fitBoard(table) {
  const [all, board] = ["table", "board"].map(byId);
  const rest = () => Math.ceil(all.getBoundingClientRect().top + scrollY + all.offsetHeight - board.offsetHeight + covered());
  document.documentElement.style.setProperty("--bars", isWide() ? "1rem" : `${rest()}px`);
  table.fit();
}

/** So many lines of the panels are seen beside the table, and so many more than its first one may a message need above the board. */
const PANELS = 8;
const MESSAGE = 2;
/** The board gives so much of its height to the rules, and is never lower than the style sheet says. */
const GIVEN = 0.1;
const LEAST = 240;

/** Gives the rules the lines that there is room for. Only where a game or a window is new: in a game nothing moves. */
export function fitRules(table) {
  const rules = document.querySelector(".about:not([open]) > summary");
  if (!rules) return fitBoard(table);
  const lines = (number) => {
    rules.style.setProperty("--lines", number);
    fitBoard(table);
  };
  lines(1);
  const high = byId("board").offsetHeight;
  // Not the window's own height, which changes where a phone's address bar goes while the page scrolls.
  const below = document.documentElement.clientHeight - covered() - scrollY - byId("table").getBoundingClientRect().bottom;
  const line = parseFloat(getComputedStyle(rules).lineHeight);
  const left = isWide() ? document.querySelector(".side").clientHeight - PANELS * line : Math.max(below - MESSAGE * line, 0) + Math.min(GIVEN * high, high - LEAST);
  lines(1 + Math.max(Math.floor(left / line), 0));
}
