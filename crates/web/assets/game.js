// The page of a game: the table, the moves, the program as the other player.

import { address, ask, follow, text } from "./api.js";
import { byId, complain, make } from "./dom.js";
import { Editor } from "./editor.js";
import { Line } from "./line.js";
import { MoveList, paced } from "./movelist.js";
import { Pictures } from "./pictures.js";
import { Play } from "./play.js";
import { proof } from "./proof.js";
import { NewGame } from "./newgame.js";
import { Panels, fitBoard, fitRules, isWide, tell as say } from "./panels.js";
import * as end from "./review.js";
import { described, isFile } from "./ruletext.js";
import { FIRST, SUM, another, startOf } from "./starts.js";
import { Table } from "./table.js";
import { tableForm } from "./tables.js";
import { page, prepare, send } from "./transport.js";
import { isFlat } from "./drawing.js";
import * as study from "./study.js";
import { forgive, wasStopped, waiting } from "./waiting.js";
import { beside, capital, count, moveName, menOf, noteOf, pointsOf, rulesOf, stands, stopped, title, whose, worthAloud } from "./words.js";
import { weigh } from "./worth.js";

/** So long the program seems to think, in milliseconds, that its move can be seen. */
const BREATH = matchMedia("(prefers-reduced-motion: reduce)").matches ? 50 : 550;

const table = new Table(byId("board"), { play: made, pick: picking, mark: drawn });
const moves = new MoveList({ play: made, point: (move) => table.point(move), drop: () => table.drop() });
const pictures = new Pictures({ go, turn: () => keep() });
const line = new Line({ stand, change: () => keep() });
const newGame = new NewGame({ begin: (wish) => started(wish, true), goOn: (wish) => started(wish, false) });
const panels = new Panels(turned);
const fields = () => byId("set").elements;
const editor = new Editor(byId("editor"), {
  change: setUp,
  // The position alone sets the size.
  resize: () => (fields().game.value = fields().game.value.split(":")[0]),
});

/** The level whose moves are those of the solver's answer. */
const PERFECT = "perfect";

/** A position that is not solved in so many seconds is played from by looking ahead. */
const SOON = 3;

let play;
let side = "first";
/** The level that the address or the dialog names. */
let wanted = null;
/** The seed of random choices, for levels that need it. */
let seed = 1;
/** The first reply, and all in the games for newcomers, have one of so many seeds: those that the site without a server has prepared (`prepared.rs`). */
const SEEDS = 3;
/** The frame on the table. */
let shown = null;
/** Ends whatever the page is waiting for. */
let turn = new AbortController();

/** Begins something new; a request that is under way ends. */
function begin() {
  turn.abort();
  turn = new AbortController();
  complain(null);
  return turn.signal;
}

/** Runs an action; a refusal becomes a sentence in the page. */
async function attempt(action) {
  const signal = begin();
  byId("table").setAttribute("aria-busy", "true");
  try {
    await action(signal);
  } catch (error) {
    if (!wasStopped(error)) {
      complain(error.message);
      lost(!play, error);
    }
    if (error.at != null) point(error);
  }
  if (!signal.aborted) byId("table").removeAttribute("aria-busy");
}

/** With no game to show, the page says why, and shows the way to those there are, those that the program takes to be meant first. */
async function lost(nothing, error) {
  if (nothing) document.querySelector(".play").classList.remove("coming");
  for (const part of document.querySelectorAll("#table, #parts, .title button, #about")) part.hidden = nothing;
  byId("elsewhere").hidden = !nothing;
  if (!nothing) return;
  complain(null);
  byId("name").textContent = error.what === "position" ? "No such position" : "No such game";
  const [said, meant = ""] = error.message.split("\n")[0].split("; did you mean ");
  const names = meant.split(/[^\w-]+/);
  const cards = await ask("/api/games").catch(() => []);
  const close = cards.filter((one) => [one.name, ...one.aliases].some((name) => names.includes(name)));
  const links = close.flatMap((one) => [" ", make("a", { href: address("/game", startOf(one)) }, title(one.name))]);
  byId("elsewhere").replaceChildren(
    make("p", {}, `${capital(said)}.`), links.length ? make("p", {}, "Perhaps:", ...links) : "", make("p", {}, make("a", { href: page("/") }, "All games")));
  panels.show("setup");
}

