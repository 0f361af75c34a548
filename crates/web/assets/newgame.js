// The dialog in which a game is begun: its size, who plays, how well the program plays, from where.

import { byId, make } from "./dom.js";
import { sizes } from "./sizes.js";
import { capital } from "./words.js";

const radios = (name) => [...document.getElementsByName(name)];
const picked = (name) => radios(name).find((radio) => radio.checked)?.value;
const pick = (name, value) => radios(name).forEach((radio) => (radio.checked = radio.value === value));

/** The levels that most games have, the weakest first. */
const ORDER = ["random", "greedy", "looks-1", "looks-2", "looks-4", "slips", "perfect"];
/** A beginner sees a move and the reply to it. */
const BEGINNER = "looks-2";

const spoken = (name) => capital(name.replaceAll("-", " "));

export class NewGame {
  /** `on.begin(wish)` when a game is to begin, `on.goOn(wish)` when the one on the table is to continue with the chosen players. */
  constructor(on) {
    this.dialog = byId("newgame");
    this.level = byId("level");
    [this.plays, this.numbered] = [new Map(), []];
    byId("leave").addEventListener("click", () => this.dialog.close());
    byId("side").addEventListener("change", () => this.follow());
    this.level.addEventListener("change", () => this.follow());
    this.dialog.querySelector("form").addEventListener("submit", (event) => {
      const wish = this.wish();
      if (event.submitter?.value === "go-on") on.goOn(wish);
      else on.begin(wish);
    });
  }

  /** Offers the sizes of a game. */
  furnish(card, start) {
    this.size = sizes(byId("sizes"), card, start);
  }

  /** Offers the levels of a game. */
  levels(each) {
    const option = ({ level: name, number }) => make("option", { value: name }, `${number ? `${number}. ` : ""}${spoken(name)}`);
    const group = (label, some) => (some.length ? make("optgroup", { label }, ...some.map(option)) : null);
    const groups = [group("From weak to strong", each.filter((one) => one.number)), group("In another manner", each.filter((one) => !one.number))];
    this.level.replaceChildren(...groups.filter(Boolean));
    this.plays = new Map(each.map((one) => [one.level, one.plays]));
    this.numbered = each.filter((one) => one.number).map((one) => one.level);
  }

  /** The level of this game for a player who chose `wanted` in some game: that one, or the strongest that is not above it; without a choice, a beginner's. */
  fitting(wanted) {
    if (this.plays.has(wanted)) return wanted;
    const upTo = ORDER.slice(0, ORDER.indexOf(ORDER.includes(wanted) ? wanted : BEGINNER) + 1);
    return this.numbered.findLast((name) => upTo.includes(name)) ?? this.numbered[0];
  }

  /** The level that is `by` numbers above one of those from weak to strong; undefined where there is none. */
  step(level, by) {
    return this.numbered[this.numbered.indexOf(level) + by];
  }

  /** A sentence about a numbered level. */
  told(level) {
    return `The program plays at level ${this.numbered.indexOf(level) + 1} of ${this.numbered.length}: ${spoken(level)}.`;
  }

  /** Opens; `other` tells whether there are other starts. */
  show({ side, level, other }) {
    pick("side", side);
    pick("begin", "same");
    this.level.value = level;
    byId("begin").hidden = !other;
    this.follow();
    this.dialog.showModal();
  }

  follow() {
    byId("level-label").hidden = picked("side") === "both" || this.level.options.length < 2;
    this.level.title = this.plays.get(this.level.value) ?? "";
  }

  wish() {
    return { sides: picked("side"), playing: this.level.value, size: this.size?.() ?? null, other: picked("begin") === "other" && !byId("begin").hidden };
  }
}
