// Takes the pictures of the pages that the README shows: `./run pictures`.

import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { myTurn } from "./hands.js";
import { serve, visit } from "./site.js";

serve();

const ROOT = fileURLToPath(new URL("../../../../docs/pictures/", import.meta.url));
const wide = { viewport: { width: 1080, height: 720 } };

/** Takes a page, or a part of it, as `name`.png. */
const take = (part, name, more = {}) => part.screenshot({ path: `${ROOT}${name}.png`, ...more });

test("the catalogue", () => visit("/", async (page) => {
  await page.waitForSelector("#rooms li");
  await page.waitForLoadState("networkidle");
  await take(page, "catalogue", { clip: { x: 0, y: 0, width: 1080, height: 575 }, fullPage: true });
}, wide));

test("tic-tac-toe with the values of all moves, dark", () => visit("/game?game=mnk:3,3,3&position=X.O/.../...", async (page) => {
  await myTurn(page);
  await page.locator("#values").check();
  await page.waitForSelector("#board .worth");
  await take(page, "tic-tac-toe");
}, { ...wide, colorScheme: "dark" }));
