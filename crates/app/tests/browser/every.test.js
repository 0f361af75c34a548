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

/** Games whose heaps or cakes become more: what is new needs room of its own. */
const GROWING = new Set(["grundy", "cutcake", "maundy-cake", "eatcake", "partizan-subtraction", "partizan-octal"]);
/** So many moves of each game are made. */
const MOVES = 10;

/** The size of the drawing, and the names at the edges of a board or beside the points of a net, each with its place. */
const layout = (page) => page.evaluate(() => {
  const names = [...document.querySelectorAll("#board svg > text, #board .part > text.halo")].map((text) => `${text.textContent} ${text.getAttribute("x")} ${text.getAttribute("y")}`);
  return { size: document.querySelector("#board svg").getAttribute("viewBox"), names };
});

/** Touches parts of the board until a move is made; whether one was. */
async function touched(page, turn) {
  const made = () => new URL(page.url()).searchParams.getAll("move").length;
  const before = made();
  for (let tries = 0; tries < 12; tries += 1) {
    const targets = page.locator("#board .part.target");
    const parts = (await targets.count()) ? targets : page.locator("#board .part.open");
    const count = await parts.count();
    if (!count) return false;
    const part = parts.nth((tries * 7 + turn) % count);
    const token = part.locator(".token.open").last();
    const { x, y, width, height } = await ((await token.count()) ? token : part).boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    const gone = (n) => new URLSearchParams(location.search).getAll("move").length > n || document.querySelector("#board .picked");
    await page.waitForFunction(gone, before, { timeout: 1500 }).catch(() => {});
    // Looking back at a game that is over may take long.
    await page.waitForFunction(() => !document.querySelector("#table").hasAttribute("aria-busy") || /wins|draw/.test(document.querySelector("#status").textContent));
    if (made() > before) return true;
  }
  return false;
}

test("every game is played by touching the board alone, which keeps its layout and its names", () => visit("/", async (page) => {
  const faults = [];
  for (const { name: game } of await catalogue()) {
    await page.goto(`${site.base}/game?game=${game}&side=both`);
    await myTurn(page);
    const before = await layout(page);
    for (let turn = 0; turn < MOVES; turn += 1) {
      if (await page.locator("#status").textContent().then((said) => /wins|draw/.test(said))) break;
      // So many crumbs that they are told in words.
      if (!(await page.locator("#board [data-part]").count())) break;
      if (!(await touched(page, turn))) {
        if (!(await page.locator("#status").textContent().then((said) => /wins|draw/.test(said)))) faults.push(`${game}: nothing moves after ${turn} moves`);
        break;
      }
      const { size, names } = await layout(page);
      if (!GROWING.has(game) && size !== before.size) faults.push(`${game}: ${before.size} has become ${size} after ${turn + 1} moves`);
      const moved = names.filter((name) => !before.names.includes(name));
      if (!GROWING.has(game) && moved.length) faults.push(`${game}: ${moved} after ${turn + 1} moves`);
    }
  }
  assert.deepEqual(faults, []);
}));

test("names of squares and colours of men do not change owners", () => visit("/game?game=hexapawn:3,3&position=OOO/.../XXX&side=both", async (page) => {
  await myTurn(page);
  const at = (name) => page.locator("#board .part", { has: page.locator(`title:text-matches("^${name}:")`) });
  const pawns = () => page.locator("#board .part[data-whose]").evaluateAll((parts) => parts.map((part) => `${part.dataset.what.split(":")[0]} ${part.dataset.whose}`).toSorted());
  assert.deepEqual(await pawns(), ["a1 second", "a3 first", "b1 second", "b3 first", "c1 second", "c3 first"]);
  await page.locator('#moves button[data-move="b3-b2"]').click();
  await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 1);
  await myTurn(page);
  assert.deepEqual(await pawns(), ["a1 second", "a3 first", "b1 second", "b2 first", "c1 second", "c3 first"]);
  const named = await page.locator("#moves .movename").allInnerTexts();
  assert.deepEqual(named.toSorted(), ["a1-a2", "a1xb2", "c1-c2", "c1xb2"]);
  assert.equal(await at("b2").count(), 1);
}));

test("men that move are seen to move, but not where motion is not wanted", async () => {
  for (const [reducedMotion, seen] of [["no-preference", 1], ["reduce", 0]]) {
    await visit("/game?game=hexapawn:3,3&position=OOO/.../XXX&side=both", async (page) => {
      await myTurn(page);
      await page.evaluate(() => {
        window.animated = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function counted(...how) {
          window.animated += 1;
          return animate.apply(this, how);
        };
      });
      await page.locator('#moves button[data-move="b3-b2"]').click();
      await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 1);
      await myTurn(page);
      assert.equal(await page.evaluate(() => window.animated), seen);
    }, { reducedMotion });
  }
});
