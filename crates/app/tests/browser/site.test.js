// What only the site without a server does: it works offline, runs the commands of its book, and reads tables in parts.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { choose, click, lookAt, made, myTurn } from "./hands.js";
import { isSite, serve, site, visit } from "./site.js";

serve();

/** A test of the site; elsewhere it is passed over. */
const onSite = (name, path, steps, options) => test(name, { skip: !isSite }, () => visit(path, steps, options));

onSite("after one visit all games, rule files and the book are there without a network", "/", async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.goto(`${site.base}/game.html?game=nim&position=3,4,5`);
  await myTurn(page);
  await choose(page, "take 2 from heap 1");
  await page.waitForFunction(() => /The program plays/.test(document.querySelector("#status").textContent));
  await page.goto(`${site.base}/rules.html`);
  await page.locator("#gallery a, a[href*='.star']").first().waitFor();
  await page.goto(`${site.base}/book/first-puzzle.html`);
  await page.locator(".console button").first().waitFor();
  await page.goto(`${site.base}/lab.html?ask=sequence&game=kayles&heaps=200`);
  await page.getByText(/every 12 heaps/).waitFor();
  await page.goto(`${site.base}/rules.html`);
  await page.waitForFunction(() => /^No mistake in 16/.test(document.querySelector("#found").textContent));
}, { serviceWorkers: "allow" });

onSite("the first move is made before the program has come, and the site is kept after that", "/assets/icon.svg", async (page) => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  await page.route(/_bg\.wasm/, (route) => arrived.then(() => route.continue()));
  await page.goto(`${site.base}/game.html?game=nim&position=3,4,5`);
  await myTurn(page);
  await choose(page, "take 2 from heap 1");
  await page.waitForFunction(() => /The program thinks/.test(document.querySelector("#status").textContent));
  assert.equal(await made(page), 1);
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  arrive();
  await page.waitForFunction(() => /The program plays/.test(document.querySelector("#status").textContent));
  await page.evaluate(() => navigator.serviceWorker.ready);
}, { serviceWorkers: "allow" });

for (const [game, position] of [["row-ends", "4,5,3,1,2,7"], ["tic-tac-toe", ".../.../..."], ["subtraction:1,2,3", "15"]]) {
  onSite(`${game} is played to its end before the program has come`, "/assets/icon.svg", async (page) => {
    await page.route(/_bg\.wasm/, () => {});
    for (let seed = 1; seed <= 4; seed += 1) {
      await page.goto(`${site.base}/game.html?${new URLSearchParams({ game, position, seed })}`);
      const settled = () => (/wins?\b|draw/i.test(document.querySelector("#status").textContent) ? "over" : !document.querySelector("#table").hasAttribute("aria-busy") && "turn");
      for (let turn = 0; (await (await page.waitForFunction(settled)).jsonValue()) === "turn"; turn += 1) await click(page, turn * seed);
      // Only the review waits for the program.
      assert.match(await page.locator("#status").textContent(), /^(?:You win|The program wins|A draw)/);
    }
  });
}

onSite("a host may unpack what is packed", "/assets/icon.svg", async (page) => {
  await page.route(/_bg\.wasm/, () => {});
  const body = gunzipSync(await readFile(join(process.env.SITE, "prepared", "nim.json.gz")));
  await page.route(/prepared/, (route) => route.fulfill({ body, contentType: "application/json" }));
  await page.goto(`${site.base}/game.html?game=nim&position=3,4,5`);
  await myTurn(page);
  await choose(page, "take 2 from heap 1");
  assert.equal(await made(page), 1);
});

onSite("the program arrives packed, by the server or as it lies there", "/assets/icon.svg", async (page) => {
  const asked = [];
  page.on("request", (request) => /_bg\.wasm/.test(request.url()) && asked.push(request.url().split("/").pop()));
  const plays = async () => {
    asked.length = 0;
    await page.goto(`${site.base}/game.html?game=nim&position=3,4,6`);
    await myTurn(page);
    await choose(page, "take 1 from heap 1");
    await page.waitForFunction(() => /The program plays/.test(document.querySelector("#status").textContent));
    return asked;
  };
  assert.deepEqual(await plays(), ["first_bg.wasm", "first_bg.wasm.gz"]);
  const file = await readFile(join(process.env.SITE, "assets", "first_bg.wasm"));
  // A server that packs: the browser has unpacked it.
  await page.route(/_bg\.wasm$/, (route) => route.fulfill({ body: file, contentType: "application/wasm", headers: { "Content-Encoding": "identity" } }));
  assert.deepEqual(await plays(), ["first_bg.wasm"]);
  // A server that says of the packed file that it is packed.
  await page.unroute(/_bg\.wasm$/);
  await page.route(/_bg\.wasm\.gz$/, (route) => route.fulfill({ body: file, contentType: "application/octet-stream" }));
  assert.deepEqual(await plays(), ["first_bg.wasm", "first_bg.wasm.gz"]);
});

onSite("a certificate is written and checked in the page", "/game.html?game=wythoff&position=5,8", async (page) => {
  await myTurn(page);
  await page.locator("#why").click();
  await page.getByRole("button", { name: "Check it yourself" }).click();
  await page.getByText(/^Valid: /).waitFor();
});

onSite("a forged certificate is refused in the page", "/", async (page) => {
  const told = await page.evaluate(async () => {
    const { ask, text } = await import("./assets/api.js");
    const certificate = await text("/api/certificate", { game: "nim", position: "3,5,6", of: "solve" });
    const { valid } = await ask("/api/verify", { certificate });
    const forged = certificate.replaceAll("3,5,6", "3,5,7");
    return [valid, forged !== certificate, await ask("/api/verify", { certificate: forged }).then((told) => told.valid, (error) => error.status)];
  });
  assert.deepEqual(told, [true, true, false]);
});

