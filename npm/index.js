// The answers of bouton, in Node and in pages: `await bouton.solve("wythoff", "75,90")`.

let desk;

async function load() {
  const program = await import("./all.js");
  const address = new URL("./all_bg.wasm", import.meta.url);
  const module_or_path = address.protocol === "file:" ? await (await import("node:fs/promises")).readFile(address) : address;
  await program.default({ module_or_path });
  return new program.Desk();
}

/** A question that has no answer: its input is wrong, or a limit was reached. */
export class BoutonError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "BoutonError";
    this.status = status;
  }
}

/** Asks any address of the API. */
export async function ask(path, parameters = {}, { seconds = 60, progress = () => {} } = {}) {
  // A list is a parameter given many times.
  const given = Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const texts = new URLSearchParams(given.filter(([, value]) => value !== undefined && value !== false).map(([name, value]) => [name, String(value)]));
  desk ??= load();
  const sent = (await desk).ask(path, texts.toString(), seconds, progress);
  const { status, mime } = sent;
  const bytes = sent.bytes();
  sent.free();
  const text = new TextDecoder().decode(bytes);
  const answer = mime.startsWith("application/json") ? JSON.parse(text) : text;
  if (status !== 200) throw new BoutonError(answer.error?.message ?? text, status);
  return answer;
}

const question = (path) => (game, position, { seconds, progress, ...options } = {}) =>
  ask(path, { game, position, ...options }, { seconds, progress });

export const solve = question("/api/solve");
export const moves = question("/api/moves");
export const draw = question("/api/draw");

export default { solve, moves, draw, ask, BoutonError };