/** A person looks at another part beside the table: a position is set up on the board itself. */
function turned(part, before) {
  if (!play) return;
  if (before === "setup") attempt(show);
  if (part === "setup") setUp(play.now.position);
  if (part === "pictures") pictures.follow(play);
  if (part === "line") line.reveal();
}

/** Puts the caret where the typed text is wrong. */
function point({ what, at }) {
  const field = byId("set").elements[what];
  if (!field || panels.open !== "setup") return;
  field.focus();
  field.setSelectionRange(at, at + 1);
}

/** Opens what the address says. */
async function open() {
  await attempt(async (signal) => {
    const query = new URLSearchParams(location.search);
    side = query.get("side") ?? "first";
    // The address of a game that is under way names its level; one that does not is from the time when the program always played perfectly.
    wanted = query.get("level") ?? (query.has("move") || study.isInAddress() ? PERFECT : null);
    seed = query.get("seed") ?? Math.floor(1e9 * Math.random());
    if (!query.has("position")) await begun(query, signal);
    let unread = null;
    const tree = await study.ofAddress().catch((error) => void (unread = error.message));
    play = await Play.open(query, signal, tree);
    lost(false);
    if (unread ?? play.lost) complain(unread ?? play.lost);
    await furnish(query.get("picture"), signal);
    if (pictures.kind) panels.show("pictures");
    await show(signal);
  });
}

/** A name that contains the positions of games that are played together. */
const TOGETHER = /^(conjunctive|continued|selective|shortened|ordinal|sequential)\((.+)\)$/;

/** An address without a position: a game of the catalogue begins as it does there, games that are played together have theirs. */
async function begun(query, signal) {
  const game = query.get("game") ?? "";
  const [, how, parts] = TOGETHER.exec(game) ?? [];
  if (how) return put(query, { game: how, position: parts });
  if (isSum(game)) return put(query, { game: SUM.name, position: game });
  const card = await cardOf(game, signal);
  const start = startOf(card);
  if (game === card.name || game === start.game) put(query, start);
}

const put = (query, values) => Object.entries(values).forEach(([name, value]) => query.set(name, value));

const isSum = (game) => game.includes(" + ");

const cardOf = (game, signal) => (game === SUM.name || isSum(game) ? SUM : isFile(game) ? ask("/api/card", { game }, signal) : ask(`/api/games/${encodeURIComponent(game.includes("(") ? game : game.split(":")[0])}`, {}, signal));

/** The parts of the query that belong to the game, not to the position. */
async function furnish(picture, signal) {
  const { game, misere } = play.rules;
  const form = byId("set").elements;
  form.misere.checked = misere;
  form.game.value = game;
  form.position.value = play.start.position;
  if (furnish.game === game) return;
  if (!solving) byId("solving").hidden = true;
  const card = await cardOf(game, signal);
  await levels(signal);
  const { name, rules } = isFile(game) ? described(card, game) : { name: title(game), rules: rulesOf(card, game) };
  byId("name").textContent = name;
  document.title = `${name} · bouton`;
  byId("rules").textContent = rules;
  byId("notation").textContent = `Position: ${card.notation}.`;
  byId("parameters").textContent = card.parameters ? `Game: ${card.parameters}.` : "";
  byId("source").textContent = card.sources.length ? `From: ${card.sources.join("; ")}.` : "";
  // Rules are a text if they are those of a file, or of one game of the catalogue.
  byId("change").hidden = !isFile(game) && !card.kind;
  byId("change").firstChild.href = address("/rules", { game });
  byId("misere-label").hidden = !card.misere;
  newGame.furnish(card, { game, position: play.start.position });
  pictures.offer(card.pictures, picture);
  byId("new").disabled = false;
  // Set at the end: an action that interrupts this does it again.
  furnish.game = game;
}

