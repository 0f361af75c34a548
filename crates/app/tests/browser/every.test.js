// Every game of the catalogue: the table comes first, at the size of a phone and of a small laptop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { myTurn } from "./hands.js";
import { accessible, fits, serve, site, visit } from "./site.js";

serve();

const WINDOWS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  laptop: { viewport: { width: 1366, height: 657 } },
};

const catalogue = async () => (await fetch(`${site.base}/api/games`)).json();

/** What of the board and of the button for a hint lies outside the window, or under the bar at its lower edge. */
const hidden = (page) => page.evaluate(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const tools = document.querySelector(".tools");
  const lowest = getComputedStyle(tools).position === "fixed" ? tools.getBoundingClientRect().top : innerHeight;
  const inside = ({ left, top, right, bottom }, low) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= low + 0.5;
  const holder = document.querySelector("#board");
  const faults = [];
  if (!inside(box("#board svg"), lowest)) faults.push(`board ${JSON.stringify(box("#board svg"))} above ${lowest}`);
  if (!inside(box("#hint"), innerHeight)) faults.push(`hint ${JSON.stringify(box("#hint"))}`);
  if (holder.scrollWidth > holder.clientWidth || holder.scrollHeight > holder.clientHeight) faults.push("the board scrolls");
  return faults;
});

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`every game, ${name}: board and hint are seen whole, nothing scrolls sideways`, () => visit("/", async (page) => {
    const faults = [];
    for (const { name: game } of await catalogue()) {
      await page.goto(`${site.base}/game?game=${game}`);
      await myTurn(page);
      for (const fault of await hidden(page)) faults.push(`${game}: ${fault}`);
      await fits(page);
    }
    assert.deepEqual(faults, []);
  }, options));
}

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`the dialog, the rules and every panel, ${name}: axe-core finds nothing, nothing is cut`, () => visit("/game?game=mnk:3,3,3&position=X.O/.../...&side=both", async (page) => {
    await myTurn(page);
    await page.locator("#new").click();
    await accessible(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator("#about summary").click();
    const closed = page.locator("details.panel:visible:not([open]) > summary");
    while (await closed.count()) await closed.first().click();
    await fits(page);
    await accessible(page);
    assert.match(await page.locator("#score").innerText(), /First player: X\s+Second player: O/);
  }, options));
}

test("a phone's bar stays at its lower edge, and all pages are in its menu", () => visit("/game?game=nim&position=3,4,5", async (page) => {
  await myTurn(page);
  await page.getByText("Your own rules or position").click();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const low = await page.locator(".tools").evaluate((bar) => innerHeight - bar.getBoundingClientRect().bottom);
  assert.ok(Math.abs(low) < 1, `${low} pixels`);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Puzzles" }).click();
  await page.waitForURL(/puzzles/);
}, WINDOWS.phone));
