// The calculator, and values beside moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, fits, serve, visit } from "./site.js";

serve();

const results = (page) => page.locator("#answers .result").allInnerTexts();

/** Waits until the answers are these. */
const answered = (page, expected) => page.waitForFunction((texts) => {
  const found = [...document.querySelectorAll("#answers .result")].map((one) => one.textContent);
  return JSON.stringify(found) === texts;
}, JSON.stringify(expected));

test("answers as they are typed, with thermographs", () => visit("/calculator", async (page) => {
  await page.locator("#walls svg").waitFor();
  await page.locator("#lines").fill("let g = {2|-1}\ng + ^*\ng <= 1\nmean(g)");
  await answered(page, ["{2|-1}", "{2^*|-1^*}", "false", "1/2"]);
  assert.match(await page.locator("#answers dd").nth(1).innerText(), /whoever moves first wins; .*mean 1\/2, temperature 3\/2/);
  await page.waitForFunction(() => document.querySelector("#walls svg")?.textContent.includes("{2^*|-1^*}"));
  await accessible(page);
  await page.reload();
  await answered(page, ["{2|-1}", "{2^*|-1^*}", "false", "1/2"]);
}));

test("what is no expression is told, the other lines stay", () => visit("/calculator?line=%2B-1&line=%7B2%7C", async (page) => {
  await page.locator("#error:not([hidden])").waitFor();
  assert.match(await page.locator("#error").innerText(), /\{2\|: .*expected/);
  assert.deepEqual(await results(page), ["+-1"]);
}));

test("the calculator fits a telephone", () => visit("/calculator", async (page) => {
  await page.locator("#walls svg").waitFor();
  await fits(page);
}, { viewport: { width: 360, height: 740 } }));

test("moves tell what they make of the position", () => visit("/game?game=domineering:2,3&side=both", async (page) => {
  await page.locator("#values").check();
  await page.waitForFunction(() => document.querySelectorAll("#moves .worth-beside").length === 3);
  const told = await page.locator("#moves .worth-beside").allInnerTexts();
  assert.deepEqual(told.toSorted(), ["+-1 (not sensible)", "+-1 (not sensible)", "2"]);
}));

test("of a loopy value only what there is is told", () => visit("/calculator?line=over%2B1", async (page) => {
  await page.locator("#answers:not([hidden])").waitFor();
  assert.doesNotMatch(await page.locator("#answers").innerText(), /null|undefined/);
}));
