// The experiments of the laboratory: what each asks for, and how its result is shown.

import { address, ask, follow, text } from "./api.js";
import { make } from "./dom.js";
import { drawing } from "./drawing.js";
import { plot } from "./plot.js";
import { proof } from "./proof.js";
import { AREA, heaps, pairs as pairsUnder, titles } from "./readout.js";
import { answered, drawings, saves, tables } from "./saves.js";
import { capital, count, stopped } from "./words.js";

/** Longer lists are for downloading. */
const SHOWN = 2000;
const SEQUENCES = ["kayles", "dawson-chess", "dawson-kayles", "octal:0.137", "octal:0.007", "hex:0.3F", "grundy", "subtraction:1,2,3", "subtraction:2,5,7"];
const HEAPS = ["nim", "wythoff", "subtraction:1,2,3", "kayles", "euclid", "fibonacci-nim", "box", "staircase", "crosses"];

const sentence = (words) => make("p", { class: "verdict" }, words);
const halted = (answer) => (answer.stopped ? make("p", {}, `${stopped(answer.stopped)} What is here was found before.`) : null);

/** A picture of the result, or the reason why there is none; `more` is that of `plot`. */
async function picture(query, label, signal, more) {
  try {
    return plot(drawing(await text("/api/draw", query, signal), label), label, more);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return make("p", { class: "quiet" }, error.message);
  }
}

/** A table in a box of its own. */
function table(label, head, rows) {
  const cells = (row, tag, more = {}) => row.map((cell) => make(tag, more, cell instanceof Node ? cell : String(cell)));
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
  examples: [
    ["Kayles: period 12, proved", { game: "kayles", heaps: 200 }],
    ["Dawson's Kayles: period 34", { game: "dawson-kayles", heaps: 400 }],
    ["Grundy's game: no period known", { game: "grundy", heaps: 1000 }],
    ["Take 2, 5 or 7", { game: "subtraction:2,5,7", heaps: 100 }],
    ["Left and Right: a switch is added", { game: "partizan-octal:0.5/0.03", heaps: 30 }],
  ],
  fields: () => [
    { name: "game", label: "Game", listed: SEQUENCES, value: "kayles", required: true },
    { name: "heaps", label: "Heaps up to", type: "number", min: 1, max: 1000000, value: 200, slide: 1000 },
  ],
  async run(query, { signal }) {
    const values = Number(query.heaps) <= SHOWN;
    const told = await ask("/api/sequence", { ...query, values }, signal);
    if (told.partizan) return partizan(query, told);
    told.values = told.values?.map((value) => value ?? "∞");
    // A loony heap has no height in a plot.
    const loony = told.loony ?? [];
    const drawn = { game: query.game, position: loony.length ? Math.min(told.heaps, 200) : told.heaps, as: loony.length ? "strip" : "plot", grundy: loony.length ? 1 : null };
    const shown = loony.length ? await picture(drawn, "The sequence as a strip", signal, { reading: titles })
      : await picture(drawn, "The sequence as a plot", signal, { range: seen(told), reading: (holder) => (values ? heaps(holder, told) : null) });
    return [
      sentence(period(told)), halted(told),
      make("p", { class: "quiet" }, `The largest value is ${told.max.value}, at heap ${count(told.max.heap)}.${told.why ? ` Proved by ${told.why}.` : ""}`),
      loony.length ? make("p", {}, `Loony heaps, which the player to move wins with any others: ${loony.map(count).join(", ")}.`) : null,
      shown,
      values ? folded(told) : null,
      values ? make("details", {}, make("summary", {}, "The values"), table("Values", ["Heap", "Value"], told.values.map((value, heap) => [heap, value]))) : null,
      saves([...tables("sequence", query), ...drawings(drawn)]),
      told.proof === "proved" ? proof("sequence", query) : null,
    ];
  },
};

