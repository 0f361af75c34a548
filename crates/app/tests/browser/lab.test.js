// The laboratory, and work that takes long.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { accessible, fits, measured, serve, site, sticksOut, visit } from "./site.js";

// One worker for long questions, and more time for each than the tests wait for anything.
serve("--workers", "1", "--time", "1h");

const lab = (question) => `/lab?${new URLSearchParams(question)}`;
const result = (page) => page.locator("#result:not([hidden])");

/** The text of the file that a link of the result saves. */
async function saved(page, format) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#result").getByRole("link", { name: format }).click()]);
  assert.match(file.suggestedFilename(), new RegExp(`\\.${format.toLowerCase()}$`));
  return readFile(await file.path(), "utf8");
}

test("a sequence with its period, its plot and its files", () => visit(lab({ ask: "sequence" }), async (page) => {
  await page.locator("[name=heaps]").fill("200");
  await page.getByRole("button", { name: "Compute" }).click();
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /Kayles repeats every 12 heaps from heap 71 on, for ever: that is proved\./);
  assert.equal(await page.locator("#result .plot svg").count(), 1);
  assert.equal((await saved(page, "CSV")).split("\r\n")[3], "2,2");
  assert.equal(JSON.parse(await saved(page, "JSON")).period, 12);
  assert.match(await saved(page, "SVG"), /^<svg /);
  assert.match(await saved(page, "PNG"), /PNG/);
  await page.reload();
  await result(page).waitFor();
}));

test("a sequence of values has its saltus, its table and its files", () => visit(lab({ ask: "sequence", game: "partizan-octal:0.5/0.03", heaps: "30" }), async (page) => {
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /repeats every 2 heaps from heap 1 on, rising by \{1\|0\} each time, for ever: that is proved\./);
  assert.equal(await page.locator("#result tbody tr").count(), 31);
  assert.match((await saved(page, "CSV")).split("\r\n")[0], /^heap,value,class,mean,temperature$/);
}));

test("lost positions lead to the table", () => visit(lab({ ask: "losing", game: "wythoff", up_to: "20" }), async (page) => {
  await result(page).waitFor();
  const found = await page.locator(".chips a").allInnerTexts();
  assert.deepEqual(found, ["0,0", "1,2", "3,5", "4,7", "6,10", "8,13", "9,15", "11,18", "12,20"]);
  assert.equal((await saved(page, "CSV")).split("\r\n")[4], '"4,7"');
  assert.deepEqual(JSON.parse(await saved(page, "JSON")).positions.map(({ position }) => position), found);
  await page.locator(".chips a").nth(3).click();
  await page.waitForFunction(() => /\/game(\.html)?$/.test(location.pathname) && document.querySelector("#moves button"));
}));

test("values as a picture and as a table", () => visit(lab({ ask: "values", game: "subtraction:1,2,3", up_to: "9", kind: "grundy" }), async (page) => {
  await result(page).waitFor();
  await page.locator("#result .plot svg").waitFor();
  await page.locator("#result summary").click();
  assert.deepEqual(await page.locator("#result tbody td:nth-child(2)").allInnerTexts(), ["0", "1", "2", "3", "0", "1", "2", "3", "0", "1"]);
  assert.match(await saved(page, "CSV"), /\r\n3,3\r\n4,0\r\n/);
}));

test("a strategy refuted, with the position to look at", () => visit(lab({ ask: "refute" }), async (page) => {
  await page.getByRole("button", { name: "Look for a counterexample" }).click();
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /Refuted at 1,1,3,2: .* positions tried/s);
  assert.equal(await page.locator("#result a").first().innerText(), "See it on the table");
  assert.match(await saved(page, "CSV"), /^position,move,best,visited\r\n"1,1,3,2",R,L,\d+\r\n$/);
  assert.equal(JSON.parse(await saved(page, "JSON")).counterexample.position, "1,1,3,2");
  assert.match(await saved(page, "SVG"), /^<svg /);
}));

test("a strategy that is hard to refute: a running count, and a stop button", () => visit(lab({ ask: "refute" }), async (page) => {
  await page.locator("[name=strategy]").fill("folded-ends");
  await page.getByRole("button", { name: "Look for a counterexample" }).click();
  for (const least of [1, 500_000]) {
    const beyond = (n) => Number(document.querySelector("#progress").textContent.match(/([\d,]+) positions/)?.[1].replaceAll(",", "")) > n;
    await page.waitForFunction(beyond, least);
  }
  await page.locator("#cancel").click();
  await page.waitForSelector("#error:not([hidden])");
  assert.equal(await page.locator("#error").textContent(), "Stopped.");
}));

