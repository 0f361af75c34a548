// Games that are played together, each on a board of its own: what may be touched there, and the move that is meant.

/** A frame as the one board that it is, or as the boards of its games, each with its own moves. */
export function boards(frame, moves) {
  if (!frame.games) return [{ frame, moves, first: 0, parts: Infinity }];
  return frame.games.map((game, index) => ({ frame: game, moves: inGame(moves, game, index), first: game.first, parts: game.parts, index }));
}

/** The moves in one of the games; each is a part of one move or more of all. */
function inGame(moves, { first, parts }, index) {
  const found = new Map();
  for (const { deed, changes } of moves) {
    const step = deed.steps?.find(({ game }) => game === index);
    if (!step || found.has(step.move)) continue;
    const own = changes.map((n) => n - first).filter((n) => n >= 0 && n < parts);
    found.set(step.move, { move: step.move, to: step.to, changes: own, deed: moved(deed, first) });
  }
  return [...found.values()];
}

/** The pairs of a deed, with the places of a board. */
const moved = ({ moves = [], arrives = [] }, first) => ({ moves: moves.map((pair) => pair.map((n) => n - first)), arrives: arrives.map((n) => n - first) });

/** The moves of all games that contain these, by their boards. */
export const containing = (moves, kept) => moves.filter(({ deed }) => [...kept].every(([{ index }, { move }]) => deed.steps.some((step) => step.game === index && step.move === move)));
