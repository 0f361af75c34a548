// The experiments of the laboratory: what each asks for, and how its result is shown.

import { address, ask, follow, text } from "./api.js";
import { make } from "./dom.js";
import { drawing } from "./drawing.js";
import { answered, drawings, saves, tables } from "./saves.js";
import { capital, count, stopped } from "./words.js";

/** Longer lists are for downloading. */
const SHOWN = 2000;
const SEQUENCES = ["kayles", "dawson-chess", "dawson-kayles", "octal:0.137", "octal:0.007", "hex:0.3F", "grundy", "subtraction:1,2,3", "subtraction:2,5,7"];
const HEAPS = ["nim", "wythoff", "subtraction:1,2,3", "kayles", "euclid", "fibonacci-nim", "box", "staircase", "crosses"];

const sentence = (words) => make("p", { class: "verdict" }, words);
const halted = (answer) => (answer.stopped ? make("p", {}, `${stopped(answer.stopped)} What is here was found before.`) : null);

/** A picture of the result, or the reason why there is none. */
async function picture(query, label, signal) {
  try {
    const svg = drawing(await text("/api/draw", query, signal), label);
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, svg);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return make("p", { class: "quiet" }, error.message);
  }
}

/** A table in a box of its own. */
function table(label, head, rows) {
  const cells = (row, tag, more = {}) => row.map((cell) => make(tag, more, String(cell)));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, make("table", {},
    make("thead", {}, make("tr", {}, ...cells(head, "th", { scope: "col" }))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row, "td"))))));
}

const sequence = {
  id: "sequence",
  name: "Sequence",
  about: "The Grundy value of one heap of each size: does it repeat?",
  verb: "Compute",
  doing: "Computing",
  fields: () => [
    { name: "game", label: "Game", listed: SEQUENCES, value: "kayles", required: true },
    { name: "heaps", label: "Heaps up to", type: "number", min: 1, max: 1000000, value: 200 },
  ],
  async run(query, { signal }) {
    const values = Number(query.heaps) <= SHOWN;
    const told = await ask("/api/sequence", { ...query, values }, signal);
    const plot = { game: query.game, position: told.heaps, as: "plot" };
    return [
      sentence(period(told)), halted(told),
      make("p", { class: "quiet" }, `The largest value is ${told.max.value}, at heap ${count(told.max.heap)}.${told.proved_by ? ` Proved by ${told.proved_by}.` : ""}`),
      await picture(plot, "The sequence as a plot", signal),
      values ? make("details", {}, make("summary", {}, "The values"), table("Values", ["Heap", "Value"], told.values.map((value, heap) => [heap, value]))) : null,
      saves([...tables("sequence", query), ...drawings(plot)]),
    ];
  },
};

function period({ game, heaps, period, preperiod, saltus, status }) {
  if (status === "none") return `No period of ${game} is to be seen up to heap ${count(heaps)}.`;
  const rising = saltus ? `, rising by ${saltus} each time` : "";
  const sure = status === "proved" ? "for ever: that is proved" : "as far as computed: seen, not proved";
  return `${capital(game)} repeats every ${count(period)} heaps from heap ${count(preperiod)} on${rising}, ${sure}.`;
}

/** Pictures of tables: a grid for two heaps, a strip for one. */
async function tabled({ game, misere, up_to, piles }, grundy, signal) {
  const card = await ask(`/api/games/${encodeURIComponent(game.split(":")[0])}`, {}, signal);
  const two = (card.heaps?.count ?? Number(piles ?? 1)) === 2;
  const query = { game, misere, position: Math.min(up_to, two ? 60 : 200), as: two ? "grid" : "strip", grundy: grundy ? 1 : null };
  return { query, shown: await picture(query, two ? "Two heaps" : "One heap", signal) };
}

const heapFields = [
  { name: "game", label: "Game", listed: HEAPS, value: "wythoff", required: true },
  { name: "up_to", label: "Heaps up to", type: "number", min: 0, max: 100000, value: 20 },
  { name: "piles", label: "How many heaps", type: "number", min: 1, max: 6, placeholder: "as the game says" },
];

const losing = {
  id: "losing",
  name: "Lost positions",
  about: "The positions in which whoever must move loses against best play.",
  verb: "List",
  doing: "Looking",
  fields: () => heapFields,
  async run(query, { signal }) {
    const told = await ask("/api/losing", query, signal);
    const { query: drawn, shown } = await tabled(query, false, signal);
    const link = (position) => make("li", {}, make("a", { href: address("/game", { game: query.game, position }) }, position || "empty"));
    const found = told.positions;
    return [
      sentence(`${count(found.length)} lost position${found.length === 1 ? "" : "s"} with heaps up to ${count(told.up_to)}.`), halted(told),
      make("ul", { class: "chips" }, ...found.slice(0, SHOWN).map(link)),
      found.length > SHOWN ? make("p", { class: "quiet" }, `The first ${count(SHOWN)} are shown; all are in the files.`) : null,
      shown, saves([...tables("losing", query), ...drawings(drawn)]),
    ];
  },
};

