// The legal moves as buttons, with their values on request.

import { candidates } from "./choice.js";
import { byId, make } from "./dom.js";
import { SIGN, moveName, worth } from "./words.js";

/** Longer names need more width. */
const SHORT = 9;

export class MoveList {
  /** `on.play(move)` when one is pressed, `on.point(move or null)` while one is looked at. */
  constructor(on) {
    this.on = on;
    this.list = byId("moves");
    this.narrowing = byId("narrowed");
    this.narrowing.querySelector("button").addEventListener("click", () => on.drop());
  }

  /** Lists the moves of a frame; with `live` they can be made. */
  show(frame, live) {
    this.frame = frame;
    this.live = live;
    this.values = null;
    this.narrow([]);
  }

  /** Lists only moves that change the parts picked. */
  narrow(picked) {
    this.picked = picked;
    const fit = candidates(this.frame.moves, picked);
    this.narrowing.hidden = picked.length === 0;
    this.narrowing.querySelector("span").textContent = `${fit.length} ${fit.length === 1 ? "move" : "moves"} there.`;
    this.fill(fit);
  }

  /** Shows what each move is worth, best first; `null` hides it. */
  value(values) {
    this.values = values;
    this.fill(candidates(this.frame.moves, this.picked));
  }

  fill(moves) {
    const focused = this.list.querySelector(":focus")?.dataset.move;
    const order = this.values ? [...this.values.keys()] : null;
    const sorted = order ? moves.toSorted((a, b) => order.indexOf(a.move) - order.indexOf(b.move)) : moves;
    this.list.replaceChildren(...sorted.map((move) => make("li", {}, this.button(move))));
    if (this.frame.more && !this.picked.length) this.list.append(make("li", { class: "quiet" }, `the first ${moves.length} of more`));
    if (!moves.length) this.list.append(make("li", { class: "quiet" }, "No move is left."));
    this.list.classList.toggle("wordy", moves.some((move) => moveName(move, this.frame).length > SHORT));
    const buttons = [...this.list.querySelectorAll("button")];
    buttons.find((button) => button.dataset.move === focused)?.focus();
  }

  button(move) {
    const value = this.values?.get(move.move);
    const name = moveName(move, this.frame);
    const classes = ["move", value?.outcome, value?.best && "best", value && `pace-${value.pace}`].filter(Boolean).join(" ");
    const button = make("button", {
      type: "button",
      class: classes,
      "data-move": move.move,
      "aria-disabled": this.live ? null : "true",
      click: () => this.live && this.on.play(move),
      mouseenter: () => this.on.point(move),
      mouseleave: () => this.on.point(null),
      focus: () => this.on.point(move),
      blur: () => this.on.point(null),
    }, make("span", { class: "movename" }, name));
    if (value) {
      button.prepend(make("span", { class: "sign", "aria-hidden": "true" }, SIGN[value.outcome]));
      button.append(" ", make("span", { class: "movevalue" }, worth(value)));
      if (value.leads) button.append(" ", make("span", { class: "worth-beside" }, value.leads));
      if (value.best) button.append(make("span", { class: "hidden" }, ", best"));
    }
    return button;
  }
}

/** Values by move, best first, each with its pace: 0 for the quickest win or the longest resistance, up to 3. */
export function paced(moves) {
  const paces = (outcome) => [...new Set(moves.filter((m) => m.outcome === outcome).map((m) => m.margin ?? m.remoteness))];
  const steps = { win: paces("win"), draw: paces("draw"), loss: paces("loss") };
  const pace = (move) => Math.min(3, steps[move.outcome].indexOf(move.margin ?? move.remoteness));
  // Where every move loses, only those that hold out longest are best.
  const isBest = (move) => move.best && (move.outcome !== "loss" || move.margin != null || (move.remoteness != null && pace(move) === 0));
  return new Map(moves.map((move) => [move.move, { ...move, best: isBest(move), pace: pace(move) }]));
}
