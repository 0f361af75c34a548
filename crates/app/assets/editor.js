// The position editor: pieces placed by touch, sizes changed, edges drawn; what it makes is the position's notation.

import { make } from "./dom.js";

/** What a cell may hold, by the set of board and pieces; games that are not named have the signs that stand on their board. */
const SIGNS = {
  marks: ".XO", stones: ".XO", go: ".XO#", rack: ".XO", pawns: ".XO", amazons: ".XO#", dominoes: ".#", toads: ".tf", elephants: ".tf",
  standing: ".lre", coins: ".lr", letters: ".LR#",
};
const SIZABLE = new Set(["stones", "go", "amazons", "dominoes", "toads", "elephants", "standing", "coins", "letters"]);

export class Editor {
  /** In `holder`; `on.change(position)` when something was changed, `on.resize()` when the board has another size. */
  constructor(holder, on) {
    this.holder = holder;
    this.on = on;
  }

  /** Begins with the position of a frame; nothing where it can only be typed. */
  show({ figure, set, position }) {
    const right = position.endsWith(" R");
    const text = right ? position.slice(0, -2) : position;
    this.tail = right ? " R" : "";
    const board = figure === "board" && SIGNS[set] && /^[^ ,]+$/.test(text);
    const numbers = (figure === "heaps" || figure === "coins") && /^-?\d+(,-?\d+)*$/.test(text);
    const edges = figure === "net" && /^[\w>,-]+$/.test(text) && set !== "ground";
    this.holder.hidden = !(board || numbers || edges);
    if (board) this.board(text.split(/[/|]/).map((row) => [...row]), SIGNS[set], SIZABLE.has(set));
    else if (numbers) this.numbers(text.split(",").map(Number), figure);
    else if (edges) this.edges(text.split(","));
    else this.holder.replaceChildren();
  }

  change(position) {
    this.on.change(position + this.tail);
  }

  button(words, label, click) {
    return make("button", { type: "button", "aria-label": label, click }, words);
  }

  board(rows, signs, sizable) {
    const tell = () => this.change(rows.map((row) => row.join("")).join("/"));
    const again = () => {
      this.on.resize();
      tell();
      this.board(rows, signs, sizable);
    };
    const next = (r, c) => {
      const at = signs.indexOf(rows[r][c]);
      rows[r][c] = signs[(at + 1) % signs.length];
      tell();
      return rows[r][c];
    };
    const named = (r, c) => `Row ${r + 1}, column ${c + 1}: ${rows[r][c] === "." ? "empty" : rows[r][c]}`;
    const cell = (r, c) => this.button(rows[r][c] === "." ? " " : rows[r][c], named(r, c), (event) => {
      const sign = next(r, c);
      event.currentTarget.textContent = sign === "." ? " " : sign;
      event.currentTarget.setAttribute("aria-label", named(r, c));
    });
    const sizes = sizable ? [
      this.button("Row +", "A row more", () => (rows.push(rows[0].map(() => ".")), again())),
      this.button("Row −", "A row less", () => rows.length > 1 && (rows.pop(), again())),
      this.button("Column +", "A column more", () => (rows.forEach((row) => row.push(".")), again())),
      this.button("Column −", "A column less", () => rows[0].length > 1 && (rows.forEach((row) => row.pop()), again())),
    ] : [];
    const turn = this.tail || sizable ? this.button(this.tail ? "Right is to move" : "Left, or the first, is to move", "Who is to move", () => {
      this.tail = this.tail ? "" : " R";
      again();
    }) : null;
    this.holder.replaceChildren(
      make("p", { class: "quiet" }, "Touch a cell to change what stands there."),
      make("div", { class: "cells" }, ...rows.map((row, r) => make("div", {}, ...row.map((_, c) => cell(r, c))))),
      make("div", { class: "steps" }, ...sizes, turn));
  }

  numbers(sizes, figure) {
    const tell = () => this.change(sizes.join(","));
    const again = () => {
      tell();
      this.numbers(sizes, figure);
    };
    const what = figure === "coins" ? "Coin" : "Heap";
    const field = (n) => make("input", { type: "number", value: sizes[n], "aria-label": `${what} ${n + 1}`, input: (event) => {
      sizes[n] = Number(event.target.value) || 0;
      tell();
    } });
    this.holder.replaceChildren(
      make("div", { class: "numbers" }, ...sizes.map((_, n) => field(n))),
      make("div", { class: "steps" },
        this.button(`${what} +`, `A ${what.toLowerCase()} more`, () => (sizes.push(1), again())),
        this.button(`${what} −`, `A ${what.toLowerCase()} less`, () => sizes.length > 1 && (sizes.pop(), again()))));
  }

  edges(list) {
    const tell = () => this.change(list.join(","));
    const again = () => {
      tell();
      this.edges(list);
    };
    const [from, to] = ["From", "To"].map((name) => make("input", { "aria-label": `${name} point`, placeholder: name, autocomplete: "off" }));
    const draw = () => {
      const names = [from, to].map(({ value }) => value.trim()).filter(Boolean);
      if (!names.length) return;
      list.push(names.join("-"));
      again();
    };
    this.holder.replaceChildren(
      make("p", { class: "quiet" }, "Touch an edge to take it away, or draw another one; a single name is a point without edges."),
      make("div", { class: "steps" }, ...list.map((edge, n) => this.button(`${edge} ×`, `Take away ${edge}`, () => (list.splice(n, 1), again())))),
      make("div", { class: "numbers" }, from, to, this.button("Draw", "Draw the edge", draw)));
  }
}
