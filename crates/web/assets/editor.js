// The position editor: pieces, edges and coins are placed on the board; the result is shown in the position's notation.

import { piece } from "./choice.js";
import { make } from "./dom.js";
import { MEN } from "./words.js";

/** The possible contents of a cell, by the set of board and pieces; the first is empty. */
const SIGNS = {
  marks: ".XO", stones: ".XO", go: ".XO#", rack: ".XO", pawns: ".XO", amazons: ".XO#", dominoes: ".#", toads: ".tf", elephants: ".tf",
  standing: ".lre", coins: ".lr", letters: ".LR#", geese: ".GF", faces: "HT", tiles: ".LEGCHlegch",
};
const SIZABLE = new Set(["stones", "go", "amazons", "dominoes", "toads", "elephants", "standing", "coins", "letters"]);
/** Names of signs that do not explain themselves. */
const CALLED = {
  ".": "nothing", X: "the first player's", O: "the second player's", "#": "blocked", t: "the one to the right", f: "the one to the left", l: "Left's", r: "Right's", e: "everybody's",
  K: "white king", R: "white rook", k: "black king", "+1": "one more", "-1": "one less", b: "blue edge", g: "green edge", "-": "edge", ">": "one-way edge", "×": "take away",
};

/** The player whose men a sign stands for. */
const WHOSE = { X: 0, O: 1, t: 0, f: 1, l: 0, r: 1 };

/** The look of a choice on the board. */
const looks = (set, sign) => (sign === "." ? "∅" : /^[+-]1$/.test(sign) ? CALLED[sign] : MEN[set]?.[WHOSE[sign]] ?? sign);

/** The same read aloud, with whose it is. */
const named = (set, sign) => (sign in WHOSE && looks(set, sign) !== sign ? `${looks(set, sign)}, ${CALLED[sign]}` : CALLED[sign] ?? sign);

/** How the parts of a board are written, by what the board is: each kind reads a text and tells what a touch makes of it. */
class Cells {
  /** Rows of one sign a cell, with what stands behind them. */
  constructor(text, signs, first = 0, between = /[/|]/) {
    const [body, ...tail] = text.split(" ");
    this.rows = body.split(between).map((row) => [...row]);
    this.tail = tail.length ? ` ${tail.join(" ")}` : "";
    this.palette = [...signs];
    this.first = first;
  }

  /** The row of a part, its place there, and the row's number; nothing if there is no such part. */
  at(part) {
    const places = this.rows.flatMap((row, r) => [...row.keys()].map((n) => [row, n, r]));
    return places[part - this.first] ?? [];
  }

  touch(part, sign) {
    const [row, n] = this.at(part);
    if (!row) return false;
    const before = row[n];
    // The same sign again is taken away.
    row[n] = before === sign ? "." : sign;
    this.hand(before, 1);
    this.hand(row[n], -1);
    return true;
  }

  /** Men that are put on the board come out of the hand, where the position tells how many are there. */
  hand(sign, by) {
    const hands = this.tail.match(/^ (\d+),(\d+)$/)?.slice(1).map(Number);
    const whose = ["X", "O"].indexOf(sign);
    if (!hands || whose < 0) return;
    hands[whose] = Math.max(0, hands[whose] + by);
    this.tail = ` ${hands.join()}`;
  }

  resize(rows, columns) {
    const wide = this.rows[0].length + columns;
    if (this.rows.length + rows < 1 || wide < 1) return;
    if (rows > 0) this.rows.push(this.rows[0].map(() => "."));
    if (rows < 0) this.rows.pop();
    this.rows = this.rows.map((row) => [...row, "."].slice(0, wide));
  }

  get text() {
    return this.rows.map((row) => row.join("")).join("/") + this.tail;
  }
}

/** Lines between dots: each row is level or upright. */
class Lines extends Cells {
  constructor(text) {
    super(text, "-", 0, "/");
    this.palette = [];
  }

  touch(part) {
    const [row, n, r] = this.at(part);
    if (row) row[n] = row[n] === "." ? "-|"[r % 2] : ".";
    return Boolean(row);
  }
}

class Numbers {
  constructor(text, figure) {
    this.rows = text.split("/").map((row) => row.split(",").map(Number));
    this.palette = ["+1", "-1"];
    // Of two rows of houses the upper one is the other player's and runs the other way.
    this.houses = figure === "board";
    this.more = !this.houses && this.rows.length === 1;
  }

  touch(part, sign) {
    const wide = this.rows[0].length;
    const [row, n] = !this.houses ? [0, part] : part < wide ? [1, wide - 1 - part] : [0, part - wide];
    if (!(n in this.rows[row])) return false;
    this.rows[row][n] = Math.max(0, this.rows[row][n] + Number(sign));
    return true;
  }

