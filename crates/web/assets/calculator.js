// The calculator as a worksheet: cells, each with its answer and its picture below it. The address holds what is typed.

import { ask, text } from "./api.js";
import { byId, draw, make } from "./dom.js";
import { drawing } from "./drawing.js";
import { plot } from "./plot.js";
import { data, saves } from "./saves.js";
import { givesNames, isStatements } from "./statements.js";
import { CLASSES } from "./words.js";

/** So long after the last key an answer is asked for, in milliseconds. */
const PAUSE = 250;

const games = ask("/api/games").then((cards) => cards.filter((card) => card.partizan).flatMap((card) => [card.name, ...card.aliases]), () => []);

/** Games that are named in an expression: the name with its sizes, and a position behind it. */
async function named(expression) {
  const names = (await games).toSorted((a, b) => b.length - a.length);
  if (!names.length) return [];
  const term = new RegExp(`(?<![\\w-])(${names.join("|")})(:[\\w,/.]+)?(?![\\w-])(?:[ \\t]+(?![+\\-*/<>=)])([^\\s()]+(?:[ \\t]R\\b)?))?`, "g");
  return [...expression.matchAll(term)];
}

/** The expression with the value of each game in the place of its name; statements name games by `game("…")`. */
async function valued(expression, signal) {
  if (isStatements(expression)) return expression;
  const found = await named(expression);
  let out = expression;
  for (const [words, name, sizes = "", position] of found) {
    const told = await ask("/api/value", { game: name + sizes, width: 400, ...(position && { position }) }, signal);
    if (!told.value || told.value.startsWith("#")) throw new Error(`${words}: its value is too long for the next cell`);
    out = out.replace(words, `(${told.value})`);
  }
  return out;
}

/** The cell in which something was typed last. */
let current = null;

class Cell {
  constructor(typed = "") {
    this.input = make("textarea", { rows: 1, spellcheck: "false", autocomplete: "off", autocapitalize: "none" });
    this.input.value = typed;
    this.answer = make("div", { class: "answer", "aria-live": "polite" });
    this.picture = make("div", { class: "thermograph", hidden: true });
    this.element = make("li", { class: "card cell" }, make("div", { class: "bar" }, this.input,
      make("button", { type: "button", class: "link", "aria-label": "Take this cell away", click: () => this.remove() }, "×")), this.answer, this.picture);
    this.input.addEventListener("focus", () => (current = this));
    this.input.addEventListener("input", () => {
      this.fit();
      clearTimeout(this.pause);
      this.pause = setTimeout(reckon, PAUSE, cells.indexOf(this));
    });
    this.input.addEventListener("keydown", (event) => {
      // A line that ends with a colon goes on in the next one, as does any with the shift key.
      const begun = this.input.value.slice(0, this.input.selectionStart).split("\n").at(-1);
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      if (/:\s*$/.test(begun)) {
        this.input.setRangeText(`\n${/^ */.exec(begun)[0]}    `, this.input.selectionStart, this.input.selectionEnd, "end");
        this.fit();
      } else {
        add("", cells.indexOf(this) + 1).input.focus();
      }
    });
    this.fit();
  }

  /** As high as its lines. */
  fit() {
    this.input.rows = this.input.value.split("\n").length;
  }

  get line() {
    return this.input.value.trim();
  }

  remove() {
    cells.splice(cells.indexOf(this), 1);
    if (current === this) current = null;
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
      const known = await Promise.all(before.map((line) => valued(line, signal)));
      const expression = await valued(this.line, signal);
      this.asked = joined([...known, expression]);
      this.show(await ask("/api/calc", { expression, before: known, width: 400 }, signal));
      await this.draw(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.answer.replaceChildren(make("p", { class: "error" }, error.message));
      this.picture.hidden = true;
    }
  }

  show(told) {
    this.told = told;
    // The picture of the value before stays until the next one is drawn, so that the cells below do not jump.
    if (!this.hasThermograph) this.picture.hidden = true;
    this.answer.replaceChildren(...(told ? (told.shown ?? [told]).flatMap(piece) : []));
  }

  get hasThermograph() {
    return Boolean(this.told?.thermograph && this.told.value && !this.told.value.startsWith("#"));
  }

