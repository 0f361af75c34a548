// Puzzles of any game, to be solved here or printed.

import { address, ask, text } from "./api.js";
import { byId, complain, make } from "./dom.js";
import { drawing } from "./drawing.js";
import { saves } from "./saves.js";
import { startOf } from "./starts.js";
import { wasStopped, waiting } from "./waiting.js";
import { count, pliesOf, rulesOf, title } from "./words.js";

const cards = ask("/api/games");
let stop = new AbortController();

/** A game of the catalogue that has no usual start is begun as the catalogue does. */
async function begun({ game, position, ...rest }) {
  const card = (await cards).find((one) => one.name === game || one.aliases.includes(game));
  if (position || !card || card.start) return { game, position, ...rest };
  const start = startOf(card);
  return { ...rest, game: card.name === game ? start.game : game, position: start.position };
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
    const sheet = (format) => [format.toUpperCase(), address("/api/puzzles/sheet", { ...question, format, download: 1 })];
    result.replaceChildren(
      make("p", { class: "verdict" }, found.puzzles.length ? `${title(found.game.replace(".star", ""))}: ${count(found.puzzles.length)} puzzles, the hardest first.` : `No puzzle among ${count(found.tried)} positions of ${title(found.game.replace(".star", ""))}.`),
      make("p", { class: "rules" }, await rules(found.game)),
      make("p", { class: "quiet" }, "In each position one move does it and every other fails. Which? “In 3 moves” counts the moves of the player to move, whatever the other does."),
      make("div", { class: "screen sheetlinks" }, make("button", { type: "button", click: () => print() }, "Print the sheet"), saves(["svg", "png", "json"].map(sheet))),
      make("ol", { class: "puzzles" }, ...shown));
    result.hidden = false;
  } catch (error) {
    result.hidden = true;
    complain(wasStopped(error) ? "Stopped." : error.message);
  }
  result.removeAttribute("aria-busy");
}

/** Whose mark the solution sets, where the board does not tell who is to move. */
async function marked(query, { position, move }) {
  const frame = await ask("/api/position", query, stop.signal);
  const to = frame.moves.find((one) => one.move === move)?.to ?? "";
  const set = frame.seat === "table" && to.length === position.length ? [...to].filter((mark, n) => mark !== position[n]) : [];
  return set.length === 1 && /[A-Z]/.test(set[0]) ? set[0] : null;
}

async function card(question, puzzle, n) {
  const query = { game: question.game, misere: question.misere, position: puzzle.position };
  const svg = drawing(await text("/api/draw", { ...query, as: "board", title: " " }, stop.signal), `Puzzle ${n + 1}: position ${puzzle.position}`);
  svg.setAttribute("role", "img");
  const within = puzzle.moves ? ` in ${puzzle.moves === 1 ? "1 move" : `${puzzle.moves} moves`}` : puzzle.remoteness ? ` in ${pliesOf(puzzle.remoteness)}` : "";
  const who = puzzle.to_move ?? await marked(query, puzzle);
  const task = `${who ? `${who} is` : "You are"} to move. ${puzzle.outcome === "win" ? `Find the win${within}` : "Find the draw: nothing wins"}.`;
  const fools = puzzle.fools.length ? ` It fools ${puzzle.fools.join(", ")}.` : "";
  return make("li", { class: "card puzzle" },
    make("h2", {}, `${n + 1}`), make("p", {}, task), make("div", { class: "look" }, svg),
    make("div", { class: "screen" },
      make("a", { href: address("/game", { ...query, side: "first" }) }, "Play it"),
      make("details", {}, make("summary", {}, "The move"), make("p", {}, `${puzzle.move}. ${puzzle.plausible} other moves fail, though not at once.${fools}`))));
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = [...new FormData(event.target)].filter(([, value]) => value.trim() !== "");
  history.pushState(null, "", `/puzzles?${new URLSearchParams(typed)}`);
  run(Object.fromEntries(typed));
});
addEventListener("popstate", open);
open();
