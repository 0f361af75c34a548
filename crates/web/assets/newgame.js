// The dialog in which a game is begun: its size, who plays, how well the program plays, from where.

import { byId, make } from "./dom.js";
import { sizes } from "./sizes.js";
import { capital } from "./words.js";

const radios = (name) => [...document.getElementsByName(name)];
const picked = (name) => radios(name).find((radio) => radio.checked)?.value;
const pick = (name, value) => radios(name).forEach((radio) => (radio.checked = radio.value === value));

export class NewGame {
  /** `on.begin(wish)` when a game is to begin, `on.goOn(wish)` when the one on the table is to continue with the chosen players. */
  constructor(on) {
    this.dialog = byId("newgame");
    this.level = byId("level");
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

  /** Offers the levels of a game, `chosen` first picked. */
  levels(each, chosen) {
    const option = ({ level: name, number }) => make("option", { value: name, selected: name === chosen }, `${number ? `${number}. ` : ""}${capital(name.replaceAll("-", " "))}`);
    const group = (label, some) => (some.length ? make("optgroup", { label }, ...some.map(option)) : null);
    const groups = [group("From weak to strong", each.filter((one) => one.number)), group("In another manner", each.filter((one) => !one.number))];
    this.level.replaceChildren(...groups.filter(Boolean));
    this.plays = new Map(each.map((one) => [one.level, one.plays]));
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
    this.level.title = this.plays?.get(this.level.value) ?? "";
  }

  wish() {
    return { sides: picked("side"), playing: this.level.value, size: this.size?.() ?? null, other: picked("begin") === "other" && !byId("begin").hidden };
  }
}
