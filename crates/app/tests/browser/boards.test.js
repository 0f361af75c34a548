// Boards: the same seats throughout, values that hide nothing, the focus, what is honest about what is not known.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, lookAt, made, myTurn, newGame } from "./hands.js";
import { accessible, isSite, onServer, serve, site, visit } from "./site.js";

serve();

const game = (name, position, more = {}) => `/game?${new URLSearchParams({ game: name, ...(position == null ? {} : { position }), ...more })}`;
const two = { side: "both" };

/** The names of the points and whose stones stand there. */
const stones = (page) => page.locator("#board .part[data-whose]").evaluateAll((parts) =>
  Object.fromEntries(parts.map((part) => [part.dataset.part, part.dataset.whose])));

test("stones keep their colours and points their names when the other player is to move", () => visit(game("mu-torere", "./XXXXOOOO", two), async (page) => {
  await myTurn(page);
  const before = await stones(page);
  const labels = await page.locator("#board text").allTextContents();
  const name = await page.locator("#moves button").first().getAttribute("data-move");
  await choose(page, name);
  await myTurn(page);
  const after = await stones(page);
  const kept = Object.keys(before).filter((part) => after[part] === before[part]);
  assert.equal(kept.length, 7, "one stone has moved, the others are as they were");
  assert.deepEqual(await page.locator("#board text").allTextContents(), labels);
}));

test("kalah: the first player's houses stay below, and the stores are counted", () => visit(game("kalah:3,3", "3,3,3/3,3,3", two), async (page) => {
  await myTurn(page);
  const below = () => page.locator("#board .part").evaluateAll((parts) => {
    const high = parts.map((part) => [part.getBoundingClientRect().top, part.dataset.whose]);
    const middle = Math.min(...high.map(([y]) => y)) / 2 + Math.max(...high.map(([y]) => y)) / 2;
    return [...new Set(high.filter(([y]) => y > middle).map(([, whose]) => whose))];
  });
  assert.deepEqual(await below(), ["first"]);
  await choose(page, "2");
  await myTurn(page);
  assert.deepEqual(await below(), ["first"]);
  assert.equal(await page.locator("#board .store.first text").textContent(), "1");
  assert.equal(await page.locator("#board .store.second text").textContent(), "0");
}));

test("a game that is over does not say who is to move", () => visit(game("domineering:1,2", "..", { move: "a1b1" }), async (page) => {
  await page.waitForSelector("#board svg");
  assert.doesNotMatch(await page.locator("#table").innerText(), /is to move/);
}));

test("who plays which colour is told where there are colours, from the start to the end", async () => {
  const told = /(First player|Left): blue\s+(Second player|Right): red/;
  for (const [name, position] of [["push", ".lr.rl"], ["toads-and-frogs", "ttt..fff"], ["toppling-dominoes", "lrrlelr"], ["crosses", "6,3"], ["cram:2,2", "../.."]]) {
    await visit(game(name, position, two), async (page) => {
      await myTurn(page);
      assert.match(await page.locator("#score").innerText(), told, name);
    });
  }
  await visit(game("eatcake", "1x1", { ...two, move: "1x1>" }), async (page) => {
    await page.waitForSelector("#board svg");
    assert.equal(await page.locator("#score").isVisible(), false);
  });
});

test("badges lie over no number and no letter", async () => {
  for (const [name, position] of [["kalah:3,3", "3,3,3/3,3,3"], ["chomp:3,4", "4,4,4"], ["mnk:3,3,3", "X.O/.../..."], ["hackenbush", "0b1,1r2,0r3"]]) {
    await visit(game(name, position), async (page) => {
      await myTurn(page);
      await page.locator("#values").check();
      await page.waitForSelector("#board .tag");
      const hidden = await page.evaluate(() => {
        const box = (element) => element.getBoundingClientRect();
        const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        const words = [...document.querySelectorAll("#board text")].filter((text) => !text.closest(".tag"));
        return [...document.querySelectorAll("#board .tag")].filter((badge) => words.some((text) => meet(box(badge), box(text)))).length;
      });
      assert.equal(hidden, 0, name);
      await accessible(page);
    });
  }
});