const values = {
  id: "values",
  name: "Values",
  about: "Who wins, or the Grundy value, for heaps of all sizes up to a bound.",
  verb: "Tabulate",
  doing: "Tabulating",
  fields: () => [...heapFields, { name: "kind", label: "Show", options: [["outcome", "who wins"], ["grundy", "Grundy values"]] }],
  async run(query, { signal }) {
    const told = await ask("/api/values", query, signal);
    const { query: drawn, shown } = await tabled(query, told.kind === "grundy", signal);
    const cell = (value) => value ?? "";
    const grid = Array.isArray(told.values[0]);
    const rows = grid ? told.values.map((row, n) => [n, ...row.map(cell)]) : told.values.map((value, n) => [n, cell(value)]);
    const head = grid ? ["", ...told.values.map((_, n) => n)] : ["Heap", told.kind === "grundy" ? "Value" : "Who moves"];
    const small = rows.length * (grid ? rows.length : 1) <= 10000;
    return [
      sentence(told.kind === "grundy" ? "Grundy values; 0 is lost for whoever must move." : "Outcomes for whoever must move."), halted(told),
      shown, small ? make("details", {}, make("summary", {}, "As a table"), table("Values", head, rows)) : null,
      saves([...tables("values", query), ...drawings(drawn)]),
    ];
  },
};

const refute = {
  id: "refute",
  name: "Refute",
  about: "Is a plausible strategy really best? This looks for the smallest position where it is not.",
  verb: "Look for a counterexample",
  doing: "Looking for a counterexample",
  fields: (games) => [
    { name: "game", label: "Game", listed: games.filter((game) => game.strategies.length).map((game) => game.example[0]), value: "row-ends", required: true },
    { name: "strategy", label: "Strategy", listed: [], value: "larger-end", required: true },
    { name: "by", label: "Best is measured by", options: [["outcome", "who wins"], ["margin", "points"]] },
  ],
  /** The strategies of the game that is named. */
  changed(form, games) {
    const name = form.game.value.split(":")[0];
    const game = games.find((one) => one.name === name || one.aliases.includes(name));
    const known = (game?.strategies ?? []).map((one) => [one].flat()[0] ?? one.name);
    form.strategy.list.replaceChildren(...known.map((one) => make("option", { value: one })));
    if (known.length && !known.some((one) => form.strategy.value.startsWith(one.split(":")[0]))) form.strategy.value = known[0];
  },
  async run(query, { signal, progress }) {
    const told = await follow("/api/refute/stream", query, { signal, progress });
    const tried = `${count(told.tried)} positions tried.`;
    const { counterexample } = told;
    if (!counterexample) return [
      sentence(`Not refuted. ${tried}`), halted(told), make("p", { class: "quiet" }, "That is no proof: only the positions tried are known."),
      saves(answered("refute", told, [["tried"], [told.tried]])),
    ];
    const { position, move, best } = counterexample;
    const better = [best].flat().join(" or ");
    const board = { game: query.game, position, as: "board", bare: 1 };
    const rows = [["position", "move", "best", "tried"], [position, move, better, told.tried]];
    return [
      sentence(`Refuted at ${position}: the strategy plays ${move}, best is ${better}.`),
      make("p", {}, tried, " ", make("a", { href: address("/game", { game: query.game, position }) }, "See it on the table")),
      await picture(board, `Position ${position}`, signal),
      saves([...answered("refute", told, rows), ...drawings(board)]),
    ];
  },
};

const census = {
  id: "count",
  name: "Count",
  about: "All positions that can be reached, by who wins and how many moves it takes.",
  verb: "Count",
  doing: "Counting",
  fields: () => [
    { name: "game", label: "Game", listed: ["tic-tac-toe", "mnk:3,4,3", "hexapawn:3,3", "mu-torere", "pong-hau-k-i", "three-mens-morris", "chomp:4,5"], value: "tic-tac-toe", required: true },
    { name: "position", label: "Position", placeholder: "the usual start" },
  ],
  async run(query, { signal, progress }) {
    const told = await follow("/api/analyze/stream", query, { signal, progress });
    if (told.stopped) return [sentence(stopped(told.stopped))];
    const same = told.up_to_symmetry ? ` Up to symmetry they are ${count(told.up_to_symmetry.positions)}.` : "";
    const parts = ["win", "loss", "draw"].map((outcome) => `${count(told[outcome])} ${outcome === "loss" ? "lost" : outcome === "win" ? "won" : "drawn"}`);
    const endless = told.endless ? `, ${count(told.endless)} of them without end` : "";
    const counts = told.by_remoteness.map(({ remoteness, win, loss, draw }) => [remoteness ?? "endless", win, loss, draw]);
    const rows = counts.map(([plies, ...numbers]) => [plies, ...numbers.map(count)]);
    return [
      sentence(`${count(told.positions)} positions for whoever must move: ${parts.join(", ")}${endless}.${same}`),
      table("By moves to the end", ["Moves to the end", "Won", "Lost", "Drawn"], rows),
      saves(answered("count", told, [["remoteness", "win", "loss", "draw"], ...counts])),
    ];
  },
};

export const EXPERIMENTS = [sequence, losing, values, refute, census];