/** Begins a game as the dialog has it, or continues this one with its settings. */
function started({ sides, playing, size, other }, anew) {
  if (!play) return open();
  side = sides;
  // A level that was left as it was is nobody's choice.
  if (playing !== level()) remember("level", playing);
  wanted = playing;
  seed = Math.floor(1e9 * Math.random());
  if (anew && size) return go(size.position || null, size.game);
  if (anew && other) return go(another(play.start.position, play.start.figure));
  if (anew) return back(0);
  keep();
  return attempt(show);
}

/** Puts the start of a game on the table; `before` it is shown more may be done. */
async function enter(query, signal, before) {
  play = await Play.open(new URLSearchParams(query), signal);
  await before?.();
  keep("pushState");
  await furnish(null, signal);
  await show(signal);
}

/** Offers the levels of the game; a strategy that takes a number is offered with some. */
async function levels(signal) {
  const { position } = play.start;
  const told = await ask("/api/levels", { ...play.rules, position }, signal);
  const each = told.levels.flatMap((one) => (/:[a-z]$/.test(one.level) ? [2, 3, 4, 5].map((k) => ({ ...one, level: one.level.replace(/[a-z]$/, k) })) : [one]));
  newGame.levels(each);
  if (!wanted || each.some((one) => one.level === wanted)) return;
  complain(`There is no level ${wanted} in this game; the program plays at level ${newGame.fitting(remembered("level"))}.`);
  wanted = null;
}

/** How the program plays. Before the levels of the game are known, what was asked for. */
const level = () => (furnish.game === play.rules.game ? newGame.fitting(wanted ?? remembered("level")) : wanted);

/** At the end of a game against the program a weaker and a stronger level are one touch away, where the hint was. */
function offerLevels() {
  const there = play.over && side !== "both" && newGame.numbered.includes(level());
  for (const [name, by] of [["easier", -1], ["harder", 1]]) {
    byId(name).hidden = !there;
    byId(name).disabled = !newGame.step(level(), by);
  }
  byId("hint").hidden = byId("why").hidden = there;
}

/** The same game again, at the level below or above. */
async function replay(by) {
  await started({ sides: side, playing: newGame.step(level(), by), size: null, other: false }, true);
  advise(newGame.told(level()));
}

/** The players' names, the first to move first. */
function names() {
  if (side !== "both") return side === "first" ? ["You", "The program"] : ["The program", "You"];
  const { mover } = play.start;
  if (mover === "Left" || mover === "Right") return mover === "Left" ? ["Left", "Right"] : ["Right", "Left"];
  return ["First player", "Second player"];
}

const mine = () => side === "both" || names()[play.now.turn] === "You";

/** Shows the table as it is; if it is the program's turn, it moves. */
async function show(signal) {
  const { now } = play;
  const live = mine() && !play.over;
  // A question would take the program's turn away.
  byId("hint").disabled = byId("why").disabled = true;
  const source = await text("/api/draw", { ...play.rules, position: play.start.position, right: play.start.right, move: play.names, as: "board", bare: 1 }, signal);
  // Before the table, whose size depends on the lines above and below it.
  byId("note").textContent = noteOf(now);
  // A line that was there at the start keeps its room, so that the board keeps its size.
  byId("note").hidden = !noteOf(now) && !noteOf(play.start);
  score();
  const isNew = shown?.figure !== now.figure || play.frames.length === 1;
  if (isNew) document.querySelector(".play").classList.toggle("flat", isFlat(source));
  fitBoard(table);
  table.show(source, play, { live, fresh: shown === play.frames.at(-2) });
  if (isNew) fitRules(table);
  byId("corner").textContent = table.corner();
  document.querySelector(".play").classList.remove("coming");
  shown = now;
  moves.show(now, live);
  byId("undo").disabled = play.made.length === 0;
  byId("hint").disabled = byId("why").disabled = !live;
  advise("");
  line.show(play, names());
  table.own(play.here.marks ?? []);
  byId("kept").hidden = play.root.children.length > 0 || !study.kept(play);
  pictures.follow(play);
  if (!play.over) panels.offer("review", false);
  offerLevels();
  tell(play.over ? "" : mine() ? yours() : "The program thinks …");
  if (play.over) return over(signal);
  if (!mine()) return reply(signal);
  if (byId("values").checked) await values(signal);
  line.history();
  prepare(play.rules.game);
}

