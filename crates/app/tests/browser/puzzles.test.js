// Puzzles: one a screen, played out against the best defence; the puzzle of the day.

import assert from "node:assert/strict";
import test from "node:test";
import { myTurn } from "./hands.js";
import { accessible, fits, jumps, onServer, seen, serve, site, visit } from "./site.js";

serve();

const SMALL = "/puzzles?game=tic-tac-toe&count=4";

/** The answer of the program, by which the test knows what is true. */
const ask = async (path, query) => (await fetch(`${site.base}/api/${path}?${new URLSearchParams(query)}`)).json();

/** Waits until the page waits for a person. */
const settled = (page) => page.waitForFunction(() => document.querySelector("#board svg") && !document.querySelector("#table").hasAttribute("aria-busy"));

const said = (page) => page.locator("#status").textContent();

/** Waits until the sentence about the last move is like this. */
async function says(page, pattern) {
  await page.waitForFunction(([source, flags]) => new RegExp(source, flags).test(document.querySelector("#status").textContent), [pattern.source, pattern.flags]);
  return said(page);
}

/** The position of the puzzle on the page. */
const positionOf = async (page) => new URL(await page.locator("#table-link").getAttribute("href"), site.base).searchParams.get("position");

/** Makes a move by touching what it changes, or by its button where the board does not tell moves apart. */
async function touch(page, game, position, name) {
  const { moves } = await ask("position", { game, position });
  const { changes } = moves.find(({ move }) => move === name);
  assert.equal(moves.filter((one) => changes.every((n) => one.changes.includes(n))).length, 1, `${name} is told apart by what it changes`);
  for (const n of changes) await page.locator(`#board [data-part="${n}"]`).click();
}

/** Makes a move by its button. */
const choose = (page, name) => page.locator(`#moves button[data-move="${name}"]`).dispatchEvent("click");

/** The moves from here that a win in so many plies has. */
const within = async (game, position, plies) => (await ask("moves", { game, position })).moves.filter(({ outcome, remoteness }) => outcome === "win" && remoteness <= plies);

/** The position after a move, by its name. */
const after = async (game, position, move) => (await ask("position", { game, position, move })).position;

/** A puzzle of a counted win as the program plays it: what the solver moves, and what is answered. */
async function line(game, { position, move, remoteness }) {
  const steps = [];
  let [here, next, left] = [position, move, remoteness];
  for (;;) {
    const to = await after(game, here, next);
    const reply = (await ask("solve", { game, position: to })).preferred?.move;
    steps.push({ position: here, move: next, reply, left });
    if (!reply) return steps;
    here = await after(game, to, reply);
    left -= 2;
    next = (await within(game, here, left))[0].move;
  }
}

/** The first puzzle of a series that is wanted, its number from 0, and its address. */
async function first(query, isWanted) {
  const { puzzles } = await ask("puzzles", query);
  const nth = puzzles.findIndex(isWanted);
  return { nth, puzzle: puzzles[nth], path: `/puzzles?${new URLSearchParams({ ...query, n: nth + 1 })}` };
}

const counted = (game, moves) => first({ game, count: 10 }, (one) => one.moves === moves && one.outcome === "win");

/** Makes the move that the page shows. */
async function helped(page) {
  await page.locator("#solution").click();
  const [, name] = /“(.*)”/.exec(await says(page, /^Try “/));
  await page.locator("#moves button", { hasText: name }).dispatchEvent("click");
  await says(page, /^✓/);
}

test("a win in three is three moves: each is answered with the longest defence, the end says so and leads on", async () => {
  const { nth, puzzle, path } = await counted("tic-tac-toe", 3);
  await visit(path, async (page) => {
    await settled(page);
    assert.equal(await page.locator("#place").textContent(), `Puzzle ${nth + 1} of 10`);
    assert.match(await page.locator("#task").textContent(), /^[XO] is to move\. Find the win in 3 moves\.$/);
    assert.equal(await said(page), "Your move 1 of 3.");
    const steps = await line("tic-tac-toe", puzzle);
    assert.equal(steps.length, 3);
    for (const [n, { position, move, reply }] of steps.entries()) {
      await touch(page, "tic-tac-toe", position, move);
      if (reply) await says(page, new RegExp(`^✓ Right\\. The program answers “${reply}”\\. Your move ${n + 2} of 3\\.$`));
      await settled(page);
    }
    assert.equal(await said(page), "✓ Won in 3 moves.");
    assert.equal(await page.locator("#board .part.open").count(), 0);
    assert.match(await page.locator("#why").textContent(), /is the only first move that wins\. \d other moves fail/);
    // The end leads on by the key that is under the finger.
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => document.querySelector("#place").textContent === `Puzzle ${n} of 10`, nth + 2);
    assert.equal(new URL(page.url()).searchParams.get("n"), String(nth + 2));
    await page.waitForFunction(() => document.activeElement.closest("#board .part"));
  });
});

