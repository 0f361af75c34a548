// Puzzles of any game, to be solved here or printed.

import { address, ask, text } from "./api.js";
import { byId, complain, make } from "./dom.js";
import { Play } from "./play.js";
import { withoutEnding } from "./ruletext.js";
import { saves } from "./saves.js";
import { startOf } from "./starts.js";
import { Table } from "./table.js";
import { page } from "./transport.js";
import { wasStopped, waiting } from "./waiting.js";
import { capital, count, menOf, moveName, pliesOf, pointsOf, rulesOf, title } from "./words.js";

const cards = ask("/api/games");
let stop = new AbortController();

/** A game of the catalogue with the parameters that it is begun with. Without a position puzzles come from starts of many kinds. */
async function begun({ game, ...rest }) {
  const card = (await cards).find((one) => one.name === game);
  return { game: card ? startOf(card).game : game, ...rest };
}

/** The rules in a line: of the catalogue; who wrote the rules of a file knows them. */
async function rules(game) {
  const name = game.split(":")[0];
  const card = (await cards).find((one) => one.name === name || one.aliases.includes(name));
  return card ? rulesOf(card, game) : "";
}

async function open() {
  const query = new URLSearchParams(location.search);
  const form = byId("ask").elements;
  byId("games").replaceChildren(...(await cards).map((one) => make("option", { value: startOf(one).game })));
  form.game.value = query.get("game") ?? "tic-tac-toe";
  form.position.value = query.get("position") ?? "";
  form.date.value = query.get("date") ?? "";
  if (query.has("count")) form.count.value = query.get("count");
  run(Object.fromEntries([...new FormData(byId("ask"))].filter(([, value]) => value !== "")));
}

async function run(typed) {
  stop.abort();
  stop = new AbortController();
  complain(null);
  const result = byId("result");
  result.setAttribute("aria-busy", "true");
  try {
    const question = await begun(typed);
    const found = await waiting("Looking for puzzles", stop.signal, (signal) => ask("/api/puzzles", question, signal));
    const shown = await Promise.all(found.puzzles.map((puzzle, n) => card(question, puzzle, n)));
    const sheet = (words, format, paper) => [words, address("/api/puzzles/sheet", { ...question, format, paper, download: 1 })];
    result.replaceChildren(
      make("p", { class: "verdict" }, found.puzzles.length ? `${title(withoutEnding(found.game))}: ${found.puzzles.length === 1 ? "1 puzzle" : `${count(found.puzzles.length)} puzzles, the hardest first`}.` : `No puzzle among ${count(found.tried)} positions of ${title(withoutEnding(found.game))}.`),
      make("p", { class: "rules" }, await rules(found.game)),
      larger(question, found) ?? "",
      make("p", { class: "quiet" }, "In each position one move does what is asked and no other does. Which? Play it on the board. “In 3 moves” counts the moves of the player to move, whatever the other does."),
      make("ol", { class: "puzzles" }, ...shown),
      make("div", { class: "screen sheetlinks" }, saves([sheet("pages to print (A4)", "html", "a4"), sheet("pages to print (Letter)", "html", "letter"), sheet("SVG", "svg"), sheet("JSON", "json")])));
    tellStreak(question.game);
    result.hidden = false;
    // A board has a size only where it is seen.
    await Promise.all(shown.map((one) => one.begin()));
  } catch (error) {
    result.hidden = true;
    complain(wasStopped(error) ? "Stopped." : error.message);
  }
  result.removeAttribute("aria-busy");
}

/** Where a board has fewer puzzles than were asked for: the way to a larger one. */
function larger({ count, ...question }, { puzzles }) {
  const [, name, high, wide, rest] = /^([a-z-]+):(\d+),(\d+)((?:,\d+)?)$/.exec(question.game) ?? [];
  if (!name || question.position || puzzles.length >= Number(count ?? 1)) return null;
  const [rows, columns] = [high, wide].map((side) => Number(side) + 1);
  const game = `${name}:${rows},${columns}${rest}`;
  return make("p", {}, "A larger board has more: ", make("a", { href: address("/puzzles", { ...question, game, count }) }, `${title(game)}, ${rows} × ${columns}`), ".");
}

/** The moves of a refutation are seen one after the other, in milliseconds. */
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 50 : 900;
/** So many plies of a refutation are played out. */
const SHOWN = 8;
/** The level that answers in positions that are too large to solve. */
const AHEAD = "looks-6";

/** The result for the player to move, in words. */
function mover(frame) {
  const men = menOf(frame);
  if (frame.mover) return `${frame.mover}${men ? ` (${men[frame.turn].name})` : ""} is to move`;
  return men ? `${capital(men[frame.turn].name)} is to move` : "You are to move";
}