  resize(by) {
    if (by > 0) this.rows[0].push(1);
    else if (this.rows[0].length > 1) this.rows[0].pop();
  }

  get text() {
    return this.rows.map((row) => row.join(",")).join("/");
  }
}

/** A heap with a limit on the next move. */
class Limited extends Numbers {
  constructor(text) {
    super(text.split("/")[0], "heaps");
    this.limit = Number(text.split("/")[1]);
    this.sizes = [["At most +", "At most +: the next move may take one more", 1], ["At most −", "At most −: the next move may take one less", -1]];
  }

  resize(by) {
    this.limit = Math.max(1, this.limit + by);
  }

  get text() {
    return `${super.text}/${this.limit}`;
  }
}

/** Rows of chocolate, none longer than the one above. */
class Bar extends Numbers {
  constructor(text, columns) {
    super(text, "heaps");
    this.columns = columns;
    this.more = false;
  }

  touch(part, sign) {
    const [rows] = this.rows;
    const row = Math.floor(part / this.columns);
    if (!(row in rows)) return false;
    rows[row] = Math.min(this.columns, rows[row - 1] ?? this.columns, Math.max(0, rows[row] + Number(sign)));
    this.rows = [rows.map((length, n) => (n > row ? Math.min(length, rows[row]) : length))];
    return true;
  }
}

/** Cakes side by side. */
class Cakes {
  constructor(text) {
    this.cakes = text.split(",").map((cake) => cake.split("x").map(Number));
    this.palette = ["a row more", "a row less", "a column more", "a column less"];
    this.sizes = [["Cake +", "Cake +: one more", 1], ["Cake −", "Cake −: one less", -1]];
  }

  touch(part, sign) {
    const cake = this.cakes[piece(this.text, part)?.index];
    if (!cake) return false;
    const side = sign.includes("row") ? 0 : 1;
    cake[side] = Math.max(1, cake[side] + (sign.endsWith("more") ? 1 : -1));
    return true;
  }

  resize(by) {
    if (by > 0) this.cakes.push([2, 2]);
    else if (this.cakes.length > 1) this.cakes.pop();
  }

  get text() {
    return this.cakes.map((cake) => cake.join("x")).join(",");
  }
}

/** Cards that were laid, in order. */
class Cards {
  constructor(text) {
    this.laid = [...text];
    this.palette = ["lay it", "take it back"];
  }

  touch(part, sign) {
    const card = String(part + 1);
    if (sign === "lay it") this.laid.push(card);
    else if (this.laid.includes(card)) this.laid.splice(this.laid.lastIndexOf(card), 1);
    else return false;
    return true;
  }

  get text() {
    return this.laid.join("");
  }
}

/** King and rook against king: each man once. */
class Chess {
  constructor(text) {
    this.men = Object.fromEntries([...text.matchAll(/([KRk])([a-h][1-8])/g)].map(([, man, cell]) => [man, cell]));
    this.tail = text.endsWith(" b") ? " b" : "";
    this.palette = ["K", "R", "k"];
  }

  touch(part, man) {
    this.men[man] = `${"abcdefgh"[part % 8]}${8 - Math.floor(part / 8)}`;
    return true;
  }

  get text() {
    return ["K", "R", "k"].filter((man) => this.men[man]).map((man) => man + this.men[man]).join(" ") + this.tail;
  }
}

/** Edges between points: an edge that is touched goes, two points that are touched are joined, one twice grows a new point. */
class Edges {
  constructor(text, names) {
    const [body, ...tail] = text.split("/");
    this.list = body.split(",").filter(Boolean);
    this.tail = tail.length ? `/${tail.join("/")}` : "";
    this.names = names;
    this.grown = /^\d+[brg]\d+/.test(this.list[0] ?? "");
    this.palette = this.grown ? ["b", "r", "g"] : this.list.some((edge) => edge.includes(">")) ? [">"] : ["-"];
    this.from = null;
  }

  touch(part, sign) {
    const name = this.names[part];
    if (name == null) return false;
    if (part < this.edges) {
      this.list.splice(part, 1);
      return true;
    }
    if (this.from == null) {
      this.from = name;
      return false;
    }
    const to = this.from === name ? this.fresh() : name;
    this.list.push(`${this.from}${sign}${to}`);
    this.from = null;
    return true;
  }

  /** A name for a point that there is not yet. */
  fresh() {
    const numbers = this.list.flatMap((edge) => edge.match(/\d+/g) ?? []).map(Number);
    return String(Math.max(0, ...numbers) + 1);
  }

