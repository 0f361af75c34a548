// A server that answers from tables: what takes long elsewhere is solved once, by the server itself, and has its value at once then.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { choose, myTurn } from "./hands.js";
import { accessible, onServer, serve, site, visit } from "./site.js";

const folder = mkdtempSync(join(tmpdir(), "tables-"));
serve("--table", folder);

/** Gives the search a hundredth of a second, in which no machine looks at a million positions. */
function hurry(route) {
  const url = new URL(route.request().url());
  url.searchParams.set("time", "0.01");
  return route.continue({ url: url.href });
}

test("a game that is not solved soon is solved by the server, which can be stopped; then its values are there", onServer, () => visit("/game?game=mnk:4,4,4&position=..../..../..../....&side=both", async (page) => {
  await myTurn(page);
  await page.route(/\/api\/moves\?/, hurry);
  await page.locator("#values").check();
  const solving = page.locator("#solving");
  await solving.getByRole("button", { name: "Solve the game here" }).click();
  await page.unroute(/\/api\/moves\?/, hurry);
  await solving.locator("progress").waitFor();
  const other = await fetch(`${site.base}/api/tabulate`, { method: "POST", body: new URLSearchParams({ game: "krk" }) });
  assert.equal(other.status, 409);
  await solving.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => /^Stopped/.test(document.querySelector("#solving [role=status]").textContent));
  await accessible(page);
  assert.deepEqual(readdirSync(folder).filter((file) => file.endsWith(".tb")), []);
  await solving.getByRole("button", { name: "Solve the game here" }).click();
  await page.waitForSelector("#board .worth");
  assert.ok(await solving.isHidden());
  assert.deepEqual(readdirSync(folder), ["mnk-4-4-4.tb"]);
}));

test("every move has its own value from a table, and the program plays by it", onServer, () => visit("/game?game=mnk:4,4,4&position=..../..../..../....&level=perfect", async (page) => {
  await myTurn(page);
  await page.locator("#values").check();
  await page.waitForSelector("#board .worth");
  assert.equal(await page.locator("#moves .sign").count(), 16);
  await page.locator("#why").click();
  await page.waitForFunction(() => /Looked up in a table/.test(document.querySelector("#reasons").textContent));
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
