// Looking back, looking further: review, values, pictures, addresses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, click, lookAt, made, myTurn, playOut } from "./hands.js";
import { serve, site, visit } from "./site.js";

serve();

const ROW = "/game?game=row-ends&position=4,5,3,1,2,7&level=perfect";

test("why a game of coins was lost", () => visit(ROW, async (page) => {
  for (const end of ["L", "L", "L"]) {
    await myTurn(page);
    await choose(page, end);
  }
  await page.waitForSelector("#review:not([hidden])");
  const story = await page.locator(".story").textContent();
  assert.match(story, /Your move 1, “Left end: 4”, turned a win by 6 points into a draw\. Better: “Right end: 7”\./);
  assert.equal(await page.locator(".chart .mistake").count(), await page.locator("tr.wrong").count());
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#review").getByRole("link", { name: "CSV" }).click()]);
  assert.equal(file.suggestedFilename(), "row-ends-review.csv");
  await lookAt(page, "pictures");
  await page.locator("#picture [data-position='4,5,3,1,2,7']").waitFor();
  await lookAt(page, "review");
  await page.getByRole("button", { name: "Try again from move 1" }).click();
  await page.waitForFunction(() => document.querySelector("#tab-review").hidden && document.querySelector("#review").hidden);
  assert.equal(await made(page), 0);
  await choose(page, "R");
  assert.ok(await myTurn(page));
}));

test("values by colour, sign and number, only when asked for", () => visit("/game?game=mnk:3,3,3&position=X.O/.../...", async (page) => {
  await myTurn(page);
  assert.equal(await page.locator("#moves .sign").count(), 0);
  await page.locator("#values").check();
  const named = (move) => page.locator(`#moves button[data-move="${move}"]`);
  await named("a2").locator(".sign").waitFor();
  const told = await Promise.all(["a2", "b2", "b1"].map((move) => named(move).innerText()));
  assert.deepEqual(told.map((words) => words.replace(/\s+/g, " ").replace(" , best", "")), ["▲ a2 wins in 5 plies", "◆ b2 draw", "▼ b1 loses in 6 plies"]);
  assert.equal(await page.getByRole("button", { name: /^a2 wins in 5 plies ?, best$/ }).count(), 1);
  assert.equal(await page.locator("#board [data-part='3']").getAttribute("data-worth"), "win");
  assert.match(await page.locator("#board [data-part='1'] title").textContent(), /b1, losing in 6 plies/);
  await page.locator("#values").uncheck();
  assert.equal(await page.locator("#moves .sign, #board .worth").count(), 0);
}));

test("hint and why", () => visit("/game?game=wythoff&position=5,8", async (page) => {
  await myTurn(page);
  await page.locator("#hint").click();
  await page.waitForFunction(() => /^Try “/.test(document.querySelector("#said").textContent));
  await page.locator("#why").click();
  await page.waitForFunction(() => /by best play/.test(document.querySelector("#reasons").textContent));
  assert.match(await page.locator("#reasons").textContent(), /You are winning.*Best: .*lost pair.*Proved by closed-form/s);
}));

test("a hint marks the tokens that it takes, and no others", async () => {
  for (const [game, position] of [["nim", "3,4,5"], ["subtraction:1,2,3", "15"], ["kayles", "5,3"], ["wythoff", "9,4"], ["fibonacci-nim", "14/13"], ["staircase", "3,2,4"]]) {
    await visit(`/game?${new URLSearchParams({ game, position })}`, async (page) => {
      await myTurn(page);
      await page.locator("#hint").click();
      await page.waitForFunction(() => /^Try “/.test(document.querySelector("#said").textContent));
      const said = await page.locator("#said").textContent();
      const number = Number(/(\d+)/.exec(said)[1]);
      const goes = await page.locator("#board .token.goes").count();
      assert.ok(goes === number || goes === 2 * number, `${game} ${position}: ${said} marks ${goes}`);
    });
  }
});