test("each move that keeps the win within the moves left is right, not only the one that the program prefers", async () => {
  for (const game of ["tic-tac-toe", "domineering:4,4", "three-mens-morris"]) {
    const { puzzles } = await ask("puzzles", { game, count: 10 });
    for (const [nth, puzzle] of puzzles.entries()) {
      if (puzzle.outcome !== "win" || puzzle.moves !== 3) continue;
      const [first, second] = await line(game, puzzle);
      const right = await within(game, second.position, second.left);
      const { preferred } = await ask("solve", { game, position: second.position });
      const other = right.find(({ move }) => move !== preferred.move);
      if (!other) continue;
      return visit(`/puzzles?${new URLSearchParams({ game, count: 10, n: nth + 1 })}`, async (page) => {
        await settled(page);
        await choose(page, first.move);
        await says(page, /Your move 2 of 3/);
        await settled(page);
        await choose(page, other.move);
        await says(page, /^✓ Right.*Your move 3 of 3\.$/);
      });
    }
  }
  assert.fail("no puzzle has two right second moves");
});

test("a wrong move in the middle is refuted, and trying again begins before it, not at the start", async () => {
  const { nth, puzzle, path } = await counted("tic-tac-toe", 3);
  await visit(path, async (page) => {
    await settled(page);
    const [first, second, third] = await line("tic-tac-toe", puzzle);
    const men = () => page.locator("#board [data-whose]").count();
    const before = await men();
    await touch(page, "tic-tac-toe", first.position, first.move);
    await says(page, /Your move 2 of 3/);
    await settled(page);
    const right = (await within("tic-tac-toe", second.position, second.left)).map(({ move }) => move);
    const { moves } = await ask("moves", { game: "tic-tac-toe", position: second.position });
    const wrong = moves.find(({ move, outcome }) => outcome !== "win" && !right.includes(move));
    await touch(page, "tic-tac-toe", second.position, wrong.move);
    const why = await says(page, /^✗/);
    const { preferred } = await ask("solve", { game: "tic-tac-toe", position: wrong.to });
    assert.equal(why, `✗ “${wrong.move}” ${wrong.outcome === "draw" ? "only draws" : "loses"}, because of “${preferred.move}”.`);
    // Best play after it is shown.
    await page.waitForFunction((n) => document.querySelectorAll("#board [data-whose]").length > n, before + 3);
    await page.waitForFunction(() => document.activeElement.id === "again");
    await page.keyboard.press("Enter");
    await says(page, /^Your move 2 of 3\.$/);
    await settled(page);
    assert.equal(await men(), before + 2);
    for (const { position, move } of [second, third]) {
      await touch(page, "tic-tac-toe", position, move);
      await says(page, position === third.position ? /^✓ Won/ : /Your move 3 of 3/);
      await settled(page);
    }
    assert.equal(await said(page), "✓ Won in 3 moves.");
    assert.equal(await page.locator("#numbers button").nth(nth).getAttribute("aria-label"), `Puzzle ${nth + 1}, solved, not at the first try`);
    assert.match(await page.locator("#streak").textContent() || "one after the other: 0.", /one after the other: 0\./);
  });
});

