// The answers of bouton in Node and in pages.

import init, { Desk } from "./bouton.js";

/** Why there is no answer: a sentence; `what` text was wrong from character `at` on, if that is known. */
export class Refused extends Error {
  constructor({ error, what = null, at = null }) {
    super(error);
    Object.assign(this, { name: "Refused", what, at });
  }
}

let desk;

async function open() {
  const address = new URL("./bouton_bg.wasm", import.meta.url);
  const module_or_path = address.protocol === "file:" ? (await import("node:fs/promises")).readFile(address) : address;
  await init({ module_or_path: await module_or_path });
  return new Desk();
}

/** The answer to a question of the API, such as `ask("solve", { game: "nim", position: "3,4" })`, within so many seconds. */
export async function ask(path, query = {}, seconds = 60) {
  desk ??= open();
  const pairs = Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? value : [value])
    .filter((one) => one != null && one !== false)
    .map((one) => [name, one === true ? "1" : String(one)]));
  const sent = (await desk).ask(`/api/${path}`, new URLSearchParams(pairs).toString(), seconds, () => {});
  const { status, mime } = sent;
  const text = new TextDecoder().decode(sent.bytes());
  sent.free();
  if (status !== 200) throw new Refused(JSON.parse(text));
  return mime === "application/json" ? JSON.parse(text) : text;
}

const of = (path) => (game, position, more) => ask(path, { game, position, ...more });

/** Who wins, by how much, every best move, and why. */
export const solve = of("solve");
/** Every legal move with the value that it leads to, best first. */
export const moves = of("moves");
/** What a position of Left and Right is worth. */
export const value = of("value");
/** A picture, as SVG. */
export const draw = of("draw");
/** The answer to an expression of values, like `{2|-1} + ^*`. */
export const calc = (expression) => ask("calc", { expression });
/** The Grundy sequence of a heap game, and its period. */
export const sequence = (game, heaps, more) => ask("sequence", { game, heaps, ...more });

export default { ask, solve, moves, value, draw, calc, sequence, Refused };
