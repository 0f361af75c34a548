// The puzzle of the day: a game that its rules in a sentence teach, and a win in a few moves. Everybody has the same one.

import { ask } from "./api.js";

/** Small games, one a day. */
const DAILY = [
  { game: "tic-tac-toe", rules: "X and O take turns to mark a cell. Three in a line win." },
  { game: "row-ends", rules: "Take the coin at either end of the row. Most points win." },
  { game: "domineering:4,4", rules: "Left lays dominoes upright, Right level. A player with no place left loses." },
  { game: "mnk:4,4,4", name: "Four in a row", rules: "X and O take turns to mark a cell. Four in a line win." },
  { game: "hexapawn:4,4", rules: "A pawn steps forward, or takes diagonally forward. Reach the far edge, or leave the other no move." },
  { game: "connect:4,4,3", name: "Connect three", rules: "Drop a disc into a column. Three in a line win." },
  { game: "chomp:3,4", rules: "Bite off a square and all below it or to the right. The last square, with the skull, loses." },
  { game: "three-mens-morris", rules: "Put three pieces each, then move them to the next point. Three in a line win." },
  { game: "dots-and-boxes:1,3", rules: "Draw a line between two dots. A player who closes a box owns it and draws again. Most boxes win." },
  { game: "nim", position: "3,4,5", rules: "Take as many as you like from one heap. The player who takes the last one wins." },
];

/** So many puzzles are looked at, and one of so many of the easiest is taken: another one when the game comes again. */
const HANDFUL = 10;
const EASIEST = 3;
/** The moves of the solver in a puzzle that is short. */
const SHORT = 3;

/** The day of today where the reader is. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The moves of the solver by best play. */
async function length(game, { position, moves }, signal) {
  if (moves) return moves;
  const { line } = await ask("/api/solve", { game, position, time: 3 }, signal);
  return line ? Math.ceil(line.length / 2) : Infinity;
}

/** Wins before draws, those with a choice before others, short before long: a smaller number comes first. */
async function kind(game, puzzle, signal) {
  const wins = puzzle.outcome === "win";
  const far = wins ? Math.max(SHORT, await length(game, puzzle, signal)) : 0;
  return (wins ? 0 : 1e4) + (puzzle.plausible ? 0 : 1e3) + Math.min(far, 999);
}

/** The puzzle of a day, with its game and the rules in a sentence. */
export async function ofDay(date, signal) {
  const day = Math.floor(Date.parse(date) / 864e5) || 0;
  const { name, rules, ...start } = DAILY.at(day % DAILY.length);
  const question = { ...start, date, count: HANDFUL };
  const answer = await ask("/api/puzzles", question, signal);
  const kinds = [];
  for (const puzzle of answer.puzzles) kinds.push(await kind(start.game, puzzle, signal));
  const fit = answer.puzzles.filter((_, n) => kinds[n] === Math.min(...kinds));
  const easy = fit.toSorted((a, b) => a.difficulty - b.difficulty).slice(0, EASIEST);
  const round = Math.abs(Math.floor(day / DAILY.length));
  return { question, name, rules, found: { ...answer, puzzles: easy.slice(round % easy.length).slice(0, 1) } };
}