test("a slower win is wrong where the quickest is asked for, and says how slow it is", async () => {
  const { puzzle: { position, move, remoteness, moves }, path } = await first({ game: "krk", count: 6 }, ({ aim }) => aim === "soonest");
  await visit(path, async (page) => {
    await settled(page);
    assert.match(await page.locator("#task").textContent(), new RegExp(`Find the quickest win, in ${moves} moves\\.$`));
    const valued = await ask("moves", { game: "krk", position });
    const slow = valued.moves.find((one) => one.outcome === "win" && one.move !== move && one.remoteness > remoteness);
    await choose(page, slow.move);
    await says(page, new RegExp(`^✗ “.*” wins, but in ${Math.ceil(slow.remoteness / 2)} moves, not in ${moves}, because of “.*”\\.$`));
  });
});

test("a puzzle whose move was shown is not solved at the first try", () => visit(SMALL, async (page) => {
  await settled(page);
  for (let n = 0; n < 5 && !/^✓ (Won|Drawn)/.test(await said(page)); n += 1) {
    await helped(page);
    await settled(page);
  }
  assert.match(await said(page), /^✓ .*, with help\.$/);
  assert.equal(await page.locator("#numbers [aria-current]").getAttribute("aria-label"), "Puzzle 1, solved, not at the first try");
}));

test("play that is long ends at a number that the page says", () => visit("/puzzles?game=nim&position=6,11,3,11&count=1", async (page) => {
  await settled(page);
  assert.match(await page.locator("#all").innerText(), /Play that is longer than 8 of your moves ends there\./);
  assert.equal(await said(page), "Your move 1 of at most 8.");
  let here = await positionOf(page);
  const replies = [];
  for (let n = 1; n <= 8; n += 1) {
    const { preferred } = await ask("solve", { game: "nim", position: here });
    await choose(page, preferred.move);
    const sentence = await says(page, n < 8 ? new RegExp(`Your move ${n + 1} of at most 8`) : /^✓ Held/);
    await settled(page);
    const reply = /answers “(.)(.*)”\./.exec(sentence);
    here = await after("nim", here, preferred.move);
    if (reply) here = await after("nim", here, reply[1].toLowerCase() + reply[2]);
    replies.push(here);
  }
  assert.equal(await said(page), "✓ Held for 8 moves: still won.");
  assert.notEqual(replies.at(-1), "0,0,0,0");
}));

test("where points count, the end tells them, and a player may move twice", async () => {
  const { puzzle, path } = await first({ game: "dots-and-boxes:1,3", count: 10 }, ({ outcome }) => outcome === "win");
  await visit(path, async (page) => {
    await settled(page);
    let [here, twice] = [puzzle.position, false];
    for (let n = 0; n < 8 && !/^✓ Won/.test(await said(page)); n += 1) {
      const { preferred } = await ask("solve", { game: "dots-and-boxes:1,3", position: here });
      const before = await said(page);
      const name = n ? preferred.move : puzzle.move;
      await choose(page, name);
      await page.waitForFunction((old) => document.querySelector("#status").textContent !== old, before);
      await settled(page);
      here = await after("dots-and-boxes:1,3", here, name);
      const replies = [...(await said(page)).matchAll(/“(.*?)”/g)].map(([, name]) => name);
      twice ||= /^✓ Right\. Your/.test(await said(page));
      for (const reply of replies) {
        const { moves } = await ask("position", { game: "dots-and-boxes:1,3", position: here });
        here = moves.find(({ move, words }) => (words ?? move).toLowerCase() === reply.toLowerCase()).to;
      }
    }
    assert.match(await said(page), /^✓ Won by \d points?\.$/);
    assert.ok(twice);
    assert.match(await page.locator("#note").textContent(), /^You have [23], the program [01]\.$/);
  });
});

test("a win by fewer points than are asked for is wrong", async () => {
  const { puzzle: { margin, position, move }, path } = await first({ game: "row-rest", position: "5,3,1", count: 30 }, ({ aim }) => aim === "most");
  await visit(path, async (page) => {
    await settled(page);
    assert.match(await page.locator("#task").textContent(), new RegExp(`Find the win by ${margin} points: other moves win, but by less\\.$`));
    const { moves } = await ask("moves", { game: "row-rest", position });
    const less = moves.find((one) => one.move !== move);
    await choose(page, less.move);
    await says(page, new RegExp(`^✗ .* wins by ${less.margin} points?, not by ${margin}`));
    await page.locator("#again").click();
    await settled(page);
    await choose(page, move);
    await says(page, /Your move 2/);
  });
});

