// Your own rules: written here, checked while they are written, played at once.

import { address, ask, text } from "./api.js";
import { byId, complain, make, thumb } from "./dom.js";
import { drawing, room, scale } from "./drawing.js";
import { described, fileOf, introduced, isFile, keepRules, rulesText } from "./ruletext.js";
import { data } from "./saves.js";
import { waiting, wasStopped } from "./waiting.js";
import { CLASSES, capital, count, pliesOf, pointsOf, title } from "./words.js";

/** So long after the last key the rules are looked at, in milliseconds; for so many seconds. */
const PAUSE = 450;
const SOON = 5;
/** The seconds in which a game is solved here, or not. */
const SOLVED = 2;
/** Lost positions are listed up to heaps of this size, with more than two heaps up to the other, and at most so many. */
const UP_TO = 20;
const UP_TO_OF_MANY = 6;
const LISTED = 30;
/** More best moves than these are counted. */
const BEST = 3;
/** The number of moves of a line of play that are listed. */
const SHOWN = 12;

const BEGIN = `# Take away. A player takes one, two or three stones from the heap.
start = 15

def moves(stones):
    return [stones - k for k in (1, 2, 3) if k <= stones]

def plies_left(stones):
    return stones
`;

let stop = new AbortController();
let soon;
const field = byId("text");
const called = byId("called").elements;

/** Files of older versions end in .star. */
const isPython = (language) => language === "py" || language === "star";

/** The game as it is named. */
function game() {
  const file = called.file.value.trim().replace(/[^\w-]+/g, "-") || "mine";
  const parameters = called.parameters.value.trim();
  const language = called.language.value;
  return `${file}.${language}${parameters && isPython(language) ? `:${parameters}` : ""}`;
}

/** Puts the text of a file into the editor. */
function write(file, parameters, rules) {
  const [, name, ending] = /^(.*)\.(\w+)$/.exec(file);
  [called.file.value, called.language.value, called.parameters.value, field.value] = [name, ending === "gdl" ? "kif" : ending, parameters, rules];
  look();
}

/** Shows the lines with their numbers, and beside each what is wrong there. */
function lines(wrong = new Map()) {
  const row = (line, n) => {
    const messages = wrong.get(n + 1) ?? [];
    return make("div", { class: messages.length ? "row wrong" : "row" },
      make("span", { class: "n" }, String(n + 1)), make("span", { class: "t" }, line),
      messages.length ? make("span", { class: "m" }, messages.join("; ")) : null);
  };
  byId("lines").replaceChildren(...field.value.split("\n").map(row));
}

/** The line that a message is about: the one that it names, else that of the first function or value that it speaks of. */
function lineOf(message) {
  const named = message.match(/\.(?:py|star|kif|jsonl):(\d+)(?::\d+)?:/);
  if (named) return Number(named[1]);
  const rows = field.value.split("\n");
  const defined = (word) => rows.findIndex((row) => new RegExp(`^(def )?${word}\\b`).test(row)) + 1;
  const words = message.match(/[A-Za-z_]\w+/g) ?? [];
  return words.map(defined).find((n) => n > 0) ?? 0;
}

/** A message without the name of the file and the picture of the line, which the page shows itself. */
const short = (message) => {
  const [head, ...rest] = message.split("\n");
  const call = rest.map((row) => row.trim()).find((row) => row.startsWith("in "));
  return head.replace(/^.*?\.(?:py|star|kif|jsonl)(:\d+)*: /, "") + (call ? `, ${call}` : "");
};

/** The messages as a list, each a way to its line. */
function list(messages) {
  const item = (message) => {
    const n = lineOf(message);
    const words = short(message);
    return make("li", {}, n ? make("button", { type: "button", class: "link", click: () => go(n) }, `Line ${n}`) : null, n ? `: ${words}` : capital(words));
  };
  return make("ul", {}, ...messages.map(item));
}

/** Puts the caret into a line. */
function go(n) {
  const rows = field.value.split("\n");
  const at = rows.slice(0, n - 1).join("\n").length + (n > 1 ? 1 : 0);
  field.focus();
  field.setSelectionRange(at, at + (rows[n - 1]?.length ?? 0));
}

/** Gives up the questions about the text before. Their answers stay, pale, until there are new ones. */
function overtake() {
  clearTimeout(soon);
  stop.abort();
  stop = new AbortController();
  byId("solved").setAttribute("aria-busy", "true");
  byId("solved").classList.add("old");
}