/** The value of every position of the line that can be computed soon. */
async function appraise(signal) {
  for (const [n, frame] of play.frames.entries()) {
    if (frame.standing) continue;
    const answer = await ask("/api/solve", { ...play.rules, position: frame.position, time: SOON }, signal).catch(forgive(signal));
    if (!answer?.outcome) return;
    frame.standing = { ...play.ahead(n, frame.turn, answer.margin ?? answer.outcome), plies: answer.remoteness };
  }
  line.history();
}

/** Which switches are on and which level was chosen last is remembered, where the browser lets it. */
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch { /* A browser that keeps nothing is no error. */ }
}

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Says a sentence about this position over the board, and what there is to read beside it. */
function advise(sentence, ...reasons) {
  byId("said").textContent = sentence;
  byId("reasons").replaceChildren(...reasons.filter(Boolean));
  byId("reasons").hidden = !reasons.length;
}

const tell = (sentence) => say(sentence, 1);

/** Asks whose turn it is to move; in games for Left and Right, as which of them. */
function yours() {
  const { turn, mover } = play.now;
  const who = names()[turn];
  return who === "You" && mover ? `Your move, as ${mover}.` : `${whose(who)} move.`;
}

/** The pieces of each player, and the points taken so far, in games of points; at the end with the points that are left to one of them. */
function score(left = 0) {
  // Of the start: a board that is empty at the end tells no more whose the men were.
  const men = menOf(play.start);
  byId("score").hidden = !play.points && !men;
  byId("score").replaceChildren(...names().map((name, n) => make("p", { class: n === play.now.turn && !play.over ? "mover" : null },
    make("span", {}, name, men && ": ", men && make("span", { class: men[n].disc ? `men ${men[n].name}` : null }, men[n].name)),
    play.points ? make("strong", {}, String(play.now.scores[n] + Math.max(n ? -left : left, 0))) : null)));
}

/** Keeps the address true to what is on the screen; a study with more than one line of moves is kept in it after `#`, and in this browser. */
async function keep(how = "replaceState") {
  const [kept, tree] = [play, study.plain(play.root)];
  write(how, "");
  if (!study.isMore(tree)) return;
  study.keep(play, tree);
  const letters = await study.packed(tree);
  // The user may have moved on meanwhile.
  if (kept === play && JSON.stringify(study.plain(play.root)) === JSON.stringify(tree)) write("replaceState", letters);
}

function write(how, letters) {
  const more = { side: side === "first" ? null : side, level: play.root.children.length ? level() : wanted, picture: pictures.kind ?? null };
  history[how](null, "", study.withStudy(play.address(more), letters));
}

/** Parts of the table were picked: what comes next is asked where a move is made in steps. */
function picking(picked, chosen = null) {
  moves.narrow(picked);
  if (!mine()) return;
  const [first] = play.now.moves;
  const steps = { amazons: ["", "Where does it go?", "What does it shoot at?"], standing: ["", "Which way does it fall? Touch the last that falls."] }[play.now.set];
  if (first?.steps) return void tell(steps[picked.length] || yours());
  if (chosen) return void tell(`${moveName(chosen, play.now)}? Touch again, or touch more.`);
  tell(yours());
}

/** A person has made a move. */
function made(move) {
  // A second click on a table that was already replaced.
  if (!play.now.moves.includes(move)) return null;
  return attempt(async (signal) => {
    await play.move(move, signal);
    keep("pushState");
    await show(signal);
  });
}

