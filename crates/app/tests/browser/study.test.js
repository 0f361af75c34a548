// A study: variations, comments, glyphs, marks; in the address, in files, by keys and by dragging.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { choose, lookAt, myTurn, save } from "./hands.js";
import { accessible, serve, site, visit } from "./site.js";

serve();

const START = "/game?game=mnk:3,3,3&position=.../.../...&side=both";
const plies = (page) => page.locator("#tree .ply").allInnerTexts();
const moves = (page) => new URL(page.url()).searchParams.getAll("move").join();

/** The moves a1, b2 and c3 instead of b2, with a comment and a glyph. */
async function studied(page) {
  for (const move of ["a1", "b2"]) {
    await myTurn(page);
    await choose(page, move);
  }
  await myTurn(page);
  await page.locator("#undo").click();
  await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 1);
  await myTurn(page);
  await choose(page, "c3");
  await myTurn(page);
  await lookAt(page, "line");
  await page.locator("#comment").fill("instead of the middle: ü");
  await page.locator("#glyphs button", { hasText: /^\?!$/ }).click();
  await page.waitForFunction(() => location.hash.includes("study="));
}

const TREE = ["1. a1", "2. b2", "2. c3?!"];

test("a study is in its address: reloaded and opened elsewhere", () => visit(START, async (page) => {
  await studied(page);
  await page.reload();
  await myTurn(page);
  assert.deepEqual(await plies(page), TREE);
  assert.equal(await page.locator("#comment").inputValue(), "instead of the middle: ü");
  await accessible(page);
  await visit(page.url().slice(site.base.length), async (other) => {
    await myTurn(other);
    assert.deepEqual(await plies(other), TREE);
  });
  await page.goto(site.base + START);
  await myTurn(page);
  await lookAt(page, "line");
  await page.locator("#kept").click();
  await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 3);
}));

// 64 MB of spaces, packed into 64 KB of an address; then trees of another kind.
const unread = [
  deflateRawSync(Buffer.alloc(64 << 20, 32)),
  ...[{ t: 5 }, { t: [null] }, { m: {} }, { k: "abc" }, [1], null, "text"].map((tree) => deflateRawSync(JSON.stringify(tree))),
  Buffer.from("no packed text"),
];
for (const [nth, bytes] of unread.entries()) {
  test(`an address without a study of these pages is one sentence: ${nth}`, () => visit(`${START}#study=${bytes.toString("base64url")}`, async (page) => {
    await myTurn(page);
    assert.match(await page.locator("#error").innerText(), /^The address holds no study of these pages/);
    assert.deepEqual(await plies(page), []);
  }));
}

for (const kind of ["Text", "JSON"]) {
  test(`a study is opened from a file: ${kind}`, () => visit(START, async (page) => {
    await studied(page);
    const file = await save(page, kind);
    const buffer = await readFile(await file.path());
    if (kind === "Text") assert.match(buffer.toString(), /1\. a1 2\. b2 \(2\. c3 \$6 \{instead of the middle: ü\}\)/);
    await page.locator("#tree .ply").nth(1).click();
    await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").join() === "a1,b2");
    for (const [way, plies] of [["previous", 1], ["next", 2]]) {
      await page.locator(`#${way}`).click();
      await page.waitForFunction((n) => new URLSearchParams(location.search).getAll("move").length === n, plies);
    }
    await page.goto(`${site.base}/game?game=nim&position=1,2`);
    await myTurn(page);
    await page.locator("#file").setInputFiles({ name: "game", mimeType: "text/plain", buffer });
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 3);
    assert.deepEqual(await plies(page), TREE);
    assert.match(page.url(), /mnk/);
  }));
}

test("keys go through the line and turn the board", () => visit(`${START}&move=a1&move=b2&move=c3`, async (page) => {
  await myTurn(page);
  for (const [key, left] of [["ArrowLeft", "a1,b2"], ["ArrowLeft", "a1"], ["ArrowRight", "a1,b2"], ["Home", ""], ["End", "a1,b2,c3"]]) {
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press(key);
    await page.waitForFunction((wanted) => new URLSearchParams(location.search).getAll("move").join() === wanted, left);
    await myTurn(page);
  }
  const corner = () => page.locator("#board [data-part='0']").evaluate((part) => part.getBoundingClientRect().left);
  const before = await corner();
  await page.keyboard.press("f");
  assert.ok(await corner() > before);
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible());
  await accessible(page);
}));

test("men are dragged, and marks drawn with the right button stay", () => visit("/game?game=hexapawn:3,3&position=OOO/.../XXX&side=both", async (page) => {
  await myTurn(page);
  const middle = async (part) => {
    const { x, y, width, height } = await page.locator(`#board [data-part="${part}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const drag = async (from, to, button) => {
    await page.mouse.move(...await middle(from));
    await page.mouse.down({ button });
    await page.mouse.move(...await middle(to), { steps: 5 });
    await page.mouse.up({ button });
  };
  await drag(6, 3, "left");
  await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 1);
  await myTurn(page);
  await drag(0, 4, "right");
  assert.equal(await page.locator("#board polygon.own").count(), 1);
  await page.waitForFunction(() => location.hash.includes("study="));
  await page.reload();
  await myTurn(page);
  assert.equal(await page.locator("#board polygon.own").count(), 1);
  assert.equal(moves(page), "a3-a2");
  await drag(4, 4, "right");
  for (const kind of ["Text", "JSON"]) {
    const file = await save(page, kind);
    const buffer = await readFile(await file.path());
    await page.goto(`${site.base}/game?game=nim&position=1,2`);
    await myTurn(page);
    await page.locator("#file").setInputFiles({ name: "game", mimeType: "text/plain", buffer });
    await lookAt(page, "line");
    await page.locator("#tree .ply").click();
    await page.locator("#board polygon.own").waitFor();
    assert.equal(await page.locator("#board circle.own").count(), 1);
  }
}));
