#!/usr/bin/env node
// `npx bouton solve wythoff 75,90`: the answer in words, or with `--json` as JSON.
import { BoutonError, ask } from "./index.js";

const [command, ...rest] = process.argv.slice(2);
const options = {};
const plain = [];
for (const word of rest) {
  const [, name, value = "1"] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
  if (name) options[name.replaceAll("-", "_")] = value;
  else plain.push(word);
}
const { json, ...given } = options;
const [game, position] = plain;
if (!command || command.startsWith("-") || plain.length > 2) {
  console.error("bouton COMMAND GAME [POSITION] [--OPTION=VALUE …] [--json], such as: bouton solve wythoff 75,90");
  process.exit(2);
}
try {
  const answer = await ask(`/api/${command}`, { game, position, words: json ? undefined : 1, ...given });
  console.log(typeof answer === "string" ? answer.trimEnd() : JSON.stringify(answer));
} catch (error) {
  if (!(error instanceof BoutonError)) throw error;
  console.error(`bouton: ${error.message}`);
  process.exit(2);
}
