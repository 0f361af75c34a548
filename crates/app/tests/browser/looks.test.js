// How the pages look and who can use them: light, dark, phone, screen readers.

import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { click, lookAt, myTurn, playOut } from "./hands.js";
import { accessible, fits, isSite, serve, site, visit } from "./site.js";
import assert from "node:assert/strict";

serve();

const PAGES = {
  catalogue: ["/", async (page) => {
    // On a phone the kinds of games are lines that open.
    await page.waitForSelector("#rooms li", { state: "attached" });
    await page.evaluate(() => document.querySelectorAll("#rooms details").forEach((room) => (room.open = true)));
  }],
  coins: ["/game?game=row-ends&position=4,5,3,1,2,7&level=perfect", async (page) => {
    await playOut(page, click);
    await page.waitForSelector("#review:not([hidden])");
    await lookAt(page, "pictures");
    await page.waitForSelector("#picture svg");
  }],
  board: ["/game?game=mnk:3,3,3&position=X.O/.../...", async (page) => {
    await myTurn(page);
    await page.locator("#values").check();
    await page.waitForSelector("#board .worth");
  }],
  heaps: ["/game?game=nim&position=3,4,5", async (page) => {
    await myTurn(page);
    await page.locator("#why").click();
    await page.waitForFunction(() => document.querySelector("#said").textContent);
  }],
  sequence: ["/lab?ask=sequence&game=kayles&heaps=200", async (page) => page.waitForSelector("#result svg")],
  losing: ["/lab?ask=losing&game=wythoff&up_to=20", async (page) => page.waitForSelector("#result svg")],
  rules: ["/rules", async (page) => {
    await page.waitForSelector("#gallery li");
    await page.locator("#text").fill("start = 4\n\ndef moves(n):\n    return [n - 1] if n else []\n\ndef plies_left(n):\n    return 4\n");
    await page.waitForSelector(".row.wrong");
  }],
  refuted: ["/lab?ask=refute&game=row-ends&strategy=larger-end&by=outcome", async (page) => page.waitForSelector("#result svg")],
};

const LOOKS = {
  light: {},
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  "dark-phone": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" },
};

/** Where screenshots go, if anywhere. */
const { SHOTS } = process.env;

for (const [name, [path, ready]] of Object.entries(PAGES)) {
  for (const [look, options] of Object.entries(LOOKS)) {
    test(`${name}, ${look}: axe-core finds nothing, nothing is cut`, () => visit(path, async (page) => {
      await ready(page);
      await fits(page);
      await accessible(page);
      if (!SHOTS) return;
      await mkdir(SHOTS, { recursive: true });
      await page.screenshot({ path: `${SHOTS}/${name}-${look}.png`, fullPage: name !== "catalogue" });
    }, options));
  }
}

test("the catalogue has every game, each with its look", () => visit("/", async (page) => {
  await page.waitForSelector("#rooms li");
  const looks = await page.locator("#rooms a img").all();
  assert.ok(looks.length >= 35);
  for (const look of looks) {
    await look.scrollIntoViewIfNeeded();
    await page.waitForFunction((image) => image.complete && image.naturalWidth > 0, await look.elementHandle());
  }
}));

test("a newcomer gets from the first page to a game of coins and to tic-tac-toe by clicking", () => visit("/", async (page) => {
  await page.getByRole("link", { name: /Greedy coins/ }).first().click();
  await playOut(page, click);
  await page.waitForSelector("#review:not([hidden])");
  await lookAt(page, "pictures");
  assert.equal(await page.locator("#tabs [aria-selected=true]").innerText(), "Triangle");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.getByRole("link", { name: /Tic-tac-toe/ }).first().click();
  const said = await playOut(page, click);
  assert.match(said, /^(The program wins|You win|A draw)\.$/);
}));

