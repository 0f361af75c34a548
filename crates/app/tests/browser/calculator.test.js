// The calculator, and values beside moves.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { accessible, fits, measured, serve, site, sticksOut, visit } from "./site.js";

serve();

const results = (page) => page.locator(".cell .result").allInnerTexts();

/** Waits until the answers are these. */
const answered = (page, expected) => page.waitForFunction((texts) => {
  const found = [...document.querySelectorAll(".cell .result")].map((one) => one.textContent);
  return JSON.stringify(found) === texts;
}, JSON.stringify(expected));

/** Empties the worksheet and types lines into it, a cell each. */
async function typed(page, lines) {
  await page.goto(`${site.base}/calculator?${new URLSearchParams([["line", "0"]])}`);
  await page.getByLabel("Cell 1").fill(lines[0]);
  for (const line of lines.slice(1)) {
    await page.keyboard.press("Enter");
    await page.keyboard.type(line);
  }
}

test("cells are answered as they are typed, each with its thermograph", () => visit("/calculator", async (page) => {
  await page.locator(".plot svg").first().waitFor();
  await typed(page, ["let g = {2|-1}", "g + ^*", "g <= 1", "mean(g)"]);
  await answered(page, ["{2|-1}", "{2^*|-1^*}", "false", "1/2"]);
  assert.match(await page.locator(".cell .answer").nth(1).innerText(), /the first player wins; .*mean 1\/2, temperature 3\/2/);
  await page.locator('.cell:nth-child(2) svg[aria-label="Thermograph of {2^*|-1^*}"]').waitFor();
  await accessible(page);
  await page.reload();
  await answered(page, ["{2|-1}", "{2^*|-1^*}", "false", "1/2"]);
}));

test("games are named in cells, values are picked out of them", () => visit("/calculator", async (page) => {
  await typed(page, ["domineering:2,3 + 1", "clobber:2,2 XO/OX"]);
  await answered(page, ["{3|1/2}", "*"]);
  await page.getByLabel("Cell 2").focus();
  await page.getByRole("button", { name: "{3|1/2}", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".cell textarea")[1].value === "clobber:2,2 XO/OX + {3|1/2}");
  await answered(page, ["{3|1/2}", "{3*|1/2*}"]);
}));

test("a worksheet is kept as a notebook, with the values of games, which the module for Python does not know by name", () => visit("/calculator?line=let+g+%3D+%2B-1&line=g%2Bg&line=domineering%3A2%2C3+%2B+1", async (page) => {
  await answered(page, ["+-1", "0", "{3|1/2}"]);
  await page.waitForFunction(() => decodeURIComponent(document.querySelector("#keep").innerHTML).includes("# domineering:2,3 + 1"));
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Notebook" }).click()]);
  const { cells } = JSON.parse(await readFile(await file.path(), "utf8"));
  assert.deepEqual(cells.map(({ source }) => source.join("")), [
    "import bouton", 'bouton.calc("let g = +-1")', 'bouton.calc("let g = +-1; g+g")', '# domineering:2,3 + 1\nbouton.calc("let g = +-1; ({2|-1/2}) + 1")',
  ]);
}));

test("what is no expression is told in its cell, the others stay", () => visit("/calculator?line=%2B-1&line=%7B2%7C", async (page) => {
  await page.locator(".cell .error").waitFor();
  assert.match(await page.locator(".cell .error").innerText(), /expected/);
  assert.deepEqual(await results(page), ["+-1"]);
}));

test("statements are answered: names, functions, lists, tables, plots, games", () => visit("/calculator", async (page) => {
  await typed(page, ["def f(x): return {x|-x}", "g = f(2)", "[f(n) - g for n in range(1, 3)]", 'game("domineering:2,3") + f(1)', "g + ^"]);
  await answered(page, ["+-2", "+-{3|1}", "0", "{3|1||1/2|-3/2}", "{2^|-2^}"]);
  await page.getByLabel("Cell 5").fill("table([[n, f(n).mean] for n in range(2)], head=[\"n\", \"mean\"])");
  await page.locator("table.shown").waitFor();
  assert.deepEqual(await page.locator("table.shown th, table.shown td").allInnerTexts(), ["n", "mean", "0", "0", "1", "0"]);
  await page.getByLabel("Cell 5").fill("plot([mean({n|0}) for n in range(4)])");
  await page.locator(".answer svg circle").nth(3).waitFor();
  await accessible(page);
}));

