// A puzzle in play: the person makes the moves of its player, the program answers with its best defence.

import { ask, text } from "./api.js";
import { failure, HELD, keeps, limit, own, progress, result } from "./aims.js";
import { Play } from "./play.js";
import { wasStopped, waiting } from "./waiting.js";
import { moveName } from "./words.js";

/** Moves that the program makes are seen one after the other, in milliseconds. */
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 50 : 700;
/** So many plies of a refutation are played out. */
const SHOWN = 8;
/** A position that is not solved in so many seconds is judged by looking ahead. */
const SOON = 3;
/** So many plies ahead at least. */
const AHEAD = 6;

/** The solver, by the number of the player. */
const SOLVER = 0;

export class Solving {
  /**
   * `on.show(source, live, fresh)` when the board has changed, `on.say(sentence)`, `on.point(move)`, `on.judge(isRight)` at the first mistake or
   * help and at the end, `on.change()` when another button makes sense, `on.fail(error)`. `large`: the positions are too large to solve.
   */
  static async open({ question, puzzle, large, on }, signal) {
    const { game, misere } = question;
    const play = await Play.open(new URLSearchParams({ game, position: puzzle.position, ...(misere && { misere: 1 }) }), signal);
    return new Solving({ puzzle, large, on, play });
  }

  constructor(parts) {
    Object.assign(this, parts);
    /** `open`: the person is to move; `wrong`: a move was refuted; `over`: solved; `busy`: none of them. */
    this.state = "busy";
    this.helped = false;
    /** Where the person moved last. */
    this.before = 0;
    this.turn = new AbortController();
  }

