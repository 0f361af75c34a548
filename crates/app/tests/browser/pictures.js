// Takes the pictures of the pages that the README shows: `./run pictures`.

import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { choose, lookAt, myTurn } from "./hands.js";
import { serve, visit } from "./site.js";

serve();

const ROOT = fileURLToPath(new URL("../../../../docs/pictures/", import.meta.url));
const wide = { viewport: { width: 1080, height: 720 } };
const narrow = { viewport: { width: 640, height: 900 } };

/** Takes a page, or a part of it, as `name`.png. */
const take = (part, name, more = {}) => part.screenshot({ path: `${ROOT}${name}.png`, ...more });
const top = (height) => ({ clip: { x: 0, y: 0, width: 1080, height }, fullPage: true });

test("the catalogue", () => visit("/", async (page) => {
  await page.waitForSelector("#rooms li");
  await page.waitForLoadState("networkidle");
  await take(page, "catalogue", top(575));
}, wide));

test("a game of coins, lost, with its review and its triangle", () => visit("/game?game=row-ends&position=4,5,3,1,2,7&level=perfect", async (page) => {
  await myTurn(page);
  for (let n = 0; n < 3; n += 1) {
    await myTurn(page);
    await choose(page, "L");
  }
  await page.locator("#review:not([hidden])").waitFor();
  // The bar would lie over them.
  await page.locator(".tools").evaluate((bar) => (bar.style.position = "static"));
  await take(page.locator("#review"), "review");
  await lookAt(page, "pictures");
  await page.locator("#picture svg").waitFor();
  await take(page.locator("#pictures"), "triangle");
}, narrow));

test("tic-tac-toe with the values of all moves, dark", () => visit("/game?game=mnk:3,3,3&position=X.O/.../...", async (page) => {
  await myTurn(page);
  await page.locator("#values").check();
  await page.waitForSelector("#board .worth");
  await take(page, "tic-tac-toe");
}, { ...wide, colorScheme: "dark" }));

test("the laboratory", () => visit("/lab?ask=sequence&game=kayles&heaps=200", async (page) => {
  await page.waitForSelector("#result svg");
  await take(page, "laboratory", top(1010));
}, wide));