  get text() {
    return this.list.join(",") + this.tail;
  }
}

/** How a position is put together; null where it can only be typed. */
function kind({ game, figure, set, position }, edges, names) {
  const text = position;
  if (set === "cake" && /^\d+x\d+(,\d+x\d+)*$/.test(text)) return new Cakes(text);
  if (set === "chocolate" && /^\d+(,\d+)*$/.test(text)) return new Bar(text, Number(game.match(/:\d+,(\d+)$/)?.[1] ?? text.split(",")[0]));
  if (figure === "cards" && /^[1-6]*$/.test(text)) return new Cards(text);
  if (figure === "heaps" && /^\d+\/\d+$/.test(text)) return new Limited(text);
  if (set === "chess") return new Chess(text);
  if (set === "boxes") return new Lines(text);
  if (set === "pits" || ((figure === "heaps" || figure === "coins") && /^\d+(,\d+)*(\/\d+(,\d+)*)?$/.test(text) && !(figure === "heaps" && text.includes("/")))) return new Numbers(text, figure);
  if (figure === "board" && SIGNS[set] && /^[^ ,]+( .*)?$/.test(text) && !/^\d/.test(text)) return new Cells(text, SIGNS[set]);
  if (figure === "net" && set === "stones") return new Cells(text, ".XO", edges);
  if (figure === "net" && /^[\w>,-]+(\/.*)?$/.test(text)) return Object.assign(new Edges(text, names), { edges });
  return null;
}

export class Editor {
  /** In `holder`; `on.change(position)` when something was changed, `on.resize()` when the board has another size. */
  constructor(holder, on) {
    this.holder = holder;
    this.on = on;
    this.kind = null;
  }

  /** Begins with the position of a frame, drawn with so many edges and parts of these names. */
  show(frame, { edges, names }) {
    const right = frame.position.endsWith(" R");
    this.tail = right ? " R" : "";
    this.frame = { ...frame, position: right ? frame.position.slice(0, -2) : frame.position };
    const before = this.sign;
    this.kind = kind(this.frame, edges, names);
    this.holder.hidden = !this.kind;
    if (!this.kind) return this.holder.replaceChildren();
    this.sign = this.kind.palette.includes(before) ? before : this.kind.palette[1] ?? this.kind.palette[0];
    this.fill();
  }

  /** A part of the board was touched. */
  touch(part) {
    if (this.kind?.touch(part, this.sign)) this.on.change(this.kind.text + this.tail);
    else if (this.kind?.from != null) this.holder.querySelector("p").textContent = `From ${this.kind.from}: touch another point to join them, the same one for a new point.`;
  }

  button(words, label, click, pressed) {
    return make("button", { type: "button", "aria-label": label, title: label, "aria-pressed": pressed, click }, words ?? label);
  }

  fill() {
    const { kind: board, frame } = this;
    const palette = board.palette.length > 1 ? board.palette.map((sign) => this.button(looks(frame.set, sign), named(frame.set, sign), () => {
      this.sign = sign;
      this.fill();
    }, String(sign === this.sign))) : [];
    const resized = (...by) => {
      board.resize(...by);
      this.on.resize();
      this.on.change(board.text + this.tail);
    };
    const sizes = board.sizes ? board.sizes.map(([words, label, by]) => this.button(words, label, () => resized(by)))
      : board instanceof Numbers && board.more ? [this.button("+", "One more at the end", () => resized(1)), this.button("−", "One less at the end", () => resized(-1))]
      : board instanceof Cells && !(board instanceof Lines) && frame.figure === "board" && SIZABLE.has(frame.set) ? [
        this.button("Row +", "A row more", () => resized(1, 0)), this.button("Row −", "A row less", () => resized(-1, 0)),
        this.button("Column +", "A column more", () => resized(0, 1)), this.button("Column −", "A column less", () => resized(0, -1))] : [];
    const other = frame.set === "chess" ? [board.tail === " b" ? "Black is to move" : "White is to move", () => (board.tail = board.tail ? "" : " b")]
      : frame.mover || this.tail ? [this.tail ? "Right is to move" : "Left is to move", () => (this.tail = this.tail ? "" : " R")] : null;
    const turn = other && this.button(null, other[0], () => {
      other[1]();
      this.on.change(board.text + this.tail);
    });
    this.holder.replaceChildren(
      make("p", { class: "quiet", role: "status" }, board instanceof Edges ? "Touch an edge of the board to take it away, two points to join them." : "Touch the board to put there what is chosen here."),
      make("div", { class: "steps palette" }, ...palette, ...sizes, turn));
  }
}