/** The program's move. */
async function reply(signal) {
  const query = { ...play.rules, position: play.now.position, time: SOON };
  const [chosen] = await Promise.all([choice(query, signal), breath(signal)]);
  const [known, how] = chosen ? chosen : await ahead(query, signal);
  const name = moveName(known, play.now);
  await play.move(known, signal);
  keep();
  await show(signal);
  if (!play.over) tell(`The program plays “${name}”${how}. ${mine() ? yours() : ""}`);
}

/** The move that the program makes at its level, and words where a limit ended that; none where it cannot tell soon. */
async function choice(query, signal) {
  if (level() === PERFECT) {
    const { preferred } = await solve("The program thinks", query, signal);
    return preferred && found(preferred, "");
  }
  const { scores, turn } = play.now;
  const isPrepared = play.made.length <= 1 || FIRST.some(({ game, position }) => game === play.rules.game && position === play.start.position);
  const more = { level: level(), seed: isPrepared ? 1 + (seed % SEEDS) : seed, lead: scores[turn] - scores[1 - turn], before: play.frames.slice(0, -1).map(({ position }) => position) };
  const told = await waiting("The program thinks", signal, (stop) => ask("/api/reply", { ...query, ...more }, stop)).catch((error) => {
    if (signal.aborted || error.status === 400) throw error;
    return null;
  });
  return told && found(told, told.stopped ? unsolved(told) : "");
}

/** A move of the table with words about how it was found; none where the table has no such move. */
function found({ move }, words) {
  const known = play.now.moves.find((one) => one.move === move);
  return known && [known, words];
}

/** That a position was not solved, and what was done instead. */
const unsolved = ({ depth }) => `; it is not solved: ${depth ? `the program looked ${depth} ${depth === 1 ? "ply" : "plies"} ahead` : "the first move there is"}`;

/** The farthest that the program looks ahead. */
const FARTHEST = "looks-40";

/** The move that looking some plies ahead prefers, and words that say so. */
async function ahead(query, signal) {
  const told = await ask("/api/reply", { ...query, level: FARTHEST, time: 1 }, signal).catch(forgive(signal));
  return (told && found(told, unsolved(told))) ?? [play.now.moves[0], unsolved({ depth: 0 })];
}

const breath = (signal) => new Promise((resolve, reject) => {
  signal.addEventListener("abort", () => reject(signal.reason));
  setTimeout(resolve, BREATH);
});

/** The answer to a position; work that is stopped by hand gives an answer without a value. */
async function solve(what, query, signal) {
  try {
    return await waiting(what, signal, (stop, progress) => follow("/api/solve/stream", query, { signal: stop, progress }));
  } catch (error) {
    if (signal.aborted || !wasStopped(error)) throw error;
    return { stopped: "cancelled", preferred: null };
  }
}

/** Play is over: who won, and where it turned. */
async function over(signal) {
  const result = play.result();
  const [who] = result.sign ? [names()[result.sign > 0 ? 0 : 1]] : [null];
  const points = result.margin ? ` by ${pointsOf(result.margin)}` : "";
  const drawn = result.repeated ? "The same position for the third time: a draw." : "A draw.";
  tell(who ? `${who} ${who === "You" ? "win" : "wins"}${points}.` : drawn);
  const [first, second] = play.now.scores;
  if (play.points && result.margin != null) score(result.margin - (first - second));
  if (!play.made.length) return;
  panels.offer("review", Boolean(await waiting("Looking where it turned", signal, (stop) => end.review(play, names(), back, stop).catch(forgive(signal)))));
  if (panels.open === "list") panels.show("review");
}

/** Back to before move `n`, which can be undone with the browser's own button. */
function back(n) {
  if (!play) return open();
  return attempt(async (signal) => {
    play.back(n);
    keep("pushState");
    await show(signal);
    if (!isWide()) scrollTo({ top: 0 });
    byId("board").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  });
}

/** Goes to a position of the tree; the program does not move there by itself. */
function stand(node) {
  if (!node || !play) return null;
  return attempt(async (signal) => {
    play.stand(node);
    if (!mine() && !play.over) side = "both";
    keep("pushState");
    await show(signal);
  });
}

