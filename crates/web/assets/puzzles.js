// Puzzles of any game, one a screen.

import { address, ask } from "./api.js";
import { explained, task } from "./aims.js";
import { ofDay, today } from "./daily.js";
import { byId, complain, make } from "./dom.js";
import { isFlat } from "./drawing.js";
import { MoveList } from "./movelist.js";
import { Panels, fitBoard, tell } from "./panels.js";
import * as runs from "./runs.js";
import { isFile, withoutEnding } from "./ruletext.js";
import { saves } from "./saves.js";
import { Solving } from "./solving.js";
import { startOf } from "./starts.js";
import { Table } from "./table.js";
import { page } from "./transport.js";
import { wasStopped, waiting } from "./waiting.js";
import { count, moveName, noteOf, rulesOf, title } from "./words.js";

const table = new Table(byId("board"), { play: made, pick: (picked) => moves.narrow(picked), mark: () => {} });
const moves = new MoveList({ play: made, point: (move) => table.point(move), drop: () => table.drop() });
const panels = new Panels((name) => name === "others" && offer());

/** The address of the series on the page, the question for it, the answer, and the day if it is that of a day. */
let series = null;
/** Which puzzle of the series is shown. */
let nth = 0;
/** The puzzle in play. */
let solving = null;
/** Ends what the page waits for. */
let stop = new AbortController();

/** The catalogue's entry of a game; none of a sum, and none of a file, whose author knows its rules. */
const cardOf = (game, signal) => (isFile(game) ? null : ask(`/api/games/${encodeURIComponent(game.split(":")[0])}`, {}, signal).catch(() => null));

/** A game of the catalogue with the parameters that it is begun with. Without a position puzzles come from starts of many kinds. */
const begun = ({ game, ...rest }, card) => ({ game: card?.name === game ? startOf(card).game : game, ...rest });

/** The puzzles of a question; without a game that of a day. */
async function found(query, signal) {
  if (!query.game) {
    const date = query.date ?? today();
    return { ...(await ofDay(date, signal)), day: date };
  }
  const card = await cardOf(query.game, signal);
  const question = begun(query, card);
  const answer = await ask("/api/puzzles", question, signal);
  const rules = card ? rulesOf(card, answer.game) : "";
  return { question, found: answer, rules: question.misere ? `${rules} Here the aim is the opposite (misère).` : rules };
}

/** Opens what the address says. */
async function open() {
  const query = Object.fromEntries([...new URLSearchParams(location.search)].filter(([, value]) => value !== ""));
  const { n, ...rest } = query;
  const key = JSON.stringify([rest, location.hash]);
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  solving?.leave();
  solving = null;
  complain(null);
  byId("table").setAttribute("aria-busy", "true");
  try {
    if (series?.key !== key) {
      fill(rest);
      series = { key, ...(await waiting("Looking for puzzles", signal, (ends) => found(rest, ends))) };
      furnish();
    }
    await shown(n, signal);
  } catch (error) {
    if (signal.aborted) return;
    series = null;
    empty(wasStopped(error) ? "Stopped." : "No puzzle.");
    complain(wasStopped(error) ? null : error.message);
    seekOther();
  }
  byId("table").removeAttribute("aria-busy");
}

/** The form as the address has it. */
function fill({ game = "tic-tac-toe", position = "", count: many = "10", seed = "" }) {
  Object.entries({ game, position, count: many, seed }).forEach(([name, value]) => (byId("ask").elements[name].value = value));
}

/** Fills in all that belongs to the series. */
function furnish() {
  const { question, found: { game, puzzles }, name = title(withoutEnding(game)), rules } = series;
  byId("name").textContent = name;
  document.title = `${series.day ? "Puzzle of the day" : `Puzzles: ${name}`} · bouton`;
  byId("rules").textContent = rules;
  byId("about").hidden = !rules;
  const sheet = (words, format, paper) => [words, address("/api/puzzles/sheet", { ...question, format, paper, download: 1 })];
  byId("sheets").replaceChildren(saves([sheet("pages to print (A4)", "html", "a4"), sheet("pages to print (Letter)", "html", "letter"), sheet("SVG", "svg"), sheet("JSON", "json")]));
  byId("larger").replaceChildren(...larger(question, puzzles));
  byId("larger").hidden = !byId("larger").hasChildNodes();
  panels.show("all");
}

