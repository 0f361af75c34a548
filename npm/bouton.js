#!/usr/bin/env node
// `npx bouton solve wythoff 75,90`: the answer as JSON.
import { BoutonError, ask } from "./index.js";

const [command, game, position, ...options] = process.argv.slice(2);
if (!game) {
  console.error("bouton COMMAND GAME [POSITION] [NAME=VALUE …], such as: bouton solve wythoff 75,90");
  process.exit(2);
}
try {
  const given = Object.fromEntries(options.map((option) => option.split(/=(.*)/s, 2)));
  const answer = await ask(`/api/${command}`, { game, position, ...given });
  console.log(typeof answer === "string" ? answer : JSON.stringify(answer));
} catch (error) {
  if (!(error instanceof BoutonError)) throw error;
  console.error(`bouton: ${error.message}`);
  process.exit(2);
}
