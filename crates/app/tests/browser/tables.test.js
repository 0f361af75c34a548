// A server that answers from a table: what takes long elsewhere has its value at once.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { choose, myTurn } from "./hands.js";
import { serve, site, visit } from "./site.js";

const table = join(mkdtempSync(join(tmpdir(), "tables-")), "four.tb");
execFileSync(process.env.BOUTON ?? "bouton", ["tabulate", "mnk:4,4,4", "-o", table]);
serve("--table", table);

test("every move has its own value from a table, and the program plays by it", () => visit("/game?game=mnk:4,4,4&position=..../..../..../....", async (page) => {
  await myTurn(page);
  await page.locator("#values").check();
  await page.waitForSelector("#board .worth");
  assert.equal(await page.locator("#moves .sign").count(), 16);
  await page.locator("#why").click();
  await page.waitForFunction(() => /Looked up in a table/.test(document.querySelector("#said").textContent));
  await choose(page, "b2");
  await page.waitForFunction(() => /The program plays/.test(document.querySelector("#status").textContent));
  assert.doesNotMatch(await page.locator("#status").textContent(), /not solved/);
  await page.waitForSelector("#board .worth");
  const query = new URL(page.url()).searchParams;
  const [, reply] = query.getAll("move");
  const moves = async (position) => (await (await fetch(`${site.base}/api/moves?${new URLSearchParams({ game: "mnk:4,4,4", position })}`)).json()).moves;
  const { to } = (await moves("..../..../..../....")).find((one) => one.move === "b2");
  assert.ok((await moves(to)).find((one) => one.move === reply).best);
}));
