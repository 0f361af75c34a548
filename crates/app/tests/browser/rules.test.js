// Rules of one's own: written on a page, told where they are wrong, played; and levels of the program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { choose, click, made, myTurn, newGame, playOut } from "./hands.js";
import { accessible, fits, isSite, serve, site, visit } from "./site.js";

serve();

/** Waits until the page has looked at the rules as they stand. */
const looked = (page) => page.waitForFunction(() => document.querySelector("#found").textContent && !document.querySelector("#code").hasAttribute("aria-busy"));

/** Changes the rules, and waits until the page has looked at them; that it began to may be over before the next glance. */
async function change(page, act) {
  await page.evaluate(() => {
    window.hasBegun = false;
    const begun = (_, watch) => {
      window.hasBegun = true;
      watch.disconnect();
    };
    new MutationObserver(begun).observe(document.querySelector("#code"), { attributeFilter: ["aria-busy"] });
  });
  await act();
  await page.waitForFunction(() => window.hasBegun);
  await looked(page);
}

/** Writes rules as a person would who pastes them. */
const write = (page, rules) => change(page, () => page.locator("#text").fill(rules));

test("rules are looked at while they are written, and played at once", () => visit("/rules", async (page) => {
  await looked(page);
  assert.match(await page.locator("#found").innerText(), /^No mistake in 16 positions, all that can be reached\./);
  await page.waitForSelector("#board svg");
  await write(page, "# Three.\nname = \"Twos and threes\"\nstart = 10\n\ndef moves(n):\n    return [n - k for k in (2, 3) if k <= n]\n\ndef plies_left(n):\n    return n\n");
  assert.match(await page.locator("#found").innerText(), /No mistake in \d+ positions/);
  await page.locator("#play").click();
  await page.waitForFunction(() => /\/game(\.html)?$/.test(location.pathname));
  await myTurn(page);
  assert.equal(await page.locator("#name").textContent(), "Twos and threes");
  const said = await playOut(page, click);
  assert.match(said, /^(You win|The program wins)\.$/);
  await page.waitForSelector("#review:not([hidden])");
  // The address holds the rules: it is the same anywhere else.
  const { href } = new URL(page.url());
  assert.match(href, /#rules=%23%20Three/);
  await visit(href.slice(site.base.length), async (other) => {
    await other.waitForSelector("#review:not([hidden])");
    assert.equal(await other.locator("#name").textContent(), "Twos and threes");
    await other.reload();
    await other.waitForSelector("#review:not([hidden])");
    await other.locator("#about summary").click();
    await other.getByRole("link", { name: "Change the rules" }).click();
    await other.waitForFunction(() => /\/rules(\.html)?$/.test(location.pathname));
    await looked(other);
    assert.match(await other.locator("#text").inputValue(), /^# Three\./);
  });
}));

/** Waits until the game is solved, or not in time. */
const solved = (page) => page.waitForFunction(() => !document.querySelector("#solved").hasAttribute("aria-busy"));

test("the editor says who wins, with which move, and where the player to move has lost", () => visit("/rules", async (page) => {
  const told = page.locator("#solved");
  const heading = page.locator("#checked-title");
  await looked(page);
  await solved(page);
  assert.match(await told.innerText(), /^From the start the first player wins in 7 plies\.\nBest first move: to 12\./);
  assert.deepEqual(await told.locator(".chips li").allInnerTexts(), ["0", "4", "8", "12", "16", "20"]);
  assert.equal(await heading.textContent(), "Take away");
  // Two heaps, without a word about them: the file's name.
  await write(page, "start = (1, 2)\n\ndef moves(h):\n    return [(k, h[1]) for k in range(h[0])] + [(h[0], k) for k in range(h[1])]\n\ndef plies_left(h):\n    return sum(h)\n");
  await solved(page);
  assert.match(await told.innerText(), /Best first move: to 1,1\./);
  assert.deepEqual((await told.locator(".chips li").allInnerTexts()).slice(0, 3), ["0,0", "1,1", "2,2"]);
  assert.equal(await heading.textContent(), "Mine");
  // Left and Right, with a name of its own that is no markup.
  await write(page, "name = \"<img src=x> & co\"\nstart = \"T.F\"\nleft = [(\"T.\", \".T\"), (\"TF.\", \".FT\")]\nright = [(\".F\", \"F.\"), (\".TF\", \"FT.\")]\n");
  await solved(page);
  assert.match(await told.innerText(), /^From the start the first player wins\.\nLeft's best first move: /);
  assert.equal(await told.locator(".chips").count(), 0);
  assert.equal(await heading.textContent(), "<img src=x> & co");
  // Points; a docstring.
  await write(page, '"""Coins in a row. The larger sum wins."""\nstart = (9, 5, 1)\npoints = True\n\ndef moves(coins):\n    return [("first", coins[1:], coins[0]), ("last", coins[:-1], coins[-1])] if coins else []\n\ndef plies_left(coins):\n    return len(coins)\n');
  await solved(page);
  assert.match(await told.innerText(), /^From the start the first player wins by 5 points\.\nBest first move: first\./);
  assert.equal(await heading.textContent(), "Coins in a row");
  // A mistake: nothing is said of a game.
  await write(page, "start = 5\n\ndef moves(n):\n    return m\n");
  await solved(page);
  assert.equal(await told.innerText(), "");
  assert.equal(await heading.textContent(), "The game");
}));

test("a game of your own has its own title and its own first line on its page", async () => {
  const moves = "start = 15\n\ndef moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n\ndef plies_left(n):\n    return n\n";
  const kind = "(impartial: the same moves for both, the last to move wins)";
  for (const [file, rules, name, words] of [
    ["mine.star", `# Twos. A player takes one or two.\n${moves}`, "Twos", `A player takes one or two. ${kind}`],
    ["mine.star", `"""Twos\n\nA player takes one or two."""\n${moves}`, "Twos", `A player takes one or two. ${kind}`],
    ["by-two.star", `# A player takes one or two\n# stones, no more.\n${moves}`, "By two", `A player takes one or two stones, no more. ${kind}`],
    ["mine.star", `name = "Pairs: a game"\nrules = "Take two."\n${moves}`, "Pairs: a game", `Take two. ${kind}`],
    ["by-two.star", moves, "By two", kind],
  ]) {
    await visit(`/game?game=${file}#rules=${encodeURIComponent(rules)}`, async (page) => {
      await myTurn(page);
      assert.equal(await page.locator("#name").textContent(), name);
      assert.equal(await page.locator("#rules").textContent(), words);
      assert.equal(await page.title(), `${name} · bouton`);
    });
  }
});

test("a lost position that is listed leads to its table", () => visit("/rules", async (page) => {
  await solved(page);
  await page.locator("#solved .chips a").nth(2).click();
  await page.waitForFunction(() => /\/game(\.html)?$/.test(location.pathname));
  await myTurn(page);
  assert.equal(new URL(page.url()).searchParams.get("position"), "8");
}));

test("a game that is too large is not solved, and a newer text is answered in its place", () => visit("/rules", async (page) => {
  const large = (n) => `start = (${Array(n).fill(30).join(", ")})\n\ndef moves(h):\n    return [h[:i] + (k,) + h[i + 1:] for i in range(${n}) for k in range(h[i])]\n\ndef plies_left(h):\n    return sum(h)\n\ndef outcome(h):\n    return None if sum(h) else "loss"\n`;
  await looked(page);
  await write(page, large(6));
  await solved(page);
  assert.match(await page.locator("#solved").innerText(), /^Not solved in 2 seconds\./);
  // Workers of the site make no requests.
  const isSolving = (request) => /\/api\/solve/.test(request.url());
  const [asked, left] = isSite ? [] : [page.waitForRequest(isSolving), page.waitForEvent("requestfailed", isSolving)];
  await write(page, large(7));
  await asked;
  await write(page, "start = 3\n\ndef moves(n):\n    return [n - 1] if n else []\n\ndef plies_left(n):\n    return n\n");
  await left;
  await solved(page);
  assert.match(await page.locator("#solved").innerText(), /in 3 plies/);
}));

test("what is wrong stands in its line, and the list leads there", () => visit("/rules", async (page) => {
  await looked(page);
  await write(page, "start = 5\n\ndef moves(n):\n    return [n - k for k in (1, 2) if k <= m]\n");
  assert.match(await page.locator(".row.wrong .m").innerText(), /m/);
  assert.equal(await page.locator(".row.wrong .n").textContent(), "4");
  assert.equal(await page.locator("#play").getAttribute("aria-disabled"), "true");
  await page.getByRole("button", { name: "Line 4" }).click();
  const picked = await page.locator("#text").evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  assert.equal(picked, "    return [n - k for k in (1, 2) if k <= m]");
  await accessible(page);
  // A mistake that only play shows, in words of the check: at the function that it speaks of.
  await write(page, "start = 4\n\ndef moves(n):\n    return [n - 1] if n else []\n\ndef plies_left(n):\n    return 4\n");
  assert.equal(await page.locator(".row.wrong .n").textContent(), "6");
  assert.match(await page.locator("#found").innerText(), /^A mistake, in .*plies_left does not fall/s);
  // What would stop in the middle of play is not offered to be played.
  assert.equal(await page.locator("#play").getAttribute("aria-disabled"), "true");
  // A slip of the pen, the moment after.
  await page.locator("#text").press("End");
  await page.locator("#text").pressSequentially("\n(");
  await page.waitForFunction(() => /This is no game yet/.test(document.querySelector("#found").textContent));
}));

test("rules without end are stopped, and the page goes on", () => visit("/rules", async (page) => {
  await looked(page);
  await write(page, "start = 1\n\ndef moves(n):\n    return [max(range(2000000000))]\n");
  assert.match(await page.locator("#found").innerText(), /stopped|too many steps|takes more than|too long/i);
  await write(page, "start = 3\n\ndef moves(n):\n    return list(range(n))\n");
  assert.match(await page.locator("#found").innerText(), /^No mistake/);
}));

test("the gallery: every example has a board, can be read, and is played", () => visit("/rules", async (page) => {
  await page.waitForSelector("#gallery li");
  const names = await page.locator("#gallery strong").allInnerTexts();
  assert.ok(names.length >= 45, `${names.length}`);
  for (const image of await page.locator("#gallery img").all()) {
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction((one) => one.complete && one.naturalWidth > 0, await image.elementHandle());
  }
  assert.equal(await page.locator("#gallery img").count(), names.length);
  const links = await page.locator("#gallery a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  await page.locator("#filter").fill("marble graph");
  assert.deepEqual(await page.locator("#gallery li:visible strong").allInnerTexts(), ["MADMAX"]);
  await change(page, () => page.getByRole("button", { name: "Read and change MADMAX" }).click());
  assert.match(await page.locator("#text").inputValue(), /^# MADMAX/);
  for (const link of links) {
    await page.goto(new URL(link, page.url()).href);
    await page.waitForSelector("#moves button");
    await page.waitForSelector("#board svg");
    assert.ok(await page.locator("#error").isHidden(), `${link.slice(0, 60)}: ${await page.locator("#error").textContent()}`);
  }
}));

test("the program plays at a level, which the address keeps", () => visit("/game?game=nim&position=3,4,7", async (page) => {
  await myTurn(page);
  const levels = await page.locator("#level option").evaluateAll((all) => all.map((one) => one.value));
  assert.equal(levels[0], "random");
  for (const name of ["perfect", "chances", "take-one"]) assert.ok(levels.includes(name), name);
  assert.match(await page.locator("#level option").first().textContent(), /^1\. Random$/);
  await newGame(page, { level: "take-one", by: "Continue this game" });
  await myTurn(page);
  await choose(page, await page.locator("#moves button").first().getAttribute("data-move"));
  await myTurn(page);
  assert.equal(new URL(page.url()).searchParams.getAll("move")[1].replace(/ from .*/, ""), "take 1");
  assert.match(page.url(), /level=take-one/);
  await page.reload();
  await myTurn(page);
  await page.locator("#new").click();
  assert.equal(await page.locator("#level").inputValue(), "take-one");
  await accessible(page);
  await page.getByRole("radio", { name: "Two people" }).check();
  await page.locator("#level-label").waitFor({ state: "hidden" });
}));

for (const level of ["perfect", "chances"]) test(`what is not solved soon is played by looking ahead, and said so: ${level}`, () => visit(`/game?game=connect:6,8,4&position=&level=${level}`, async (page) => {
  await myTurn(page);
  await choose(page, "4");
  await page.waitForFunction(() => /The program plays .*it is not solved: the program looked \d+ pl/.test(document.querySelector("#status").textContent));
  assert.equal(await made(page), 2);
  await page.locator("#hint").click();
  await page.waitForFunction(() => /^Try “.*”; it is not solved: the program looked \d+ pl/.test(document.querySelector("#said").textContent));
}));

test("a level that there is not is told", () => visit("/game?game=nim&position=1,2&level=genius", async (page) => {
  await myTurn(page);
  assert.match(await page.locator("#error").textContent(), /no level genius/);
}));

test("puzzles of rules of one's own", () => visit("/rules", async (page) => {
  await page.waitForSelector("#gallery li");
  await change(page, () => page.getByRole("button", { name: "Read and change Notakto" }).click());
  await page.locator("#puzzles").click();
  await page.waitForFunction(() => /\/puzzles(\.html)?$/.test(location.pathname));
  await page.waitForSelector("#board svg");
  await page.getByRole("link", { name: "Open it on a table" }).click();
  await myTurn(page);
  assert.equal(await page.locator("#name").textContent(), "Notakto");
}));

test("the rules of a game of the catalogue are a text to change", () => visit("/game?game=subtraction:1,2&position=7", async (page) => {
  await myTurn(page);
  await page.locator("#about summary").click();
  await page.locator("#change a").click();
  await page.waitForSelector("#gallery li");
  await looked(page);
  const text = await page.locator("#text").inputValue();
  assert.match(text, /parameter\("numbers", \[1, 2\]\)/);
  assert.equal(await page.locator("[name=file]").inputValue(), "subtraction");
  assert.match(await page.locator("#save").getAttribute("download"), /^subtraction\.py$/);
  await page.locator("#play").click();
  await myTurn(page);
  assert.match(decodeURIComponent(page.url()), /game=subtraction\.py/);
}));

test("the parameters of a rule file are picked as sizes", () => visit("/rules", async (page) => {
  await page.waitForSelector("#gallery li");
  await page.locator("#filter").fill("hexagons");
  await page.getByRole("link", { name: "Play Hex" }).click();
  await myTurn(page);
  assert.equal(await page.locator("#sizes input").inputValue(), "3");
  await newGame(page, { sizes: { side: "2" } });
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 4);
  assert.match(decodeURIComponent(page.url()), /game=hex\.star:2/);
}));

test("files in other languages are opened, told where they are wrong, and played", () => visit("/rules", async (page) => {
  await looked(page);
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const open = (path) => change(page, () => page.locator("#open input").setInputFiles(root + path));
  await open("docs/deal.jsonl");
  assert.match(await page.locator("#found").innerText(), /^No mistake in 4 positions/);
  assert.ok(await page.locator("#parameters").isHidden());
  assert.match(page.url(), /game=deal\.jsonl/);
  await write(page, '{"id": "a", "to": [["take 1", "b"]]}\n{"id": "b", "win": 2}\n');
  assert.equal(await page.locator(".row.wrong .n").textContent(), "2");
  await open("testdata/kif/notakto_3x3.kif");
  assert.match(await page.locator("#found").innerText(), /^No mistake in /);
  await fits(page);
  await accessible(page);
  await page.locator("#play").click();
  await page.waitForFunction(() => /\/game(\.html)?$/.test(location.pathname));
  await myTurn(page);
  assert.equal(await page.locator("#moves button").count(), 9);
  assert.match(await playOut(page, click), /^(You win|The program wins)\.$/);
  // The text in the address is the game.
  const { href } = new URL(page.url());
  await visit(href.slice(site.base.length), async (other) => {
    await other.waitForSelector("#review:not([hidden])");
    await other.locator("#about summary").click();
    await other.getByRole("link", { name: "Change the rules" }).click();
    await other.waitForFunction(() => /\/rules(\.html)?$/.test(location.pathname));
    await looked(other);
    assert.match(await other.locator("#text").inputValue(), /\(role /);
    assert.equal(await other.locator("[name=language]").inputValue(), "kif");
  });
}));