test("every placing of a domino and every step has its mark", () => visit(game("domineering:2,2", "../.."), async (page) => {
  await myTurn(page);
  await page.locator("#values").check();
  await page.waitForSelector("#board .way", { state: "attached" });
  assert.equal(await page.locator("#board .way.bar").count(), 2);
  await page.goto(site.base + game("clobber:2,2", "XO/OX"));
  await page.waitForSelector("#board .tag");
  assert.equal(await page.locator("#board .way").count(), 0);
  await page.locator("#board .part[data-whose=first]").first().click();
  assert.equal(await page.locator("#board .way polygon").count(), 2, "arrows of the man that is picked");
}));

test("amazons: the amazon, its cell and the cell it shoots at are touched one after the other, and each step is seen", () => visit(game("amazons", "X.../..../...O", two), async (page) => {
  await myTurn(page);
  const at = (name) => page.locator(`#board .part:has(> title:text-matches("^${name}[:,]"))`);
  const man = () => page.locator("#board .man").first().evaluate((one) => one.getBoundingClientRect().left);
  const before = await man();
  await at("a1").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Where does it go?");
  await at("c1").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "What does it shoot at?");
  assert.ok(await page.locator("#board .man").evaluateAll((men, left) => men.some((one) => one.getBoundingClientRect().left > left + 40), before), "the amazon is seen on c1");
  assert.equal(await made(page), 0);
  // Back to the amazon, and another way for it; it may shoot at where it came from.
  await at("c1").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Where does it go?");
  await at("b1").click();
  await at("a1").click();
  await movesAre(page, ["a1-b1/a1"]);
  await accessible(page);
}));

test("amazons by keys alone", () => visit(game("amazons", "X../..O", two), async (page) => {
  await myTurn(page);
  await page.locator("#board").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 1);
}));

test("as much from both heaps, and two pins beside each other, are taken by two touches", async () => {
  await visit(game("wythoff", "5,8", two), async (page) => {
    await myTurn(page);
    await touched(page, [0, 3]);
    await page.waitForFunction(() => /^Take 2 from the first\? /.test(document.querySelector("#status").textContent));
    await touched(page, [1, 0]);
    await movesAre(page, ["take 2 from both"]);
    await touched(page, [1, 5], [1, 5]);
    await movesAre(page, ["take 2 from both", "take 1 from the second"]);
  });
  await visit(game("octal:0.77", "10,7", two), async (page) => {
    await myTurn(page);
    await touched(page, [0, 3], [0, 4]);
    await movesAre(page, ["take 2 from the first leave 3+5"]);
  });
});

test("the last move is marked: coins, cards, cakes, men, heaps, edges", async () => {
  for (const [name, position, move, mark] of [
    ["row-ends", "4,5,3", "L", ".last"], ["thirty-one", "", "3", ".last"], ["cutcake", "2x3", "2x3>2x1+2x2", ".last"], ["hexapawn:3,3", "OOO/.../XXX", "b3-b2", ".last"],
    ["nim", "3,4,5", "take 2 from heap 1", ".last"], ["kalah:3,3", "3,3,3/3,3,3", "2", ".last"], ["hackenbush", "0b1,0r2", "0b1", ".gone.lastmove"], ["dots-and-boxes:1,1", "./../.", null, ".part.lastmove"],
  ]) {
    await visit(game(name, position, two), async (page) => {
      await myTurn(page);
      await choose(page, move ?? await page.locator("#moves button").first().getAttribute("data-move"));
      await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 1);
      await page.waitForSelector(`#board ${mark}`, { state: "attached" });
    });
  }
});

test("a disc falls where any cell of its column is touched", () => visit(game("connect:4,5,4", "", two), async (page) => {
  await myTurn(page);
  await touched(page, 2);
  await movesAre(page, ["3"]);
}));

test("after a move the focus is on the table again", () => visit(game("mnk:3,3,3", ".../.../..."), async (page) => {
  await myTurn(page);
  await page.locator("#board .part.open").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 2);
  await myTurn(page);
  await page.waitForFunction(() => document.activeElement.closest("#board .part"));
  assert.equal(await page.locator("#board .focusring rect").count(), 2);
}));

test("whether values are shown is remembered", () => visit(game("mnk:3,3,3", "X.O/.../..."), async (page) => {
  await myTurn(page);
  await page.locator("#values").check();
  await page.waitForSelector("#board .tag");
  await page.reload();
  await page.waitForSelector("#board .tag");
  assert.ok(await page.locator("#values").isChecked());
}));

