// Which move is meant by what was touched. Moves know which parts of the table they change.

const within = (parts, others) => parts.every((part) => others.includes(part));

/** The moves that change every part picked. */
export const candidates = (moves, picked) => moves.filter((move) => within(picked, move.changes));

/**
 * The move meant by the parts picked: the only one, or the one that changes least, if all others change the same parts
 * and more (the first three coins are meant by the third; a bite by its corner).
 */
export function meant(moves, picked) {
  const fit = candidates(moves, picked);
  const least = fit.filter((move) => fit.every((other) => move === other
    || (move.changes.length < other.changes.length && within(move.changes, other.changes))));
  return least.length === 1 ? least[0] : null;
}

const heaps = (position) => position.split("/")[0].split(",");

/** The move that leaves `left` tokens in heap `part` and every other heap as it is. */
export function taking(moves, position, part, left) {
  const now = heaps(position);
  const fits = (move) => {
    const after = heaps(move.to ?? "");
    return after.length === now.length
      && after.every((size, n) => size === (n === part ? String(left) : now[n]));
  };
  const fit = moves.filter(fits);
  return fit.length === 1 ? fit[0] : null;
}