/** Where a board has fewer puzzles than were asked for: the way to a larger one. */
function larger({ count: many = 10, ...question }, puzzles) {
  const [, name, high, wide, rest] = /^([a-z-]+):(\d+),(\d+)((?:,\d+)?)$/.exec(question.game) ?? [];
  if (!name || question.position || series.day || puzzles.length >= Number(many)) return [];
  const [rows, columns] = [high, wide].map((side) => Number(side) + 1);
  const game = `${name}:${rows},${columns}${rest}`;
  return ["A larger board has more: ", make("a", { href: address("/puzzles", { ...question, game, count: many }) }, `${title(game)}, ${rows} × ${columns}`), "."];
}

/** A page without a puzzle. */
function empty(sentence) {
  document.querySelector(".play").classList.remove("coming");
  for (const id of ["board", "numbers", "moves"]) byId(id).replaceChildren();
  for (const id of ["task", "place", "note", "why"]) byId(id).textContent = "";
  for (const id of ["previous", "solution", "again", "next"]) byId(id).disabled = true;
  byId("table-link").hidden = true;
  byId("about").hidden = !series;
  say(sentence);
}

/** Shows the puzzle of this number, counted from 1, if the series has it. */
async function shown(n, signal) {
  const { question, found: { game, puzzles, visited, too_large: large }, day } = series;
  if (!puzzles.length) {
    seekOther();
    return empty(`No puzzle among ${count(visited)} positions of ${title(withoutEnding(game))}.`);
  }
  nth = Math.min(Math.max(Math.trunc(Number(n ?? 1)) || 1, 1), puzzles.length) - 1;
  const puzzle = puzzles[nth];
  const on = { show, say, point: (move) => table.advise(move), judge, change, fail: (error) => complain(error.message) };
  // A quickest win may have been found by looking ahead, where no position is solved.
  solving = await Solving.open({ question, puzzle, large: large > 0 && puzzle.aim === "soonest", on }, signal);
  const { play } = solving;
  byId("place").textContent = day ? `Puzzle of ${new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" })}` : `Puzzle ${nth + 1} of ${puzzles.length}`;
  byId("task").textContent = task(puzzle, play.now);
  byId("why").textContent = "";
  byId("table-link").hidden = false;
  byId("table-link").href = address("/game", { ...play.rules, position: puzzle.position, side: "both" });
  number();
  await solving.begin();
}

/** Shows the board of the puzzle in play. */
function show(source, live, fresh) {
  const { play } = solving;
  byId("note").textContent = noteOf(play.now) || (play.points ? `You have ${play.now.scores[0]}, the program ${play.now.scores[1]}.` : "");
  byId("note").hidden = !byId("note").textContent;
  if (!play.made.length) document.querySelector(".play").classList.toggle("flat", isFlat(source));
  document.querySelector(".play").classList.remove("coming");
  fitBoard(table);
  table.show(source, play, { live, fresh });
  moves.show(play.now, live);
  // Where nothing can be touched, moves are chosen from the list.
  if (live && !table.open.length) panels.show("list");
}

/** A sentence about the last move. */
const say = (sentence) => tell(sentence, 2);

/** The first try at the puzzle has failed, or the puzzle is solved. */
function judge(isRight) {
  const { question: { game }, day } = series;
  const puzzle = series.found.puzzles[nth];
  if (isRight) runs.solved(game, puzzle, day);
  else runs.missed(game, puzzle);
  number();
}

/** The buttons that make sense now. */
function change() {
  const { state, puzzle, play } = solving;
  byId("table").toggleAttribute("aria-busy", state === "busy");
  byId("solution").disabled = ["wrong", "over"].includes(state);
  byId("again").disabled = state !== "wrong";
  byId("again").classList.toggle("primary", state === "wrong");
  byId("next").classList.toggle("primary", state === "over");
  if (state === "wrong") byId("again").focus({ preventScroll: true });
  if (state !== "over") return;
  const first = play.start.moves.find(({ move }) => move === puzzle.move);
  byId("why").textContent = explained(puzzle, moveName(first ?? puzzle, play.start));
  byId("next").focus({ preventScroll: true });
}

