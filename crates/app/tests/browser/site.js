// A server of its own and a browser, for one file of tests.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The longest wait for anything, in milliseconds: no test asks how fast the pages are, and a machine may be busy. */
export const LONGEST = Number(process.env.LONGEST ?? 180_000);

/** What the tests of a file share. */
export const site = { base: "" };

/** Whether the pages are those of the site without a server, in the folder that SITE names. */
export const isSite = Boolean(process.env.SITE);

/** For tests of what the site does not do: it makes no tables, refuses no rules, and has no line to a server that could be slow. */
export const onServer = { skip: isSite && "the server alone does this" };

/** Starts `bouton serve` on a free port before the tests of the file, and a browser; ends both after them. */
export function serve(...options) {
  let server;
  let browser;
  before(async () => {
    server = spawn(process.env.BOUTON ?? "bouton", ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "pipe"] });
    site.base = await told(server);
    if (isSite) site.base = await files(process.env.SITE, site.base);
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
    site.browser = browser;
  });
  after(async () => {
    await browser?.close();
    site.files?.close();
    server?.kill("SIGINT");
  });
}

const KINDS = { html: "text/html", css: "text/css", js: "text/javascript", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm", webmanifest: "application/manifest+json" };

/**
 * A plain server of files below a path, which takes `game` for `game.html` as hosts of pages do. What a test itself asks the API, to know
 * what is true, goes on to the program; the pages have none (`visit` looks at that).
 */
async function files(folder, program) {
  const root = "/some/path";
  site.files = createServer(async ({ url, headers }, response) => {
    const { pathname, search } = new URL(url, "http://localhost");
    const path = pathname.slice(root.length);
    if (/^\/api(\/|$)/.test(path)) {
      const answer = await fetch(program + path + search);
      response.writeHead(answer.status, { "Content-Type": answer.headers.get("Content-Type") });
      return response.end(Buffer.from(await answer.arrayBuffer()));
    }
    const name = path.endsWith("/") ? `${path}index.html` : path.includes(".") ? path : `${path}.html`;
    try {
      const bytes = await readFile(join(folder, name));
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? "") ?? [];
      const range = from && { "Content-Range": `bytes ${from}-${to}/${bytes.length}` };
      response.writeHead(range ? 206 : 200, { "Content-Type": KINDS[name.split(".").pop()] ?? "application/octet-stream", ...range });
      return response.end(range ? bytes.subarray(from, Number(to) + 1) : bytes);
    } catch {
      response.writeHead(404);
      return response.end();
    }
  }).listen(0, "127.0.0.1");
  await once(site.files, "listening");
  return `http://127.0.0.1:${site.files.address().port}${root}`;
}

/** The address that the server prints. */
function told(server) {
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const found = line.match(/http:\/\/127\.0\.0\.1:\d+/);
        if (found) resolve(found[0]);
      });
    }
    server.on("exit", (code) => reject(new Error(`bouton serve ended with ${code}`)));
  });
}

/**
 * Does `steps` on a page of a fresh browser profile, which must not have written any error to its console. The site is not kept for times
 * without a network unless `options` say so: each profile would fetch all of it.
 */
export async function visit(path, steps, options = {}) {
  const context = await site.browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce", serviceWorkers: "block", ...options });
  context.setDefaultTimeout(LONGEST);
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.stack));
  page.on("console", (message) => {
    const refused = /Failed to load resource.*status of (400|403|404|503|504)/.test(message.text());
    if (message.type() === "error" && !refused) wrong.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site.base) && !url.startsWith("blob:") && !url.startsWith("data:")) wrong.push(`asked an outside address: ${url}`);
    if (isSite && /^\/api([/?]|$)/.test(url.slice(site.base.length))) wrong.push(`asked a server: ${url}`);
  });
  try {
    await page.goto(site.base + path);
    await steps(page);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
  }
}