/** The values of heaps of Left and Right. */
function partizan(query, told) {
  const { saltus, heaps: rows } = told.partizan;
  const cells = ({ heap, value, class: won, mean, temperature }) => [heap, value ?? "too long", won, mean, temperature];
  return [
    sentence(period({ ...told, saltus: saltus === "0" ? null : saltus ?? "a long value" })), halted(told),
    told.why ? make("p", { class: "quiet" }, `Proved by ${told.why}.`) : null,
    rows ? table("Values", ["Heap", "Value", "Won by", "Mean", "Temperature"], rows.map(cells)) : null,
    saves(tables("sequence", query)),
    told.proof === "proved" ? proof("sequence", query) : null,
  ];
}

/** Which heaps and values are seen between edges of the plot. */
function seen({ heaps: last, max }) {
  const clamp = (n, most) => Math.round(Math.min(most, Math.max(0, n)));
  const heap = (x) => count(clamp((x / AREA.wide) * last, last));
  const value = (y) => count(clamp((1 - y / AREA.high) * max.value, max.value));
  return (left, top, right, bottom) => `Heaps ${heap(left)} to ${heap(right)}, values ${value(bottom)} to ${value(top)}.`;
}

/** The values in rows of a length that can be slid: a period stands out as columns of one value. */
function folded({ values, period, preperiod }) {
  const most = Math.max(2, Math.min(120, Math.floor(values.length / 2)));
  const holder = make("div", { class: "scroll folded", tabindex: "0", role: "region", "aria-label": "The values in rows" });
  const said = make("output", { class: "quiet" });
  const rows = (wide) => {
    const lines = Array.from({ length: Math.ceil(values.length / wide) }, (_, r) => values.slice(r * wide, (r + 1) * wide));
    const cell = (value, r, c) => {
      const heap = r * wide + c;
      const again = heap >= wide && values[heap - wide] === value;
      return make("td", { class: again ? "again" : null, title: `heap ${heap}: ${value}` }, String(value));
    };
    holder.replaceChildren(make("table", {}, make("tbody", {}, ...lines.map((line, r) => make("tr", {}, make("th", { scope: "row" }, String(r * wide)), ...line.map((value, c) => cell(value, r, c)))))));
    const same = values.filter((value, heap) => heap >= wide && values[heap - wide] === value).length;
    said.textContent = `Rows of ${wide}: ${same} of ${Math.max(0, values.length - wide)} values are as the one above.${wide === period ? ` That is the period, from heap ${preperiod} on.` : ""}`;
  };
  const begin = Math.min(most, period ?? 12);
  const slider = make("input", { type: "range", min: 2, max: most, value: begin, input: (event) => rows(Number(event.target.value)) });
  rows(begin);
  return make("div", { class: "fold" }, make("label", {}, "Fold into rows of ", slider), said, holder);
}

function period({ game, heaps, period, preperiod, saltus, proof }) {
  if (!proof) return `No period of ${game} is to be seen up to heap ${count(heaps)}.`;
  const rising = saltus ? `, rising by ${saltus} each time` : "";
  const sure = proof === "proved" ? "for ever: that is proved" : "as far as computed: seen, not proved";
  return `${capital(game)} repeats every ${count(period)} heaps from heap ${count(preperiod)} on${rising}, ${sure}.`;
}

/** Pictures of tables: a grid for two heaps, a strip for one. */
async function tabled({ game, misere, up_to, piles }, grundy, signal) {
  const card = await ask(`/api/games/${encodeURIComponent(game.split(":")[0])}`, {}, signal);
  const two = (card.heaps?.count ?? Number(piles ?? 1)) === 2;
  const query = { game, misere, position: Math.min(up_to, two ? 60 : 200), as: two ? "grid" : "strip", grundy: grundy ? 1 : null };
  return { query, shown: await picture(query, two ? "Two heaps" : "One heap", signal, { reading: titles }) };
}