test("a draw is held to the end against a program that plays for more", async () => {
  const { path } = await first({ game: "two-values", count: 2 }, ({ outcome }) => outcome === "draw");
  await visit(path, async (page) => {
    await settled(page);
    assert.match(await page.locator("#task").textContent(), /Find the draw: nothing wins\.$/);
    for (let n = 0; n < 8 && !/^✓ (Drawn|Won|Held)/.test(await said(page)); n += 1) {
      await helped(page);
      await settled(page);
    }
    assert.equal(await said(page), "✓ Drawn: nothing won, with help.");
  });
});

test("positions that are too large to solve are judged by looking ahead", async () => {
  const { puzzles: [puzzle] } = await ask("puzzles", { game: "teeko", count: 1 });
  assert.equal(puzzle.moves, 2);
  await visit("/puzzles?game=teeko&count=1", async (page) => {
    await settled(page);
    const wrong = await page.locator(`#moves button:not([data-move="${puzzle.move}"])`).last().getAttribute("data-move");
    await choose(page, wrong);
    assert.match(await says(page, /^✗/), /does not win in 2 moves|wins, but in \d moves, not in 2/);
    await page.locator("#again").click();
    await settled(page);
    await choose(page, puzzle.move);
    await says(page, /^✓ Right\. .* Your move 2 of 2\.$/);
    await helped(page);
    await says(page, /^✓ Won in 2 moves, with help\.$/);
  });
});

test("the address holds the puzzle: back, forward, reload, numbers, previous and next", () => visit(SMALL, async (page) => {
  const shows = (n) => page.waitForFunction((number) => document.querySelector("#place").textContent === `Puzzle ${number} of 4`, n);
  const { puzzles } = await ask("puzzles", { game: "tic-tac-toe", count: 4 });
  await shows(1);
  assert.ok(await page.locator("#previous").isDisabled());
  await page.locator("#next").click();
  await shows(2);
  await page.locator("#numbers button").nth(3).click();
  await shows(4);
  await settled(page);
  assert.equal(await positionOf(page), puzzles[3].position);
  assert.equal(await page.locator("#next").textContent(), "More puzzles");
  await page.locator("#previous").click();
  await shows(3);
  await page.reload();
  await shows(3);
  await page.goBack();
  await shows(4);
  await page.goBack();
  await shows(2);
  await page.goForward();
  await shows(4);
  await settled(page);
  await page.locator("#next").click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("seed") === "1");
  await shows(1);
}));

test("a number that there is not, a wrong date and a wrong game are no end", async () => {
  for (const [n, shown] of [["99", 4], ["-3", 1], ["x", 1], ["2.5", 2]]) {
    await visit(`${SMALL}&n=${n}`, (page) => page.waitForFunction((number) => document.querySelector("#place").textContent === `Puzzle ${number} of 4`, shown));
  }
  for (const [query, why] of [["game=<img src=x onerror=alert(1)>", /no game is called/], ["date=rubbish", /expected a date/], ["game=nim&position=<b>", /expected a heap/]]) {
    await visit(`/puzzles?${query}`, async (page) => {
      await page.locator("#error:not([hidden])").waitFor();
      assert.match(await page.locator("#error").textContent(), why);
      assert.ok(await page.locator("#next").isDisabled());
      // From here there is a way to others.
      await page.locator("#ask [name=game]").fill("tic-tac-toe");
      await page.locator("#ask [name=position]").fill("");
      await page.getByRole("button", { name: "Make puzzles" }).click();
      await page.waitForFunction(() => document.querySelector("#place").textContent === "Puzzle 1 of 10");
      assert.ok(await page.locator("#error").isHidden());
    });
  }
});

test("a game without puzzles says so, and a small board leads to a larger one", async () => {
  await visit("/puzzles?game=pong-hau-k-i", async (page) => {
    await page.waitForFunction(() => /^No puzzle among 15 positions of Pong/.test(document.querySelector("#status").textContent));
  });
  await visit("/puzzles?game=hexapawn:3,3&count=10", async (page) => {
    await settled(page);
    await page.getByRole("link", { name: "Hexapawn, 4 × 4" }).click();
    await page.waitForFunction(() => new URLSearchParams(location.search).get("game") === "hexapawn:4,4");
    await settled(page);
  });
});