/** Fails on anything that axe-core finds wrong on the page as it is. */
export async function accessible(page) {
  // Through the debugger, not as an element: the page's own policy lets no other script in.
  await page.evaluate(await readFile(AXE, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html).join(" | ")}`), []);
}

/** Fails if the page is wider than its window. */
export async function fits(page) {
  const [inside, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(inside <= window, `${inside} pixels in a window of ${window}`);
}

/** Waits until every plot that is shown has the size of its cell. */
export const measured = (page) => page.waitForFunction(() => [...document.querySelectorAll(".plot > svg")].every((svg) => !svg.checkVisibility() || svg.style.getPropertyValue("--shown")));

/** What lies outside of the box that should hold it: plots outside of their cells, parts of plots outside of the plot, cells outside of the window. */
export const sticksOut = (page) => page.evaluate(() => {
  const named = (one) => `${one.tagName}.${one.getAttribute("class") ?? ""} ${one.textContent.slice(0, 20)}`;
  const inside = (one, box) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
  };
  const out = [];
  for (const svg of document.querySelectorAll(".plot > svg, svg.chart")) {
    if (!svg.checkVisibility()) continue;
    const cell = svg.closest(".card");
    const holders = [svg.parentElement, cell];
    for (const holder of holders) if (!inside(svg, holder.getBoundingClientRect())) out.push(`${named(svg)} in ${named(holder)}`);
    if (!inside(cell, { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity })) out.push(`${named(cell)} in the window`);
    if (svg.closest(".zoomed")) continue;
    // The boxes of curves are those of their handles.
    for (const part of svg.querySelectorAll("text:not(.covered), circle, rect, line")) if (!inside(part, svg.getBoundingClientRect())) out.push(`${named(part)} in ${named(svg)}`);
  }
  return out;
});

/** The least height of the place of a board, and the height of a line of the hint, of which the first must be seen, in pixels. */
const [LEAST, LINE] = [240, 20];

/** What of these parts of a page is not wholly in the window, or lies under another, in windows of these sizes; in large ones with larger letters, too. */
export async function seen(page, sizes, queries) {
  const all = [];
  for (const [letters, some] of [["16px", sizes], ["24px", [[390, 844], [768, 1024], [1366, 657]]]]) {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters);
    for (const [width, height] of some) {
      await page.setViewportSize({ width, height });
      // The board is fitted after the page has its new size.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
      const found = await page.evaluate(faults, [queries, LEAST, LINE]);
      if (found.length) all.push(`${width}×${height}, ${letters}: ${found.join("; ")}`);
    }
  }
  return all;
}

function faults([queries, least, line]) {
  scrollTo(0, 0);
  const found = [];
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) found.push(`${wide} px are aside`);
  for (const part of queries.flatMap((query) => [...document.querySelectorAll(query)])) {
    const name = `${part.localName}#${part.id}`;
    const { top, left, right, bottom: end, width, height } = part.getBoundingClientRect();
    const bottom = part.id === "said" ? Math.min(end, top + line) : end;
    if (!width || (!height && part.id !== "said") || top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1) found.push(`${name} reaches from ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`);
    else for (const [x, y] of [[left + 2, top + 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]]) {
      const above = document.elementFromPoint(x, y);
      if (above && !part.contains(above) && !above.contains(part)) found.push(`${name} lies under ${above.id || above.localName}`);
    }
  }
  const { height } = document.querySelector("#board").getBoundingClientRect();
  if (height < least - 1) found.push(`the board has ${Math.round(height)} px`);
  return found;
}

/** Begins to note what jumps; the function that is returned fails on a shift that is seen, and on a scroll. */
export async function jumps(page) {
  await page.evaluate(() => {
    window.shifts = [];
    const places = ({ node, previousRect: from, currentRect: to }) => `${node?.id || node?.className || node?.nodeName}: ${from.x},${from.y} to ${to.x},${to.y}`;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.shifts.push([entry.value, ...entry.sources.map(places)]))).observe({ type: "layout-shift" });
    addEventListener("scroll", () => (window.scrolled = true));
  });
  return async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const [shifts, scrolled] = await page.evaluate(() => [window.shifts, window.scrolled]);
    // The most that a page may shift, by the measure of browsers.
    assert.ok(shifts.reduce((sum, [value]) => sum + value, 0) <= 0.02, `${page.url()}: ${JSON.stringify(shifts)}`);
    assert.ok(!scrolled, `${page.url()}: the page was scrolled`);
  };
}