onSite("rules without end or with much memory are stopped, and the next question is answered", "/", async (page) => {
  const told = await page.evaluate(async () => {
    const { ask } = await import("./assets/api.js");
    const solve = (body) => ask("/api/solve", { game: "mine.star", rules: `def moves(n):\n${body}\n    return [n - 1] if n else []\n`, position: "4", time: "2s" })
      .then((answer) => answer.outcome ?? answer.stopped, (error) => error.message);
    return [
      await solve("    for a in range(1000000000):\n        for b in range(1000000000):\n            n += 0"),
      await solve("    x = [0]\n    for _ in range(40):\n        x = x + x"),
      await solve("    x = [0]\n    for _ in range(40):\n        x = [x, x]\n    n += len(str(x)) * 0"),
      await solve(""),
    ];
  });
  // Which limit is reached first depends on the machine.
  assert.match(told[0], /time|steps/);
  for (const message of told.slice(1, 3)) assert.match(message, /memory|time|long|steps/);
  assert.equal(told[3], "loss");
});

onSite("the board does not wait for a long question", "/", async (page) => {
  const first = await page.evaluate(async () => {
    const { ask } = await import("./assets/api.js");
    const stop = new AbortController();
    const long = ask("/api/solve", { game: "domineering:8,9" }, stop.signal).then(() => "long", () => "long");
    const board = ask("/api/position", { game: "domineering:8,8", position: "......../......../......../......../......../......../......../........ L" }).then(() => "board", (error) => error.message);
    const first = await Promise.race([long, board]);
    stop.abort();
    return first;
  });
  assert.equal(first, "board");
});

onSite("a rule that is wrong is told, and the next question is answered", "/", async (page) => {
  const told = await page.evaluate(async () => {
    const { ask } = await import("./assets/api.js");
    const solve = (rules, position) => ask("/api/solve", { game: "mine.star", rules, position }).then((answer) => answer.outcome, (error) => error.message);
    const rules = (line) => `def moves(n):\n    ${line}\n`;
    return [await solve(rules("return [n // 0]"), "3"), await solve(rules("return [n - k for k in [1, 2] if k <= n]"), "4"), await solve(rules("return moves("), "3")];
  });
  assert.match(told[0], /divi/i);
  assert.equal(told[1], "win");
  assert.match(told[2], /mine\.star/);
});

onSite("a question that is left ends, and the next one is answered", "/", async (page) => {
  const answered = await page.evaluate(async () => {
    const { ask } = await import("./assets/api.js");
    const stop = new AbortController();
    const long = ask("/api/solve", { game: "domineering:8,9" }, stop.signal).then(() => "answered", (error) => error.name);
    setTimeout(() => stop.abort(), 300);
    return [await long, (await ask("/api/solve", { game: "nim", position: "3,4" })).outcome];
  });
  assert.deepEqual(answered, ["AbortError", "win"]);
});

onSite("questions that are left while the program is on its way mix up no answers", "/rules.html", async (page) => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  await page.route(/_bg\.wasm/, (route) => arrived.then(() => route.continue()));
  await page.goto(`${site.base}/calculator.html`);
  const asked = page.evaluate(async () => {
    const { ask } = await import("./assets/api.js");
    const solve = (position, signal) => ask("/api/solve", { game: "nim", position }, signal).then((answer) => answer.position, (error) => error.name);
    const stop = new AbortController();
    const left = solve("1,2", stop.signal);
    stop.abort();
    // The worker's place is free again after a moment.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const rest = ["3", "4,4", "5,6,7"].map((position) => solve(position));
    window.isAsked = true;
    return Promise.all([left, ...rest]);
  });
  await page.waitForFunction(() => window.isAsked);
  arrive();
  assert.deepEqual(await asked, ["AbortError", "3", "4,4", "5,6,7"]);
});

onSite("progress is told while a question is answered", "/", async (page) => {
  const told = await page.evaluate(async () => {
    const { follow } = await import("./assets/api.js");
    let visited = 0;
    const { stopped } = await follow("/api/solve/stream", { game: "domineering:8,9", time: "2s" }, { progress: (event) => (visited = Math.max(visited, event.visited)) });
    return { visited, stopped };
  });
  assert.equal(told.stopped, "time");
  assert.ok(told.visited > 0, `${told.visited} positions`);
});

onSite("a table at an address is read in parts", "/game.html?game=mnk:4,4,4&position=..../..../..../....", async (page) => {
  const folder = join(process.env.SITE, "..", "tables-of-tests");
  await mkdir(folder, { recursive: true });
  const table = join(folder, "four.tb");
  execFileSync(process.env.BOUTON ?? "bouton", ["tabulate", "mnk:4,4,4", "-o", table]);
  await copyFile(table, join(process.env.SITE, "four.tb"));
  await myTurn(page);
  await lookAt(page, "setup");
  await page.getByLabel("or its address").fill(`${site.base}/four.tb`);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText(/Answers come from the table of mnk:4,4,4/).waitFor();
  await page.locator("#why").click();
  await page.getByText("Looked up in a table of solved positions.").waitFor();
  await page.reload();
  await myTurn(page);
  await lookAt(page, "setup");
  await page.getByLabel("Open a table").setInputFiles(table);
  await page.getByText(/Answers come from the table of mnk:4,4,4/).waitFor();
});
