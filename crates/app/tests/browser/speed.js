// Sizes and speed of the site without a server, for docs/benchmarks.md: `SITE=… BOUTON=… ./run speed`. Measured, not a test: BOUTON is to be
// a release.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync, gunzipSync } from "node:zlib";
import { myTurn } from "./hands.js";
import { serve, site } from "./site.js";

serve();
const rows = [];
const tell = (...row) => rows.push(row.join(" | "));
after(() => console.log(rows.join("\n")));

const mega = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

test("sizes", () => {
  for (const name of ["first", "all"]) {
    const packed = readFileSync(join(process.env.SITE, `assets/${name}_bg.wasm.gz`));
    const module = gunzipSync(packed);
    tell(name, mega(module.length), `${mega(packed.length)} packed`, `${mega(brotliCompressSync(module).length)} with brotli`);
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
  for (const game of ["row-ends", "tic-tac-toe", "subtraction", "connect", "nim", "domineering", "krk", "nine-mens-morris"]) {
    const [board, move, reply, hint] = await slowly(async (page) => {
      const begun = performance.now();
      const since = () => `${((performance.now() - begun) / 1000).toFixed(2)} s`;
      await page.goto(`${site.base}/game.html?game=${game}`, { waitUntil: "commit" });
      await myTurn(page);
      const there = since();
      await page.evaluate(() => document.querySelector("#moves button").click());
      await page.waitForFunction(() => new URLSearchParams(location.search).has("move"), null, { timeout: 60_000 });
      const made = since();
      await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 2 && document.querySelector("#board svg") && !document.querySelector("#table").hasAttribute("aria-busy"), null, { timeout: 120_000 });
      const answered = since();
      await page.locator("#hint").click();
      await page.waitForFunction(() => document.querySelector("#said").textContent, null, { timeout: 120_000 });
      return [there, made, answered, since()];
    });
    tell(game, `board ${board}`, `own move ${move}`, `answer ${reply}`, `hint ${hint}`);
  }
});

/** Questions that are long beside the start of a program, each with a short one that waits for the module to come. */
const QUESTIONS = [
  ["solve", { game: "connect:5,6,4" }, { game: "connect:3,3,3" }], ["solve", { game: "domineering:6,6" }, { game: "domineering:2,2" }],
  ["sequence", { game: "grundy", heaps: 400_000 }, { game: "kayles", heaps: 10 }],
];
/** Each is asked so often, in turn here and there; the least time counts. */
const TIMES = 3;

/** Seconds in a page that was just opened, so that nothing is known from before. */
async function inBrowser(command, query, first) {
  const context = await site.browser.newContext({ serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    await page.goto(`${site.base}/index.html`);
    return await page.evaluate(async ([path, asked, before]) => {
      const { ask } = await import("./assets/api.js");
      await ask(path, before);
      const begun = performance.now();
      const { stopped } = await ask(path, asked);
      return stopped ? NaN : (performance.now() - begun) / 1000;
    }, [`/api/${command}`, query, first]);
  } finally {
    await context.close();
  }
}

/** The same of the program, with its start. */
function inProgram(command, { game, heaps }) {
  const begun = performance.now();
  execFileSync(process.env.BOUTON, [command, game, ...(heaps ? ["--heaps", String(heaps)] : []), "--threads", "1"]);
  return (performance.now() - begun) / 1000;
}

test("speed beside the program on one thread", async () => {
  for (const [command, query, first] of QUESTIONS) {
    let [here, there] = [Infinity, Infinity];
    for (let time = 0; time < TIMES; time += 1) {
      here = Math.min(here, await inBrowser(command, query, first));
      there = Math.min(there, inProgram(command, query));
    }
    tell(`${command} ${query.game}`, `browser ${here.toFixed(3)} s`, `program ${there.toFixed(3)} s`, (here / there).toFixed(2));
  }
});
