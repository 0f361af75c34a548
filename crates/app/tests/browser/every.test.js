// Every game of the catalogue: the table comes first, at the size of a phone and of a small laptop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lookAt, myTurn } from "./hands.js";
import { accessible, fits, onServer, serve, site, visit } from "./site.js";

serve();

const WINDOWS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  laptop: { viewport: { width: 1366, height: 657 } },
};

const catalogue = async () => (await fetch(`${site.base}/api/games`)).json();

/** So many plies every game here ends in: where men go to and fro the third time is a draw. */
const MOST = 150;

/**
 * What is seen of the table, and where to touch it next, the `tries`th time in a position. The same part is chosen whenever the same
 * position comes, so that play ends or goes in circles.
 */
const look = (page, tries, finger) => page.evaluate(([n, finger]) => {
  const [board, svg, tools] = ["#board", "#board svg", ".tools"].map((selector) => document.querySelector(selector));
  const over = /wins|draw/.test(document.querySelector("#status").textContent);
  const lowest = getComputedStyle(tools).position === "fixed" ? tools.getBoundingClientRect().top : innerHeight;
  const inside = ({ left, top, right, bottom }, low) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= low + 0.5;
  const faults = [];
  if (!inside(svg.getBoundingClientRect(), lowest)) faults.push(`board ${JSON.stringify(svg.getBoundingClientRect())} above ${lowest}`);
  if (!inside(document.querySelector("#hint").getBoundingClientRect(), innerHeight)) faults.push("the hint is not seen");
  // Work that begins moves nothing.
  const [wait, progress, top] = [document.querySelector("#wait"), document.querySelector("#progress"), () => document.querySelector("#hint").getBoundingClientRect().top];
  const [idle, was, before] = [wait.hidden, progress.textContent, top()];
  [wait.hidden, progress.textContent] = [false, "Solving … 123,456 positions, 12 s"];
  if (top() !== before && idle && !over && !svg.querySelector(".picked")) faults.push(`work moves the board by ${top() - before} from “${document.querySelector("#status").textContent}”`);
  [wait.hidden, progress.textContent] = [idle, was];
  if (board.scrollWidth > board.clientWidth || board.scrollHeight > board.clientHeight) faults.push("the board scrolls");
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} pixels in a window of ${innerWidth}`);
  if (!svg.querySelector("[data-part]") && !over) faults.push("nothing is drawn");
  const names = [...svg.querySelectorAll(":scope > text, .part > text.halo")].map((text) => `${text.textContent} ${text.getAttribute("x")} ${text.getAttribute("y")}`);
  const [open, targets] = [".open", ".target"].map((state) => [...svg.querySelectorAll(`.part${state}`)]);
  const parts = targets.length && n <= targets.length ? targets : open;
  const part = parts[n % Math.max(parts.length, 1)];
  const touched = part && ([...part.querySelectorAll(".token.next")].at(-1) ?? [...part.querySelectorAll(".token.open")].at(-1) ?? part);
  const middle = (element) => {
    const line = element.querySelector(":scope > .reach");
    if (line) {
      const { x, y } = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
      return { x, y };
    }
    const { x, y, width, height } = (element.querySelector(":scope > .hit, :scope > .lightsquare, :scope > .darksquare") ?? element).getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const at = touched && middle(touched);
  if (at && document.elementFromPoint(at.x, at.y)?.closest(".token, [data-part]") !== touched) faults.push(`the middle of ${part.querySelector("title").textContent} is not its own`);
  // Of what can be touched at the start 24 pixels each way are its own.
  const own = (element) => {
    const { x, y } = middle(element);
    return [[11.5, 0], [-11.5, 0], [0, 11.5], [0, -11.5]].every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest(".token.open, [data-part]") === element);
  };
  const points = open.filter((one) => !one.querySelector(":scope > .reach"));
  // Where points can be touched, the lines between them need not be.
  const all = (points.length ? points : open).flatMap((one) => (one.querySelector(".token.open") ? [...one.querySelectorAll(".token.open")] : [one]));
  const small = finger && !location.search.includes("move=") ? all.filter((one) => !own(one)) : [];
  if (small.length) faults.push(`${small.length} of ${all.length} are small to touch, ${small[0].querySelector("title").textContent}`);
  const picked = [...svg.querySelectorAll(".picked")].map((one) => one.querySelector("title").textContent).join();
  return { over, faults, names, at, picked, size: svg.getAttribute("viewBox"), made: new URLSearchParams(location.search).getAll("move").length };
}, [tries, finger]);

/** Touches the table and waits until a move is made or a part more is picked; whether anything came of it. */
async function touched(page, { at, picked, made }, finger) {
  await (finger ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y));
  const answered = ([before, plies]) => [...document.querySelectorAll("#board .picked")].map((one) => one.querySelector("title").textContent).join() !== before
    || new URLSearchParams(location.search).getAll("move").length > plies;
  return page.waitForFunction(answered, [picked, made], { timeout: 2000 }).then(() => true, () => false);
}

/** Waits until the table stands still. Looking back at a game that is over may take long. */
const still = (page) => page.waitForFunction(() => !document.querySelector("#table").hasAttribute("aria-busy") || /wins|draw/.test(document.querySelector("#status").textContent));

/** Plays a game to its end by touching the board; what is wrong on the way. */
async function walked(page, finger) {
  const faults = new Set();
  let [first, tries, grown] = [null, 0, null];
  for (let touches = 0; touches < 4 * MOST; touches += 1) {
    await still(page);
    const seen = await look(page, tries, finger);
    first ??= seen;
    seen.faults.forEach((fault) => faults.add(fault));
    const strange = seen.names.filter((name) => !first.names.includes(name));
    if (seen.size !== first.size && !grown) faults.add(grown = `after ${seen.made} moves ${first.size} has become ${seen.size}`);
    if (strange.length) faults.add(`after ${seen.made} moves there is ${strange.join(", ")}`);
    if (seen.over) return [...faults];
    // In the middle of a game: after its end the page looks back, and changes while it is looked at.
    if (seen.made === 1 && tries === 0) await accessible(page);
    if (!seen.at || tries > 12 || seen.made > MOST) break;
    const came = await touched(page, seen, finger);
    const now = new URL(page.url()).searchParams.getAll("move").length;
    tries = came && now > seen.made ? 0 : tries + 1;
  }
  return [...faults, `it does not end: ${page.url()}`];
}

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`every game, ${name}: a whole game by touching the board alone, which stays where it is, seen whole, with its names`, () => visit("/", async (page) => {
    const faults = [];
    const wanted = process.env.GAMES?.split(",");
    for (const { name: game } of await catalogue()) {
      if (wanted && !wanted.includes(game)) continue;
      await page.goto(`${site.base}/game?game=${game}&side=both`);
      await myTurn(page);
      const begun = Date.now();
      for (const fault of await walked(page, options.hasTouch)) faults.push(`${game}: ${fault}`);
      if (process.env.TELL) console.log(game, Date.now() - begun, new URL(page.url()).searchParams.getAll("move").length);
    }
    assert.deepEqual(faults, []);
  }, options));
}

/** So many plies of each game every move is looked for on the table. */
const PLIES = 4;

/**
 * In the page: plays some plies, and before each looks for every legal move by touching parts and their tokens, one to four of them. What
 * cannot be made so.
 */
async function unmade([base, game, position, plies]) {
  const [{ Table }, { Play }, { text }] = await Promise.all(["table", "play", "api"].map((name) => import(`${base}/assets/${name}.js`)));
  const holder = document.querySelector("#board").cloneNode(false);
  document.querySelector("#board").replaceWith(holder);
  let made = null;
  const table = new Table(holder, { play: (move) => (made = move), pick: () => {}, mark: () => {} });
  const play = await Play.open(new URLSearchParams({ game, position }));
  const orders = (list, length) => (length ? list.flatMap((one, n) => orders(list.toSpliced(n, 1), length - 1).map((rest) => [one, ...rest])) : [[]]);
  const missing = [];
  for (let ply = 0; ply < plies && !play.over; ply += 1) {
    const source = await text("/api/draw", { ...play.rules, position: play.start.position, move: play.names, as: "board", bare: 1 });
    table.show(source, play, { live: true, fresh: false });
    const found = new Set();
    const touch = (elements) => {
      made = null;
      table.drop();
      table.mark(table.parts[0], [], null);
      for (const element of elements) if (!made) table.touch(element);
      if (made) found.add(made.move);
    };
    const tokens = table.parts.map((part) => [...part.querySelectorAll(".token.open")]);
    table.parts.forEach((part) => touch([part]));
    for (const list of tokens) for (const one of list) [[one], [one, one], ...list.flatMap((other) => [[one, other], [one, other, other]])].forEach(touch);
    // Tokens side by side.
    for (const list of tokens) for (const length of [3, 4, 5]) for (const n of list.keys()) touch(list.slice(n, n + length));
    for (const [n, list] of tokens.entries()) for (const one of list) for (const [other] of tokens.toSpliced(n, 1)) if (other) touch([one, other]);
    for (const move of play.now.moves) {
      const parts = (move.steps ?? move.changes).map((n) => table.places.get(n)).filter(Boolean);
      const ways = move.steps ? [parts] : [parts, ...orders(parts.slice(0, 4), Math.min(2, parts.length)), ...orders(parts.slice(0, 4), Math.min(3, parts.length))];
      for (const way of ways) if (!found.has(move.move)) touch(way);
      if (!found.has(move.move)) missing.push(`${play.now.position}: ${move.move}`);
    }
    await play.move(play.now.moves[(7 * ply + 3) % play.now.moves.length]);
  }
  return missing;
}

test("every legal move of every game can be made on the board alone", onServer, () => visit("/game?game=nim&position=3,4,5", async (page) => {
  await myTurn(page);
  const faults = [];
  for (const { name, to_play, example } of await catalogue()) {
    // The first of two heads is a move by itself, and so is one of several heaps: both are made from the list of moves.
    if (name === "coin-turning" || name === "moore") continue;
    const [game, position] = to_play ?? example;
    for (const move of await page.evaluate(unmade, [site.base, game, position, PLIES])) faults.push(`${name}: ${move}`);
  }
  assert.deepEqual(faults, []);
}));

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`the dialog, the rules and every panel, ${name}: axe-core finds nothing, nothing is cut`, () => visit("/game?game=mnk:3,3,3&position=X.O/.../...&side=both", async (page) => {
    await myTurn(page);
    await page.locator("#new").click();
    await accessible(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator("#about summary").click();
    for (const part of ["list", "line", "pictures", "setup"]) {
      await lookAt(page, part);
      await fits(page);
      await accessible(page);
    }
    await page.locator("#share").click();
    await accessible(page);
    assert.match(await page.locator("#score").innerText(), /First player: X\s+Second player: O/);
  }, options));
}

test("a phone's bar stays at its lower edge, and all pages are in its menu", () => visit("/game?game=nim&position=3,4,5", async (page) => {
  await myTurn(page);
  await lookAt(page, "setup");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const low = await page.locator(".tools").evaluate((bar) => innerHeight - bar.getBoundingClientRect().bottom);
  assert.ok(Math.abs(low) < 1, `${low} pixels`);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Puzzles" }).click();
  await page.waitForURL(/puzzles/);
}, WINDOWS.phone));

test("names of squares and colours of men do not change owners", () => visit("/game?game=hexapawn:3,3&position=OOO/.../XXX&side=both", async (page) => {
  await myTurn(page);
  const at = (name) => page.locator("#board .part", { has: page.locator(`title:text-matches("^${name}:")`) });
  const pawns = () => page.locator("#board .part[data-whose]").evaluateAll((parts) => parts.map((part) => `${part.dataset.what.split(":")[0]} ${part.dataset.whose}`).toSorted());
  assert.deepEqual(await pawns(), ["a1 second", "a3 first", "b1 second", "b3 first", "c1 second", "c3 first"]);
  await page.locator('#moves button[data-move="b3-b2"]').click();
  await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 1);
  await myTurn(page);
  assert.deepEqual(await pawns(), ["a1 second", "a3 first", "b1 second", "b2 first", "c1 second", "c3 first"]);
  const named = await page.locator("#moves .movename").allInnerTexts();
  assert.deepEqual(named.toSorted(), ["a1-a2", "a1xb2", "c1-c2", "c1xb2"]);
  assert.equal(await at("b2").count(), 1);
}));

test("men that move are seen to move, but not where motion is not wanted", async () => {
  for (const [reducedMotion, seen] of [["no-preference", 1], ["reduce", 0]]) {
    await visit("/game?game=hexapawn:3,3&position=OOO/.../XXX&side=both", async (page) => {
      await myTurn(page);
      await page.evaluate(() => {
        window.animated = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function counted(...how) {
          window.animated += 1;
          return animate.apply(this, how);
        };
      });
      await page.locator('#moves button[data-move="b3-b2"]').click();
      await page.waitForFunction(() => new URLSearchParams(location.search).getAll("move").length === 1);
      await myTurn(page);
      assert.equal(await page.evaluate(() => window.animated), seen);
    }, { reducedMotion });
  }
});
