#!/usr/bin/env node
// `npx bouton solve wythoff 75,90`: answers in words. The program itself has more commands and options.

import { Refused, ask } from "./index.js";

const TAKES = { calc: ["expression"], sequence: ["game", "heaps"], law: ["game"], ask: ["game", "formula"] };
const [command, ...given] = process.argv.slice(2);
const takes = TAKES[command] ?? ["game", "position"];
if (!command || given.length > takes.length) {
  console.error("expected: bouton solve|moves|value|analyze GAME [POSITION], bouton calc EXPRESSION, bouton sequence GAME [HEAPS], bouton law GAME");
  process.exit(2);
}
try {
  process.stdout.write(await ask(command, { ...Object.fromEntries(given.map((word, n) => [takes[n], word])), words: true }));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