const heapFields = [
  { name: "game", label: "Game", listed: HEAPS, value: "wythoff", required: true },
  { name: "up_to", label: "Heaps up to", type: "number", min: 0, max: 100000, value: 20, slide: 60 },
  { name: "piles", label: "How many heaps", type: "number", min: 1, max: 6, placeholder: "as the game says" },
];

const losing = {
  id: "losing",
  name: "Lost positions",
  about: "The positions that are lost for the player to move.",
  verb: "List",
  doing: "Looking",
  examples: [
    ["Wythoff: the golden pairs", { game: "wythoff", up_to: 40 }],
    ["Nim with three heaps", { game: "nim", up_to: 7, piles: 3 }],
    ["Euclid", { game: "euclid", up_to: 30 }],
  ],
  fields: () => heapFields,
  async run(query, { signal }) {
    const told = await ask("/api/losing", query, signal);
    const { query: drawn, shown } = await tabled(query, false, signal);
    const link = ({ position }) => make("li", {}, make("a", { href: address("/game", { game: query.game, position }) }, position || "empty"));
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
  examples: [
    ["Nim is the exclusive or", { game: "nim", up_to: 15, piles: 2, kind: "grundy" }],
    ["Wythoff, nobody knows a formula", { game: "wythoff", up_to: 25, kind: "grundy" }],
    ["One, two or three", { game: "subtraction:1,2,3", up_to: 30, kind: "grundy" }],
  ],
  fields: () => [...heapFields, { name: "kind", label: "Show", options: [["outcome", "who wins"], ["grundy", "Grundy values"]] }],
  async run(query, { signal }) {
    const told = await ask("/api/values", query, signal);
    const { query: drawn, shown } = await tabled(query, told.kind === "grundy", signal);
    const cell = (value) => (value === "loony" ? "∞" : value ?? "");
    const grid = Array.isArray(told.values[0]);
    const rows = grid ? told.values.map((row, n) => [n, ...row.map(cell)]) : told.values.map((value, n) => [n, cell(value)]);
    const head = grid ? ["", ...told.values.map((_, n) => n)] : ["Heap", told.kind === "grundy" ? "Value" : "Who moves"];
    const small = rows.length * (grid ? rows.length : 1) <= 10000;
    return [
      sentence(told.kind === "grundy" ? "Grundy values; 0 is lost for the player to move." : "Outcomes for the player to move."), halted(told),
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
  examples: [
    ["Is the larger coin the better one?", { game: "row-ends", strategy: "larger-end", by: "outcome" }],
  ],
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
    const tried = `${count(told.visited)} positions tried.`;
    const { counterexample } = told;
    if (!counterexample) return [
      sentence(`Not refuted. ${tried}`), halted(told), make("p", { class: "quiet" }, "That is no proof: only the positions tried are known."),
      saves(answered("refute", told, [["visited"], [told.visited]])),
    ];
    const { position, move, allowed, best } = counterexample;
    const tie = allowed.some((one) => best.includes(one)) ? ` It is a tie: the strategy allows ${allowed.length === 2 ? "both" : count(allowed.length)}.` : "";
    const better = [best].flat().join(" or ");
    const board = { game: query.game, position, as: "board", bare: 1 };
    const rows = [["position", "move", "best", "visited"], [position, move, better, told.visited]];
    return [
      sentence(`Refuted at ${position}: the strategy plays ${move}, best is ${better}.${tie}`),
      make("p", {}, tried, " ", make("a", { href: address("/game", { game: query.game, position }) }, "See it on the table")),
      await picture(board, `Position ${position}`, signal),
      saves([...answered("refute", told, rows), ...drawings(board)]),
    ];
  },
};

const WHERE = ["loss", "win & best_count = 1", "loss & total in 5..20", "h1 = 7 & win", "grundy = 0", "value = *", "temperature >= 1"];

const found = {
  id: "find",
  name: "Find",
  about: "The positions that meet a condition: who wins, in how many plies, with how many best moves, of which value.",
  verb: "Find",
  doing: "Looking",
  examples: [
    ["Lost pairs of Wythoff up to 50", { game: "wythoff", up_to: 50, where: "loss" }],
    ["From which heap does the second player win on the second move?", { game: "subtraction:1,3,4", up_to: 40, where: "loss & remoteness in 2..4" }],
    ["Nim with a first heap of 7 and one winning move", { game: "nim", up_to: 9, piles: 3, where: "h1 = 7 & win & best_count = 1" }],
    ["Domineering on 2 × 3 worth a star", { game: "domineering:2,3", all: 1, where: "value = *" }],
  ],
  fields: () => [
    { name: "game", label: "Game", listed: HEAPS, value: "wythoff", required: true },
    { name: "where", label: "Condition", listed: WHERE, value: "loss", required: true },
    { name: "up_to", label: "Heaps up to", type: "number", min: 0, max: 100000, placeholder: "for games of heaps" },
    { name: "piles", label: "How many heaps", type: "number", min: 1, max: 6, placeholder: "as the game says" },
    { name: "all", label: "Boards", options: [["", "the start alone"], ["1", "every way to fill the board"]] },
  ],
  async run(query, { signal }) {
    const told = await ask("/api/find", query, signal);
    const head = ["Position", ...told.fields];
    const many = told.positions.some((row) => row.game);
    const facts = (row) => told.fields.map((field) => row[field] ?? "");
    const rows = told.positions.slice(0, SHOWN).map((row) => [...(many ? [row.game ?? told.game] : []), make("a", { href: address("/game", { game: row.game ?? told.game, position: row.position }) }, row.position || "empty"), ...facts(row)]);
    const plain = [["game", "position", ...told.fields], ...told.positions.map((row) => [row.game ?? told.game, row.position, ...facts(row)])];
    return [
      sentence(`${count(told.count)} of ${count(told.visited)} positions meet “${told.where}”.`), halted(told),
      rows.length ? table("Found", [...(many ? ["Game"] : []), ...head], rows) : null,
      saves(answered("found", told, plain)),
    ];
  },
};

const census = {
  id: "count",
  name: "Count",
  about: "All positions that can be reached, by who wins and how many plies it takes.",
  verb: "Count",
  doing: "Counting",
  examples: [
    ["Tic-tac-toe", { game: "tic-tac-toe" }],
    ["Mū tōrere", { game: "mu-torere" }],
    ["Hexapawn", { game: "hexapawn:3,3" }],
  ],
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
      sentence(`${count(told.positions)} positions for the player to move: ${parts.join(", ")}${endless}.${same}`),
      table("By plies to the end", ["Plies to the end", "Won", "Lost", "Drawn"], rows),
      saves(answered("count", told, [["remoteness", "win", "loss", "draw"], ...counts])),
    ];
  },
};

