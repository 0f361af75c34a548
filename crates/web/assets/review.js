// The review of a game: its turning points and the better moves there.

import { chart } from "./chart.js";
import { byId, make } from "./dom.js";
import { saves, tables } from "./saves.js";
import { moveName, pointsOf, signed, whose } from "./words.js";

/** Writes the review of `play`, unless there is nothing to say; `names` are the two players, `back(n)` goes back to before move n. */
export async function review(play, names, back, signal) {
  const steps = await play.review(signal);
  if (!steps.length) return false;
  const mistakes = steps.flatMap((step, n) => (step.worse ? [n] : []));
  const standings = [steps[0].standing.before, ...steps.map((step) => step.standing.after)];
  const decisive = mistakes.filter((n) => changed(steps[n]) && (!names.includes("You") || names[steps[n].turn] === "You"));
  byId("review-body").replaceChildren(
    decisive.length ? story(play, steps, decisive.slice(0, MOST), names, back) : make("p", { class: "verdict" }, fate(steps, mistakes, names)),
    make("div", { class: "course" }, chart(standings, mistakes, names, innerWidth < 600 ? 300 : 560), moves(play, steps, names, back)),
    saves(tables("review", { ...play.rules, position: play.start.position, move: play.names })));
  return true;
}

/** The number of turning points that are listed. */
const MOST = 3;

/** Whether a move changed who wins. */
const changed = ({ standing }) => standing.before.sign !== standing.after.sign;

/** The text for a game in which no move changed the winner. */
function fate(steps, mistakes, names) {
  const { sign } = steps[0].standing.before;
  const winner = names[sign > 0 ? 0 : 1];
  const end = sign === 0 ? "With best play on both sides it is a draw." : `${winner} had it won from the start${winner === "You" ? "." : ", whatever is played against best play."}`;
  const clean = !mistakes.some((n) => !names.includes("You") || names[steps[n].turn] === "You");
  return `${clean ? (names.includes("You") ? "You made no mistake." : "Nobody made a mistake.") : "No move changed who wins."} ${end}`;
}

/** The moves that changed who wins, each with what was better and a way back. */
function story(play, steps, decisive, names, back) {
  const item = (n) => {
    const step = steps[n];
    const side = step.turn === 0 ? 1 : -1;
    const kind = ({ sign, margin }) => ["a loss", "a draw", "a win"][sign * side + 1] + (margin ? ` by ${pointsOf(margin)}` : "");
    const best = step.best.map((name) => `“${named(play, n, name)}”`);
    const better = best.length > 4 ? `${best.slice(0, 3).join("; ")} and ${best.length - 3} more` : best.join(" or ");
    return make("li", {},
      make("p", { class: "verdict" }, `${whose(names[step.turn])} move ${n + 1}, “${named(play, n, step.move)}”, turned ${kind(step.standing.before)} into ${kind(step.standing.after)}. Better: ${better}.`),
      make("button", { type: "button", class: "primary", click: () => back(n) }, `Try again from move ${n + 1}`));
  };
  return make("ol", { class: "story" }, ...decisive.map(item));
}

function named(play, n, name) {
  const frame = play.frames[n];
  const move = frame.moves.find((one) => one.move === name);
  return move ? moveName(move, frame) : name;
}

const wins = (who) => `${who} ${who === "You" ? "win" : "wins"}`;

function moves(play, steps, names, back) {
  const row = (step, n) => {
    const after = step.standing.after;
    const value = after.margin != null ? signed(after.margin) : after.sign === 0 ? "draw" : wins(names[after.sign > 0 ? 0 : 1]);
    return make("tr", { class: step.worse ? "wrong" : null },
      make("td", {}, String(n + 1)),
      make("td", {}, names[step.turn]),
      make("td", {}, make("button", { type: "button", class: "link", click: () => back(n), title: "Go back to before this move" }, named(play, n, step.move))),
      make("td", {}, value),
      make("td", {}, step.worse ? `◆ ${step.best.slice(0, 3).map((name) => named(play, n, name)).join("; ")}` : "best"));
  };
  const points = steps[0].standing.after.margin != null;
  const head = ["Move", "Who", "Played", points ? `For ${names[0].replace("You", "you")}` : "By best play", "Better"].map((word) => make("th", { scope: "col" }, word));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Move by move" },
    make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...steps.map(row))));
}