/** Undo goes back to the person's own last move. */
function undo() {
  if (!play) return open();
  let n = play.made.length - 1;
  while (side !== "both" && n > 0 && names()[play.frames[n].turn] !== "You") n -= 1;
  return back(n);
}

/** Another position of the same game, or the game in another size, at its start if there is no position. */
function go(position, game = play.rules.game) {
  return attempt((signal) => enter({ game, ...(position != null && { position }), ...(play.rules.misere && { misere: 1 }) }, signal));
}

/** Shows what every move is worth. */
async function values(signal) {
  const query = { ...play.rules, position: play.now.position };
  const told = await waiting("Valuing every move", signal, (stop) => ask("/api/moves", { ...query, time: SOON }, stop).catch(forgive(signal)));
  if (!told || told.stopped) return unknown(signal);
  const known = paced(told.moves.map((move) => play.whole(move)));
  const { mover } = play.now;
  byId("theory-label").hidden = !mover;
  await weigh(known, query, { mover, theory: byId("theory").checked }, signal);
  if (!byId("values").checked) return;
  moves.value(known);
  table.value(known);
  await appraise(signal);
}

/** Suggestions for a game whose moves are not solved soon: the server solves it, if it may, or the command line does. */
async function unknown(signal) {
  const { game } = play.rules;
  const sentence = `No values: the moves are not solved in ${SOON} seconds. The program looks ahead meanwhile.`;
  if (isFile(game) || isSum(game)) return void advise(sentence);
  const words = make("p", {}, sentence);
  if (solving) return;
  const { makes } = (await ask("/api/tabulate", {}, signal).catch(forgive(signal))) ?? {};
  const [start, bar, stop] = [make("button", { type: "button", class: "primary", click: () => solved({ start, bar, stop, said }) }, "Solve the game here"), make("progress", { hidden: true, "aria-label": "How much is solved" }), make("button", { type: "button", hidden: true }, "Stop")];
  const said = make("p", { class: "quiet", role: "status" }, "It may take long. You can play on meanwhile. If you stop it, the work done so far is kept.");
  byId("solving").replaceChildren(words, ...(makes ? [make("div", { class: "bar" }, start, bar, stop), said, make("details", {}, make("summary", {}, "Or on the command line"), ...commands(game))] : commands(game)));
  byId("solving").hidden = false;
}

/** Whether the server is solving a game for this page. */
let solving = false;

/** Lets the server solve the game into a table; then its values are shown. */
async function solved({ start, bar, stop, said }) {
  const cancel = new AbortController();
  stop.onclick = () => cancel.abort();
  const working = (on) => ([start.hidden, bar.hidden, stop.hidden, solving] = [on, !on, !on, on]);
  const { rules } = play;
  const progress = ({ visited, total, seconds }) => {
    if (total) [bar.max, bar.value] = [total, visited];
    said.textContent = `${count(visited)}${total ? ` of ${count(total)}` : ""}, ${Math.floor(seconds)} s. You can play on meanwhile.`;
  };
  working(true);
  try {
    await follow("/api/tabulate", rules, { signal: cancel.signal, progress, post: true });
    byId("solving").hidden = true;
    if (play.rules.game === rules.game && !play.over && mine()) await attempt((signal) => show(signal));
  } catch (error) {
    said.textContent = wasStopped(error) ? "Stopped. The work done so far is kept." : error.message;
  }
  working(false);
}

/** How a game is solved on the command line. */
function commands(game) {
  const file = `${game.replace(/[^\w.-]/g, "-")}.tb`;
  const lines = `bouton tabulate ${game} -o ${file}\nbouton serve --table ${file}`;
  const copy = make("button", { type: "button", click: () => navigator.clipboard.writeText(lines).then(() => (copy.textContent = "Copied"), () => (copy.textContent = "The browser lets nothing be copied")) }, "Copy the commands");
  return [make("p", { class: "quiet" }, "Solve the game into a file, once, and let the pages answer from it:"), make("pre", {}, make("code", {}, lines)), copy];
}

