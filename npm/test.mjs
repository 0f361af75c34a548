// The package as it is installed: node test.mjs, in a folder that has it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import bouton, { BoutonError, ask, draw, moves, solve } from "bouton";

test("a position is solved", async () => {
  const answer = await bouton.solve("wythoff", "75,90");
  assert.equal(answer.outcome, "win");
  assert.deepEqual(answer.best.map(({ move }) => move).sort(), ["take 44 from the second", "take 51 from both"]);
  assert.equal((await solve("nim", "3,5,6")).outcome, "loss");
  assert.equal((await solve("nim", "1,1", { misere: true })).outcome, "win");
});

test("moves and pictures", async () => {
  assert.equal((await moves("nim", "1,2")).moves.length, 3);
  assert.match(await draw("wythoff", "3,5"), /^<svg/);
});

test("wrong input is refused, and the next question answered", async () => {
  await assert.rejects(solve("nim", "three"), (error) => error instanceof BoutonError && error.status === 400);
  await assert.rejects(solve("no-such-game", "3"), BoutonError);
  assert.equal((await solve("nim", "3")).outcome, "win");
});

test("a limit stops a question", async () => {
  const answer = await solve("connect:6,8,4", undefined, { seconds: 0.5 });
  assert.deepEqual([answer.outcome, answer.stopped], [null, "time"]);
});

test("rules and positions in a text are played", async () => {
  const graph = '{"id": "a", "to": [["take 1", "b"]]}\n{"id": "b", "to": []}\n';
  assert.equal((await solve("mine.jsonl", undefined, { rules: graph })).outcome, "win");
  const rules = "start = 21\ndef moves(n):\n    return [(str(k), n - k) for k in (1, 2, 3) if k <= n]\ndef plies_left(n):\n    return n\n";
  assert.equal((await solve("mine.star", undefined, { rules })).outcome, "win");
});

test("long sequences are those of the program", async () => {
  // The module marks the classes of options by a table, where the program has wide vectors.
  const { rare, max } = await ask("/api/sequence", { game: "grundy", heaps: 100_000 });
  assert.deepEqual([rare.count, rare.last, max], [1273, 82_860, { value: 230, heap: 45_668 }]);
  const { period, preperiod } = await ask("/api/sequence", { game: "octal:0.16", heaps: 1_000_000 });
  assert.deepEqual([period, preperiod], [149_459, 105_351]);
});

test("the command answers", () => {
  const command = (...args) => execFileSync("npx", ["--no-install", "bouton", ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  assert.match(command("solve", "nim", "3,4,5"), /^win, Grundy value 2: take 2 from heap 1/);
  assert.equal(JSON.parse(command("solve", "nim", "1,1", "--misere", "--json")).outcome, "win");
  assert.throws(() => command("solve", "nim", "three"), /numbers?|three/);
});
