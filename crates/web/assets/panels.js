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

/** Shows a sentence over the board. One that needs more lines than these is written smaller, so that it moves nothing. */
export function tell(sentence, lines) {
  const status = byId("status");
  status.textContent = sentence;
  status.classList.remove("small");
  status.classList.toggle("small", status.offsetHeight > (lines + 0.5) * parseFloat(getComputedStyle(status).lineHeight));
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
  const beside = document.documentElement.clientHeight - document.querySelector(".side").getBoundingClientRect().top;
  const left = isWide() ? beside - PANELS * line : Math.max(below - MESSAGE * line, 0) + Math.min(GIVEN * high, high - LEAST);
  lines(1 + Math.max(Math.floor(left / line), 0));
}