test("the quickest win is told first", () => visit(game("krk", "Ka1 Rb2 kc3"), async (page) => {
  await myTurn(page);
  await page.locator("#why").click();
  await page.waitForFunction(() => /Best: “[^”]*”\./.test(document.querySelector("#reasons").textContent));
  const told = await (await fetch(`${site.base}/api/solve?game=krk&position=Ka1%20Rb2%20kc3`)).json();
  assert.match(await page.locator("#reasons").textContent(), new RegExp(`Best: “${told.preferred.words ?? told.preferred.move}”\\.`, "i"));
}));

test("every picture that is offered can be drawn", async () => {
  for (const [name, position] of [["nim", "3,4,5"], ["wythoff", "5,8"], ["box", "15,4"], ["mu-torere", "./XXXXOOOO"], ["row-ends", "4,5,3,1,2"]]) {
    await visit(game(name, position), async (page) => {
      await myTurn(page);
      await lookAt(page, "pictures");
      for (const tab of await page.locator("#tabs [role=tab]").all()) {
        await tab.click();
        await page.waitForFunction((kind) => document.querySelector("#picture").dataset.kind === kind && !document.querySelector("#picture").hasAttribute("aria-busy"), await tab.getAttribute("data-tab"));
        assert.equal(await tab.getAttribute("aria-selected"), "true");
        assert.equal(await page.locator("#picture svg:not(.sign), #picture .explorer").count(), 1, `${name}: ${await tab.innerText()}: ${await page.locator("#picture").innerText()}`);
      }
      await page.getByRole("tab", { name: "Graph" }).click();
      const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "SVG" }).click()]);
      assert.match(saved.suggestedFilename(), /\.svg$/);
    });
  }
});

test("the explorer opens positions and leads to them, by keys too", () => visit(game("mnk:3,3,3", "X.O/.../..."), async (page) => {
  await myTurn(page);
  await lookAt(page, "pictures");
  await page.getByRole("tab", { name: "Explorer" }).click();
  await page.waitForSelector("#picture .explorer li.best");
  const [before, closed] = [await page.locator("#picture .explorer li").count(), page.locator("#picture .expander[aria-expanded=false]").first()];
  await closed.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelectorAll("#picture .explorer li").length > n, before);
  await page.getByRole("button", { name: "Smaller" }).click();
  await accessible(page);
  await page.locator("#picture .explorer").getByRole("button", { name: "Play from here" }).nth(1).click();
  await page.waitForFunction(() => !location.search.includes("X.O%2F...%2F..."));
}));

test("the value after each move is drawn where values are shown, and is a way back", () => visit(game("mnk:3,3,3", ".../.../...", two), async (page) => {
  await page.locator("#values").check();
  for (const move of ["a1", "b1"]) {
    await myTurn(page);
    await choose(page, move);
  }
  await lookAt(page, "line");
  await page.waitForFunction(() => document.querySelectorAll("#history .point, #history .mistake").length === 3);
  assert.equal(await page.locator("#history .mistake").count(), 1);
  await page.locator("#history .point").first().click();
  await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 0);
}));