/** What the one move of a position is drawn with: hatched parts and edges, outlines, arrows, lines of a cut. */
const DEEDS = [
  ["cutcake", "3x2", { cutline: 3 }], ["eatcake", "1x1", { goes: 1 }], ["hackenbush", "0g1", { goes: 1 }], ["konane", "XO.", { goes: 1, route: 1 }],
  ["toads-and-frogs", "t.f", { route: 1 }], ["mnk:2,2,2", "../..", { comes: 1 }], ["grundy", "3", { cutline: 1 }], ["row-ends", "4", { goes: 1 }],
];

test("a hint is drawn as its deed, and an edge keeps its colour", async () => {
  for (const [game, position, expected] of DEEDS) {
    await visit(`/game?${new URLSearchParams({ game, position })}`, async (page) => {
      await myTurn(page);
      const edge = () => page.locator("#board .part > line:not(.reach)").evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
      const before = await edge();
      await page.locator("#hint").click();
      await page.waitForFunction(() => /^Try “/.test(document.querySelector("#said").textContent));
      const marks = await page.locator("#board .deed").evaluate((deed) => ["goes", "comes", "route", "cutline"].map((name) => [name, deed.querySelectorAll(`.${name}`).length]).filter(([, count]) => count));
      assert.deepEqual(Object.fromEntries(marks), expected, game);
      assert.deepEqual(await edge(), before, game);
    });
  }
});

test("an address is a game: shared, reloaded, back and forward", () => visit(ROW, async (page) => {
  await myTurn(page);
  await click(page);
  await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 2);
  assert.ok(await myTurn(page));
  const [address, table] = [page.url(), await page.locator("#board").innerText()];
  await page.reload();
  await myTurn(page);
  assert.equal(await page.locator("#board").innerText(), table);
  await visit(address.slice(site.base.length), async (other) => {
    await myTurn(other);
    assert.equal(await other.locator("#board").innerText(), table);
    assert.equal(await other.locator("#score").innerText(), await page.locator("#score").innerText());
  });
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("#board .part").length === 6);
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll("#board .part").length === 4);
  await page.locator("#undo").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .part").length === 6);
}));

test("a cell of the triangle is a place to go to, by click and by key", () => visit(ROW, async (page) => {
  await myTurn(page);
  await lookAt(page, "pictures");
  await page.getByRole("tab", { name: "Triangle" }).click();
  const cell = page.locator("#picture [data-position='5,3,1,2']");
  await cell.click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("position") === "5,3,1,2");
  await page.waitForFunction(() => document.querySelectorAll("#board .part").length === 4);
  // The picture of the row that was left takes the place of the one before, and the focus with it.
  await page.waitForFunction(() => !document.querySelector("#picture [data-position='4,5,3,1,2,7']"));
  assert.equal(await page.evaluate(() => document.activeElement.dataset.position), "5,3,1,2");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#board .part").length < 4 || document.querySelectorAll("#board .part").length === 5);
  await page.goBack();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("position") === "5,3,1,2");
}));

test("a refused position is a sentence, and the table stays", () => visit(ROW, async (page) => {
  await myTurn(page);
  await lookAt(page, "setup");
  await page.locator("#set [name=position]").fill("4,<b>x</b>");
  await page.locator("#set button").click();
  await page.waitForSelector("#error:not([hidden])");
  assert.match(await page.locator("#error").textContent(), /<b>x<\/b>/);
  assert.equal(await page.locator("#error b").count(), 0);
  assert.equal(await page.locator("#board .part").count(), 6);
  await page.locator("#set [name=position]").fill("9,1,8");
  await page.locator("#set button").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .part").length === 3);
  assert.ok(await page.locator("#error").isHidden());
}));

test("a sum of games is a game", () => visit(`/game?${new URLSearchParams({ game: "nim 1 + kayles 2" })}`, async (page) => {
  assert.ok(await myTurn(page));
  await choose(page, "1: take 1");
  assert.equal(await playOut(page, click), "You win.");
}));

test("misère turns the aim around", () => visit("/game?game=subtraction:1,2,3&position=1&misere=1", async (page) => {
  const said = await playOut(page, click);
  assert.equal(said, "The program wins.");
}));