test("what comes late is dropped: moves made twice, other puzzles meanwhile", async () => {
  const { puzzle, path } = await counted("tic-tac-toe", 3);
  await visit(path, async (page) => {
    await settled(page);
    const men = () => page.locator("#board [data-whose]").count();
    const before = await men();
    const { moves } = await ask("position", { game: "tic-tac-toe", position: puzzle.position });
    const wrong = moves.filter(({ move }) => move !== puzzle.move);
    // Two clicks before the page can answer one.
    await page.evaluate((names) => names.forEach((name) => document.querySelector(`#moves button[data-move="${name}"]`).click()), wrong.slice(0, 2).map(({ move }) => move));
    await says(page, new RegExp(`^✗ “${wrong[0].move}”`));
    // Trying again in the middle of the refutation ends it.
    await page.locator("#again").click();
    await says(page, /^Your move 1/);
    await settled(page);
    await page.waitForTimeout(400);
    assert.equal(await men(), before);
    assert.equal(await said(page), "Your move 1 of 3.");
    await page.evaluate((name) => {
      document.querySelector(`#moves button[data-move="${name}"]`).click();
      document.querySelector("#next").click();
    }, puzzle.move);
    await settled(page);
    await page.waitForTimeout(400);
    assert.match(await said(page), /^Your move 1/);
  });
});

test("a program that does not answer is reported, and the move can be made again", onServer, () => visit(SMALL, async (page) => {
  await settled(page);
  const { puzzles: [{ move }] } = await ask("puzzles", { game: "tic-tac-toe", count: 4 });
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (address, ...rest) => (address.startsWith("/api/solve") ? Promise.reject(new TypeError("gone")) : fetch(address, ...rest));
    window.answers = () => (window.fetch = fetch);
  });
  await choose(page, move);
  await page.locator("#error:not([hidden])").waitFor();
  await page.evaluate(() => window.answers());
  await page.locator("#again").click();
  await settled(page);
  assert.ok(await page.locator("#error").isHidden());
  await choose(page, move);
  await says(page, /^✓/);
}));

/** The size of the day's rules in words, which a phone shows in full. */
const SENTENCE = 100;

test("each day has a short puzzle of another game, with the rules in a sentence", () => visit("/puzzles?date=2026-12-01", async (page) => {
  const games = new Set();
  for (let day = 1; day <= 10; day += 1) {
    await page.clock.setFixedTime(new Date(Date.UTC(2026, 11, day, 12)));
    await page.goto(`${site.base}/puzzles`);
    await settled(page);
    assert.equal(await page.locator("#place").textContent(), `Puzzle of ${day} December`);
    const name = await page.locator("#name").textContent();
    games.add(name);
    const rules = await page.locator("#rules").textContent();
    assert.ok(rules.length > 30 && rules.length <= SENTENCE, rules);
    assert.match(await page.locator("#task").textContent(), /Find the win( in [23] moves)?\.$/, name);
    const link = new URL(await page.locator("#table-link").getAttribute("href"), site.base).searchParams;
    const { line: best, solver } = await ask("solve", { game: link.get("game"), position: link.get("position") });
    assert.ok(solver === "closed-form" || best.length <= 7, `${name}: ${best}`);
    assert.ok(await page.locator("#numbers").isHidden());
    if (link.get("game") !== "tic-tac-toe") continue;
    const { puzzles } = await ask("puzzles", { game: "tic-tac-toe", date: `2026-12-${String(day).padStart(2, "0")}`, count: 10 });
    const easy = puzzles.filter(({ outcome, moves, plausible }) => outcome === "win" && moves <= 3 && plausible).map(({ difficulty }) => difficulty).toSorted((a, b) => a - b);
    const shown = puzzles.find(({ position }) => position === link.get("position"));
    assert.ok(shown.difficulty <= easy[2] && easy[2] < easy.at(-1), `${shown.difficulty} of ${easy}`);
  }
  assert.equal(games.size, 10);
}));

