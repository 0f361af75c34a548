// The board, the message with the first line of a hint, and the tools: wholly in the window and covered by nothing, for every game and
// every shape of window. Measured by boxes and by what lies on top at a point, not by styles.

import assert from "node:assert/strict";
import test from "node:test";
import { click, playOut } from "./hands.js";
import { jumps, seen, serve, site, visit } from "./site.js";

serve();

const SIZES = [[390, 844], [390, 664], [360, 560], [844, 390], [768, 1024], [1366, 657], [683, 328]];

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
      for (const fault of await seen(page, SIZES, ["#board svg", ".tools", "#status", "#said"])) all.push(`${card.name}, ${fault}`);
    });
  }
  assert.deepEqual(all, []);
});

/** Games of each kind: points, heaps, lines, boxes; the last one is played against the program. */
const ENDS = [
  "row-ends&position=4,5,3,1,2,7&side=both", "nim&position=1,2&side=both", "mnk:3,3,3&position=.../.../...&side=both",
  "dots-and-boxes:1,2&position=../.../..&side=both", "nim&position=1,2",
];

for (const [width, height] of [[390, 664], [844, 390], [1366, 657]]) {
  test(`a game is played to its end by touching the board, without a scroll, and nothing jumps: ${width}×${height}`, async () => {
    for (const game of ENDS) {
      await visit(`/game?game=${game}`, async (page) => {
        await page.waitForSelector("#board svg");
        const shifted = await jumps(page);
        const said = await playOut(page, click);
        assert.match(said, /win|draw/, game);
        await page.waitForSelector("#review:not([hidden])");
        await shifted();
      }, { viewport: { width, height }, hasTouch: true });
    }
  });
}
