// The table: a position as the server draws it, made playable.

import { candidates, chosenWith, cutting, dividing, isNext, leaving, meant, nameOf, ofBoth, splitting, stepsOf, taking, ways } from "./choice.js";
import { owners } from "./boxes.js";
import { draw } from "./dom.js";
import { drawing, trim, walk } from "./drawing.js";
import { dragging, marking, men, middle, showMarks } from "./handling.js";
import { Marks } from "./marks.js";
import { lately } from "./lately.js";
import { animate, standing } from "./moving.js";
import { boards, containing } from "./together.js";
import { winning } from "./winning.js";
import { called, moveName } from "./words.js";

/** Never drawn larger than so many times. */
const LARGEST = 4;
/** So much of the empty edge of a drawing is left away. */
const EDGE = 10;

export class Table {
  /** `on.play(move)` when a move is meant, `on.pick(parts)` when more than one could be, `on.mark(mark)` when a mark is drawn. */
  constructor(holder, on) {
    this.holder = holder;
    this.on = on;
    this.picked = [];
    /** The part to which the focus comes back when it can be touched again. */
    this.wanted = null;
    dragging(holder, this);
    marking(holder, (mark) => on.mark(mark));
    holder.addEventListener("click", (event) => this.touch(event.target));
    // Not on the drawing: Chromium would let the tab key stop at an SVG element that listens for focus.
    holder.addEventListener("focusin", (event) => this.marks?.focus(event.target.closest(".part")));
    holder.addEventListener("focusout", () => this.marks?.focus(null));
    holder.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.touch(event.target);
    });
  }

  /** Shows the last frame of `play`; with `live` its moves can be made. `fresh`: the last move was made just now. */
  show(source, play, { live, fresh }) {
    const frame = play.now;
    this.frame = frame;
    this.values = null;
    this.advised = null;
    this.moves = live ? frame.moves : [];
    this.boards = boards(frame, this.moves);
    /** The moves that are meant so far, by their boards. */
    this.kept = new Map();
    this.picked = [];
    this.forget();
    const focused = this.holder.contains(document.activeElement);
    if (focused) this.wanted = document.activeElement.closest(".part")?.dataset.part ?? this.wanted;
    const before = fresh ? standing(this.svg) : null;
    this.editing = null;
    this.lay(source, frame);
    const { svg } = this;
    for (const board of this.boards) {
      const names = new Map(this.parts.filter((part) => this.board(part) === board).map((part) => [nameOf(part), this.place(part)]));
      for (const move of board.moves) move.steps = stepsOf(move, board.frame.set, names);
    }
    this.happened(play);
    if (before) animate(svg, before, frame.set === "rack");
    this.enliven();
    if (frame.set === "boxes") owners(svg, play);
    if (frame.set === "pits") stores(svg, play);
    if (focused) this.holder.focus({ preventScroll: true });
    if (this.wanted != null && live && (focused || document.activeElement === document.body)) this.refocus();
    if (!live && focused) this.wanted ??= "0";
  }

  /** Shows a position to be changed: every part can be touched, `touched(part)` tells which one was. */
  edit(source, frame, touched) {
    this.frame = frame;
    this.moves = [];
    this.boards = boards(frame, []);
    this.picked = [];
    this.values = null;
    this.editing = touched;
    this.wanted = this.holder.contains(document.activeElement) ? document.activeElement.closest(".part")?.dataset.part : null;
    this.lay(source, frame);
    for (const part of this.parts) part.dataset.what = part.querySelector("title").textContent;
    this.open = this.parts.filter((part) => part.dataset.what);
    for (const part of this.open) {
      part.setAttribute("role", "button");
      part.classList.add("open");
    }
    if (this.open.length) walk(this.open);
    if (this.wanted != null) this.refocus();
  }

  /** How the drawing is made: how many of its parts are edges, and the names of all. */
  made() {
    const names = Object.fromEntries(this.parts.map((part) => [place(part), part.dataset.what ?? part.querySelector("title").textContent]));
    return { edges: this.parts.filter((part) => part.querySelector(":scope > .reach")).length, names };
  }

  /** Lays a drawing on the table. */
  lay(source, frame) {
    const svg = drawing(source, `Position ${frame.position || "empty"}`);
    this.holder.replaceChildren(svg);
    this.holder.dataset.set = frame.set;
    trim(svg, EDGE);
    this.svg = svg;
    this.size = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
    this.factor = this.room();
    resize(svg, this.size, this.factor);
    this.parts = [...svg.querySelectorAll("[data-part]")];
    this.places = new Map(this.parts.map((part) => [place(part), part]));
    this.marks = new Marks(svg, this.factor);
  }

  /** The board that a part lies on. */
  board(part) {
    return this.boards.find(({ first, parts }) => place(part) >= first && place(part) < first + parts) ?? this.boards[0];
  }

  /** The place of a part on its board. */
  place(part) {
    return place(part) - this.board(part).first;
  }

  /** The parts of a board that are picked, by their places there. */
  pickedOn({ first, parts }) {
    return this.picked.map((n) => n - first).filter((n) => n >= 0 && n < parts);
  }

  /** A move is meant on a board. Where games are played together it is kept until there is no doubt which moves go with it. */
  play(board, move) {
    if (!this.frame.games) return this.on.play(move);
    const isAgain = this.kept.get(board)?.move === move.move;
    this.kept.set(board, move);
    const fit = containing(this.moves, this.kept);
    const exact = fit.find(({ deed }) => deed.steps.length === this.kept.size);
    if (exact && (isAgain || fit.length === 1)) return this.on.play(exact);
    this.forget();
    this.picked = [...this.kept].flatMap(([{ first }, { changes }]) => changes.map((n) => first + n));
    this.markPicked();
    this.on.pick(this.picked, exact);
    return null;
  }

  /** Shows the marks that a person has drawn. */
  own(marks) {
    if (this.svg) showMarks(this.svg, marks);
  }

  /** A man is picked up first; the move is made only when it is placed. */
  take(part) {
    this.picked = [place(part)];
    this.markPicked();
    this.on.pick(this.picked);
  }

  /** A man that was taken up is put on a part, or nowhere. */
  put(part) {
    const board = this.boards.find((one) => this.pickedOn(one).length);
    const fit = part && this.board(part) === board && candidates(board.moves, this.pickedOn(board)).some((move) => isNext(move, this.pickedOn(board), this.place(part)));
    if (fit) this.pick(place(part));
    else this.drop();
  }

  /** Where the cell a1 lies, in words, on boards whose cells have such names. */
  corner() {
    const named = (name) => this.parts.find((part) => part.dataset.what.split(":")[0] === name)?.getBoundingClientRect();
    const [first, right, along] = ["a1", "b1", "a2"].map(named);
    if (!first || !right || !along) return "";
    return `Cell a1 is at the ${first.top < along.top ? "top" : "bottom"} ${first.left < right.left ? "left" : "right"}: letters name columns, numbers rows.`;
  }

  /** Puts the focus where it was, or on the first part that can be touched. */
  refocus() {
    const again = this.open.find((part) => part.dataset.part === this.wanted) ?? this.open[0];
    again?.focus({ preventScroll: true });
    this.wanted = null;
  }

  /** Marks what the last move changed, and the line that won. */
  happened(play) {
    this.marks.last(lately(this.svg, this.places, play));
    const all = play.lastChanges().map((n) => this.places.get(n)).filter(Boolean);
    // Of a point and its edges the point is what a move is about.
    const points = all.filter((part) => !part.querySelector(":scope > .reach"));
    const changed = points.length ? points : all;
    for (const part of changed) part.classList.toggle("lastmove", !part.matches(".hand"));
    const cut = play.made.length && `${play.made.at(-1).move}: gone`;
    for (const ghost of this.svg.querySelectorAll(".gone")) ghost.classList.toggle("lastmove", ghost.querySelector("title")?.textContent === cut);
    const line = play.over && winning(play.rules.game, play.now.position);
    if (line) this.marks.won(line.map((n) => this.places.get(n)));
  }

  /** How many times its own size the drawing has room for: in the width of its holder and the height that the window leaves it. */
  room() {
    const [wide, high] = this.size;
    const { paddingLeft, paddingTop, maxHeight } = getComputedStyle(this.holder);
    const beside = this.holder.clientWidth - 2 * parseFloat(paddingLeft);
    const above = parseFloat(maxHeight) - 2 * parseFloat(paddingTop);
    return Math.min(LARGEST, Math.max(beside, 1) / wide, Math.max(above, 1) / high);
  }

  /** The window has another size now. */
  fit() {
    if (!this.svg) return;
    const factor = this.room();
    if (factor === this.factor) return;
    this.factor = factor;
    resize(this.svg, this.size, factor);
    this.marks.pixel = 1 / factor;
    if (this.values) this.value(this.values);
  }

  /** The moves that a part stands for: in a rack, a whole column stands for its disc; a part of a cake stands for the cut there. */
  meantBy(part) {
    const { frame, moves } = this.board(part);
    if (frame.set === "cake") return [cutting(moves, frame.position, this.place(part))].filter(Boolean);
    const here = this.next(part);
    if (here.length || frame.set !== "rack") return here;
    const columns = frame.position.split("/")[0].length;
    return moves.filter((move) => move.changes.some((n) => n % columns === this.place(part) % columns));
  }

  /** The moves that a part stands for; of moves that are made in steps, those that go on there. */
  next(part) {
    const { moves, ...board } = this.board(part);
    const [picked, n] = [this.pickedOn(board), this.place(part)];
    return moves[0]?.steps ? candidates(moves, picked).filter((move) => isNext(move, picked, n)) : candidates(moves, [n]);
  }

  /** Names what can be touched, and makes it so. */
  enliven() {
    const fits = (part) => (this.board(part).frame.set === "cake" ? this.meantBy(part) : this.next(part));
    this.open = this.parts.filter((part) => fits(part).length);
    for (const part of this.parts) {
      const fit = fits(part);
      const what = (part.dataset.what ??= part.querySelector("title").textContent);
      part.classList.toggle("open", this.meantBy(part).length > 0);
      if (fit.length) part.setAttribute("role", "button");
      else part.removeAttribute("role");
      part.querySelector("title").textContent = fit.length ? `${what === "line" ? "line" : `${what},`} ${this.deed(part, fit)}` : what;
      for (const [n, token] of [...part.querySelectorAll(".token")].entries()) {
        token.classList.toggle("open", this.byToken(part, n).length > 0);
      }
    }
    if (this.open.length) walk(this.open);
  }

  /** Chooses no tokens. */
  forget() {
    /** The part in which tokens are chosen, those tokens, and the move that they mean so far. */
    this.chosen = { part: null, tokens: [], move: null };
    this.rows = new Map();
  }

  /** The moves that take tokens of a row, each with those tokens; none where a row is no row of tokens that are told apart. */
  waysIn(part) {
    const [n, { frame, moves }] = [place(part), this.board(part)];
    const isRow = ["pins", "strips", "rows"].includes(frame.set);
    if (!this.rows.has(n)) this.rows.set(n, isRow ? ways(moves, frame.position, this.place(part)) : []);
    return this.rows.get(n);
  }

  /** A token was touched; whether that was all there is to do. */
  choose(part, n) {
    const found = this.waysIn(part);
    if (!found.length) return this.chooseOfTwo(part, n);
    const before = this.chosen.part === place(part) ? this.chosen.tokens : [];
    const { move, tokens } = chosenWith(found, before, n);
    if (move) return this.play(this.board(part), move) ?? true;
    // A token that no move takes may be where the row is divided.
    if (!tokens.length && !before.length && this.byToken(part, n).length) return false;
    return this.mark(part, tokens, found.find(({ places }) => places.join() === tokens.join())?.move);
  }

  /** Where as much may be taken from both heaps, a token of the other one means that, the same one again means no more. */
  chooseOfTwo(part, n) {
    const [{ chosen }, board] = [this, this.board(part)];
    const both = chosen.move && chosen.part !== place(part) && ofBoth(board.moves, chosen.move);
    if (both) return this.play(board, both) ?? true;
    const [move] = this.byToken(part, n);
    if (!move || !ofBoth(board.moves, move)) return false;
    if (chosen.part === place(part) && chosen.move === move) return this.play(board, move) ?? true;
    const tokens = [...part.querySelectorAll(".token")];
    const [first, last] = taken(tokens, (_, k) => this.byToken(part, k)[0], move);
    return this.mark(part, tokens.map((_, k) => k).slice(first, last + 1), move);
  }

  /** Marks tokens as chosen. */
  mark(part, tokens, move) {
    this.chosen = { part: tokens.length ? place(part) : null, tokens, move: move ?? null };
    for (const one of this.parts) {
      const isHere = one === part && tokens.length > 0;
      const isOther = tokens.length > 0 && move && this.board(one) === this.board(part) && ofBoth(this.board(part).moves, move)?.changes.includes(this.place(one));
      one.classList.toggle("target", Boolean(isHere || isOther));
      const found = this.waysIn(one).map(({ places }) => places);
      const goesOn = (k) => (tokens.includes(k) ? Boolean(move) : !found.length || found.some((places) => [...tokens, k].every((n) => places.includes(n))));
      for (const [k, token] of [...one.querySelectorAll(".token")].entries()) {
        token.classList.toggle("picked", isHere && tokens.includes(k));
        token.classList.toggle("next", Boolean((isHere && goesOn(k)) || isOther));
      }
    }
    this.on.pick(tokens.length ? [place(part)] : [], tokens.length ? this.chosen.move : null);
    return true;
  }

  /** The moves that a token stands for: taking what is above it, or knocking it down. */
  byToken(part, n) {
    const [{ frame, moves }, at] = [this.board(part), this.place(part)];
    const there = this.waysIn(part).filter(({ places }) => places.includes(n));
    if (there.length) return [...new Set(there.toSorted((a, b) => a.places.length - b.places.length).map(({ move }) => move))];
    if (frame.set === "rows") return dividing(moves, frame.position, at, n);
    if (frame.set === "rectangle") {
      const sizes = frame.position.split(",").map(Number);
      const one = taking(moves, frame.position, at, sizes[at] - (n + 1) * Math.min(...sizes));
      return one ? [one] : [];
    }
    const one = [taking, leaving, splitting].map((way) => way(moves, frame.position, at, n)).find(Boolean);
    return one ? [one] : [];
  }

  deed(part, fit) {
    const { frame, moves } = this.board(part);
    const move = fit.find((one) => called(one) === nameOf(part)) ?? meant(moves, [this.place(part)]);
    return move ? moveName(move, frame) : fit.length === 1 ? "1 move" : `${fit.length} moves`;
  }

  touch(target) {
    const part = target.closest?.("[data-part]");
    if (part && this.editing) {
      this.wanted = part.dataset.part;
      return this.editing(place(part));
    }
    if (!part || !this.moves?.length) return;
    this.wanted = part.dataset.part;
    const token = target.closest(".token.open");
    const left = token && [...part.querySelectorAll(".token")].indexOf(token);
    if (token && this.choose(part, left)) return;
    const taken = token ? this.byToken(part, left) : [];
    const board = this.board(part);
    if (taken.length) return this.play(board, taken[0]);
    if (this.chosen.part != null) this.mark(part, [], null);
    const named = this.pickedOn(board).length && !this.kept.has(board) ? null : board.moves.find((move) => called(move) === nameOf(part) && move.changes.includes(this.place(part)));
    if (named) return this.play(board, named);
    const fit = this.meantBy(part);
    if (["rack", "cake"].includes(board.frame.set) && fit.length === 1) return this.play(board, fit[0]);
    this.pick(place(part));
  }

  /** Picks a part more, or lays down one picked before. */
  pick(part) {
    const board = this.boards.find(({ first, parts }) => part >= first && part < first + parts);
    const again = this.kept.get(board);
    if (again?.changes.includes(part - board.first)) return this.play(board, again);
    const picked = this.after(board, part - board.first);
    const others = this.picked.filter((n) => n < board.first || n >= board.first + board.parts);
    const move = picked.length ? meant(board.moves, picked) : null;
    if (move) return this.play(board, move);
    this.kept.delete(board);
    this.picked = [...others, ...picked.map((n) => board.first + n)];
    this.markPicked();
    if (this.values) this.value(this.values);
    this.on.pick(this.picked);
  }

  /** The parts that are picked once another was touched. */
  after(board, part) {
    const { moves } = board;
    const picked = this.kept.has(board) ? [] : this.pickedOn(board);
    const fit = (parts) => candidates(moves, parts).length > 0;
    const on = [...picked, part];
    const back = moves[0]?.steps ? picked.slice(0, Math.max(0, picked.indexOf(part))) : picked.filter((one) => one !== part);
    // A cell can be a step twice: an amazon may shoot at where it came from.
    const more = picked.includes(part) && !(moves[0]?.steps && fit(on)) ? back : on;
    return fit(more) ? more : fit([part]) ? [part] : [];
  }

  /** Picks nothing. */
  drop() {
    this.picked = [];
    this.kept = new Map();
    this.markPicked();
    if (this.values) this.value(this.values);
    this.on.pick([]);
  }

  markPicked() {
    if (this.boards.some(({ moves }) => moves[0]?.steps)) this.stepped();
    for (const part of this.parts) {
      const board = this.board(part);
      const picked = this.pickedOn(board);
      const fit = picked.length && !this.kept.has(board) ? candidates(board.moves, picked) : [];
      part.classList.toggle("picked", this.picked.includes(place(part)));
      part.classList.toggle("target", fit.some((move) => isNext(move, picked, this.place(part))));
    }
  }

  /** Of a move that is made in steps, shows the man where it has gone so far. */
  stepped() {
    const [from, to] = this.picked.map((n) => this.places.get(n));
    for (const part of this.parts) for (const man of men(part)) Object.assign(man.style, { translate: "", pointerEvents: "" });
    if (to) {
      const [[ax, ay], [bx, by]] = [from, to].map(middle);
      // A touch there means the cell.
      for (const man of men(from)) Object.assign(man.style, { translate: `${bx - ax}px ${by - ay}px`, pointerEvents: "none" });
      // Over all cells.
      from.parentNode.insertBefore(from, from.parentNode === this.svg ? this.marks.under : null);
    }
    this.enliven();
  }

  /** Marks parts and tokens with the value of the move that they stand for; `null` takes the marks away. */
  value(values) {
    this.values = values;
    this.marks?.clear();
    this.enliven();
    if (!values) return;
    for (const board of this.boards) {
      const own = this.valuesOn(board, values);
      const parts = this.parts.filter((part) => this.board(part) === board);
      this.marks.value(own, { ...board, parts: new Map(parts.map((part) => [this.place(part), part])), picked: this.pickedOn(board) });
      for (const part of parts.filter((one) => this.open.includes(one))) {
        for (const [n, token] of [...part.querySelectorAll(".token")].entries()) {
          const [move] = this.byToken(part, n);
          const worthOf = own.get(move?.move);
          if (worthOf) token.dataset.worth = worthOf.outcome;
        }
      }
    }
  }

  /** The values of the moves on a board: of a part of several moves that of the best. */
  valuesOn({ index }, values) {
    if (!this.frame.games) return values;
    const steps = new Map(this.moves.map(({ move, deed }) => [move, deed.steps.find(({ game }) => game === index)?.move]));
    const own = new Map();
    for (const [name, value] of values) {
      const step = steps.get(name);
      if (step && !own.has(step)) own.set(step, value);
    }
    return own;
  }

  /** Shows a move as its deed, while it is looked at; without one the move that was advised. */
  point(move) {
    this.marks?.deed((move ?? this.advised)?.deed, this.places);
  }

  /** Shows the move to prefer. */
  advise(move) {
    this.advised = move;
    this.point(move);
  }
}