/** Checks the rules in their present text. */
async function look() {
  overtake();
  const { signal } = stop;
  keepRules(game(), field.value);
  lines();
  history.replaceState(null, "", address("/rules", { game: game() }));
  for (const [id, path] of [["play", "/game"], ["puzzles", "/puzzles"]]) byId(id).href = address(path, { game: game() });
  byId("save").href = data("text/plain", field.value);
  byId("save").download = fileOf(game());
  byId("parameters").hidden = !isPython(called.language.value);
  complain(null);
  byId("code").setAttribute("aria-busy", "true");
  let isGame = false;
  try {
    const told = await waiting("Looking at the rules", signal, (inner) => ask("/api/check", { game: game(), time: SOON }, inner));
    tell(told);
    await show(signal);
    isGame = told.mistakes.length === 0;
  } catch (error) {
    if (!wasStopped(error)) refuse(error);
    else if (!signal.aborted) refuse(new Error("Stopped."));
  }
  if (signal.aborted) return;
  byId("code").removeAttribute("aria-busy");
  if (isGame) await solve(signal);
  else nothing();
  if (!signal.aborted) byId("solved").removeAttribute("aria-busy");
}

/** Shows no answers where there is no game. */
function nothing() {
  byId("checked-title").textContent = "The game";
  answer();
}

/** Says who wins the game of the rules, with which move, and where the player to move has lost. */
async function solve(signal) {
  try {
    await waiting("Solving the game", signal, async (inner) => {
      const card = await ask("/api/card", { game: game() }, inner);
      byId("checked-title").textContent = described(card, game()).name;
      const told = await soonSolved("/api/solve", {}, inner);
      answer(make("p", {}, ...(told ? [`From the start ${result(told)}.`, make("br"), first(told)] : [`Not solved in ${SOLVED} seconds.`])));
      if (told?.margin == null) await lost(card, inner);
    });
  } catch (error) {
    if (!signal.aborted) answer(make("p", { class: "quiet" }, wasStopped(error) ? "Stopped." : capital(error.message)));
  }
}

/** Shows these parts in place of the answers about the text before. */
function answer(...parts) {
  byId("solved").replaceChildren(...parts);
  byId("solved").classList.remove("old");
}

/** An answer of the program, if it comes in time. */
async function soonSolved(path, query, signal) {
  try {
    const told = await ask(path, { game: game(), time: SOLVED, ...query }, signal);
    return told.stopped && !told.positions?.length ? null : told;
  } catch (error) {
    if (error.status !== 504) throw error;
    return null;
  }
}

function result({ outcome, margin, remoteness, class: won }) {
  if (outcome === "draw") return "best play is a draw";
  const who = won ? CLASSES[won] : outcome === "win" ? CLASSES.N : CLASSES.P;
  // The plies are those of a game that Left begins.
  const plies = remoteness == null || won ? "" : ` in ${pliesOf(remoteness)}`;
  return `${who}${margin ? ` by ${pointsOf(margin)}` : plies}`;
}

/** The moves to begin with. */
function first({ outcome, best, best_count: all, preferred, class: won }) {
  if (!preferred) return "There is no move.";
  if (outcome === "loss") return won ? "Each first move of Left loses." : "Each first move loses.";
  const moves = [preferred, ...best.filter(({ move }) => move !== preferred.move)].slice(0, BEST).map(({ move, to }) => (move === to ? `to ${to}` : move));
  const more = all > moves.length ? ` and ${count(all - moves.length)} more` : "";
  return `${won ? "Left's best" : "Best"} first move${all > 1 ? "s" : ""}: ${moves.join(", ")}${more}.`;
}

/** Lists the lost positions of heaps and numbers; nothing of other games. */
async function lost({ heaps }, signal) {
  if (!heaps?.count) return;
  const most = heaps.count > 2 ? UP_TO_OF_MANY : UP_TO;
  // Not every tuple of numbers need be a position.
  const told = await soonSolved("/api/losing", { up_to: most }, signal).catch((error) => (error.status === 400 ? null : Promise.reject(error)));
  if (!told) return;
  const link = ({ position }) => make("li", {}, make("a", { href: address("/game", { game: game(), position }) }, position));
  const more = told.stopped || told.positions.length > LISTED ? make("li", {}, "…") : null;
  byId("solved").append(make("p", {}, `Lost for the player to move, up to ${most}:`), make("ul", { class: "chips" }, ...told.positions.slice(0, LISTED).map(link), more));
}

/** The game that the rules describe. */
function tell({ kind, positions, complete, mistakes, notes, line }) {
  const wrong = new Map();
  for (const mistake of mistakes) wrong.set(lineOf(mistake), [...(wrong.get(lineOf(mistake)) ?? []), short(mistake)]);
  lines(wrong);
  const seen = `${count(positions)} position${positions === 1 ? "" : "s"}${complete ? ", all that can be reached" : " looked at"}`;
  const verdict = mistakes.length ? `${mistakes.length === 1 ? "A mistake" : `${mistakes.length} mistakes`}, in ${seen}.` : `No mistake in ${seen}.`;
  byId("found").replaceChildren(
    make("p", { class: "verdict" }, verdict), make("p", {}, `${capital(kind)}.`),
    mistakes.length ? list(mistakes) : "", notes.length ? make("div", { class: "quiet" }, list(notes)) : "");
  const moves = line.slice(0, SHOWN).join("; ");
  byId("line").replaceChildren(line.length ? make("p", { class: "quiet" }, `A line of play: ${moves}${line.length > SHOWN ? "; …" : "."}`) : "");
  allow(mistakes.length === 0);
}