/** The task, in a sentence or two. */
function wanted({ outcome, aim = "holds", moves, remoteness, margin }) {
  const within = moves ? ` in ${moves === 1 ? "1 move" : `${moves} moves`}` : remoteness ? ` in ${pliesOf(remoteness)}` : "";
  if (aim === "soonest") return `Find the quickest win,${within}: no other move wins as soon.`;
  if (aim === "most") return `Find the win by ${pointsOf(margin)}: other moves win, but by less.`;
  return outcome === "win" ? `Find the win${within}.` : "Find the draw: nothing wins.";
}

/** The effect that only the right move has. */
const does = ({ outcome, aim = "holds", margin }) => ({ soonest: "wins as soon", most: `wins by ${pointsOf(margin)}` }[aim] ?? (outcome === "win" ? "wins" : "draws"));

async function card(question, puzzle, n) {
  const query = { game: question.game, misere: question.misere, position: puzzle.position };
  const play = await Play.open(new URLSearchParams({ game: query.game, position: query.position, ...(query.misere && { misere: 1 }) }), stop.signal);
  const task = `${mover(play.now)}. ${wanted(puzzle)}`;
  const holder = make("div", { class: "board", tabindex: "-1" });
  const verdict = make("p", { class: "verdict", role: "status" });
  const list = make("ul", { class: "movelist" });
  const again = make("button", { type: "button", hidden: true }, "Try again");
  const card = new Card({ question, play, puzzle, holder, verdict, list, again });
  again.addEventListener("click", () => card.restart());
  const fools = puzzle.fools.length ? ` It fools ${puzzle.fools.join(", ")}.` : "";
  const element = make("li", { class: "card puzzle" },
    make("h2", {}, `${n + 1}`), make("p", {}, task), make("div", { class: "look" }, holder), list, verdict,
    make("div", { class: "screen" }, again,
      make("details", {}, make("summary", {}, "The move"), make("p", {}, `${moveName(play.now.moves.find((one) => one.move === puzzle.move) ?? puzzle, play.now)}. ${puzzle.plausible} other moves fail, though not at once.${fools}`)),
      make("a", { href: address("/game", { ...query, side: "both" }) }, "Open it on a table")));
  element.begin = () => card.show();
  return element;
}

/** A puzzle that is solved where it stands: the board says at once what a move does. */
class Card {
  constructor(parts) {
    Object.assign(this, parts);
    this.table = new Table(this.holder, { play: (move) => this.judge(move), pick: () => {}, mark: () => {} });
    this.done = false;
    this.tried = false;
    /** Which try it is: what belongs to one before is dropped. */
    this.attempt = 0;
  }

  async show(fresh = false) {
    const { position } = this.play.start;
    const { attempt } = this;
    const source = await text("/api/draw", { ...this.play.rules, position, move: this.play.names, as: "board", bare: 1 }, stop.signal);
    if (attempt !== this.attempt) return;
    const live = !this.done && this.play.made.length === 0;
    this.table.show(source, this.play, { live, fresh });
    this.holder.querySelector("svg").setAttribute("aria-label", `Position ${this.play.now.position}`);
    // Where nothing can be touched, moves are chosen from a list.
    const listed = live && !this.table.open.length ? this.play.now.moves : [];
    this.list.replaceChildren(...listed.map((move) => make("li", {}, make("button", { type: "button", class: "move", click: () => this.judge(move) }, moveName(move, this.play.now)))));
  }

  async judge(move) {
    if (this.done || this.play.made.length) return;
    const name = moveName(move, this.play.now);
    await this.play.move(move, stop.signal);
    const { puzzle } = this;
    const right = [puzzle.move, ...(puzzle.alike ?? [])].includes(move.move);
    this.done = right;
    this.verdict.className = `verdict ${right ? "right" : "wrong"}`;
    if (right) {
      const only = puzzle.alike?.length ? "it and its mirror image are the only moves that" : "it is the only move that";
      const said = does(puzzle);
      this.verdict.textContent = `✓ “${name}” holds: ${only} ${puzzle.alike?.length ? said.replace(/^(win|draw)s/, "$1") : said}.`;
      if (!this.tried) judged(this.question, true);
      return this.show(true);
    }
    if (!this.tried) judged(this.question, false);
    this.tried = true;
    this.again.hidden = false;
    await this.show(true);
    await this.refute(name);
  }

  /** Plays the answer to a wrong move, and best play after it. */
  async refute(name) {
    const names = [];
    const { attempt } = this;
    for (let ply = 0; ply < SHOWN; ply += 1) {
      const { answer, move } = await this.best();
      if (attempt !== this.attempt) return;
      const next = this.play.now.moves.find((one) => one.move === move);
      if (ply === 0) this.verdict.textContent = failed(name, answer, next && moveName(next, this.play.now), this);
      if (!next) return;
      names.push(moveName(next, this.play.now));
      await new Promise((resolve) => setTimeout(resolve, PACE));
      if (attempt !== this.attempt) return;
      this.step = this.play.move(next, stop.signal);
      await this.step;
      await this.show(true);
    }
  }