/** The contrast of two colours as browsers compute them (WCAG 2.2). */
function contrast(one, other) {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map((part) => Number(part) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

for (const colorScheme of ["light", "dark"]) {
  test(`where the focus is, is seen: three to one against what lies beside it, ${colorScheme}`, async () => {
    for (const path of ["/game?game=mnk:3,3,3&position=X.O/.../...", "/game?game=krk&position=Ka1+Rb2+kc3", "/game?game=kalah:3,3&position=3,3,3/3,3,3", "/game?game=nim&position=3,4,5&picture=graph"]) {
      await visit(path, async (page) => {
        await myTurn(page);
        const style = (selector, name) => page.locator(selector).first().evaluate((element, what) => getComputedStyle(element)[what], name);
        const desk = await style("body", "backgroundColor");
        const card = await style(".card", "backgroundColor");
        await page.locator("#board .part.open").first().focus();
        const [ring, halo] = [await style("#board .focusring rect:not(.halo)", "stroke"), await style("#board .focusring .halo", "stroke")];
        assert.ok(contrast(ring, halo) >= 3, `${path}: ${ring} on ${halo}`);
        for (const [selector, behind] of [["#tab-list", desk], ["#hint", card], ["#new", desk], [".top a", desk]]) {
          await page.keyboard.press("Tab");
          await page.locator(selector).first().evaluate((element) => element.focus({ focusVisible: true }));
          const outline = await style(selector, "outlineColor");
          assert.equal(await style(selector, "outlineStyle"), "solid", selector);
          assert.ok(contrast(outline, behind) >= 3, `${path}, ${selector}: ${outline} on ${behind}`);
        }
        if (!path.includes("picture")) return;
        await page.waitForSelector("#picture svg [data-position]");
        await page.keyboard.press("Tab");
        await page.locator("#picture [data-position]").first().evaluate((element) => element.focus({ focusVisible: true }));
        const stroke = await style("#picture [data-position]:focus-visible > :is(rect, circle, polygon)", "stroke");
        assert.ok(contrast(stroke, card) >= 3, `${stroke} on ${card}`);
      }, { colorScheme });
    }
  });
}

for (const width of [1024, 1100, 1280]) test(`the table of a review is not cut at ${width}`, () => visit("/game?game=row-ends&position=14,15,13,11,12,17,10,18&level=perfect", async (page) => {
  await playOut(page, click);
  await page.waitForSelector("#review:not([hidden])");
  const cut = await page.locator("#review .scroll").evaluate((box) => box.scrollWidth - box.clientWidth);
  assert.ok(cut <= 0, `${cut} pixels are cut`);
  await fits(page);
}, { viewport: { width, height: 900 } }));

for (const [path, told] of [
  ["/game?game=mnk:3,3,3&position=.../.../...", /^Cell a1 is at the top left/], ["/game?game=krk&position=Ka1+Rb2+kc3", /^Cell a1 is at the bottom left/],
  ["/game?game=nim&position=3,4,5", /^$/],
]) {
  test(`where a1 lies is told: ${path}`, () => visit(path, async (page) => {
    await myTurn(page);
    assert.match(await page.locator("#corner").textContent(), told);
  }));
}

test("no page weighs more than 300 kB without its pictures", async () => {
  for (const path of ["/", "/game?game=row-ends&position=4,5,3,1,2,7", "/rules", "/lab?ask=law&game=wythoff&up_to=60", "/puzzles", "/calculator", ...(isSite ? [] : ["/reference"])]) {
    await visit(path, async (page) => {
      await page.waitForLoadState("networkidle");
      const weight = await page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ name }) => !/\/api\/draw|\/prepared\/|\.wasm/.test(name)).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0));
      assert.ok(weight > 20_000 && weight < 300_000, `${path}: ${weight}`);
    });
  }
});

test("what a cell is called is what is drawn at its edges, and what moves call it", async () => {
  for (const [path, moves] of [
    ["/game?game=mnk:3,4,3&position=..../..../....", 12],
    ["/game?game=nogo:3,3&position=.../.../...", 9],
    ["/game?game=teeko&position=...../...../...../...../.....", 25],
  ]) {
    await visit(path, async (page) => {
      await myTurn(page);
      const names = await page.locator("#board .part").evaluateAll((parts) => parts.map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return [part.dataset.what.split(":")[0], left + width / 2, top + height / 2];
      }));
      const labels = await page.locator("#board text").evaluateAll((all) => all.map((text) => {
        const { left, top, width, height } = text.getBoundingClientRect();
        return [text.textContent, left + width / 2, top + height / 2];
      }));
      const near = (marks, at, axis) => marks.reduce((a, b) => (Math.abs(a[axis] - at[axis]) <= Math.abs(b[axis] - at[axis]) ? a : b));
      const letters = labels.filter(([text]) => /^[a-z]$/.test(text));
      const numbers = labels.filter(([text]) => /^\d+$/.test(text));
      assert.ok(letters.length && numbers.length, path);
      for (const cell of names) assert.equal(cell[0], near(letters, cell, 1)[0] + near(numbers, cell, 2)[0], path);
      const called = await page.locator("#moves button").evaluateAll((all) => all.map((one) => one.dataset.move));
      const cells = new Set(names.map(([name]) => name));
      assert.equal(called.filter((name) => cells.has(name)).length, moves, path);
    });
  }
});

/** The layout shifts of a page over a slow line, as browsers count them. */
const shifts = () => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
};

for (const [path, ready] of [["/", "#rooms img"], ["/game?game=mnk:3,3,3", "#board svg"], ["/game?game=kalah", "#board svg"]]) {
  test(`over a slow line nothing jumps: ${path}`, () => visit("/calculator", async (page) => {
    const line = await page.context().newCDPSession(page);
    await line.send("Network.clearBrowserCache");
    await line.send("Network.emulateNetworkConditions", { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
    await page.addInitScript(shifts);
    await page.goto(site.base + path);
    await page.waitForSelector(ready, { state: "attached" });
    await page.waitForLoadState("networkidle");
    const shifted = await page.evaluate(() => window.shifted);
    assert.ok(shifted <= 0.1, `${shifted}`);
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));
}