function toggleValues() {
  remember("values", byId("values").checked ? "1" : "");
  // A position that is not on the table yet comes with its values.
  if (!play || shown !== play.now) return null;
  if (byId("values").checked) return !play.over && mine() ? attempt(values) : null;
  byId("theory-label").hidden = true;
  moves.value(null);
  table.value(null);
}

/** Names the move to prefer. */
function hint() {
  return attempt(async (signal) => {
    const query = { ...play.rules, position: play.now.position, time: SOON };
    const answer = await solve("Looking for a good move", query, signal);
    const best = play.now.moves.find((one) => one.move === answer.preferred?.move);
    const [move, how] = best ? [best, outlook(play.whole(answer))] : await ahead(query, signal);
    advise(`Try “${moveName(move, play.now)}”${how}.`);
    table.advise(move);
  });
}

/** The result of best play from here, in a game of points. */
const outlook = (answer) => (answer.margin == null ? "" : `: ${stands(answer, names()[play.now.turn])}`);

/** Says how the position stands and what shows it. */
function why() {
  return attempt(async (signal) => {
    const answer = play.whole(await solve("Working it out", { ...play.rules, position: play.now.position }, signal));
    if (!answer.outcome) return advise(stopped(answer.stopped));
    const who = names()[play.now.turn];
    const valued = await ask("/api/moves", { ...play.rules, position: play.now.position, time: SOON }, signal).catch(forgive(signal));
    const named = (one) => `“${moveName(play.now.moves.find(({ move }) => move === one.move) ?? one, play.now)}”`;
    const compared = beside((valued?.moves ?? []).map((move) => play.whole(move)), named, who);
    const from = answer.lead ? ` ${capital(stands(answer, who))}.` : "";
    const now = `${who === "You" ? "You are" : `${who} is`} ${worthAloud(answer).replace("a draw", "heading for a draw")}, by best play.${from}`;
    const good = bestMoves(answer);
    advise(compared || now,
      compared && make("p", {}, now), good && make("p", {}, good), make("p", { class: "quiet" }, answer.why ?? ""),
      make("p", { class: "quiet" }, answer.proof === "proved" ? `Proved by ${answer.solver}.` : "Looked up in a table of solved positions."),
      answer.proof === "proved" ? proof("solve", { ...play.rules, position: play.now.position }) : "");
  });
}

/** The move to prefer, and those that are as good where nobody counts the plies to the end. */
function bestMoves({ best, preferred, remoteness }) {
  const known = ({ move }) => play.now.moves.find((one) => one.move === move);
  const named = (moves) => moves.map(known).filter(Boolean).slice(0, 6).map((move) => `“${moveName(move, play.now)}”`).join(", ");
  const others = best.filter((one) => one.move !== preferred?.move);
  const more = others.length > 6 ? " …" : "";
  if (!preferred) return "";
  if (remoteness == null) return `Best: ${named([preferred, ...others].slice(0, 6))}${best.length > 6 ? " …" : ""}.`;
  return `Best: ${named([preferred])}.${others.length ? ` The same result, perhaps not as soon: ${named(others)}${more}.` : ""}`;
}

/** Draws a mark of the reader, or removes it. */
function drawn(mark) {
  if (!play) return;
  const { here } = play;
  const marks = here.marks ?? [];
  here.marks = marks.includes(mark) ? marks.filter((one) => one !== mark) : [...marks, mark];
  table.own(here.marks);
  line.files();
  keep();
}

/** Opens a game that these pages have saved. */
function openText(text) {
  return attempt(async (signal) => {
    const { game, position, misere, tree } = study.read(text);
    await enter({ game, ...(position != null && { position }), ...(misere && { misere: 1 }) }, signal, async () => {
      side = "both";
      await play.graft(play.root, tree, signal);
      lost(false);
    });
  });
}