/** The law of a game in words, with its automaton, its set and a reader of digits. */
const law = {
  id: "law",
  name: "Law",
  about: "What is lost for heaps of every size, found and proved: a machine that reads the digits of the heaps.",
  verb: "Show the law",
  doing: "Finding the law",
  examples: [
    ["Wythoff's pairs", { game: "wythoff", up_to: 60 }],
    ["Fibonacci Nim", { game: "fibonacci-nim", up_to: 60 }],
    ["Euclid's game", { game: "euclid", up_to: 60 }],
  ],
  fields: () => [
    { name: "game", label: "Game", listed: ["wythoff", "fibonacci-nim", "euclid", "box"], value: "wythoff", required: true },
    { name: "up_to", label: "Drawn up to", type: "number", min: 1, max: 400, value: 60, slide: 400 },
  ],
  async run({ game, up_to }, { signal }) {
    const machine = { game, as: "automaton" };
    const pairs = { game, as: "scatter", position: up_to };
    const [told, set, { law: proved }] = await Promise.all([
      ask("/api/draw", { ...machine, format: "json" }, signal), ask("/api/draw", { ...pairs, format: "json" }, signal).catch(() => ({})), ask("/api/law", { game }, signal),
    ]);
    return [
      sentence(`The law of ${capital(game)} is proved for heaps of every size: a machine of ${told.states} states reads it.`),
      inWords(proved),
      questions({ game }, signal, { words: "A formula: P(a,b) is lost; A is for all, E there is ", formulas: FORMULAS }),
      reader(told),
      await picture(machine, "The automaton", signal),
      await picture(pairs, "The pairs that are lost", signal, { reading: (holder) => pairsUnder(holder, set.pairs ?? [], Number(up_to)) }),
      saves([...drawings(machine)]),
      proof("law", { game }),
    ];
  },
};

