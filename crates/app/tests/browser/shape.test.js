// The board, the message with the first line of a hint, and the tools: wholly in the window and covered by nothing, for every game and
// every shape of window. Measured by boxes and by what lies on top at a point, not by styles.

import assert from "node:assert/strict";
import test from "node:test";
import { click, playOut } from "./hands.js";
import { serve, site, visit } from "./site.js";

serve();

const SIZES = [[390, 844], [390, 664], [360, 560], [844, 390], [768, 1024], [1366, 657], [683, 328]];
/** Letters one and a half times as large, in windows that have room for them. */
const LARGE = [[390, 844], [768, 1024], [1366, 657]];
/** A line of the hint is no higher than this, in pixels. */
const LINE = 20;
/** The least height of the place of a board. */
const LEAST = 240;

function faults([line, least]) {
  scrollTo(0, 0);
  const found = [];
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) found.push(`${wide} px are aside`);
  const look = (query, most = Infinity) => {
    const part = document.querySelector(query);
    const { top, left, right, bottom: end, width } = part.getBoundingClientRect();
    const bottom = Math.min(end, top + most);
    if (!width || top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1) return void found.push(`${query} reaches from ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`);
    for (const [x, y] of [[left + 2, top + 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]]) {
      const above = document.elementFromPoint(x, y);
      if (above && !part.contains(above) && !above.contains(part)) found.push(`${query} lies under ${above.id || above.localName}`);
    }
  };
  look("#board svg");
  look(".tools");
  look("#status");
  look("#said", line);
  const { height } = document.querySelector("#board").getBoundingClientRect();
  if (height < least - 1) found.push(`the board has ${Math.round(height)} px`);
  return found;
}

async function walk(page, sizes, name, all) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // The board is fitted after the page has its new size.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
    const found = await page.evaluate(faults, [LINE, LEAST]);
    if (found.length) all.push(`${name}, ${width}×${height}: ${found.join("; ")}`);
  }
}

test("board, message and tools of every game are seen at once, in windows of every shape", async () => {
  const cards = await (await fetch(`${site.base}/api/games`)).json();
  assert.ok(cards.length > 55);
  const all = [];
  for (const card of cards) {
    const [game, position] = card.to_play ?? card.example;
    await visit(`/game?${new URLSearchParams({ game, position })}`, async (page) => {
      await page.waitForFunction(() => document.querySelector("#board svg") && !document.querySelector("#table").hasAttribute("aria-busy"));
      if (await page.locator("#hint").isEnabled()) {
        await page.locator("#hint").click();
        await page.waitForFunction(() => /^Try “/.test(document.querySelector("#said").textContent));
      }
      await walk(page, SIZES, card.name, all);
      await page.evaluate(() => (document.documentElement.style.fontSize = "24px"));
      await walk(page, LARGE, `${card.name}, large letters`, all);
    });
  }
  assert.deepEqual(all, []);
});

/** Games of each kind: points, heaps, lines, boxes; the last one is played against the program. */
const ENDS = [
  "row-ends&position=4,5,3,1,2,7&side=both", "nim&position=1,2&side=both", "mnk:3,3,3&position=.../.../...&side=both",
  "dots-and-boxes:1,2&position=../.../..&side=both", "nim&position=1,2",
];
/** The most that a page may shift, by the measure of browsers. */
const STILL = 0.02;

for (const [width, height] of [[390, 664], [844, 390], [1366, 657]]) {
  test(`a game is played to its end by touching the board, without a scroll, and nothing jumps: ${width}×${height}`, async () => {
    for (const game of ENDS) {
      await visit(`/game?game=${game}`, async (page) => {
        await page.waitForSelector("#board svg");
        await page.evaluate(() => {
          window.shifts = [];
          const places = ({ node, previousRect: from, currentRect: to }) => `${node?.id || node?.className || node?.nodeName}: ${from.x},${from.y} to ${to.x},${to.y}`;
          const note = (list) => list.getEntries().forEach((entry) => window.shifts.push([entry.value, ...entry.sources.map(places)]));
          new PerformanceObserver(note).observe({ type: "layout-shift" });
          addEventListener("scroll", () => (window.scrolled = true));
        });
        const said = await playOut(page, click);
        assert.match(said, /win|draw/, game);
        await page.waitForSelector("#review:not([hidden])");
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const [shifts, scrolled] = await page.evaluate(() => [window.shifts, window.scrolled]);
        const sum = shifts.reduce((all, [value]) => all + value, 0);
        assert.ok(sum <= STILL, `${game}: ${sum}: ${JSON.stringify(shifts)}`);
        assert.ok(!scrolled, `${game}: the page was scrolled`);
      }, { viewport: { width, height }, hasTouch: true });
    }
  });
}