/** Puts a position on the board to be changed there; play continues from the new position. */
function setUp(position) {
  fields().position.value = position;
  const { misere } = play.rules;
  const game = fields().game.value;
  return attempt(async (signal) => {
    const [frame, source] = await Promise.all([ask("/api/position", { game, misere, position }, signal), text("/api/draw", { game, misere, position, as: "board", bare: 1 }, signal)]);
    table.edit(source, frame, (part) => editor.touch(part));
    editor.show(frame, table.made());
    byId("note").textContent = noteOf(frame);
    moves.show({ ...frame, turn: 0 }, false);
    tell("Set up a position, then go there.");
    byId("hint").disabled = byId("why").disabled = true;
  });
}

/** The study of this position that this browser kept. */
function openKept() {
  return attempt(async (signal) => {
    await play.graft(play.root, study.kept(play), signal);
    side = "both";
    keep();
    await show(signal);
  });
}

/** Whether the pages come from this machine, so that no other one can open their addresses. */
const isHere = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);

const copied = (words) => (byId("copied").textContent = words);

async function copyLink() {
  await navigator.clipboard.writeText(location.href).then(() => copied(isHere() ? "The link is copied. It works on this machine alone." : "The link is copied."), () => copied("The browser lets nothing be copied: take the address."));
}

async function copyPicture() {
  const { position, right } = play.start;
  const picture = send(address("/api/draw", { ...play.rules, position, right, move: play.names, as: "board", format: "png", scale: 3, theme: "light" })).then((answer) => answer.blob());
  const item = () => new ClipboardItem({ "image/png": picture });
  await Promise.resolve().then(() => navigator.clipboard.write([item()])).then(() => copied("The picture is copied."), () => copied("The browser lets no picture be copied: save it among the pictures."));
}

const turnBoard = () => byId("board").classList.toggle("turned");

/** The last position of the line that was looked at last. */
function last(node) {
  let one = node;
  while (one.last ?? one.children[0]) one = one.last ?? one.children[0];
  return one;
}

const KEYS = {
  ArrowLeft: () => stand(play.here.parent), ArrowRight: () => stand(play.next), Home: () => play.here !== play.root && stand(play.root),
  End: () => play.next && stand(last(play.here)), f: turnBoard, F: turnBoard, "?": () => byId("help").showModal(),
};
/** Where keys have a meaning of their own. */
const BUSY = "input, textarea, select, dialog, summary, [role=tab], [role=slider], #board [tabindex='0'], .scroll";

addEventListener("keydown", (event) => {
  const key = KEYS[event.key];
  if (!key || !play || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(event.key.length > 1 ? BUSY : "input, textarea, select, dialog")) return;
  event.preventDefault();
  key();
});
addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (event.target.closest?.("input, textarea") || !/^\s*(\{|\[Game )/.test(text)) return;
  event.preventDefault();
  openText(text);
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  const text = file ? await file.text() : event.dataTransfer.getData("text");
  if (text) openText(text);
});
byId("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) openText(await file.text());
  event.target.value = "";
});
byId("setup").append(tableForm(() => attempt(show)) ?? "");
for (const [id, click] of Object.entries({
  kept: openKept, "copy-link": copyLink, "copy-picture": copyPicture, turn: turnBoard, hint, why, undo, again: () => back(0),
  easier: () => replay(-1), harder: () => replay(1), new: () => newGame.show({ side, level: level(), other: another(play.start.position, play.start.figure) }),
})) byId(id).addEventListener("click", click);
byId("values").addEventListener("change", toggleValues);
byId("theory").addEventListener("change", () => {
  remember("theory", byId("theory").checked ? "1" : "");
  toggleValues();
});
addEventListener("resize", () => fitRules(table));
// A long sentence above the board takes some of its room.
new ResizeObserver(() => fitBoard(table)).observe(document.querySelector(".told"));
byId("set").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt((signal) => enter(new FormData(event.target), signal, () => {
    panels.show("list");
    lost(false);
  }));
});
// A click that came before this script stands.
byId("values").checked ||= Boolean(remembered("values"));
byId("theory").checked ||= Boolean(remembered("theory"));
addEventListener("popstate", open);
open();