/** The values of a family of positions, proved for all exponents. */
const family = {
  id: "family",
  name: "Families",
  about: "The value of positions of one pattern, as a formula in its exponents: found by play, and proved for all of them.",
  verb: "Find the values",
  doing: "Finding the values",
  examples: [
    ["Toppling dominoes, l against r", { game: "toppling-dominoes", pattern: "l^a r^b" }],
    ["One stone against n", { game: "clobber", pattern: "X^n O" }],
    ["Toads before one frog", { game: "toads-and-frogs", pattern: "t^a . f" }],
    ["Two free cells", { game: "toads-and-frogs", pattern: "t^a . t^b . f" }],
    ["Elephants against rhinos", { game: "elephants-and-rhinos", pattern: "t^n . f^n" }],
    ["Hackenbush stalks", { game: "hackenbush", pattern: "b^a r^b" }],
  ],
  fields: () => [
    { name: "game", label: "Game", listed: ["toads-and-frogs", "elephants-and-rhinos", "clobber", "toppling-dominoes", "hackenbush"], value: "toads-and-frogs", required: true },
    { name: "pattern", label: "Pattern", value: "t^a . f", required: true },
  ],
  async run({ game, pattern }, { signal }) {
    const query = { game, pattern };
    const told = await ask("/api/law", { ...query, explain: 1 }, signal);
    if (told.stopped) return [sentence(stopped(told.stopped))];
    if (told.why) return [sentence("No law was found, and nothing is claimed."), make("p", { class: "quiet" }, `${capital(told.why)}.`)];
    const rows = told.cases.map(({ when, value }) => [when || "always", make("code", {}, value)]);
    const drawn = { game, position: alongOne(pattern), as: "family" };
    const members = await picture(drawn, "The members of the family", signal);
    const isDrawn = members.matches("figure");
    return [
      sentence(`The value of ${told.pattern} is proved for all exponents from 0 on, together with ${count(told.patterns)} patterns that play reaches.`),
      table("The values", ["If", "The value is"], rows),
      told.cases.some(({ value }) => value.includes("up(")) ? make("p", { class: "quiet" }, "up(n) is n times ↑.") : null,
      questions(query, signal, aboutValues(told)),
      isDrawn ? members : null,
      saves([...answered("family", told, [["when", "value"], ...told.cases.map(({ when, value }) => [when, value])]), ...(isDrawn ? drawings(drawn) : [])]),
      make("details", {}, make("summary", {}, "The proof, step by step"), make("pre", { class: "scroll", tabindex: "0" }, told.steps.join("\n"))),
      proof("law", query),
    ];
  },
};

/** A pattern with one exponent left, along which a family is drawn: the others are 2. */
function alongOne(pattern) {
  const [, ...others] = namesOf(pattern);
  const fixed = (all, times, name) => (others.includes(name) ? String(2 * (times || 1)) : all);
  return pattern.replaceAll(EXPONENT, (exponent) => exponent.replaceAll(/(\d*)([a-z])/g, fixed));
}

/** The names of the exponents of a pattern. */
const namesOf = (pattern) => [...new Set((pattern.match(EXPONENT) ?? []).join("").match(/[a-z]/g))];

const EXPONENT = /\^(?:[a-z]|\([^)]*\))/g;