test("an address without a game, and one without a page, lead on", () => visit("/game?game=foo", async (page) => {
  await page.waitForSelector("#elsewhere:not([hidden]) a");
  assert.ok(await page.locator("#board").isHidden());
  await page.getByRole("link", { name: "All games", exact: true }).click();
  await page.waitForSelector("#rooms li");
  // Hosts of files have their own page for what is not there.
  if (isSite) return;
  const lost = await fetch(`${site.base}/nowhere`, { headers: { accept: "text/html,*/*" } });
  assert.equal(lost.status, 404);
  assert.match(await lost.text(), /All games/);
  const plain = await fetch(`${site.base}/api/nowhere`);
  assert.match(await plain.text(), /^\{"error"/);
}));

test("the page about the API has every question", onServer, () => visit("/reference", async (page) => {
  await page.waitForSelector("#routes section");
  const { paths } = await (await fetch(`${site.base}/api`)).json();
  assert.equal(await page.locator("#routes section").count(), Object.keys(paths).length);
  await accessible(page);
  for (const link of await page.locator(".try").evaluateAll((all) => all.map((a) => a.href))) {
    assert.equal((await fetch(link)).status, 200, link);
  }
}));

test("folded into rows of its period, Kayles stands in columns", () => visit("/lab?ask=sequence&game=kayles&heaps=200", async (page) => {
  await page.waitForSelector(".fold output:not(.readout)");
  assert.match(await page.locator(".fold output:not(.readout)").textContent(), /Rows of 12: .*That is the period, from heap 71 on/);
  await page.getByRole("slider", { name: "Fold into rows of" }).fill("7");
  assert.match(await page.locator(".fold output:not(.readout)").textContent(), /Rows of 7: /);
}));

/** Touches parts of the board, each with the sign that is chosen for it. */
async function put(page, parts) {
  for (const [sign, part] of parts) {
    if (sign) await page.locator("#editor").getByRole("button", { name: sign, exact: true }).click();
    const before = await page.locator("#set [name=position]").inputValue();
    const { x, y, width, height } = await page.locator(`#board [data-part="${part}"]`).boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForFunction((old) => document.querySelector("#set [name=position]").value !== old && !document.querySelector("#table").hasAttribute("aria-busy"), before);
  }
}

for (const [name, position, parts, wanted] of [
  ["mnk:3,3,3", ".../.../...", [["the first player's", 0], ["the second player's", 4]], "X../.O./..."],
  ["dots-and-boxes:2,2", "../.../../.../..", [[null, 0], [null, 2], [null, 0]], "../|../../.../.."],
  ["kalah:3,3", "3,3,3/3,3,3", [["one more", 3], ["one less", 0]], "4,3,3/3,3,2"],
  ["krk", "Ka1 Rb2 kc3", [["black king", 0], ["white rook", 63]], "Ka1 Rh1 ka8"],
  ["three-mens-morris", ".../.../...", [["red, the second player's", 20]], ".../.O./..."],
  ["six-mens-morris", ".../.../..../.../... 6,6", [["red, the second player's", 20]], "O../.../..../.../... 6,5"],
  ["dobutsu-shogi", "gle/.c./.C./ELG", [["c", 4], [null, 3]], "gle/c../.C./ELG"],
  ["hackenbush", "0b1,1r2", [[null, 1]], "0b1"],
  ["node-kayles", "1-2,2-3", [[null, 0]], "2-3"],
  ["nim", "3,4,5", [["one less", 1]], "3,3,5"],
  ["row-ends", "4,5,3", [["one more", 2]], "4,5,4"],
  ["fibonacci-nim", "5/4", [["one less", 0]], "4/4"],
  ["chomp:2,3", "3,2", [["one less", 0], ["one less", 3]], "2,1"],
  ["cutcake", "1x2,2x3", [["a row more", 0]], "2x2,2x3"],
  ["thirty-one", "35", [["lay it", 5], ["take it back", 2]], "56"],
]) {
  test(`a position of ${name} is set up on the board, and played from`, () => visit(game(name, position, two), async (page) => {
    await myTurn(page);
    await lookAt(page, "setup");
    await page.waitForSelector("#editor:not([hidden])");
    await put(page, parts);
    assert.equal(await page.locator("#set [name=position]").inputValue(), wanted);
    await accessible(page);
    await page.locator("#set button").last().click();
    await page.waitForFunction((at) => new URLSearchParams(location.search).get("position") === at, wanted);
    assert.ok(await page.locator("#error").isHidden());
  }));
}

test("a board that is set up grows and shrinks, and points are joined by touch", () => visit(game("domineering:2,2", "../.."), async (page) => {
  await myTurn(page);
  await lookAt(page, "setup");
  await page.getByRole("button", { name: "A column more" }).click();
  await page.waitForFunction(() => document.querySelector("#set [name=position]").value === ".../...");
  await page.goto(site.base + game("node-kayles", "1-2,2-3"));
  await myTurn(page);
  await lookAt(page, "setup");
  await page.locator('#board [data-part="2"]').click();
  await page.waitForFunction(() => /From 1/.test(document.querySelector("#editor p").textContent));
  await page.locator('#board [data-part="4"]').click();
  await page.waitForFunction(() => document.querySelector("#set [name=position]").value === "1-2,2-3,1-3");
}));

for (const [name, position, sizes, start] of [
  ["mnk:3,3,3", ".../.../...", { Rows: "4", Columns: "5" }, "...../...../...../....."],
  ["amazons", "X../..O", { Rows: "3", Columns: "4" }, "X.../..../...O"],
  ["konane:4,5", "OXOXO/X..OX/OXOXO/XOXOX", { Rows: "4", Columns: "4" }, "OXOX/X..O/OXOX/XOXO"],
  ["kalah:3,3", "3,3,3/3,3,3", { Houses: "2", "Seeds in each": "4" }, "4,4/4,4"],
  ["row-front:3", "1,2,3,7", { "At most at a time": "2" }, "1,2,3,7"],
]) {
  test(`${name} in another size`, () => visit(game(name, position), async (page) => {
    await myTurn(page);
    if (name === "amazons") assert.equal(await page.locator("#sizes input").nth(1).inputValue(), "3");
    await newGame(page, { sizes });
    await page.waitForFunction((wanted) => new URLSearchParams(location.search).get("position") === wanted, start);
    await myTurn(page);
    assert.ok(await page.locator("#error").isHidden());
  }));
}

test("names of moves stay in one piece beside long values", () => visit(game("nogo:3,3", "X../.../..O"), async (page) => {
  await page.locator("#values").check();
  await page.waitForSelector("#moves .worth-beside");
  const high = await page.locator("#moves .movename").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)));
  assert.ok(high.every((lines) => lines < 1.5), high.join(" "));
}));

