// Games that come in sizes: the numbers after the name, each to be picked.

import { make } from "./dom.js";
import { fileOf, isFile } from "./ruletext.js";

const BOARD = [["Rows", 1, 9], ["Columns", 1, 9]];
const LINE = [...BOARD, ["In a row", 1, 9]];
const SIZES = {
  mnk: LINE, connect: LINE, hexapawn: BOARD, "dots-and-boxes": [["Rows of boxes", 1, 5], ["Columns", 1, 5]], nimstring: [["Rows of boxes", 1, 5], ["Columns", 1, 5]], kalah: [["Houses", 1, 6], ["Seeds in each", 1, 6]],
  chomp: BOARD, cram: BOARD, domineering: BOARD, clobber: BOARD, nogo: BOARD, amazons: BOARD, konane: BOARD, fission: BOARD, "row-front": [["At most at a time", 1, 9]],
};

/** Where boards begin of games that have no usual start. */
const STARTS = {
  amazons: (rows, columns) => board(rows, columns, (r, c) => (r + c === 0 ? "X" : r === rows - 1 && c === columns - 1 ? "O" : ".")),
  konane: (rows, columns) => board(rows, columns, (r, c) => {
    const [middle, gap] = [Math.floor((rows - 1) / 2), Math.floor((columns - 1) / 2)];
    return r === middle && (c === gap || c === gap + 1) ? "." : "OX"[(r + c) % 2];
  }),
  fission: (rows, columns) => board(rows, columns, (r, c) => (r === Math.floor(rows / 2) && c === Math.floor(columns / 2) ? "X" : ".")),
};

const board = (rows, columns, cell) => Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => cell(r, c)).join("")).join("/");

/** The sizes to choose for a game as it is opened: names, values and bounds; an empty list where there are none. */
function picks(card, game, position) {
  const given = game.includes(":") ? game.slice(game.indexOf(":") + 1).split(",") : [];
  if (isFile(game)) {
    const named = [...card.parameters.matchAll(/(\w+)=(.*?)(?=,\w+=|$)/g)];
    if (given.length > named.length || named.some(([, , value]) => value.includes(","))) return [];
    return named.map(([, name, value], n) => ({ name, value: given[n] ?? value.replaceAll('"', "") }));
  }
  const rows = position.replace(/ R$/, "").split("/");
  const usual = card.example[0].split(":")[1]?.split(",") ?? [rows.length, rows[0].length];
  return (SIZES[card.name] ?? []).map(([name, least, most], n) => ({ name, least, most, value: given[n] ?? usual[n] ?? least }));
}

/**
 * Fills `holder` with the sizes of a game. Returns a function that gives the choice: a game and, without a usual start, a position;
 * null where the game stays as it is.
 */
export function sizes(holder, card, { game, position }) {
  const fields = picks(card, game, position).map(({ name, value, least, most }) => make("label", {}, `${name} `,
    make("input", least == null ? { value, spellcheck: "false", autocomplete: "off", autocapitalize: "none" } : { type: "number", min: least, max: most, required: true, value })));
  holder.hidden = fields.length === 0;
  holder.replaceChildren(...fields);
  const chosen = () => [...holder.querySelectorAll("input")].map(({ value }) => value.trim());
  const before = chosen().join();
  return () => {
    if (chosen().join() === before) return null;
    const name = isFile(game) ? fileOf(game) : card.name;
    const begin = STARTS[card.name]?.(...chosen().map(Number)) ?? (card.name === "row-front" ? position : null);
    return { game: `${name}:${chosen().join()}`, position: begin };
  };
}
