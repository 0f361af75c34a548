// The calculator: expressions as they are typed, their canonical forms, their thermographs. The address holds the lines.

import { ask, text } from "./api.js";
import { byId, complain, make } from "./dom.js";
import { drawing } from "./drawing.js";

/** So long after the last key an answer is asked for, in milliseconds. */
const PAUSE = 200;
/** So many thermographs stand beside each other. */
const WALLS = 8;
const CLASSES = { L: "Left wins, whoever moves first", R: "Right wins, whoever moves first", N: "whoever moves first wins", P: "whoever moves second wins" };

const lines = byId("lines");
let stop = new AbortController();
let pause;

/** The lines that are typed, each with the names given above it, so that it can be asked by itself. */
function questions() {
  const typed = lines.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const named = (line) => /^let\b/.test(line);
  return typed.map((line, n) => ({ line, expression: [...typed.slice(0, n).filter(named), line].join("; ") }));
}

/** Answers all lines; what is wrong with one leaves the others. */
async function reckon() {
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  const asked = questions();
  history.replaceState(null, "", asked.length ? `?${new URLSearchParams(asked.map(({ line }) => ["line", line]))}` : location.pathname);
  const answers = [];
  complain(null);
  for (const question of asked) {
    try {
      answers.push({ ...question, told: await ask("/api/calc", { expression: question.expression }, signal) });
    } catch (error) {
      if (signal.aborted) return;
      complain(`${question.line}: ${error.message}`);
    }
  }
  byId("answers").replaceChildren(make("dl", { class: "reckoned" }, ...answers.flatMap(entry)));
  byId("answers").hidden = !answers.length;
  await walls(answers.map(({ told }) => told.value).filter((value) => value && !value.startsWith("#")), signal);
}

function entry({ line, told }) {
  return [make("dt", {}, line), make("dd", {}, make("div", { class: "result" }, String(told.value ?? told.answer ?? told.truth)), ...details(told))];
}

/** What is told of a value beside its canonical form. */
function details(told) {
  if (!told.kind) return [];
  const fact = (words, ...values) => values.every((value) => value != null) && `${words} ${values.join(" and ")}`;
  const facts = [
    told.kind, fact("mean", told.mean), fact("temperature", told.temperature), fact("stops", told.left_stop, told.right_stop), fact("born on day", told.birthday),
    fact("atomic weight", told.atomic_weight), told.reduced !== told.value && fact("reduced", told.reduced),
  ];
  const options = (side) => (side.length ? side.join(", ") : "none");
  return [
    make("div", {}, `${CLASSES[told.class]}; ${facts.filter(Boolean).join(", ")}`),
    make("div", { class: "quiet" }, `Left can go to ${options(told.left)}; Right to ${options(told.right)}`),
  ];
}

/** The thermographs of all values, to one scale. */
async function walls(values, signal) {
  const place = byId("walls");
  const distinct = [...new Set(values)].slice(0, WALLS);
  if (!distinct.length) return void (place.hidden = true);
  const [position, ...beside] = distinct;
  try {
    const source = await text("/api/draw", { game: "expression", position, with: beside, as: "thermograph" }, signal);
    place.replaceChildren(drawing(source, `Thermographs of ${distinct.join(", ")}`));
    place.hidden = false;
  } catch (error) {
    if (!signal.aborted) place.hidden = true;
  }
}

byId("ask").addEventListener("submit", (event) => event.preventDefault());
lines.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(reckon, PAUSE);
});

lines.value = new URLSearchParams(location.search).getAll("line").join("\n") || "{3||2|1}\n{2|-1} + ^*";
reckon();