test("what is dominated is marked for theorists alone, and never on a winning move", () => visit(game("nogo:3,3", "X../.../..O", two), async (page) => {
  await page.locator("#values").check();
  await page.waitForSelector("#moves .worth-beside");
  const marked = (more) => page.locator(`#moves button${more}`, { hasText: "(dominated)" });
  assert.equal(await marked("").count(), 0);
  await page.getByLabel("For theorists").check();
  await marked("").first().waitFor();
  assert.deepEqual(await marked("").evaluateAll((all) => all.map((one) => one.dataset.move).toSorted()), ["b3", "c2"]);
  assert.equal(await marked(".win").count(), 0);
  await accessible(page);
}));

/** Touches parts of the table one after the other, a number or, of a token, a part and the token; the moves made in the end. */
async function touched(page, ...all) {
  for (const one of all) {
    const [part, token] = [one].flat();
    const place = page.locator(`#board [data-part="${part}"]`);
    await (token == null ? place : place.locator(".token").nth(token)).click();
  }
  return page.evaluate(() => new URLSearchParams(location.search).getAll("move"));
}

const movesAre = (page, moves) => page.waitForFunction((told) => new URLSearchParams(location.search).getAll("move").join() === told && !document.querySelector("#table").hasAttribute("aria-busy"), moves.join());

test("games that are played together have a board each, and a touch there is a move in that game", () => visit(game("nim 1,2 + domineering ../..", null, two), async (page) => {
  await myTurn(page);
  const words = await page.locator("#board text").allTextContents();
  for (const name of ["0: nim", "1: domineering"]) assert.ok(words.includes(name), words.join());
  await accessible(page);
  await page.locator("#values").check();
  await page.waitForSelector("#board .worth.bar", { state: "attached" });
  const lying = await page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect();
    const [left, right] = [box(document.querySelector('[data-part="2"]')).left, box(document.querySelector('[data-part="3"]')).right];
    return [...document.querySelectorAll("#board .worth.bar")].map(box).every((bar) => left < bar.left && bar.right < right);
  });
  assert.ok(lying, "marks lie on the board of their move");
  await touched(page, [1, 1]);
  await movesAre(page, ["0: take 1 from the second"]);
  await touched(page, 2, 3);
  await movesAre(page, ["0: take 1 from the second", "1: a1b1"]);
  assert.ok(await page.locator("#board .last").count() > 0);
}));

test("a move in every game is made once there is one on each board", () => visit(game("conjunctive(nim 1,2; domineering ../..)", null, two), async (page) => {
  await myTurn(page);
  assert.deepEqual(await touched(page, [1, 1]), []);
  await touched(page, 2);
  await movesAre(page, ["0: take 1 from the second & 1: a1a2"]);
}));

test("a move in some games is made by a second touch, or by touches on more boards", () => visit(game("selective(nim 1,2; kayles 3)", null, two), async (page) => {
  await myTurn(page);
  assert.deepEqual(await touched(page, [1, 1]), []);
  await touched(page, [1, 1]);
  await movesAre(page, ["0: take 1 from the second"]);
}));