test("a plot tells what lies under the pointer, and where its slider stands", () => visit(lab({ ask: "sequence", game: "kayles", heaps: "200" }), async (page) => {
  await result(page).waitFor();
  const said = page.locator("#result .readout");
  assert.equal(await said.textContent(), "Heap 0: value 0.");
  await page.getByRole("slider", { name: "Heap", exact: true }).fill("100");
  const { values } = await (await fetch(`${site.base}/api/sequence?game=kayles&heaps=200&values=1`)).json();
  assert.equal(await said.textContent(), `Heap 100: value ${values[100]}, as heap 88, a period before.`);
  assert.equal(values[100], values[88]);
  const box = await page.locator("#result .plot svg").evaluate((svg) => {
    const at = (x, y) => { const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; };
    return at(250, 210);
  });
  await page.mouse.move(...box);
  assert.equal(await said.textContent(), `Heap 50: value ${values[50]}.`);
  // A bracket over the first whole period.
  assert.equal(await page.locator("#result .plot .ray").count(), 3);
}));

test("a plot is looked at closely by buttons, keys and dragging, and says what is seen", () => visit(lab({ ask: "sequence", game: "kayles", heaps: "200" }), async (page) => {
  await result(page).waitFor();
  const view = () => page.locator("#result .plot svg").getAttribute("viewBox");
  const range = page.locator("#result .range");
  await measured(page);
  const whole = await view();
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByRole("button", { name: "Larger" }).click();
  assert.match(await range.textContent(), /^Heaps [1-9]\d* to 1\d\d, values \d to \d\.$/);
  const large = await view();
  const plot = page.locator("#result .plot");
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  const moved = await view();
  assert.notEqual(moved, large);
  const { x, y, width, height } = await plot.locator("svg").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await view(), moved);
  await accessible(page);
  await page.getByRole("button", { name: "All of it" }).click();
  assert.equal(await view(), whole);
  assert.equal(await range.textContent(), "");
}));

for (const [width, height] of [[390, 844], [1366, 657]]) {
  test(`no plot of the laboratory is clipped at ${width}`, () => visit("/lab", async (page) => {
    const experiments = await page.locator("#experiments a").evaluateAll((all) => all.map(({ href }) => href));
    let plots = 0;
    for (const experiment of experiments) {
      await page.goto(experiment);
      for (const [n, example] of (await page.locator("#examples a").evaluateAll((all) => all.map(({ href }) => href))).entries()) {
        await page.goto(example);
        await result(page).waitFor();
        await measured(page);
        if (n === 0) await accessible(page);
        assert.deepEqual(await sticksOut(page), [], example);
        await fits(page);
        plots += await page.locator("#result .plot").count();
        // Each plot has a heading, once.
        assert.equal(await page.locator("#result .plot text.strong[text-anchor=start]").count(), 0, example);
      }
    }
    assert.ok(plots >= 20, `${plots} plots`);
  }, { viewport: { width, height }, hasTouch: width < 400, isMobile: width < 400 }));
}

