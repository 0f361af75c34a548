// The task of a puzzle, and whether play keeps to it. The solver is the first player of the play.

import { capital, menOf, pointsOf } from "./words.js";

/** Play ends after so many right moves of the solver, if it is not over before. */
export const HELD = 8;

const inMoves = (n) => (n === 1 ? "1 move" : `${n} moves`);

/** The moves within which the solver has to win; null where they are not counted, or too many to count. */
export function limit({ outcome, moves, remoteness }) {
  const most = moves ?? Math.ceil(remoteness / 2);
  return outcome === "win" && remoteness && most <= HELD ? most : null;
}

/** The solver in words. */
function mover(frame) {
  const men = menOf(frame);
  if (frame.mover) return `${frame.mover}${men ? ` (${men[frame.turn].name})` : ""} is to move`;
  return men ? `${capital(men[frame.turn].name)} is to move` : "You are to move";
}

function aim(puzzle) {
  const most = limit(puzzle);
  if (puzzle.aim === "soonest") return `Find the quickest win, in ${inMoves(most)}.`;
  if (most) return `Find the win in ${inMoves(most)}.`;
  if (puzzle.aim === "most") return `Find the win by ${pointsOf(puzzle.margin)}: other moves win, but by less.`;
  return puzzle.outcome === "win" ? "Find the win." : "Find the draw: nothing wins.";
}

/** The task in two or three sentences. */
export const task = (puzzle, frame) => `${mover(frame)}. ${aim(puzzle)}`;

/** How the solver stands by the answer to the position on the table; null where there is no answer. */
function standing(play, answer) {
  if (play.over) return play.result();
  return answer?.outcome ? play.ahead(play.made.length, play.now.turn, answer.margin ?? answer.outcome) : null;
}

/** Whether a win comes later than the puzzle asks for. */
const isLate = (puzzle, play, answer) => limit(puzzle) != null && !play.over && answer.remoteness != null && play.made.length + answer.remoteness > puzzle.remoteness;

/** Whether the solver still gets what is asked; null where the answer does not say. */
export function keeps(puzzle, play, answer) {
  if (answer?.missed) return false;
  const stands = standing(play, answer);
  if (!stands) return null;
  if (puzzle.outcome === "draw") return stands.sign >= 0;
  if (puzzle.aim === "most") return stands.margin >= puzzle.margin;
  return stands.sign > 0 && !isLate(puzzle, play, answer);
}

/** The moves that the solver has made. */
export const own = (play) => play.made.filter((_, n) => play.frames[n].turn === 0).length;

/** The number of the solver's next move, and how many there are at most. */
export const progress = (puzzle, play) => `move ${own(play) + 1} of ${limit(puzzle) ?? `at most ${HELD}`}`;

/** The effect of a wrong move. */
function effect(puzzle, play, answer) {
  const stands = standing(play, answer);
  const most = limit(puzzle);
  if (!stands) return most ? `does not win in ${inMoves(most)}` : "is not the move";
  if (stands.repeated) return "brings the same position for the third time, a draw";
  const points = play.points && stands.margin ? ` by ${pointsOf(stands.margin)}` : "";
  if (stands.sign <= 0) return stands.sign ? `loses${points}` : "only draws";
  if (puzzle.aim === "most") return `wins${points}, not by ${puzzle.margin}`;
  return most ? `wins, but in ${inMoves(Math.ceil((play.made.length + answer.remoteness) / 2))}, not in ${most}` : "wins";
}

/** The sentence about a wrong move, and the answer that leads to its effect. */
export const failure = (puzzle, play, answer, name, reply) => `✗ “${name}” ${effect(puzzle, play, answer)}${reply ? `, because of “${reply}”` : ""}.`;

/** The result of a puzzle that is solved. */
export function result(puzzle, play) {
  if (!play.over) return `Held for ${inMoves(own(play))}: ${puzzle.outcome === "win" ? "still won" : "still a draw"}`;
  const { margin, sign, repeated } = play.result();
  if (sign === 0) return repeated ? "Drawn: the same position for the third time" : "Drawn: nothing won";
  return play.points && margin ? `Won by ${pointsOf(margin)}` : `Won in ${inMoves(own(play))}`;
}

/** The first move of the solution, and the moves beside it. */
export function explained({ outcome, aim: asked, margin, alike = [], plausible, fools }, name) {
  const [verb, rest] = { soonest: ["win", " as soon"], most: ["win", ` by ${pointsOf(margin ?? 0)}`] }[asked] ?? [outcome === "win" ? "win" : "draw", ""];
  const only = alike.length ? `“${name}” and its mirror image are the only first moves that ${verb}${rest}.` : `“${name}” is the only first move that ${verb}s${rest}.`;
  const others = plausible ? ` ${plausible === 1 ? "1 other move fails" : `${plausible} other moves fail`}, though not at once.` : "";
  return `${only}${others}${fools.length ? ` It fools ${fools.join(", ")}.` : ""}`;
}
