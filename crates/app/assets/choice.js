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

/** The name of a part: what its title says before what stands there. */
export const nameOf = (part) => (part.dataset.what ?? part.querySelector("title").textContent).split(":")[0];

const heaps = (position) => position.replace(/ R$/, "").split("/")[0].split(",");

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

/**
 * The moves that knock down pin `n` of heap `part`, counted from the left, those that take fewest first: what is left
 * stands on both sides of a run that has the pin in it.
 */
export function knocking(moves, position, part, n) {
  const now = heaps(position).map(Number);
  const size = now[part];
  const fits = (move) => {
    if (!move.changes.includes(part)) return null;
    const after = heaps(move.to ?? "").map(Number);
    const rest = after.length - now.length;
    if (rest < 0 || rest > 1) return null;
    const left = after.slice(part, part + 1 + rest);
    const others = [...after.slice(0, part), ...after.slice(part + 1 + rest)];
    if (others.join() !== [...now.slice(0, part), ...now.slice(part + 1)].join()) return null;
    const taken = size - left.reduce((a, b) => a + b, 0);
    const sides = left.length === 2 ? left : [left[0], 0];
    const runs = [sides[0], sides[1]].filter((start) => start <= n && n < start + taken);
    return runs.length ? taken : null;
  };
  const fit = moves.map((move) => [fits(move), move]).filter(([taken]) => taken);
  return fit.toSorted(([a], [b]) => a - b).map(([, move]) => move);
}
