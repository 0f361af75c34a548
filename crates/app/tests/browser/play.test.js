// Every kind of game, to its end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, click, made, myTurn, newGame, playOut, press } from "./hands.js";
import { onServer, serve, site, visit } from "./site.js";

serve();

const game = (name, position, more = {}) => `/game?${new URLSearchParams({ game: name, position, level: "perfect", ...more })}`;

const KINDS = [
  ["heaps", game("subtraction:1,2,3", "7,4")], ["a row of coins", game("row-ends", "4,5,3,1,2,7")], ["a board", game("mnk:3,3,3", ".../.../...")],
  ["men that walk", game("hexapawn:3,3", "OOO/.../XXX")], ["cards", game("thirty-one", "")],
  ["points and turns kept", game("dots-and-boxes:1,2", "../.../..")], ["Left and Right", game("domineering:3,3", ".../.../...")],
];

/** Who won by the rules of the program itself, asked of the line that was played: 1 for the first player, 0, -1. */
async function winner(page) {
  const query = new URL(page.url()).searchParams;
  const asked = new URLSearchParams([["game", query.get("game")], ["position", query.get("position")], ...query.getAll("move").map((move) => ["move", move])]);
  const { line, totals } = await (await fetch(`${site.base}/api/review?${asked}`)).json();
  if (totals) return Math.sign(totals[0] - totals[1]);
  const last = line.at(-1);
  const side = line.length % 2 ? 1 : -1;
  return side * { win: 1, draw: 0, loss: -1 }[last.after];
}

for (const [kind, path] of KINDS) {
  for (const [by, hand] of [["clicks", click], ["keys", press]]) {
    test(`${kind}, played to the end by ${by}`, () => visit(path, async (page) => {
      const said = await playOut(page, hand);
      const won = await winner(page);
      assert.equal(said.replace(/ by \d+ points?/, ""), ["The program wins.", "A draw.", "You win."][won + 1]);
      await page.waitForSelector("#review:not([hidden])");
    }));
  }
}

test("a person who takes the best move wins what is won", () => visit(game("subtraction:1,2,3", "15"), async (page) => {
  const said = await playOut(page, async () => {
    await page.locator("#hint").click();
    await page.waitForFunction(() => /^Try/.test(document.querySelector("#said").textContent));
    const name = (await page.locator("#said").textContent()).match(/“(.*)”/)[1];
    await page.locator("#moves button", { hasText: new RegExp(`^${name}$`) }).click();
    await page.waitForFunction(() => document.querySelector("#said").textContent === "");
  });
  assert.equal(said, "You win.");
  assert.match(await page.locator("#review-body").textContent(), /You made no mistake/);
}));

test("behind by six, the hint and the values do not say that I win", () => visit(game("row-ends", "2,8,1,3", { level: "larger-end" }), async (page) => {
  await myTurn(page);
  await choose(page, "L");
  await myTurn(page);
  assert.match(await page.locator("#score").innerText(), /You\s*2[^]*The program\s*8/i);
  await page.locator("#hint").click();
  await page.waitForFunction(() => /^Try/.test(document.querySelector("#said").textContent));
  assert.equal(await page.locator("#said").textContent(), "Try “Right end: 3”: takes 2 more than the other from here; you lose by 4 points.");
  await page.locator("#values").check({ force: true });
  await page.waitForSelector("#moves .movevalue");
  assert.deepEqual(await page.locator("#moves .movevalue").allTextContents(), ["+2 from here, loses by 4 points", "−2 from here, loses by 8 points"]);
  assert.equal(await page.locator("#moves button.loss").count(), 2);
  await page.locator("#why").click();
  await page.waitForFunction(() => /You are losing by 4 points, by best play\. Takes 2 more/.test(document.querySelector("#reasons").textContent));
}));

test("two people, and the program as the first", () => visit(game("row-ends", "1,5,1"), async (page) => {
  await newGame(page, { side: "Two people" });
  const said = await playOut(page, (page) => choose(page, "L"));
  assert.match(said, /^Second player wins by 3 points\.$/);
  await newGame(page, { side: "Program begins" });
  assert.ok(await myTurn(page));
  assert.equal(await made(page), 1);
}));

test("who is faster than the server takes nobody's turn away", onServer, () => visit("/", async (page) => {
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(site.base + game("row-ends", "1,5,1", { side: "second" }), { waitUntil: "commit" });
  await page.locator("#values").check();
  assert.ok(await page.locator("#hint").isDisabled());
  await page.locator("#values").uncheck();
  await page.locator("#values").check();
  assert.ok(await myTurn(page));
  assert.equal(await made(page), 1);
  await page.locator("#moves button .sign").first().waitFor();
  await page.locator("#values").uncheck();
  assert.equal(await page.locator("#moves button .sign").count(), 0);
}));

test("play without end is a draw at the third time", () => visit(game("mu-torere", "./XXXXOOOO"), async (page) => {
  await page.locator("#values").check();
  const said = await playOut(page, async () => {
    const before = await made(page);
    await page.locator("#moves button .sign").first().waitFor();
    await page.locator("#moves button").first().click();
    await page.waitForFunction((n) => new URLSearchParams(location.search).getAll("move").length > n, before);
  });
  assert.equal(said, "The same position for the third time: a draw.");
}));