/** The least and the largest size of names at a board on the screen, in pixels. */
const [LEAST, LETTERS] = [12, 14];

/** Shows a drawing of `size` `factor` times as large. The names at its edges do not grow with it. */
const resize = (svg, [wide, high], factor) => {
  svg.setAttribute("width", Math.floor(wide * factor));
  svg.setAttribute("height", Math.floor(high * factor));
  svg.style.setProperty("--grown", Math.max(1, factor));
  for (const name of svg.querySelectorAll("text:is(.faint, .halo)")) {
    name.dataset.size ??= name.getAttribute("font-size");
    name.setAttribute("font-size", Math.min(Math.max(name.dataset.size, LEAST / factor), LETTERS / factor));
  }
};

const place = (part) => Number(part.dataset.part);

/** The first and the last token that go with a move, where each token stands for taking itself and those above it. */
function taken(tokens, moveOf, move) {
  const at = tokens.findIndex((token, k) => moveOf(token, k) === move);
  return [at, tokens.length - 1];
}

/** Writes what each player has in store. */
function stores(svg, play) {
  const { scores } = play.now;
  for (const [n, who] of ["first", "second"].entries()) {
    const store = svg.querySelector(`.store.${who}`);
    const { x, y, width, height } = store.getBBox();
    store.append(draw("text", { x: x + width / 2, y: y + height / 2 + 7, "text-anchor": "middle", "font-size": 20, class: "onwood strong" }, scores[n]));
  }
}