/** Formulas about the values of a family to begin with. */
function aboutValues({ pattern }) {
  const names = namesOf(pattern);
  const all = names.join(", ") || "n";
  const value = `value(${names.join(", ")})`;
  return {
    words: "A formula: value(…) is that of the pattern; A is for all, E there is, <> is confused with ",
    formulas: [`A ${all}: ${value} > 0`, `E ${all}: ${value} <> 0`, `${value} = 0`],
  };
}

/** The sentences of a law, each with the formulas that were checked and are true. */
function inWords(law) {
  const said = (law?.sentences ?? []).map(({ words, formulas }) => make("li", {}, `${capital(words)}.`.replace(/\.\.$/, "."),
    formulas.length ? make("details", {}, make("summary", { class: "quiet" }, "The formulas"), ...formulas.map((one) => make("code", { class: "formula" }, one))) : null));
  const shown = (law?.samples ?? []).join(" ");
  return make("div", {},
    said.length ? make("ul", { class: "sentences" }, ...said) : null,
    shown ? make("p", { class: "quiet" }, `In ${law.system}. The smallest: ${shown}.`) : null);
}

/** Formulas to begin with. */
const FORMULAS = ["A a: E b: P(a,b)", "A a, b: P(a,b) & a < b => b < 2*a", "P(a,b) & a < b & a = 0 mod 5", "E a, b: P(a,b) & P(a,b+1)"];

/** Asks a law anything that formulas can say. */
function questions(query, signal, { words, formulas }) {
  const said = make("div", { class: "answer", role: "status" });
  const input = make("input", { name: "formula", list: "formulas", value: formulas[0], spellcheck: "false", autocomplete: "off", autocapitalize: "none" });
  const decide = async (event) => {
    event.preventDefault();
    said.setAttribute("aria-busy", "true");
    try {
      said.replaceChildren(decided(await ask("/api/ask", { ...query, formula: input.value }, signal)));
    } catch (error) {
      if (error.name === "AbortError") return;
      said.replaceChildren(make("p", {}, capital(error.message)));
      if (error.at != null) {
        input.focus();
        input.setSelectionRange(error.at, error.at + 1);
      }
    }
    said.removeAttribute("aria-busy");
  };
  return make("form", { class: "asklaw", submit: decide },
    make("label", {}, words, input, make("datalist", { id: "formulas" }, ...formulas.map((one) => make("option", { value: one })))),
    make("button", {}, "Is it true?"), said);
}

/** The result for a formula. */
function decided({ truth, example, variables, examples }) {
  const shown = (example ?? []).map(([name, value]) => `${name} = ${value}`).join(", ");
  if (truth != null) return make("p", { class: "verdict" }, `${truth ? "True" : "False"}${shown ? `: ${shown}` : ""}.`);
  const list = examples.map((numbers) => `(${numbers.join(",")})`).join(" ");
  return make("p", { class: "verdict" }, list ? `True for (${variables.join(",")}) = ${list}${examples.length >= 10 ? " …" : ""}` : `True for no ${variables.join(", ")}.`);
}

/** Feeds digits to the automaton step by step. */
function reader({ links }) {
  const said = make("p", { class: "quiet", role: "status" });
  const follow = (text) => {
    let state = 0;
    const way = ["0"];
    for (const column of text.trim().split(/\s+/).filter(Boolean)) {
      const link = links.find((one) => one.from === state && one.columns.split(" ").includes(column));
      if (!link) {
        said.textContent = `${way.join(" → ")} → no way on: what was read is not in the set, whatever follows.`;
        return;
      }
      state = link.to;
      way.push(String(state));
    }
    said.textContent = `States: ${way.join(" → ")}. A double ring in the picture means that what was read is in the set.`;
  };
  const input = make("input", { value: "", spellcheck: "false", autocomplete: "off", placeholder: "01 00 10", input: (event) => follow(event.target.value) });
  follow("");
  return make("div", {}, make("label", {}, "Digits, a column of all numbers at a time, the most significant first ", input), said);
}

export const EXPERIMENTS = [sequence, losing, values, found, refute, census, law, family];