/** Rules that cannot be read, or took too long. */
function refuse(error) {
  if (error.status === 403) {
    complain(error.message);
    byId("gallery").closest("section").hidden = true;
  }
  if (error.status === 503) soon = setTimeout(look, error.wait * 1000);
  const n = error.what === "rules" ? lineOf(error.message) : 0;
  lines(n ? new Map([[n, [short(error.message)]]]) : undefined);
  const verdict = error.status === 503 || error.status === 504 ? "Not looked at to the end." : "This is no game yet.";
  byId("found").replaceChildren(make("p", { class: "verdict" }, verdict), list([error.message]));
  byId("board").replaceChildren();
  byId("line").replaceChildren();
  allow(false);
}

/** Whether there is something to play. */
function allow(playable) {
  for (const id of ["play", "puzzles"]) {
    if (playable) byId(id).removeAttribute("aria-disabled");
    else byId(id).setAttribute("aria-disabled", "true");
  }
}

/** The board at the start. */
async function show(signal) {
  const svg = drawing(await text("/api/draw", { game: game(), as: "board", bare: 1, time: SOON }, signal), "The start");
  svg.setAttribute("role", "img");
  byId("board").replaceChildren(svg);
  scale(svg, room(svg, byId("board").clientWidth, 260, 1.6));
}

/** An example: its name, its subject and its text. */
function example([name, rules]) {
  const { title: heading, about } = introduced(rules);
  return { name, rules, title: heading || title(name), about: capital(about) };
}

function card({ name, rules, title: heading, about }) {
  const file = `${name}.star`;
  keepRules(file, rules, false);
  const edit = () => {
    write(file, "", rules);
    field.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, 0);
  };
  const missing = (event) => event.target.remove();
  return make("li", { "data-words": `${heading} ${about}`.toLowerCase() },
    make("div", { class: "gamecard" },
      make("span", { class: "look" }, thumb(address("/api/draw", { game: file, as: "board", bare: 1, time: SOON }), { error: missing })),
      make("strong", {}, heading), make("span", { class: "rules" }, about)),
    make("p", { class: "deeds" },
      make("a", { href: address("/game", { game: file }), "aria-label": `Play ${heading}` }, "Play"),
      make("button", { type: "button", class: "link", click: edit, "aria-label": `Read and change ${heading}` }, "Read and change")));
}

/** Hides what does not have every word typed. */
function filter() {
  const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const cards = [...byId("gallery").children];
  for (const one of cards) one.hidden = !words.every((word) => one.dataset.words.includes(word));
  byId("count").textContent = words.length ? `${cards.filter((one) => !one.hidden).length} of ${cards.length}` : "";
}

/** A new line begins as deep as the one before it, or deeper after a colon. */
function indent(event) {
  if (event.key !== "Enter" || event.isComposing) return;
  const before = field.value.slice(0, field.selectionStart).split("\n").at(-1);
  const deep = before.match(/^ */)[0] + (/:\s*$/.test(before) ? "    " : "");
  if (!deep) return;
  event.preventDefault();
  // The old way is the one that can be undone.
  document.execCommand("insertText", false, `\n${deep}`);
}

/** Looks at the rules soon. */
function changed() {
  overtake();
  soon = setTimeout(look, PAUSE);
}

field.addEventListener("input", () => {
  lines();
  changed();
});
field.addEventListener("keydown", indent);
byId("called").addEventListener("input", changed);
byId("called").addEventListener("submit", (event) => event.preventDefault());
byId("open").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (isFile(file.name)) write(fileOf(file.name), "", await file.text());
  else complain(`Files of games end in .py, .star, .kif, .gdl or .jsonl: not ${file.name}.`);
  target.value = "";
});
byId("filter").addEventListener("input", filter);
for (const id of ["play", "puzzles"]) byId(id).addEventListener("click", (event) => byId(id).hasAttribute("aria-disabled") && event.preventDefault());

const held = new URLSearchParams(location.search).get("game");
const kept = rulesText(held);
if (isFile(held) && kept != null) write(fileOf(held), held.slice(fileOf(held).length + 1), kept);
else if (!held || isFile(held)) write("mine.py", "", BEGIN);
try {
  if (held && !isFile(held)) write(`${held.split(":")[0]}.py`, "", (await ask("/api/rules", { game: held })).text);
  const found = await ask("/assets/examples.json");
  byId("gallery").append(...Object.entries(found).map(example).toSorted((a, b) => a.title.localeCompare(b.title)).map(card));
  filter();
} catch {
  complain("The program does not answer. Is bouton serve still running?");
}
