// A command of the command line as a question of these pages.

import { ask } from "./api.js";

/** The arguments of each command, in order; the last one takes all that is left. */
const TAKES = {
  solve: ["game", "position"], moves: ["game", "position"], analyze: ["game", "position"], review: ["game", "position", "move*"],
  losing: ["game"], values: ["game"], find: ["game", "position"], value: ["game", "position"], calc: ["expression"], sequence: ["game"],
  quotient: ["game", "position"], law: ["game", "pattern"], ask: ["game", "pattern", "formula"], refute: ["game", "strategy"], puzzles: ["game", "position"],
  check: ["game", "position"], verify: ["certificate"],
};

/** The words of a line, as a shell has them. */
export function words(line) {
  const found = line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g);
  return [...found].map(([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

let api;

/** The parameters that a question takes, by name. */
async function parametersOf(path) {
  api ??= ask("/api");
  const { parameters } = (await api).paths[path].get;
  return new Map(parameters.map(({ name, schema }) => [name, schema]));
}

/** A sentence that says why a command is not answered here. */
export class Elsewhere extends Error {}

/** The path and the query of a command; `files` are the files that the book names. */
export async function question(line, files) {
  const [program, command, ...rest] = words(line);
  if (program !== "bouton") throw new Elsewhere("Only commands of bouton are answered here.");
  if (/[|<>]|&&/.test(line.replaceAll(/"[^"]*"|'[^']*'/g, ""))) throw new Elsewhere("Pipes and files are for the command line.");
  const takes = TAKES[command];
  if (!takes) throw new Elsewhere(`bouton ${command ?? ""} is answered on the command line.`);
  const path = `/api/${command}`;
  const known = await parametersOf(path);
  const query = {};
  const plain = [];
  while (rest.length) {
    const word = rest.shift();
    const [, option, value] = /^--([a-z-]+)(?:=(.*))?$/.exec(word) ?? [];
    if (!option) {
      plain.push(word);
      continue;
    }
    const name = option.replaceAll("-", "_");
    const schema = known.get(name);
    if (!schema) throw new Elsewhere(`--${option} is for the command line.`);
    query[name] = schema.enum?.[0] === "0" ? "1" : value ?? rest.shift();
  }
  // A sum is one word or many: `nim 3,4 + kayles 5`.
  const sum = plain.includes("+") ? [plain.join(" ")] : plain;
  // A formula is about the law of a game, or about the values of a pattern, which stands before it.
  if (command === "ask" && sum.length === 2) sum.splice(1, 0, null);
  takes.forEach((name, n) => {
    if (name.endsWith("*")) query[name.slice(0, -1)] = sum.slice(n);
    else if (sum[n] != null) query[name] = sum[n];
  });
  if (!takes.at(-1).endsWith("*") && sum.length > takes.length) throw new Elsewhere("More words are given than this command takes here.");
  for (const [name, value] of Object.entries(query)) {
    const file = typeof value === "string" ? value.split(":")[0] : "";
    if (!(file in files)) continue;
    if (name === "certificate") query.certificate = files[file];
    else query.rules = files[file];
  }
  if (/\.(?:star|kif|jsonl|game|law)(?=:|$)/.test(query.game ?? "") && !query.rules) throw new Elsewhere(`The file ${query.game} is not here: the page “Rules” takes rule files.`);
  if (command === "verify" && !Object.values(files).includes(query.certificate)) throw new Elsewhere(`The file ${query.certificate ?? ""} is not here.`);
  if (!known.has("rules")) delete query.rules;
  return [path, { ...query, words: 1 }];
}
