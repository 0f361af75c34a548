// The table: a position as the server draws it, made playable.

import { candidates, meant, taking } from "./choice.js";
import { draw } from "./dom.js";
import { drawing, scale, walk } from "./drawing.js";
import { turned } from "./turned.js";
import { SIGN, moveName, worth, worthAloud } from "./words.js";

/** Drawn no larger than this, in pixels, and never more than so many times. */
const LARGEST = { width: 600, height: 420, factor: 2.6 };

export class Table {
  /** `on.play(move)` when a move is meant, `on.pick(parts)` when more than one could be. */
  constructor(holder, on) {
    this.holder = holder;
    this.on = on;
    this.picked = [];
    holder.addEventListener("click", (event) => this.touch(event.target));
    holder.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.touch(event.target);
    });
  }

  /** Shows a frame of play; with `live` its moves can be made, with `values` (by move) they are marked. */
  show(source, frame, { game, live }) {
    this.frame = frame;
    this.moves = live ? frame.moves : [];
    this.picked = [];
    const svg = drawing(source, `Position ${frame.position || "empty"}`);
    if (frame.turn === 1) turned(svg, game);
    const focused = this.holder.querySelector(".part:focus")?.dataset.part;
    this.holder.replaceChildren(svg);
    this.factor = this.room(svg);
    scale(svg, this.factor);
    this.parts = [...svg.querySelectorAll("[data-part]")];
    this.enliven();
    if (focused != null) (this.open.find((part) => part.dataset.part === focused) ?? this.open[0])?.focus({ preventScroll: true });
  }

  /** How many times its own size the drawing has room for. */
  room(svg) {
    const [wide, high] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
    const room = Math.min(LARGEST.width, this.holder.clientWidth || LARGEST.width);
    return Math.max(0.75, Math.min(LARGEST.factor, room / wide, LARGEST.height / high));
  }

  /** Names what can be touched, and makes it so. */
  enliven() {
    const { moves } = this;
    this.open = this.parts.filter((part) => candidates(moves, [place(part)]).length);
    for (const part of this.parts) {
      const fit = candidates(moves, [place(part)]);
      const what = (part.dataset.what ??= part.querySelector("title").textContent);
      part.classList.toggle("open", fit.length > 0);
      if (fit.length) part.setAttribute("role", "button");
      part.querySelector("title").textContent = fit.length ? `${what}, ${this.deed(part, fit)}` : what;
      for (const [n, token] of [...part.querySelectorAll(".token")].entries()) {
        token.classList.toggle("open", Boolean(taking(moves, this.frame.position, place(part), n)));
      }
    }
    if (this.open.length) walk(this.open);
  }

  deed(part, fit) {
    const move = meant(this.moves, [place(part)]);
    return move ? moveName(move, this.frame) : `${fit.length} moves`;
  }

  touch(target) {
    const part = target.closest?.("[data-part]");
    if (!part || !this.moves?.length) return;
    const token = target.closest(".token.open");
    const left = token && [...part.querySelectorAll(".token")].indexOf(token);
    const taken = token && taking(this.moves, this.frame.position, place(part), left);
    if (taken) return this.on.play(taken);
    this.pick(place(part));
  }

  /** Picks a part more, or lays down one picked before. */
  pick(part) {
    const more = this.picked.includes(part) ? this.picked.filter((one) => one !== part) : [...this.picked, part];
    this.picked = candidates(this.moves, more).length ? more : candidates(this.moves, [part]).length ? [part] : [];
    const move = this.picked.length ? meant(this.moves, this.picked) : null;
    if (move) return this.on.play(move);
    this.markPicked();
    this.on.pick(this.picked);
  }

  /** Picks nothing. */
  drop() {
    this.picked = [];
    this.markPicked();
    this.on.pick([]);
  }

  markPicked() {
    const fit = this.picked.length ? candidates(this.moves, this.picked) : [];
    for (const part of this.parts) {
      const n = place(part);
      part.classList.toggle("picked", this.picked.includes(n));
      part.classList.toggle("target", !this.picked.includes(n) && fit.some((move) => move.changes.includes(n)));
    }
  }

  /** Marks parts and tokens with the value of the move that they stand for; `null` takes the marks away. */
  value(values) {
    this.holder.querySelectorAll(".worth").forEach((mark) => mark.remove());
    this.holder.querySelectorAll("[data-worth]").forEach((marked) => delete marked.dataset.worth);
    if (!values) return this.enliven();
    const moves = this.open.map((part) => meant(this.moves, [place(part)]));
    for (const [k, part] of this.open.entries()) {
      const value = values.get(moves[k]?.move);
      // A move that two parts mean, such as a man's step, is marked in the list alone.
      if (value && moves.filter((move) => move === moves[k]).length === 1) this.markPart(part, value);
      for (const [n, token] of [...part.querySelectorAll(".token")].entries()) {
        const worthOf = values.get(taking(this.moves, this.frame.position, place(part), n)?.move);
        if (worthOf) token.dataset.worth = worthOf.outcome;
      }
    }
  }

  markPart(part, value) {
    const box = part.getBBox();
    part.dataset.worth = value.outcome;
    part.querySelector("title").append(`, ${worthAloud(value)}`);
    const words = value.margin != null ? worth(value) : `${SIGN[value.outcome]}${value.remoteness ?? ""}`;
    const size = 15 / this.factor;
    // Over a coin, so that its value stays to be read; in the middle of a cell.
    const y = this.frame.figure === "coins" ? box.y - size / 2 : box.y + box.height / 2 + size / 3;
    const mark = { class: "worth", x: box.x + box.width / 2, y, "text-anchor": "middle", "font-size": size, "aria-hidden": "true" };
    const line = part.querySelector(":scope > .reach")?.getBBox();
    if (line) Object.assign(mark, { class: "worth online", x: line.x + line.width / 2 });
    // A line with a name of its own has it on the right.
    if (line && part.querySelector("text")) Object.assign(mark, { x: mark.x - 5, "text-anchor": "end" });
    // Beside the part, not in it: the part's title says the same in words.
    const moved = part.getAttribute("transform");
    part.after(draw("text", moved ? { ...mark, transform: moved } : mark, words));
  }

  /** Draws the eye to the parts of a move. */
  point(move) {
    this.parts.forEach((part) => part.classList.toggle("hinted", Boolean(move?.changes.includes(place(part)))));
  }
}

const place = (part) => Number(part.dataset.part);
