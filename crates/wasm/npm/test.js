// `node --test crates/wasm/npm/test.js`, after `crates/wasm/build`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import bouton from "./index.js";

test("it answers", async () => {
  const answer = await bouton.solve("wythoff", "75,90");
  assert.equal(answer.outcome, "win");
  assert.equal(answer.preferred.to, "24,39");
  assert.match(await bouton.draw("tic-tac-toe", "X.O/.../...", { as: "board" }), /^<svg/);
  assert.equal((await bouton.sequence("kayles", 200)).period, 12);
});

test("what cannot be answered is refused with a sentence", async () => {
  await assert.rejects(bouton.solve("wythoff", "75,x"), (error) => error instanceof bouton.Refused && error.what === "position");
});

test("the command answers in words", () => {
  const told = execFileSync(process.execPath, [new URL("./cli.js", import.meta.url).pathname, "solve", "nim", "3,4,5"], { encoding: "utf8" });
  assert.match(told, /^win: take 2 from the first/);
});