  /** The thermograph of the value; the cell says what the drawing is headed with. */
  async draw(signal) {
    if (!this.hasThermograph) return;
    const { value } = this.told;
    const svg = drawing(await text("/api/draw", { game: "expression", position: value, as: "thermograph", title: "" }, signal), `Thermograph of ${value}`);
    const [name, facts] = [svg.querySelector("text.strong"), svg.querySelector("text.strong + text")];
    for (const line of [name, facts]) line?.remove();
    this.picture.replaceChildren(plot(svg, `The thermograph of ${value}`));
    this.picture.hidden = false;
  }
}

/** The parts of an output: an answer, or a piece of what statements show. */
function piece(told) {
  if (told.line != null) return [make("div", { class: "result" }, told.line)];
  if (told.table) return [tabled(told.table)];
  if (told.plot) return [plotted(told.plot.points)];
  const answer = typeof told.value === "object" && told.value ? told.value : told;
  const value = String(answer.value ?? answer.answer ?? answer.truth);
  return [make("div", { class: "result" }, answer.value ? use(value) : value), ...details(answer)];
}

function tabled({ head, rows }) {
  const row = (kind) => (cells) => make("tr", {}, ...cells.map((text) => make(kind, {}, text)));
  const parts = [head.length && make("thead", {}, row("th")(head)), make("tbody", {}, ...rows.map(row("td")))];
  return make("div", { class: "walls" }, make("table", { class: "shown" }, ...parts.filter(Boolean)));
}

const WIDE = 420;
const HIGH = 200;
const EDGE = 40;

/** Points between the least and the greatest x and y. */
function plotted(points) {
  const number = (text) => text.split("/").map(Number).reduce((above, below) => above / below);
  const places = points.map((point) => point.map(number));
  const ends = [0, 1].map((axis) => [Math.min, Math.max].map((of) => of(...places.map((place) => place[axis]))));
  const at = (value, [least, most], from, to) => (most > least ? from + ((value - least) / (most - least)) * (to - from) : (from + to) / 2);
  const x = (value) => at(value, ends[0], EDGE, WIDE - EDGE / 2);
  const y = (value) => at(value, ends[1], HIGH - EDGE, EDGE / 2);
  const svg = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "aria-label": `Points: ${points.slice(0, 50).map(([a, b]) => `(${a}, ${b})`).join(", ")}` });
  if (!places.length) return svg;
  for (const value of new Set(ends[1])) svg.append(draw("line", { x1: EDGE, x2: WIDE - EDGE / 2, y1: y(value), y2: y(value), class: "rule" }), draw("text", { x: EDGE - 6, y: y(value) + 4, "text-anchor": "end" }, Number(value.toFixed(3))));
  for (const value of new Set(ends[0])) svg.append(draw("text", { x: x(value), y: HIGH - EDGE / 2, "text-anchor": "middle" }, Number(value.toFixed(3))));
  for (const [a, b] of places) svg.append(draw("circle", { cx: x(a), cy: y(b), r: 3, class: "point" }));
  return svg;
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
    if (givesNames(cell.line)) known.push(cell.line);
  }
  // The notebook needs the values of the games.
  files(lines);
}

/** Cells as one text. */
const joined = (lines) => lines.join(lines.some(isStatements) ? "\n" : "; ");

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
    const typed = joined([...known, line]);
    const expression = value ?? typed;
    if (givesNames(line)) known.push(line);
    return code(`${expression === typed ? "" : `# ${line}\n`}bouton.calc(${JSON.stringify(expression)})`);
  });
  return { cells: [code("import bouton"), ...asked], metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } }, nbformat: 4, nbformat_minor: 4 };
}

/** Signs that the keyboards of phones hide, with their names. */
const SIGNS = { "{": "Opening brace", "|": "Bar", "}": "Closing brace", "^": "Caret", "*": "Star", "↑": "Up arrow" };

/** A button that writes a sign at the caret. */
function key([sign, name]) {
  const write = () => {
    const { input } = current ?? cells.at(-1);
    input.focus();
    // The old way is the one that can be undone.
    document.execCommand("insertText", false, sign);
  };
  // A press that took the focus would close the keyboard.
  return make("button", { type: "button", "aria-label": name, pointerdown: (event) => event.preventDefault(), click: write }, sign);
}

byId("signs").append(...Object.entries(SIGNS).map(key));
byId("add").addEventListener("click", () => add().input.focus());
const typed = new URLSearchParams(location.search).getAll("line");
for (const line of typed.length ? typed : ["{3||2|1}", "{2|-1} + ^*", "domineering:2,3 + clobber XO/OX"]) add(line);
reckon();