const STATES = { first: "solved at the first try", later: "solved, not at the first try", missed: "not solved yet" };

/** The puzzles by their numbers, and how many were solved in a row. */
function number() {
  const { question: { game }, found: { puzzles }, day } = series;
  const button = (puzzle, n) => {
    const state = runs.stateOf(game, puzzle);
    const sign = { first: "✓", later: "(✓)" }[state] ?? "";
    return make("button", { type: "button", "aria-current": n === nth ? "true" : null, "aria-label": [`Puzzle ${n + 1}`, STATES[state]].filter(Boolean).join(", "), click: () => go(n) }, `${n + 1}${sign}`);
  };
  const focused = [...byId("numbers").querySelectorAll("button")].indexOf(document.activeElement);
  byId("numbers").replaceChildren(...puzzles.map((puzzle, n) => make("li", {}, button(puzzle, n))));
  byId("numbers").querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  byId("numbers").hidden = puzzles.length < 2;
  byId("previous").disabled = nth === 0;
  byId("next").disabled = false;
  byId("next").textContent = nth + 1 < puzzles.length ? "Next puzzle" : "More puzzles";
  const { now, most } = runs.run(game);
  const days = runs.days();
  const sentences = [most && `Of ${title(withoutEnding(game))} solved at the first try, one after the other: ${now}. Most so far: ${most}.`, days && `Puzzles of the day solved, one day after the other: ${days}.`];
  byId("streak").textContent = sentences.filter(Boolean).join(" ");
  byId("streak").hidden = !byId("streak").textContent;
  byId("today").hidden = day === today();
}

/** Goes to another puzzle of the series; the address holds which. */
async function go(n) {
  if (n === nth) return;
  const url = new URL(location.href);
  url.searchParams.set("n", n + 1);
  history.pushState(null, "", url);
  await open();
}

/** Goes to the next puzzle, after the last one to others of the same game, and lets the keys move there. */
async function next() {
  if (nth + 1 < series.found.puzzles.length) await go(nth + 1);
  else {
    const { question: { date, ...question }, day } = series;
    history.pushState(null, "", address("/puzzles", day ? { game: question.game, count: 10 } : { ...question, seed: Number(question.seed ?? 0) + 1 }));
    await open();
  }
  focus();
}

/** Lets the keys move on the board. */
const focus = () => (byId("board").querySelector("[tabindex='0']") ?? byId("board")).focus({ preventScroll: true });

async function again() {
  complain(null);
  await solving?.retry();
  focus();
}

async function previous() {
  await go(nth - 1);
  if (nth === 0) byId("next").focus({ preventScroll: true });
}

/** A person makes a move. */
function made(move) {
  return solving?.make(move);
}

/** Shows the way to other puzzles. */
function seekOther() {
  panels.show("others");
  offer();
}

/** A series of ten for every game, once they are looked for: the catalogue is long. */
async function offer() {
  if (byId("series").hasChildNodes()) return;
  const cards = await ask("/api/games").catch(() => []);
  byId("games").replaceChildren(...cards.map((one) => make("option", { value: startOf(one).game })));
  byId("series").replaceChildren(...cards.map((card) => {
    const { game } = startOf(card);
    const { most } = runs.run(game);
    return make("a", { href: address("/puzzles", { game, count: 10 }) }, title(card.name), most ? ` (${most})` : "");
  }));
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value.trim() !== ""));
  history.pushState(null, "", address("/puzzles", typed));
  open();
});
for (const [id, click] of Object.entries({ solution: () => solving?.help(), again, previous, next })) byId(id).addEventListener("click", click);
byId("today").href = page("/puzzles");
addEventListener("resize", () => fitBoard(table));
// A long sentence above the board takes some of its room.
new ResizeObserver(() => fitBoard(table)).observe(document.querySelector(".told"));
addEventListener("popstate", open);
open();
