// The parts that the last move changed, to be marked on the table.

import { nameOf, piece, without } from "./choice.js";
import { called } from "./words.js";

/** Of a move that changes more parts, or points of a graph, only those are marked that it is called by. */
const MOST = 6;

/** The coins that were taken last, by their places in the row at the start. */
function coins({ made, start }) {
  let left = [...start.position.split("/")[0].split(",").keys()];
  let gone = [];
  for (const { changes } of made) {
    gone = changes.map((n) => left[n]);
    left = left.filter((place) => !gone.includes(place));
  }
  return gone;
}

const listOf = ({ position }) => position.replace(/ R$/, "").split("/")[0].split(",").filter(Boolean);

/** The places in a list of what was not there before. */
function fresh(before, now) {
  const found = without(now, before);
  return [...now.keys()].toReversed().filter((n) => {
    const at = found.indexOf(now[n]);
    if (at >= 0) found.splice(at, 1);
    return at >= 0;
  });
}

/** Groups of elements of a drawing that the last move of `play` changed; `parts` by their places. */
export function lately(svg, parts, play) {
  const { now, start, made } = play;
  const move = made.at(-1);
  if (!move) return [];
  const [before] = play.frames.slice(-2);
  if (start.figure === "coins") return coins(play).map((key) => svg.querySelector(`.tray .man[data-man="${key}"]`)).filter(Boolean).map((one) => [one]);
  if (start.figure === "cards") return [...svg.querySelectorAll(".man")].filter((one) => !one.closest("[data-part]")).slice(-1).map((one) => [one]);
  if (start.set === "cake") {
    const cakes = fresh(listOf(before), listOf(now));
    const of = (cake) => [...parts].filter(([n]) => piece(now.position, n)?.index === cake).map(([, part]) => part);
    return cakes.map(of).filter((group) => group.length);
  }
  if (now.figure === "heaps" && listOf(before).length !== listOf(now).length) return fresh(listOf(before), listOf(now)).map((n) => parts.get(n)).filter(Boolean).map((one) => [one]);
  if (!["board", "net", "heaps", "games"].includes(now.figure)) return [];
  const changed = play.lastChanges().map((n) => parts.get(n)).filter(Boolean);
  const names = called(move).split(/[^a-z0-9]|x/);
  const named = changed.filter((part) => names.includes(nameOf(part)));
  const marked = changed.length > MOST || (now.figure === "net" && named.length) ? named : changed;
  // An edge that was drawn is thick, and has no corners.
  return marked.filter((part) => !part.matches(".hand") && !part.querySelector(":scope > .reach")).map((part) => [part]);
}
