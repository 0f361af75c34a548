// A game in play: where it began, the moves played, the frame on the table now, and the variations. Knows nothing of
// the page.

import { address, ask } from "./api.js";

/** How often a position may come before play is called a draw. */
const REPEATS = 3;

export class Play {
  /** Replays an address (`game`, `position`, `move` again and again) from its start, with the tree of a study if there is one. */
  static async open(search, signal, tree = null) {
    const query = new URLSearchParams(search);
    const rules = { game: query.get("game") ?? "", misere: query.has("misere") };
    const start = { position: query.get("position"), right: query.has("right") };
    const play = new Play(rules, { ...await look({ ...rules, ...start }, signal), right: start.right });
    if (tree) await play.graft(play.root, tree, signal);
    for (const name of query.getAll("move")) {
      const move = play.now.moves.find((one) => one.move === name);
      if (!move) {
        play.lost = `There is no move ${name} after move ${play.made.length}; the address is followed as far as it goes.`;
        break;
      }
      await play.move(move, signal);
    }
    return play;
  }

  constructor(rules, first) {
    this.rules = rules;
    /** Every position played to, by the moves that lead there; moves that were taken back stay as variations. */
    this.root = { frame: { ...first, turn: 0, scores: [0, 0] }, move: null, parent: null, children: [], last: null };
    this.points = false;
    this.stand(this.root);
  }

  /** Goes to a position that was played to. */
  stand(node) {
    this.here = node;
    this.path = [];
    for (let one = node; one; one = one.parent) {
      this.path.unshift(one);
      if (one.parent) one.parent.last = one;
    }
    this.frames = this.path.map(({ frame }) => frame);
    this.made = this.path.slice(1).map(({ move }) => move);
    // Games of points are known by moves that earn some.
    this.points ||= this.now.moves.some((move) => move.gain);
  }

  /** The position after the next move of the line that was looked at last, if there is one. */
  get next() {
    return this.here.last ?? this.here.children[0] ?? null;
  }

  /** The frame on the table. */
  get now() {
    return this.frames.at(-1);
  }

  /** Where it began. */
  get start() {
    return this.frames[0];
  }

  /** Whether the same player has faced this position too often. */
  get repeated() {
    const same = ({ position, turn }) => position === this.now.position && turn === this.now.turn;
    return this.frames.filter(same).length >= REPEATS;
  }

  get over() {
    return this.now.over || this.repeated;
  }

  /** The parts of the table that the last move changed, as they are numbered now. */
  lastChanges() {
    const move = this.made.at(-1);
    if (!move) return [];
    const [before, now] = this.frames.slice(-2);
    // Coins and cards that were taken, and edges that were cut, are no parts any more.
    if (now.games) return move.changes.map((n) => across(n, before.games, now.games)).filter((n) => n != null);
    if (before.figure !== now.figure || now.figure === "coins" || now.set === "ground") return [];
    // Where the player to move sits below, parts are counted from the other end after a turn.
    const flipped = now.seat === "mover-below" && before.turn !== now.turn;
    const cells = now.seat === "mover-below" ? sizeOf(now) : 0;
    return flipped ? move.changes.map((n) => cells - 1 - n) : move.changes;
  }

  /** The names of the moves made. */
  get names() {
    return this.made.map((move) => move.move);
  }

  /** Makes a move of `now.moves`. */
  async move(move, signal) {
    this.stand(await this.grow(this.here, move, signal));
  }

  /** The position after a move of the node `parent`, which joins the tree if it is not there yet. */
  async grow(parent, move, signal) {
    const known = parent.children.find((node) => node.move.move === move.move);
    if (known) return known;
    const names = [move.move];
    for (let one = parent; one.parent; one = one.parent) names.unshift(one.move.move);
    const [before, { position, right }] = [parent.frame, this.root.frame];
    const after = await look({ ...this.rules, position, right, move: names }, signal);
    const scores = [...before.scores];
    scores[before.turn] += move.gain ?? 0;
    const turn = move.keeps_turn ? before.turn : 1 - before.turn;
    const node = { frame: { ...after, turn, scores }, move, parent, children: [], last: null };
    parent.children.push(node);
    return node;
  }

  /** Adds a tree as `study.js` has it below a node; nodes that are not legal moves there are left out. */
  async graft(node, tree, signal) {
    node.comment = tree.c ?? node.comment;
    node.glyph = tree.g ?? node.glyph;
    node.marks = tree.k ?? node.marks;
    for (const part of tree.t ?? []) {
      const move = node.frame.moves.find((one) => one.move === part.m);
      if (move) await this.graft(await this.grow(node, move, signal), part, signal);
    }
  }

  /** Takes moves back until `length` are left. */
  back(length) {
    this.stand(this.path[length]);
  }

  /** The address of the game so far, with what else the page wants to keep. */
  address(more = {}) {
    const { position } = this.start;
    return address("/game", { ...this.rules, position, move: this.names, ...more });
  }

  /** The final result, by the rules: the first player's points above the other's, or 1, 0, -1. */
  result() {
    if (this.repeated) return { margin: null, sign: 0, repeated: true };
    const { turn, margin, outcome } = this.now;
    return { ...this.ahead(this.frames.length - 1, turn, margin ?? outcome), repeated: false };
  }

  /** How the first player stands if `turn`, facing frame `n`, will get `value` from there: points or an outcome. */
  ahead(n, turn, value) {
    const side = turn === 0 ? 1 : -1;
    if (typeof value === "string") return { margin: null, sign: side * { win: 1, draw: 0, loss: -1 }[value] };
    const [first, second] = this.frames[n].scores;
    const margin = first - second + side * value;
    return { margin, sign: Math.sign(margin) };
  }

  /** An answer to the frame on the table, for the whole game and the player to move: points so far count. */
  whole(answer) {
    const { turn, scores } = this.now;
    if (answer?.margin == null) return answer;
    const { margin } = this.ahead(this.frames.length - 1, turn, answer.margin);
    const own = turn === 0 ? margin : -margin;
    return { ...answer, outcome: ["loss", "draw", "win"][Math.sign(own) + 1], margin: own, lead: scores[turn] - scores[1 - turn], rest: answer.margin };
  }

  /** The value before and after each move made, by best play. */
  async review(signal) {
    const { position } = this.start;
    const told = await ask("/api/review", { ...this.rules, position, move: this.names }, signal);
    return told.line.map((step, n) => {
      const { turn } = this.frames[n];
      const worse = step.before !== step.after;
      const before = this.ahead(n, turn, step.before);
      return { ...step, turn, worse, standing: { before, after: this.ahead(n, turn, step.after) } };
    });
  }
}

/** The number of a part after a move in games that are played together; null if its board has other parts now. */
function across(n, before, after) {
  const old = before.find(({ first, parts }) => n >= first && n < first + parts);
  const now = after.find(({ number }) => number === old?.number);
  return now?.parts === old?.parts && now?.figure !== "coins" && now?.set !== "ground" ? n - old.first + now.first : null;
}

/** How many cells a board that turns has. */
const sizeOf = ({ position, set }) => (set === "pits" ? position.split(/[/,]/) : position.split(" ")[0].replace(/[/|]/g, "")).length;

const look = (query, signal) => ask("/api/position", query, signal);