test("on a phone a touch shows a plot as large as it was drawn, a finger moves it", () => visit(lab({ ask: "sequence", game: "kayles", heaps: "200" }), async (page) => {
  await result(page).waitFor();
  await measured(page);
  const plot = page.locator("#result .plot");
  const svg = plot.locator("svg");
  const shown = () => svg.evaluate((one) => one.clientWidth / one.viewBox.baseVal.width);
  const labels = () => svg.locator("text.faint:not(.covered)").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  assert.ok((await shown()) < 0.5);
  // Letters that can be read.
  assert.ok(Math.min(...await labels()) >= 10);
  await svg.scrollIntoViewIfNeeded();
  await svg.tap();
  await page.getByRole("button", { name: "All of it" }).waitFor();
  assert.ok((await shown()) > 0.95);
  assert.deepEqual(await sticksOut(page), []);
  await fits(page);
  const before = await svg.getAttribute("viewBox");
  const { x, y, width, height } = await svg.boundingBox();
  assert.ok(height > 300, `${height}`);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 80, y + height / 2, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await svg.getAttribute("viewBox"), before);
  await accessible(page);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

test("the first example of families has a drawing, along one exponent", () => visit(lab({ ask: "family" }), async (page) => {
  await page.locator("#examples a").first().click();
  await result(page).waitFor();
  assert.equal(await page.locator("#result figcaption").innerText(), "Toppling-dominoes: l^a r^2, a from 0 to 8");
  assert.match(await saved(page, "SVG"), /^<svg /);
}));

test("sliders ask again when they are let go", () => visit(lab({ ask: "losing", game: "wythoff", up_to: "10" }), async (page) => {
  await result(page).waitFor();
  await page.getByRole("slider", { name: "up to, as a slider" }).fill("20");
  await page.waitForFunction(() => document.querySelectorAll(".chips a").length === 9);
  assert.match(page.url(), /up_to=20/);
  await page.locator("#result [data-position='1,2']").first().hover();
  assert.match(await page.locator("#result .readout").textContent(), /^1,2: L/);
}));

/** Asks the law on the page, and waits for an answer that begins like this. */
async function decided(page, formula, told) {
  await page.locator("[name=formula]").fill(formula);
  await page.getByRole("button", { name: "Is it true?" }).click();
  await page.waitForFunction((words) => document.querySelector(".asklaw .answer").textContent.startsWith(words), told);
}

test("a law in words, and asked with formulas", () => visit(lab({ ask: "law", game: "wythoff", up_to: "60" }), async (page) => {
  await result(page).waitFor();
  assert.ok((await page.locator(".sentences li").count()) >= 1);
  const answer = page.locator(".asklaw .answer");
  await decided(page, "A a: E b: P(a,b)", "True");
  await decided(page, "A a, b: P(a,b) & a < b => b < 2*a", "False: a = 1, b = 2");
  await decided(page, "P(a,b) & a < b & a = 0 mod 5", "True for (a,b) = (25,41)");
  const middle = await page.locator("[aria-label='The pairs that are lost'] svg").evaluate((svg) => {
    svg.scrollIntoView({ block: "center" });
    const p = new DOMPoint(3.5 * 800 / 61, 800 - 5.5 * 800 / 61).matrixTransform(svg.getScreenCTM());
    return [p.x, p.y];
  });
  await page.mouse.move(...middle);
  await page.waitForFunction(() => [...document.querySelectorAll(".readout")].some((one) => one.textContent === "3,5: in the set."));
  await decided(page, "P(a,", "Formula");
  assert.match(await answer.textContent(), /expected/);
  await accessible(page);
}));

test("the values of a family in cases, a picture, and asked with formulas", () => visit(lab({ ask: "family", game: "clobber", pattern: "X^n O" }), async (page) => {
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /The value of X\^n O is proved for all exponents/);
  assert.deepEqual(await page.locator("#result tbody tr").allInnerTexts(), ["n = 0\t0", "n >= 1, n mod 2 = 0\tup(n - 1)", "n >= 1, n mod 2 = 1\tup(n - 1) + *"]);
  assert.equal(await page.locator("[aria-label='The members of the family'] svg").count(), 1);
  await decided(page, "A n: value(n) > 0", "False: n = 0");
  await decided(page, "A n: n > 1 => value(n) > 0", "True");
  await decided(page, "value(n) <> 0", "True for (n) = (1)");
  await decided(page, "value(n, n) > 0", "Formula: expected as many exponents");
  await page.getByText("The proof, step by step").click();
  assert.match(await page.locator("#result pre").innerText(), /^Lemma 1: .*\n  .*the value is/);
  await page.getByRole("button", { name: "Check it yourself" }).click();
  await page.locator("#result .proof .verdict").waitFor();
  assert.match(await page.locator("#result .proof").innerText(), /Valid: clobber/);
  assert.equal((await saved(page, "CSV")).split("\r\n")[1], "n = 0,0");
  await accessible(page);
}));

test("a family whose values have powers of 1/2", () => visit(lab({ ask: "family", game: "hackenbush", pattern: "b^a r^b" }), async (page) => {
  await result(page).waitFor();
  assert.deepEqual(await page.locator("#result tbody tr").allInnerTexts(), ["a = 0\t-b", "a >= 1\ta - 1 + 1/2**b"]);
  await decided(page, "A a, b: a > 0 => value(a, b) = a - 1 + 1/2^b", "True");
}));

test("a pattern without a law says why", () => visit(lab({ ask: "family", game: "hackenbush", pattern: "g^n" }), async (page) => {
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /nothing is claimed.*were not proved/s);
}));

test("all positions of tic-tac-toe", () => visit(lab({ ask: "count", game: "tic-tac-toe" }), async (page) => {
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /5,478 positions.*765/s);
  const rows = (await saved(page, "CSV")).trim().split("\r\n").slice(1).map((row) => row.split(",").map(Number));
  assert.equal(rows.flatMap(([, ...numbers]) => numbers).reduce((a, b) => a + b), 5478);
}));

test("a long count shows how far it is, and the stop button ends it on the server", () => visit(lab({ ask: "count" }), async (page) => {
  await page.locator("[name=game]").fill("mnk:4,5,4");
  await page.getByRole("button", { name: "Count" }).click();
  await page.waitForFunction(() => /Counting … .*\d/.test(document.querySelector("#progress").textContent));
  await page.locator("#wait").waitFor();
  await page.locator("#cancel").click();
  await page.waitForSelector("#error:not([hidden])");
  assert.equal(await page.locator("#error").textContent(), "Stopped.");
  assert.ok(await page.locator("#wait").isHidden());
  // The one worker for long questions is free again: without that, the next one would wait for as long as a question may take.
  const answer = await fetch(`${site.base}/api/analyze?game=mnk:3,4,4&position=..../..../....`);
  assert.equal(answer.status, 200);
}));

test("a refused question is a sentence", () => visit(lab({ ask: "sequence", game: "tic-tac-toe", heaps: "20" }), async (page) => {
  await page.waitForSelector("#error:not([hidden])");
  assert.match(await page.locator("#error").textContent(), /[a-z]/);
  assert.ok(await page.locator("#result").isHidden());
}));