test("a day has the same puzzle everywhere, and the day is that of the reader", async () => {
  const seen = [];
  for (const timezoneId of ["Pacific/Auckland", "America/Los_Angeles"]) {
    await visit("/puzzles?date=2026-11-30", async (page) => {
      await settled(page);
      assert.equal(await page.locator("#place").textContent(), "Puzzle of 30 November");
      seen.push(await positionOf(page));
      await page.clock.setFixedTime(new Date(Date.UTC(2026, 10, 30, 3)));
      await page.goto(`${site.base}/puzzles`);
      await settled(page);
      assert.equal(await page.locator("#place").textContent(), `Puzzle of ${timezoneId.startsWith("P") ? 30 : 29} November`);
    }, { timezoneId });
  }
  assert.equal(seen[0], seen[1]);
});

/** Solves the puzzle on the page, a counted win, by the program's own line. */
async function solve(page, game, puzzle) {
  await settled(page);
  for (const { move, reply } of await line(game, puzzle)) {
    await choose(page, move);
    await says(page, reply ? new RegExp(`answers “${reply}”`) : /^✓ Won/);
    await settled(page);
  }
}

test("puzzles solved at the first try are counted once, and days whose puzzle was solved", async () => {
  const { puzzles } = await ask("puzzles", { game: "tic-tac-toe", count: 10 });
  const wins = puzzles.map((puzzle, n) => ({ puzzle, n })).filter(({ puzzle }) => puzzle.outcome === "win").slice(0, 2);
  await visit("/puzzles?game=tic-tac-toe&count=10", async (page) => {
    for (const [k, { puzzle, n }] of wins.entries()) {
      await settled(page);
      await page.locator("#numbers button").nth(n).click();
      await page.waitForFunction((number) => document.querySelector("#place").textContent === `Puzzle ${number} of 10`, n + 1);
      await solve(page, "tic-tac-toe", puzzle);
      assert.equal(await page.locator("#numbers button").nth(n).getAttribute("aria-label"), `Puzzle ${n + 1}, solved at the first try`);
      assert.equal(await page.locator("#streak").innerText(), `Of Tic-tac-toe solved at the first try, one after the other: ${k + 1}. Most so far: ${k + 1}.`);
    }
    await page.reload();
    await solve(page, "tic-tac-toe", wins[1].puzzle);
    assert.match(await page.locator("#streak").innerText(), /Most so far: 2\.$/);
    // A puzzle of tic-tac-toe is the third of these days' games.
    for (const [date, row] of [["2026-12-03", 1], ["2026-12-13", 1]]) {
      await page.goto(`${site.base}/puzzles?date=${date}`);
      await settled(page);
      const position = await positionOf(page);
      const { preferred, remoteness } = await ask("solve", { game: "tic-tac-toe", position });
      await solve(page, "tic-tac-toe", { position, move: preferred.move, remoteness });
      assert.match(await page.locator("#streak").innerText(), new RegExp(`Puzzles of the day solved, one day after the other: ${row}\\.$`));
    }
  });
});

test("what the browser has kept may be anything", async () => {
  for (const kept of ['{"a":1}', "[1,null]", "5", "{", "null"]) {
    await visit("/assets/icon.svg", async (page) => {
      await page.evaluate((text) => ["puzzles in a row", "puzzle days in a row", "puzzles judged"].forEach((name) => localStorage.setItem(name, text)), kept);
      await page.goto(`${site.base}${SMALL}`);
      await settled(page);
      const { puzzles } = await ask("puzzles", { game: "tic-tac-toe", count: 4 });
      const nth = puzzles.findIndex(({ outcome }) => outcome === "win");
      await page.locator("#numbers button").nth(nth).click();
      await page.waitForFunction((n) => document.querySelector("#place").textContent === `Puzzle ${n} of 4`, nth + 1);
      await solve(page, "tic-tac-toe", puzzles[nth]);
      assert.match(await page.locator("#streak").innerText(), /one after the other: 1\./);
    });
  }
});

const SIZES = [[390, 664], [390, 844], [844, 390], [1366, 657], [768, 1024], [320, 640], [683, 328]];
const KINDS = ["tic-tac-toe", "row-ends", "nim", "hackenbush", "amazons", "dots-and-boxes:1,3", "kalah:3,3", "krk", "chomp:3,4", "cutcake", "thirty-one"];

