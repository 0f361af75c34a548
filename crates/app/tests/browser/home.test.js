// The home page, and what holds for every page: found by the words people use, read and used by everybody.

import assert from "node:assert/strict";
import test from "node:test";
import { isSite, onServer, serve, site, visit } from "./site.js";

serve();

const PAGES = ["/", "/game?game=nim&position=3,4,5", "/lab", "/calculator", "/puzzles?game=nim&count=1", "/rules", "/book/first-puzzle.html", "/reference"];

/** The games that are left once this was typed. */
async function found(page, typed) {
  await page.locator("#filter").fill(typed);
  return page.locator("#rooms li:visible strong").allTextContents();
}

test("games are found by other names, near names and what they are played with", () => visit("/", async (page) => {
  await page.waitForSelector("#rooms li");
  for (const [typed, name] of [
    ["tictactoe", "In a row"], ["tic tac toe", "In a row"], ["checkers", "Konane"], ["nimm", "Nim"], ["21", "Subtraction"], ["matches", "Nim"], ["four in a row", "Connect"],
    ["domneering", "Domineering"], ["hackenbsuh", "Hackenbush"], ["clober", "Clobber"], ["greedy coins", "Greedy coins"], ["toads and frogs", "Toads and frogs"],
  ]) {
    const names = await found(page, typed);
    assert.ok(names.includes(name), `${typed}: ${names}`);
    assert.ok(names.length < 12, `${typed} finds ${names.length}`);
  }
  assert.deepEqual(await found(page, "zzzzzz"), []);
  assert.match(await page.locator("#count").textContent(), /^0 of \d\d$/);
  assert.ok((await found(page, "")).length > 50);
}));

test("three cards in a row on a tablet", () => visit("/", async (page) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.waitForSelector("#first li");
  const tops = await page.locator("#first li").evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
  assert.equal(tops.length, 3);
  assert.equal(new Set(tops).size, 1, String(tops));
}));

test("every page is described, its fields do not make a phone zoom, and nothing is hidden from right to left", async () => {
  for (const path of PAGES) {
    await visit(path, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.waitForLoadState("load");
      for (const tag of ['meta[name="description"]', 'meta[property="og:title"]', 'meta[property="og:description"]']) {
        assert.ok((await page.locator(tag).getAttribute("content")).length > 10, `${path}: ${tag}`);
      }
      const small = await page.evaluate(() => [...document.querySelectorAll("input, select, textarea")]
        .filter((field) => !["checkbox", "radio", "range", "file", "hidden"].includes(field.type))
        .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML));
      assert.deepEqual(small, [], path);
      await page.evaluate(() => (document.documentElement.dir = "rtl"));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${path}: ${wide} px are aside`);
    });
  }
});

test("where the reader sets the colours, the switch is still there", () => visit("/game?game=nim&position=3,4,5", async (page) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.waitForSelector("#board svg");
  assert.notEqual(await page.locator("#values").evaluate((box) => getComputedStyle(box).appearance), "none");
}));

test("a page whose script does not come says so, and offers to try again", async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.route(/near\.js|game[^/]*\.js/, (route) => route.abort());
  await page.goto(`${site.base}/game?game=nim&position=3,4,5`);
  await page.waitForFunction(() => getComputedStyle(document.querySelector(".late")).visibility === "visible");
  await page.unroute(/near\.js|game[^/]*\.js/);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.waitForSelector("#board svg");
  assert.equal(await page.locator(".late").count(), 0);
  await context.close();
});

test("a game that does not exist has a page of its own, with the nearest names", onServer, () => visit("/game?game=domneering&position=1", async (page) => {
  await page.locator("#elsewhere a").first().waitFor();
  assert.equal(await page.locator("#name").textContent(), "No such game");
  const said = await page.locator("#elsewhere").innerText();
  assert.match(said, /domneering/);
  assert.doesNotMatch(said, /\^\^/);
  assert.ok(await page.locator("#error").isHidden());
  await page.getByRole("link", { name: "Domineering" }).click();
  await page.waitForSelector("#board svg");
}, { refusals: true }));

test("very many moves take no time before something is said", { skip: isSite }, () => visit("/game?game=nim&position=99999999,1", async (page) => {
  await page.waitForSelector("#board svg");
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Your move.");
  await page.locator("#hint").click();
  await page.waitForFunction(() => /^Try “/.test(document.querySelector("#said").textContent));
}));
