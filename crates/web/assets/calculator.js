// The calculator as a worksheet: cells, each with its answer and its picture below it. The address holds what is typed.

import { ask, text } from "./api.js";
import { byId, make } from "./dom.js";
import { drawing } from "./drawing.js";
import { saves } from "./saves.js";

/** So long after the last key an answer is asked for, in milliseconds. */
const PAUSE = 250;
const CLASSES = { L: "Left wins, moving first or second", R: "Right wins, moving first or second", N: "the first player wins", P: "the second player wins" };

const games = ask("/api/games").then((cards) => cards.filter((card) => card.partizan).flatMap((card) => [card.name, ...card.aliases]), () => []);

/** Games that are named in an expression: the name with its sizes, and a position behind it. */
async function named(expression) {
  const names = (await games).toSorted((a, b) => b.length - a.length);
  if (!names.length) return [];
  const term = new RegExp(`(?<![\\w-])(${names.join("|")})(:[\\w,/.]+)?(?![\\w-])(?:[ \\t]+(?![+\\-*/<>=)])([^\\s()]+(?:[ \\t]R\\b)?))?`, "g");
  return [...expression.matchAll(term)];
}

/** The expression with the value of each game in the place of its name. */
async function valued(expression, signal) {
  const found = await named(expression);
  let out = expression;
  for (const [words, name, sizes = "", position] of found) {
    const told = await ask("/api/value", { game: name + sizes, ...(position && { position }) }, signal);
    if (!told.value || told.value.startsWith("#")) throw new Error(`${words}: its value is too long for the next cell`);
    out = out.replace(words, `(${told.value})`);
  }
  return out;
}

/** The cell in which something was typed last. */
let current = null;

class Cell {
  constructor(typed = "") {
    this.input = make("input", { value: typed, spellcheck: "false", autocomplete: "off", autocapitalize: "none" });
    this.answer = make("div", { class: "answer", "aria-live": "polite" });
    this.picture = make("div", { class: "walls", tabindex: "0", role: "region" });
    this.element = make("li", { class: "card cell" }, make("div", { class: "bar" }, this.input,
      make("button", { type: "button", class: "link", "aria-label": "Take this cell away", click: () => this.remove() }, "×")), this.answer, this.picture);
    this.input.addEventListener("focus", () => (current = this));
    this.input.addEventListener("input", () => {
      clearTimeout(this.pause);
      this.pause = setTimeout(reckon, PAUSE, cells.indexOf(this));
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      add("", cells.indexOf(this) + 1).input.focus();
    });
  }

  get line() {
    return this.input.value.trim();
  }

  remove() {
    cells.splice(cells.indexOf(this), 1);
    this.element.remove();
    if (!cells.length) add();
    reckon(0);
    cells[0].input.focus();
  }