test("a line that ends with a colon goes on, mistakes are told with line and column", () => visit("/calculator", async (page) => {
  await typed(page, ["for n in range(2):"]);
  await page.keyboard.press("Enter");
  await page.keyboard.type("print({n|0})");
  await answered(page, ["*", "{1|0}"]);
  await page.getByLabel("Cell 1").fill("x = 1\n*2 * nothing");
  await page.locator(".cell .error").waitFor();
  assert.match(await page.locator(".cell .error").innerText(), /line 2, column 6: expected a name that was given a value, found "nothing"/);
  await page.getByLabel("Cell 1").fill("[n for n in range(1000000000)]");
  await page.waitForFunction(() => /stopped|memory|steps/.test(document.querySelector(".cell .error")?.textContent));
}));

for (const [width, height] of [[390, 844], [1366, 657]]) {
  const options = { viewport: { width, height }, hasTouch: width < 400, isMobile: width < 400 };

  test(`no plot of the calculator is clipped at ${width}`, () => visit("/calculator", async (page) => {
    const looked = async (path) => {
      await page.locator(".cell:last-child .answer > *").first().waitFor();
      await page.waitForLoadState("networkidle");
      await measured(page);
      assert.deepEqual(await sticksOut(page), [], path);
      await fits(page);
      return page.locator(".plot svg, svg.chart").count();
    };
    let plots = await looked("the first cells");
    for (const example of await page.locator(".examples a").evaluateAll((all) => all.map(({ href }) => href))) {
      await page.goto(example);
      plots += await looked(example);
    }
    await page.goto(`${site.base}/calculator?${new URLSearchParams([["line", "{100|50||-7/8|-300}"], ["line", "{1/1024|-1/1024}"]])}`);
    plots += await looked("walls far from each other, and close together");
    assert.ok(plots >= 9, `${plots} plots`);
  }, options));

  test(`value, class and text of a cell are together at ${width}`, () => visit("/calculator?line={3||2|1}", async (page) => {
    await page.locator(".plot svg").waitFor();
    await measured(page);
    const boxes = await page.locator(".answer > *").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
    assert.equal(boxes.length, 3);
    for (const [n, { top }] of boxes.slice(1).entries()) assert.ok(top - boxes[n].bottom < 12, `${top - boxes[n].bottom} pixels between them`);
    // The drawing does not say again what they say.
    assert.doesNotMatch(await page.locator(".plot").textContent(), /mean 9\/4|\{3\|\|2\|1\}/);
  }, options));
}

test("signs that phones hide are written at the caret, by touch and by keys", () => visit("/calculator?line=1&line=2|-1", async (page) => {
  await answered(page, ["1"]);
  const second = page.getByLabel("Cell 2");
  await second.focus();
  await second.evaluate((field) => field.setSelectionRange(0, 0));
  await page.getByRole("button", { name: "Opening brace" }).tap();
  assert.ok(await second.evaluate((field) => field === document.activeElement));
  await second.press("End");
  await page.getByRole("button", { name: "Closing brace" }).focus();
  await page.keyboard.press("Enter");
  await answered(page, ["1", "{2|-1}"]);
  await page.keyboard.type("+");
  await page.getByRole("button", { name: "Up arrow" }).tap();
  await answered(page, ["1", "{2^|-1^}"]);
  // As what was typed, it can be taken back; a slow machine takes it and the `+` back one by one.
  await page.keyboard.press("Control+z");
  assert.doesNotMatch(await second.inputValue(), /\^/);
  if (/\+$/.test(await second.inputValue())) await page.keyboard.press("Control+z");
  await answered(page, ["1", "{2|-1}"]);
  await fits(page);
  await accessible(page);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

test("moves tell what they make of the position", () => visit("/game?game=domineering:2,3&side=both", async (page) => {
  await page.locator("#values").check();
  await page.waitForFunction(() => document.querySelectorAll("#moves .worth-beside").length === 3);
  const told = await page.locator("#moves .worth-beside").allInnerTexts();
  assert.deepEqual(told.toSorted(), ["+-1", "+-1", "2"]);
}));

test("of a loopy value only what there is is told", () => visit("/calculator?line=over%2B1", async (page) => {
  await page.locator(".cell .result").waitFor();
  assert.doesNotMatch(await page.locator("#cells").innerText(), /null|undefined/);
}));