test("task, message, board and tools are seen at once, in windows of every shape", async () => {
  const all = [];
  for (const game of KINDS) {
    await visit(`/puzzles?${new URLSearchParams({ game, count: 2 })}`, async (page) => {
      await settled(page);
      // The sentence about a move is the longest.
      await page.locator("#moves button").first().dispatchEvent("click");
      await says(page, /^[✗✓]/);
      for (const fault of await seen(page, SIZES, ["#task", "#status", "#board svg", ".tools", ".tools button"])) all.push(`${game}, ${fault}`);
    });
  }
  assert.deepEqual(all, []);
});

for (const [width, height] of [[390, 664], [844, 390], [1366, 657]]) {
  test(`a puzzle is solved by touching the board, without a scroll, and nothing jumps: ${width}×${height}`, async () => {
    const { puzzle, path } = await counted("tic-tac-toe", 3);
    await visit(path, async (page) => {
      await settled(page);
      const shifted = await jumps(page);
      for (const { position, move, reply } of await line("tic-tac-toe", puzzle)) {
        await touch(page, "tic-tac-toe", position, move);
        await says(page, reply ? new RegExp(`answers “${reply}”`) : /^✓ Won/);
        await settled(page);
      }
      await page.locator("#next").click();
      await page.waitForFunction(() => /^Your move 1/.test(document.querySelector("#status").textContent));
      await settled(page);
      await shifted();
    }, { viewport: { width, height }, hasTouch: true });
  });
}

test("a puzzle is solved with keys alone", async () => {
  const { puzzle, path } = await counted("tic-tac-toe", 2);
  await visit(path, async (page) => {
    await settled(page);
    await page.locator("#board").focus();
    await page.keyboard.press("Tab");
    const at = (n) => page.evaluate((part) => document.activeElement.dataset?.part === String(part), n);
    const walk = async (n) => {
      const [row, column] = [Math.floor(n / 3), n % 3];
      for (let k = 0; k < 12 && !(await at(n)); k += 1) {
        const here = Number(await page.evaluate(() => document.activeElement.dataset.part));
        const [r, c] = [Math.floor(here / 3), here % 3];
        await page.keyboard.press(k % 2 ? (r < row ? "ArrowDown" : r > row ? "ArrowUp" : c < column ? "ArrowRight" : "ArrowLeft") : c < column ? "ArrowRight" : c > column ? "ArrowLeft" : r < row ? "ArrowDown" : "ArrowUp");
      }
      assert.ok(await at(n), `the keys reach ${n}`);
    };
    for (const { position, move, reply } of await line("tic-tac-toe", puzzle)) {
      const { moves } = await ask("position", { game: "tic-tac-toe", position });
      await walk(moves.find((one) => one.move === move).changes[0]);
      await page.keyboard.press("Enter");
      await says(page, reply ? /Your move 2/ : /^✓ Won in 2 moves\.$/);
      await settled(page);
    }
    assert.equal(await page.evaluate(() => document.activeElement.id), "next");
  });
});

const LOOKS = { light: {}, dark: { colorScheme: "dark" }, phone: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }, forced: { forcedColors: "active" } };
for (const [look, options] of Object.entries(LOOKS)) {
  test(`puzzles, ${look}: axe-core finds nothing, nothing is cut`, () => visit(SMALL, async (page) => {
    await settled(page);
    const { puzzles: [{ move }] } = await ask("puzzles", { game: "tic-tac-toe", count: 4 });
    for (const part of ["all", "list", "print", "others"]) {
      await page.locator(`#tab-${part}`).click();
      await fits(page);
      await accessible(page);
    }
    await page.locator(`#moves button:not([data-move="${move}"])`).first().dispatchEvent("click");
    await says(page, /^✗/);
    await accessible(page);
  }, options));
}

test("sheets are saved, and a puzzle is opened on a table", () => visit(SMALL, async (page) => {
  await settled(page);
  await page.locator("#tab-print").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "SVG" }).click()]);
  assert.match(file.suggestedFilename(), /puzzles\.svg$/);
  await page.locator("#tab-all").click();
  await page.getByRole("link", { name: "Open it on a table" }).click();
  await myTurn(page);
}));