  /** Ends what is under way, and does something else. After a failure the person can try again. */
  async act(action) {
    this.turn.abort();
    this.turn = new AbortController();
    const { signal } = this.turn;
    this.to("busy");
    try {
      await action(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.on.fail(error);
      this.to("wrong");
    }
  }

  /** The person goes to another puzzle. */
  leave() {
    this.turn.abort();
  }

  to(state) {
    this.state = state;
    this.on.change();
  }

  begin() {
    return this.act((signal) => this.offer(signal));
  }

  /** Lets the person move, who reads how far the puzzle is. */
  offer(signal) {
    this.on.say(`Your ${progress(this.puzzle, this.play)}.`);
    return this.open(signal);
  }

  /** Lets the person move. */
  async open(signal, fresh = false) {
    await this.show(signal, { live: true, fresh });
    this.to("open");
  }

  async show(signal, { live = false, fresh = true } = {}) {
    const { rules, start, names } = this.play;
    const source = await text("/api/draw", { ...rules, position: start.position, move: names, as: "board", bare: 1 }, signal);
    signal.throwIfAborted();
    this.on.show(source, live, fresh);
  }

  async step(move, signal) {
    const node = await this.play.grow(this.play.here, move, signal);
    signal.throwIfAborted();
    this.play.stand(node);
    await this.show(signal);
  }

  /** The person has made a move. */
  make(move) {
    const { play, puzzle } = this;
    if (this.state !== "open" || !play.now.moves.includes(move)) return null;
    return this.act(async (signal) => {
      const name = moveName(move, play.now);
      this.before = play.made.length;
      await this.step(move, signal);
      const answer = await this.consult(signal);
      const isSolution = this.before === 0 && [puzzle.move, ...(puzzle.alike ?? [])].includes(move.move);
      // The hunt for puzzles has judged the first move already, perhaps with more patience.
      const right = this.before === 0 ? isSolution || keeps(puzzle, play, answer) : keeps(puzzle, play, answer) ?? true;
      if (!right) return this.refute(name, answer, signal);
      if (!answer && !play.over) return this.end(`“${name}” is right as far as the program sees`);
      return this.defend(name, answer, signal);
    });
  }

  /** The program moves until it is the person's turn again, or play is over. */
  async defend(name, answer, signal) {
    const { play } = this;
    const replies = [];
    const enough = limit(this.puzzle) == null && own(play) >= HELD;
    let next = answer;
    while (!enough && !play.over && play.now.turn !== SOLVER) {
      const [move] = await Promise.all([this.defence(next, signal), pace(signal)]);
      replies.push(moveName(move, play.now));
      await this.step(move, signal);
      if (!play.over && play.now.turn !== SOLVER) next = await this.consult(signal);
    }
    if (play.over && !keeps(this.puzzle, play)) return this.refute(name, null, signal);
    if (enough || play.over) return this.end(result(this.puzzle, play));
    this.on.say(`✓ Right. ${replies.length ? `The program answers ${replies.map((one) => `“${one}”`).join(", ")}. ` : ""}Your ${progress(this.puzzle, play)}.`);
    return this.open(signal, true);
  }

  /** The most stubborn move of the program: by points or plies, where they are counted, else the one that leaves most to answer. */
  async defence(answer, signal) {
    const { play } = this;
    const isCounted = answer.margin != null || (answer.outcome === "loss" && answer.remoteness != null);
    const query = { ...play.rules, position: play.now.position, level: "chances", time: SOON };
    const told = isCounted || this.large ? null : await ask("/api/reply", query, signal).catch(forgive(signal));
    return this.known(told?.move ?? answer.move) ?? play.now.moves[0];
  }

  known(name) {
    return this.play.now.moves.find(({ move }) => move === name);
  }

  end(sentence) {
    this.to("over");
    this.on.judge(true);
    this.on.say(`✓ ${sentence}${this.helped ? ", with help" : ""}.`);
  }

  /** Plays the answer to a wrong move, and best play after it. */
  async refute(name, first, signal) {
    const { play } = this;
    this.on.judge(false);
    this.to("wrong");
    let answer = first;
    for (let ply = 0; ply < SHOWN; ply += 1) {
      const move = answer && this.known(answer.move);
      if (ply === 0) this.on.say(failure(this.puzzle, play, answer, name, move && moveName(move, play.now)));
      if (!move || play.over) return;
      await pace(signal);
      await this.step(move, signal);
      answer = await this.consult(signal);
    }
  }

  /** The value of the position on the table for the player to move, and the best move; null where play is over. */
  async consult(signal) {
    if (this.play.over) return null;
    return waiting("The program looks at the move", signal, async (stop) => {
      const ways = [() => this.solve(stop), () => this.look(stop)];
      for (const way of this.large ? ways.toReversed() : ways) {
        const answer = await way().catch(forgive(signal));
        if (answer?.outcome || answer?.missed) return answer;
        this.large ||= way === ways[0];
      }
      return null;
    });
  }

  async solve(signal) {
    const answer = await ask("/api/solve", { ...this.play.rules, position: this.play.now.position, time: SOON }, signal);
    return { ...answer, move: answer.preferred?.move };
  }

  /** By looking ahead as far as the puzzle goes; `missed` if nothing ends there. */
  async look(signal) {
    const { play, puzzle } = this;
    const left = puzzle.remoteness ? puzzle.remoteness - play.made.length : Infinity;
    const level = `looks-${left === Infinity ? AHEAD : Math.max(left, AHEAD)}`;
    const { outcome, depth, move } = await ask("/api/reply", { ...play.rules, position: play.now.position, level, time: SOON }, signal);
    return { outcome, move, remoteness: outcome === "draw" ? null : depth, missed: !outcome && depth >= left };
  }

  /** Goes back to before the move that was wrong. */
  retry() {
    if (this.state !== "wrong") return null;
    return this.act((signal) => {
      this.play.back(this.before);
      return this.offer(signal);
    });
  }

  /** Shows the right move on the board. */
  help() {
    const { play, puzzle } = this;
    if (this.state !== "open") return null;
    return this.act(async (signal) => {
      this.before = play.made.length;
      const name = this.before ? (await this.consult(signal))?.move : puzzle.move;
      const move = this.known(name);
      if (move) {
        this.helped = true;
        this.on.judge(false);
      }
      this.to("open");
      this.on.say(move ? `Try “${moveName(move, play.now)}”.` : "The program finds no move here in time.");
      if (move) this.on.point(move);
    });
  }
}

/** A question that took too long is no fault; one that was given up is, and so is a program that does not answer. */
const forgive = (signal) => (error) => {
  if (signal.aborted || (error.status === 0 && !wasStopped(error))) throw error;
  return null;
};

const pace = (signal) => new Promise((resolve, reject) => {
  signal.addEventListener("abort", () => reject(signal.reason));
  setTimeout(resolve, PACE);
});