  /** The value here and the best move; the move that looking ahead prefers where a position is too large to solve. */
  async best() {
    const query = { ...this.play.rules, position: this.play.now.position };
    const answer = await ask("/api/solve", { ...query, time: 3 }, stop.signal).catch(() => null);
    if (answer?.preferred || this.play.over) return { answer, move: answer?.preferred?.move };
    const told = await ask("/api/reply", { ...query, level: AHEAD, time: 1 }, stop.signal).catch(() => null);
    return { answer, move: told?.move };
  }

  /** A move of the answer that is being made is waited for, and then taken back with the others. */
  async restart() {
    this.attempt += 1;
    this.verdict.textContent = "";
    this.again.hidden = true;
    await this.step;
    this.play.back(0);
    await this.show();
  }
}

/** The result of a wrong move, by its own value, and the answer that leads to it: `answer` is that of the next player, where the move has led. */
function failed(name, answer, reply, { puzzle, play }) {
  if (!answer?.outcome) return puzzle.aim === "soonest" ? `✗ “${name}” does not win in ${pliesOf(puzzle.remoteness)}${reply ? `, because of “${reply}”` : ""}.` : `✗ “${name}” is not the move.`;
  const { remoteness } = answer;
  const [gain, keeps] = [play.made[0].gain ?? 0, play.made[0].keeps_turn];
  const own = answer.margin == null ? null : gain + (keeps ? answer.margin : -answer.margin);
  const outcome = own != null ? ["draws", "wins", "loses"].at(Math.sign(own)) : { win: keeps ? "wins" : "loses", draw: "draws", loss: keeps ? "loses" : "wins" }[answer.outcome];
  const by = own ? ` by ${pointsOf(own)}` : "";
  const plies = remoteness == null || outcome === "draws" ? "" : ` in ${pliesOf(remoteness + 1)}`;
  const because = reply ? `, because of “${reply}”` : "";
  if (outcome === "wins" && puzzle.aim === "soonest") return `✗ “${name}” wins, but${plies}, not in ${pliesOf(puzzle.remoteness)}${because}.`;
  if (outcome === "wins") return `✗ “${name}” wins${by || plies}${puzzle.margin == null ? "" : `, not by ${puzzle.margin}`}${because}.`;
  return `✗ “${name}” ${outcome === "draws" ? "only draws" : outcome}${by || plies}${because}.`;
}

/** The value stored in this browser under a name, or the default where nothing is stored. */
const kept = (name, nothing) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? nothing;
  } catch {
    return nothing;
  }
};

const keep = (name, value) => {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch { /* A browser that keeps nothing is no error. */ }
};

const RUN = "puzzles in a row";
const DAYS = "puzzle days in a row";

/** Counts a puzzle at its first try: of a game in a row, and of days whose puzzle was solved. */
function judged({ game, date }, solved) {
  const all = kept(RUN, {});
  const { most = 0, now = 0 } = all[game] ?? {};
  const next = solved ? now + 1 : 0;
  keep(RUN, { ...all, [game]: { now: next, most: Math.max(most, next) } });
  if (date && solved) {
    const days = kept(DAYS, { last: "", row: 0 });
    const before = new Date(Date.parse(date) - 864e5).toISOString().slice(0, 10);
    if (date > days.last) keep(DAYS, { last: date, row: days.last === before ? days.row + 1 : 1 });
  }
  tellStreak(game);
}

/** Says how many puzzles of a game and how many days were solved in a row. */
function tellStreak(game) {
  const { now = 0, most = 0 } = kept(RUN, {})[game] ?? {};
  const { row } = kept(DAYS, { row: 0 });
  const runs = most ? `Of ${title(game)} solved at the first try, one after the other: ${now}. Most so far: ${most}.` : "";
  const days = row ? `Puzzles of the day solved, one day after the other: ${row}.` : "";
  byId("streak").hidden = !runs && !days;
  byId("streak").textContent = [runs, days].filter(Boolean).join(" ");
}

/** The games of daily puzzles, one a day: those of so many positions that a hunt always finds one, and not the same one every time. */
const DAILY = ["tic-tac-toe", "domineering", "dots-and-boxes", "konane", "cram", "nogo", "fission", "thirty-one", "connect", "three-mens-morris"];

/** Today's game and puzzle. */
function today() {
  const date = new Date().toISOString().slice(0, 10);
  const game = DAILY[Math.floor(Date.parse(date) / 864e5) % DAILY.length];
  return address("/puzzles", { game, date, count: 1 });
}

/** A series of ten for every game. */
async function series() {
  byId("series").replaceChildren(...(await cards).map((card) => {
    const { game } = startOf(card);
    const { most } = kept(RUN, {})[game] ?? {};
    return make("a", { href: address("/puzzles", { game, count: 10 }) }, title(card.name), most ? ` (${most})` : "");
  }));
}

byId("today").href = today();
series().catch(() => {});

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = [...new FormData(event.target)].filter(([, value]) => value.trim() !== "");
  history.pushState(null, "", `${page("/puzzles")}?${new URLSearchParams(typed)}`);
  run(Object.fromEntries(typed));
});
addEventListener("popstate", open);
open();
