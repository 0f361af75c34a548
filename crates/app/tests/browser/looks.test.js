// How the pages look and who can use them: light, dark, phone, screen readers.

import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { click, myTurn, playOut } from "./hands.js";
import { accessible, fits, serve, visit } from "./site.js";
import assert from "node:assert/strict";

serve();

const PAGES = {
  catalogue: ["/", async (page) => page.waitForSelector("#rooms li")],
  coins: ["/game?game=row-ends&position=4,5,3,1,2,7", async (page) => {
    await playOut(page, click);
    await page.waitForSelector("#review:not([hidden])");
    await page.waitForSelector("#picture svg");
  }],
  board: ["/game?game=mnk:3,3,3&position=X.O/.../...", async (page) => {
    await myTurn(page);
    await page.locator("#values").check();
    await page.waitForSelector("#board .worth");
  }],
  heaps: ["/game?game=nim&position=3,4,5", async (page) => {
    await myTurn(page);
    await page.locator("#why").click();
    await page.waitForFunction(() => document.querySelector("#said").textContent);
  }],
  sequence: ["/lab?ask=sequence&game=kayles&heaps=200", async (page) => page.waitForSelector("#result svg")],
  losing: ["/lab?ask=losing&game=wythoff&up_to=20", async (page) => page.waitForSelector("#result svg")],
  refuted: ["/lab?ask=refute&game=row-ends&strategy=larger-end&by=outcome", async (page) => page.waitForSelector("#result svg")],
};

const LOOKS = {
  light: {},
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  "dark-phone": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" },
};

/** Where screenshots go, if anywhere. */
const { SHOTS } = process.env;

for (const [name, [path, ready]] of Object.entries(PAGES)) {
  for (const [look, options] of Object.entries(LOOKS)) {
    test(`${name}, ${look}: axe-core finds nothing, nothing is cut`, () => visit(path, async (page) => {
      await ready(page);
      await fits(page);
      await accessible(page);
      if (!SHOTS) return;
      await mkdir(SHOTS, { recursive: true });
      await page.screenshot({ path: `${SHOTS}/${name}-${look}.png`, fullPage: name !== "catalogue" });
    }, options));
  }
}

test("the catalogue has every game, each leads to its table", () => visit("/", async (page) => {
  await page.waitForSelector("#rooms li");
  const links = await page.locator("#rooms a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  assert.ok(links.length >= 35);
  const looks = page.locator("#rooms img");
  for (let n = 0; n < (await looks.count()); n += 1) {
    await looks.nth(n).scrollIntoViewIfNeeded();
    await looks.nth(n).evaluate((image) => image.decode());
  }
  for (const link of links) {
    await page.goto(new URL(link, page.url()).href);
    await page.waitForSelector("#moves button");
    await page.waitForSelector("#board svg");
    assert.ok(await page.locator("#error").isHidden(), link);
  }
}));

test("the filter finds games by their other names", () => visit("/", async (page) => {
  await page.waitForSelector("#rooms li");
  await page.locator("#filter").fill("greedy coins");
  assert.deepEqual(await page.locator("#rooms li:visible strong").allInnerTexts(), ["Greedy coins"]);
  assert.match(await page.locator("#count").textContent(), /^1 of \d+$/);
}));

test("a newcomer gets from the first page to a game of coins and to tic-tac-toe by clicking", () => visit("/", async (page) => {
  await page.getByRole("link", { name: /Greedy coins/ }).first().click();
  await playOut(page, click);
  await page.waitForSelector("#review:not([hidden])");
  assert.equal(await page.getByRole("tab", { selected: true }).innerText(), "Triangle");
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.getByRole("link", { name: /Tic-tac-toe/ }).first().click();
  const said = await playOut(page, click);
  assert.match(said, /^(The program wins|A draw)\.$/);
}));
