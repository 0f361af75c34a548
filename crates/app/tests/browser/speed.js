// Sizes and speed of the site without a server, for docs/benchmarks.md: `SITE=… BOUTON=… ./run speed`. Measured, not a test: BOUTON is to be
// a release.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { myTurn } from "./hands.js";
import { serve, site } from "./site.js";

serve();
const rows = [];
const tell = (...row) => rows.push(row.join(" | "));
after(() => console.log(rows.join("\n")));

const packed = (name) => brotliCompressSync(readFileSync(join(process.env.SITE, name))).length;
const mega = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

test("sizes", () => {
  for (const name of ["first", "all"]) {
    const module = `assets/${name}_bg.wasm`;
    tell(module, mega(readFileSync(join(process.env.SITE, module)).length), `${mega(packed(module))} with brotli`);
  }
});

/** A page as on a slow line and a slow machine: 1.6 Mbit/s, 150 ms, a quarter of the processor. */
async function slowly(steps) {
  const context = await site.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  try {
    return await steps(page);
  } finally {
    await context.close();
  }
}

test("the first move on a slow line", async () => {
  for (const game of ["tic-tac-toe", "connect", "nim", "domineering"]) {
    const [board, move, reply] = await slowly(async (page) => {
      const begun = performance.now();
      const since = () => `${((performance.now() - begun) / 1000).toFixed(2)} s`;
      await page.goto(`${site.base}/game.html?game=${game}${game === "tic-tac-toe" ? "&position=.../.../..." : ""}`, { waitUntil: "commit" });
      await myTurn(page);
      const there = since();
      await page.evaluate(() => document.querySelector("#board .part.open, #moves button").dispatchEvent(new MouseEvent("click", { bubbles: true })));
      await page.waitForFunction(() => new URLSearchParams(location.search).has("move") || document.querySelector("#board .picked"), null, { timeout: 60_000 });
      const made = since();
      await page.waitForFunction(() => /The program plays/.test(document.querySelector("#status").textContent) || document.querySelector("#board .picked"), null, { timeout: 120_000 });
      return [there, made, since()];
    });
    tell(game, `board ${board}`, `own move ${move}`, `answer ${reply}`);
  }
});

const QUESTIONS = [
  ["solve", { game: "connect:4,5,4" }],
  ["solve", { game: "connect:5,5,4" }],
  ["solve", { game: "domineering:5,5" }],
  ["solve", { game: "domineering:6,6" }],
  ["sequence", { game: "kayles", heaps: 1_000_000 }],
  ["sequence", { game: "octal:0.007", heaps: 100_000 }],
  ["sequence", { game: "grundy", heaps: 20_000 }],
];

test("speed beside the program on one thread", async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.base}/index.html`);
  for (const [command, query] of QUESTIONS) {
    const here = await page.evaluate(async ([path, asked]) => {
      const { ask } = await import("./assets/api.js");
      // The first question waits for the program to come.
      await ask("/api/solve", { game: "kayles", position: "3" });
      const begun = performance.now();
      const { stopped } = await ask(path, asked);
      return stopped ?? (performance.now() - begun) / 1000;
    }, [`/api/${command}`, query]);
    const begun = performance.now();
    const options = command === "solve" ? ["--threads", "1"] : ["--heaps", String(query.heaps), "--threads", "1"];
    execFileSync(process.env.BOUTON, [command, query.game, ...options]);
    const there = (performance.now() - begun) / 1000;
    tell(`${command} ${query.game}`, `browser ${Number(here).toFixed(3)} s`, `program ${there.toFixed(3)} s`, (here / there).toFixed(2));
  }
  await context.close();
});