  /** Asks what the cell is worth; names that were given above it are known in it. */
  async reckon(before) {
    this.stop?.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.told = null;
    this.asked = null;
    if (!this.line) return this.show();
    try {
      this.asked = await valued([...before, this.line].join("; "), signal);
      this.show(await ask("/api/calc", { expression: this.asked }, signal));
      await this.draw(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.answer.replaceChildren(make("p", { class: "error" }, error.message));
      this.picture.replaceChildren();
      this.picture.hidden = true;
    }
  }

  show(told) {
    this.told = told;
    this.picture.hidden = true;
    const value = told && String(told.value ?? told.answer ?? told.truth);
    this.answer.replaceChildren(...(told ? [make("div", { class: "result" }, told.value ? use(value) : value), ...details(told)] : []));
  }

  /** The thermograph of the value. */
  async draw(signal) {
    const value = this.told?.value;
    if (!value || value.startsWith("#") || !this.told.thermograph) return;
    const source = await text("/api/draw", { game: "expression", position: value, as: "thermograph" }, signal);
    this.picture.replaceChildren(drawing(source, `Thermograph of ${value}`));
    this.picture.setAttribute("aria-label", `The thermograph of ${value}`);
    this.picture.hidden = false;
  }
}

/** A value that is taken into the cell where something was typed last. */
function use(value) {
  return make("button", { type: "button", class: "link value", title: "Take this value into the cell that you type in", click: () => {
    const cell = current?.line && current.told?.value === value ? add("", cells.indexOf(current) + 1) : current ?? cells.at(-1);
    const before = cell.line;
    cell.input.value = before ? `${before} + ${value}` : value;
    cell.input.focus();
    reckon(cells.indexOf(cell));
  } }, value);
}

/** The properties of a value next to its canonical form. */
function details(told) {
  if (!told.kind) return [];
  const fact = (words, ...values) => values.every((value) => value != null) && `${words} ${values.join(" and ")}`;
  const facts = [
    told.kind, fact("mean", told.mean), fact("temperature", told.temperature), fact("stops", told.left_stop, told.right_stop), fact("born on day", told.birthday),
    fact("atomic weight", told.atomic_weight), told.reduced !== told.value && fact("reduced", told.reduced),
  ];
  const options = (side) => (side.length ? side.flatMap((value, n) => [n ? ", " : "", use(value)]) : ["none"]);
  return [
    make("div", {}, `${CLASSES[told.class]}; ${facts.filter(Boolean).join(", ")}`),
    make("div", { class: "quiet" }, "Left can go to ", ...options(told.left), "; Right to ", ...options(told.right)),
  ];
}

const cells = [];

function add(typed = "", place = cells.length) {
  const cell = new Cell(typed);
  cells.splice(place, 0, cell);
  byId("cells").insertBefore(cell.element, byId("cells").children[place] ?? null);
  number();
  return cell;
}

/** Names the cells by their places. */
function number() {
  for (const [n, cell] of cells.entries()) cell.input.setAttribute("aria-label", `Cell ${n + 1}`);
}

/** Answers the cells from one on, and keeps the address true. */
async function reckon(from = 0) {
  const lines = cells.map(({ line }) => line).filter(Boolean);
  history.replaceState(null, "", lines.length ? `?${new URLSearchParams(lines.map((line) => ["line", line]))}` : location.pathname);
  number();
  files(lines);
  const known = [];
  for (const [n, cell] of cells.entries()) {
    if (n >= from) await cell.reckon([...known]);
    if (/^let\b/.test(cell.line)) known.push(cell.line);
  }
  // The notebook needs the values of the games.
  files(lines);
}

const data = (type, told) => `data:${type};charset=utf-8,${encodeURIComponent(told)}`;

/** The worksheet as text, and as a notebook that asks the module for Python. */
function files(lines) {
  byId("keep").replaceChildren(saves([
    ["Text", data("text/plain", `${lines.join("\n")}\n`), "worksheet.txt"],
    ["Notebook", data("application/x-ipynb+json", JSON.stringify(notebook(), null, 1)), "worksheet.ipynb"],
  ]));
}

/** The module for Python knows values, not games: they are asked with the value of each game, below what was typed. */
function notebook() {
  const code = (source) => ({ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: [source] });
  const known = [];
  const asked = cells.filter(({ line }) => line).map(({ line, asked: value }) => {
    const typed = [...known, line].join("; ");
    const expression = value ?? typed;
    if (/^let\b/.test(line)) known.push(line);
    return code(`${expression === typed ? "" : `# ${line}\n`}bouton.calc(${JSON.stringify(expression)})`);
  });
  return { cells: [code("import bouton"), ...asked], metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } }, nbformat: 4, nbformat_minor: 4 };
}

byId("add").addEventListener("click", () => add().input.focus());
const typed = new URLSearchParams(location.search).getAll("line");
for (const line of typed.length ? typed : ["{3||2|1}", "{2|-1} + ^*", "domineering:2,3 + clobber XO/OX"]) add(line);
reckon();
