// Your own rules: written here, checked while they are written, played at once.

import { address, ask, text } from "./api.js";
import { byId, complain, make, thumb } from "./dom.js";
import { drawing, room, scale } from "./drawing.js";
import { fileOf, isFile, keepRules, rulesText } from "./ruletext.js";
import { waiting, wasStopped } from "./waiting.js";
import { capital, count } from "./words.js";

/** So long after the last key the rules are looked at, in milliseconds; for so many seconds. */
const PAUSE = 450;
const SOON = 5;
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

/** The game as it is named. */
function game() {
  const file = called.file.value.trim().replace(/[^\w-]+/g, "-") || "mine";
  const parameters = called.parameters.value.trim();
  const language = called.language.value;
  return `${file}.${language}${parameters && language === "star" ? `:${parameters}` : ""}`;
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
  const named = message.match(/\.(?:star|kif|jsonl):(\d+)(?::\d+)?:/);
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
  return head.replace(/^.*?\.(?:star|kif|jsonl)(:\d+)*: /, "") + (call ? `, ${call}` : "");
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

/** Checks the rules in their present text. */
async function look() {
  clearTimeout(soon);
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  keepRules(game(), field.value);
  lines();
  history.replaceState(null, "", address("/rules", { game: game() }));
  for (const [id, path] of [["play", "/game"], ["puzzles", "/puzzles"]]) byId(id).href = address(path, { game: game() });
  byId("save").href = `data:text/plain;charset=utf-8,${encodeURIComponent(field.value)}`;
  byId("save").download = fileOf(game());
  byId("parameters").hidden = called.language.value !== "star";
  complain(null);
  byId("code").setAttribute("aria-busy", "true");
  try {
    const told = await waiting("Looking at the rules", signal, (inner) => ask("/api/check", { game: game(), time: SOON }, inner));
    tell(told);
    await show(signal);
  } catch (error) {
    if (!wasStopped(error)) refuse(error);
    else if (!signal.aborted) refuse(new Error("Stopped."));
  }
  if (!signal.aborted) byId("code").removeAttribute("aria-busy");
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
  const told = rules.split("\n").filter((row) => row.startsWith("#")).map((row) => row.slice(1).trim()).join(" ");
  const [, heading, about] = told.match(/^(.*?[.?!]) (.*)$/) ?? ["", name, told];
  return { name, rules, title: heading.replace(/\.$/, ""), about: about.split(/ A position is | Source: /)[0] };
}

function card({ name, rules, title, about }) {
  const file = `${name}.star`;
  keepRules(file, rules, false);
  const edit = () => {
    write(file, "", rules);
    field.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, 0);
  };
  const missing = (event) => event.target.remove();
  return make("li", { "data-words": `${title} ${about}`.toLowerCase() },
    make("div", { class: "gamecard" },
      make("span", { class: "look" }, thumb(address("/api/draw", { game: file, as: "board", bare: 1, time: SOON }), { error: missing })),
      make("strong", {}, title), make("span", { class: "rules" }, about)),
    make("p", { class: "deeds" },
      make("a", { href: address("/game", { game: file }), "aria-label": `Play ${title}` }, "Play"),
      make("button", { type: "button", class: "link", click: edit, "aria-label": `Read and change ${title}` }, "Read and change")));
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

field.addEventListener("input", () => {
  lines();
  clearTimeout(soon);
  soon = setTimeout(look, PAUSE);
});
field.addEventListener("keydown", indent);
byId("called").addEventListener("input", () => {
  clearTimeout(soon);
  soon = setTimeout(look, PAUSE);
});
byId("called").addEventListener("submit", (event) => event.preventDefault());
byId("open").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (isFile(file.name)) write(fileOf(file.name), "", await file.text());
  else complain(`Files of games end in .star, .kif, .gdl or .jsonl: not ${file.name}.`);
  target.value = "";
});
byId("filter").addEventListener("input", filter);
for (const id of ["play", "puzzles"]) byId(id).addEventListener("click", (event) => byId(id).hasAttribute("aria-disabled") && event.preventDefault());

const held = new URLSearchParams(location.search).get("game");
const kept = rulesText(held);
if (isFile(held) && kept != null) write(fileOf(held), held.slice(fileOf(held).length + 1), kept);
else write("mine.star", "", BEGIN);
try {
  const found = await ask("/assets/examples.json");
  byId("gallery").append(...Object.entries(found).map(example).toSorted((a, b) => a.title.localeCompare(b.title)).map(card));
  filter();
} catch {
  complain("The program does not answer. Is bouton serve still running?");
}
