// A first visit: a level that can be beaten, an easier and a harder one by a touch, rules that can be read, and help.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, click, myTurn, newGame } from "./hands.js";
import { accessible, fits, isSite, serve, site, visit } from "./site.js";

serve();

const NIM = "/game?game=nim&position=3,4,5";

/** The level that the dialog offers first. */
async function offered(page) {
  await myTurn(page);
  return page.locator("#level").evaluate((list) => {
    document.querySelector("#new").click();
    document.querySelector("#leave").click();
    return list.value;
  });
}

/** The level that the address names. */
const named = (page) => page.evaluate(() => new URLSearchParams(location.search).get("level"));

test("a first game is at a beginner's level, which its address names from the first move on", async () => {
  for (const [path, level] of [[NIM, "looks-2"], ["/game?game=tic-tac-toe", "looks-2"], ["/game?game=hexapawn", "looks-1"], ["/game?game=hackenbush", "random"]]) {
    await visit(path, async (page) => {
      assert.equal(await offered(page), level, path);
      assert.equal(await named(page), null);
      await choose(page, await page.locator("#moves button").first().getAttribute("data-move"));
      assert.equal(await named(page), level);
      assert.ok(await page.locator("#error").isHidden());
    });
  }
});

test("the level that was chosen last is remembered, and fits every game", () => visit(NIM, async (page) => {
  await myTurn(page);
  await newGame(page, { level: "looks-4" });
  assert.equal(await named(page), "looks-4");
  for (const [game, level] of [["wythoff", "looks-4"], ["hexapawn", "looks-1"], ["hackenbush", "random"]]) {
    await page.goto(`${site.base}/game?game=${game}`);
    assert.equal(await offered(page), level, game);
  }
  await newGame(page, { level: "perfect" });
  await page.goto(site.base + NIM);
  assert.equal(await offered(page), "perfect");
  // The address has the last word.
  await page.goto(`${site.base}${NIM}&level=random`);
  assert.equal(await offered(page), "random");
  // Whatever the browser has kept.
  await page.evaluate(() => localStorage.setItem("level", "<b>genius</b>"));
  await page.goto(site.base + NIM);
  assert.equal(await offered(page), "looks-2");
  assert.ok(await page.locator("#error").isHidden());
}));

test("an address with moves from the time when it named no perfect play still means that", () => visit(`${NIM}&move=take+1+from+heap+1`, async (page) => {
  assert.equal(await offered(page), "perfect");
  // The program has answered, and the address names its level now.
  assert.equal(await named(page), "perfect");
}));

/** The places of what is seen of the table and the tools that stay. */
const places = (page) => page.evaluate(() => ["#board", ".tools", "#undo", "#previous", ".switch"].map((query) => {
  const { left, top, width, height } = document.querySelector(query).getBoundingClientRect();
  return [query, left, top, width, height].join(" ");
}));

for (const [width, height] of [[390, 664], [320, 640], [1366, 657]]) {
  test(`after a game an easier and a harder one are a touch away, and nothing moves for them, ${width}×${height}`, () => visit("/game?game=nim&position=1&level=looks-2", async (page) => {
    const [easier, harder] = ["#easier", "#harder"].map((query) => page.locator(query));
    await myTurn(page);
    assert.ok(await easier.isHidden());
    const before = await places(page);
    const win = () => click(page);
    await win();
    await easier.waitFor();
    assert.ok(await page.locator("#hint").isHidden());
    assert.deepEqual(await places(page), before);
    const cut = await page.locator(".tools button").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id));
    assert.deepEqual(cut, []);
    await accessible(page);
    await harder.click();
    await page.waitForFunction(() => /^The program plays at level 4 of 5: Looks 4\.$/.test(document.querySelector("#said").textContent));
    assert.equal(await named(page), "looks-4");
    assert.equal(await page.evaluate(() => location.search.includes("move=")), false);
    assert.ok(await easier.isHidden());
    await win();
    await harder.click();
    await myTurn(page);
    assert.equal(await named(page), "perfect");
    await win();
    await easier.waitFor();
    assert.ok(await harder.isDisabled());
    await page.goto(`${site.base}/game?game=nim&position=1&level=random`);
    await myTurn(page);
    await win();
    await harder.waitFor();
    assert.ok(await easier.isDisabled());
    // Two people have no level.
    await newGame(page, { side: "Two people" });
    await myTurn(page);
    await win();
    await page.waitForFunction(() => /wins/.test(document.querySelector("#status").textContent));
    assert.ok(await easier.isHidden());
    assert.ok(await page.locator("#hint").isVisible());
  }, { viewport: { width, height } }));
}

/** Whether the sentence of the rules is cut. */
const isCut = (page) => page.locator("#about > summary").evaluate((line) => line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1);

const DOZEN = ["mnk", "connect", "nim", "wythoff", "kalah", "dots-and-boxes", "dobutsu-shogi", "nine-mens-morris", "clobber", "domineering", "octal", "hackenbush"];

test("the rules are read as they are where there is room, and by a touch where there is none", async () => {
  for (const game of DOZEN) {
    await visit(`/game?game=${game}`, async (page) => {
      await myTurn(page);
      // The rules of kalah take seven lines beside a board that is as high as the window.
      if (game !== "kalah") assert.equal(await isCut(page), false, game);
      await page.setViewportSize({ width: 390, height: 664 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.locator("#about > summary").click();
      assert.equal(await isCut(page), false, game);
      await fits(page);
      await page.keyboard.press("Enter");
      assert.equal(await page.locator("#about").getAttribute("open"), null);
    }, { viewport: { width: 1366, height: 657 } });
  }
});

test("rules of three lines are not cut on a phone where the board leaves room", () => visit("/game?game=tic-tac-toe", async (page) => {
  await myTurn(page);
  assert.equal(await isCut(page), false);
}, { viewport: { width: 390, height: 844 } }));

const PAGES = ["/", "/game?game=nim&position=3,4,5", "/lab", "/calculator", "/puzzles?game=nim&count=1", "/rules", ...(isSite ? [] : ["/reference", "/nothing"])];

test("help is in the menu of every page", async () => {
  for (const path of PAGES) {
    await visit(path, async (page) => {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: "Help", exact: true }).click();
      await page.getByRole("heading", { name: "The bouton book" }).waitFor();
      await page.getByRole("link", { name: "A first puzzle" }).first().waitFor();
    }, { viewport: { width: 390, height: 664 } });
  }
});

for (const [look, options] of Object.entries({ phone: { viewport: { width: 390, height: 664 } }, "dark laptop": { viewport: { width: 1366, height: 657 }, colorScheme: "dark" } })) {
  test(`pages of help are read, ${look}: axe-core finds nothing, wide parts scroll in their own boxes`, async () => {
    for (const name of ["index", "first-puzzle", "your-own-game", "rule-files", "calculator", "games", "pictures", "serve"]) {
      await visit(`/book/${name}.html`, async (page) => {
        await page.waitForLoadState("networkidle");
        await fits(page);
        await accessible(page);
        const broken = await page.locator("main img").evaluateAll((all) => all.filter((image) => !image.naturalWidth).map((image) => image.src));
        assert.deepEqual(broken, [], name);
      }, options);
    }
  });
}

test("a command of the book answers as the book says, and can be changed", () => visit("/book/first-puzzle.html", async (page) => {
  const block = page.locator(".console").first();
  const [line, ...shown] = (await block.locator("pre").first().innerText()).trim().split("\n");
  await block.getByRole("button", { name: "Run" }).click();
  const out = block.locator("output pre");
  await page.waitForFunction(() => !["", "…"].includes(document.querySelector(".console output pre")?.textContent ?? ""));
  // As in the docs, `[..]` stands for anything in a line.
  const plain = shown.join("\n").trim().split("[..]").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  assert.match((await out.innerText()).trim(), new RegExp(`^${plain.join(".*")}$`), line);
  await block.locator("input").fill("bouton solve nim 3,4,5");
  await block.getByRole("button", { name: "Run" }).click();
  await page.waitForFunction(() => /^win, Grundy value 2: take 2 from heap 1/.test(document.querySelector(".console output").textContent));
  await block.locator("input").fill("bouton serve");
  await block.getByRole("button", { name: "Run" }).click();
  await page.waitForFunction(() => /on the command line/.test(document.querySelector(".console output").textContent));
}));
