// Which move is meant by what was touched. Moves know which parts of the table they change.

const isWithin = (parts, others) => parts.every((part) => others.includes(part));

/** Whether a move changes every part picked; a move in steps, in this order. */
export const fits = ({ steps, changes }, picked) => (steps ? picked.every((part, n) => steps[n] === part) : isWithin(picked, changes));

/** The moves that may be meant by the parts picked. */
export const candidates = (moves, picked) => moves.filter((move) => fits(move, picked));

/** Whether a part may be picked next for a move. */
export const isNext = ({ steps, changes }, picked, part) => (steps ? steps[picked.length] === part : changes.includes(part) && !picked.includes(part));

/** The names of moves that are made in steps, by the set of board and pieces. */
const STEPS = { amazons: /^(\w+)-(\w+)\/(\w+)$/, standing: /^(\w+)-(\w+)$/ };

/**
 * The parts of a move that is made in steps, in their order: an amazon, the cell it goes to, the cell it shoots at; the domino that is
 * pushed, and the last that falls. The same cells in another order can be another move. `parts` are places by their names. Null for
 * other moves.
 */
export function stepsOf({ move }, set, parts) {
  const told = STEPS[set]?.exec(move);
  const cells = told ? told.slice(1).map((name) => parts.get(name)) : [];
  return told && cells.every((n) => n != null) ? cells : null;
}

/**
 * The move meant by the parts picked: the only one, or the one that changes least, if all others change the same parts
 * and more (the first three coins are meant by the third; a bite by its corner).
 */
export function meant(moves, picked) {
  const fit = candidates(moves, picked);
  if (fit[0]?.steps) return fit.find(({ steps }) => steps.length === picked.length) ?? null;
  const least = fit.filter((move) => fit.every((other) => move === other
    || (move.changes.length < other.changes.length && isWithin(move.changes, other.changes))));
  return least.length === 1 ? least[0] : null;
}

/** The shape of a part that says where it lies: not the man on it, who may be shown elsewhere. */
export const ground = (part) => part.querySelector(":scope > .hit") ?? (part.querySelector(":scope > .man[style*='translate: ']") ? part.querySelector(":scope > rect") : null) ?? part;

/** From the coordinates of an element to those of its drawing. */
export const within = (element) => element.ownerSVGElement.getScreenCTM().inverse().multiply(element.getScreenCTM());

/** The box of an element in its drawing, whatever groups it is in. */
export function boxOf(element) {
  const { x, y, width, height } = element.getBBox();
  const { a, d, e, f } = within(element);
  return { x: a * x + e, y: d * y + f, width: a * width, height: d * height };
}

/** The name of a part: the beginning of its title, before its contents. */
export const nameOf = (part) => (part.dataset.what ?? part.querySelector("title").textContent).split(":")[0];

/** The heaps; a mark after one that must be answered does not count. */
const heaps = (position) => position.replace(/ R$/, "").split("/")[0].replaceAll("!", "").split(",");

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
 * The move that leaves `left` tokens where there were more, if no more than one does: the removed tokens may go to the next
 * step or into another box.
 */
export function leaving(moves, position, part, left) {
  const now = heaps(position).map(Number);
  const fit = moves.filter((move) => {
    const after = heaps(move.to ?? "").map(Number);
    return after.length === now.length && after[part] === left && left < now[part];
  });
  const within = fit.filter((move) => heaps(move.to).map(Number).reduce((a, b) => a + b, 0) === now[part]);
  return fit.length === 1 ? fit[0] : within.length === 1 ? within[0] : null;
}

/** The move that splits heap `part` after its first `left` tokens. */
export function splitting(moves, position, part, left) {
  const now = heaps(position);
  const parts = [left, Number(now[part]) - left].toSorted((a, b) => a - b).join();
  const fit = moves.filter((move) => {
    const after = heaps(move.to ?? "");
    const rest = [...after.slice(0, part), ...after.slice(part + 2)].join();
    return after.length === now.length + 1 && rest === [...now.slice(0, part), ...now.slice(part + 1)].join()
      && after.slice(part, part + 2).map(Number).toSorted((a, b) => a - b).join() === parts;
  });
  return fit.length === 1 ? fit[0] : null;
}

/** The cake, its rows and columns, and the place in it of part `n` of a table of cakes side by side. */
export function piece(position, n) {
  const cakes = position.replace(/ R$/, "").split(",").map((cake) => cake.split("x").map(Number));
  const wide = cakes.reduce((sum, [, columns]) => sum + columns + 1, -1);
  let [row, column] = [Math.floor(n / wide), n % wide];
  for (const [index, [rows, columns]] of cakes.entries()) {
    if (column < columns) return { index, rows, columns, row, column };
    column -= columns + 1;
  }
  return null;
}

/**
 * The move that cuts or eats a cake where it is touched: behind the touched row or column, or all of that; of moves that do neither
 * the one that comes nearest.
 */
export function cutting(moves, position, part) {
  const cake = piece(position, part);
  if (!cake) return null;
  const [size, touched] = [[cake.rows, cake.columns], [cake.row, cake.column]];
  const far = ({ move }) => {
    const into = move.split(">")[1];
    if (into === "0") return 1;
    const parts = into.split("+").map((one) => one.split("x").map(Number));
    const side = parts.every((one) => one[0] === size[0]) ? 1 : 0;
    const lengths = parts.map((one) => one[side]).toSorted((a, b) => a - b);
    const [before, behind] = [touched[side], size[side] - touched[side] - 1];
    const same = (list) => lengths.join() === list.filter(Boolean).toSorted((a, b) => a - b).join();
    return same([before + 1, behind]) || same([before, behind]) ? 0 : 1 + Math.min(...lengths.map((one) => Math.abs(one - before - 1)));
  };
  const fit = moves.filter(({ move }) => move.startsWith(`${size.join("x")}>`));
  return fit.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

/** A list without the items of another; each is removed once. */
export const without = (all, others) => others.reduce((left, other) => (left.includes(other) ? left.toSpliced(left.indexOf(other), 1) : left), all);

/**
 * The moves on heap `part` of a row that is divided, wherever the heaps stand after it, that are meant by token `n`: what is left
 * stands at both ends. First those after which exactly the tokens before it are left, then those that take fewest.
 */
export function dividing(moves, position, part, n) {
  const now = heaps(position).map(Number);
  const [size, others] = [now[part], now.toSpliced(part, 1)];
  const fits = (move) => {
    const after = heaps(move.to ?? "").filter(Boolean).map(Number);
    const left = without(after, others).toSorted((a, b) => a - b);
    if (after.length !== others.length + left.length) return null;
    const taken = size - left.reduce((a, b) => a + b, 0);
    if (taken === 0) return left.length === 2 && left.includes(n) ? 1 : null;
    const [start] = left.length === 0 ? [0] : left;
    if (taken < 0 || start > n || (left.length === 2 && n >= start + taken)) return null;
    return left.length < 2 && start === n ? 0 : taken;
  };
  // Of two equal heaps the one is meant before which nothing changes.
  const before = (move) => heaps(move.to ?? "").slice(0, part).map(Number).join() === now.slice(0, part).join();
  const fit = moves.map((move) => [fits(move), move]).filter(([taken]) => taken != null);
  return fit.toSorted(([a, one], [b, other]) => a - b || before(other) - before(one)).map(([, move]) => move);
}

/** In longer rows a token stands for the move that takes fewest. */
const LONGEST_ROW = 40;

/** The places, counted from 0, of the tokens that are taken from a row of `size` if `left` remains: a list for each way. */
function waysOf(size, left) {
  const all = new Map();
  const range = (from, length) => Array.from({ length }, (_, n) => from + n);
  const fill = (rest, taken, at, places) => {
    if (!rest.length) {
      const way = [...places, ...range(at, taken)];
      all.set(way.join(), way);
    }
    for (const [n, part] of rest.entries()) {
      // Between two parts that remain at least one is taken.
      for (let gap = at === 0 ? 0 : 1; gap <= taken; gap += 1) fill(rest.toSpliced(n, 1), taken - gap, at + gap + part, [...places, ...range(at, gap)]);
    }
  };
  fill(left, size - left.reduce((a, b) => a + b, 0), 0, []);
  return [...all.values()];
}

/** The moves that take tokens of row `part`, each with the places of those tokens, once for each way. */
export function ways(moves, position, part) {
  const now = heaps(position).map(Number);
  if (now[part] > LONGEST_ROW) return [];
  const others = now.toSpliced(part, 1).filter(Boolean);
  const before = (move) => heaps(move.to ?? "").slice(0, part).map(Number).join() === now.slice(0, part).join();
  const emptied = (move) => move.changes.includes(part) && heaps(move.to ?? "").map(Number).filter(Boolean).length === others.length;
  return moves.filter((move) => move.changes.includes(part)).flatMap((move) => {
    const cell = /^cross (\d+)/.exec(move.move);
    if (cell) return [{ move, places: [cell[1] - 1] }];
    const after = heaps(move.to ?? "").map(Number).filter(Boolean);
    const left = without(after, others);
    const taken = now[part] - left.reduce((a, b) => a + b, 0);
    // Two tokens have no place between ends where the row is divided: both together mean it, if no move takes both.
    if (taken === 0 && now[part] === 2 && left.length === 2 && before(move) && !moves.some(emptied)) return [{ move, places: [0, 1] }];
    if (after.length !== others.length + left.length || taken <= 0) return [];
    return waysOf(now[part], left).map((places) => ({ move, places }));
  });
}

/**
 * The effect of touching token `n` of a row after those `chosen`: a move, or the tokens that are chosen now. Where other moves
 * take these and more, the same token again means no more.
 */
export function chosenWith(ways, chosen, n) {
  const again = chosen.includes(n);
  const look = (tokens) => ({
    tokens,
    exact: ways.find(({ places }) => places.join() === tokens.join())?.move,
    more: ways.some(({ places }) => places.length > tokens.length && isWithin(tokens, places)),
  });
  const { tokens, exact, more } = look(again ? chosen : [...chosen, n].toSorted((a, b) => a - b));
  if (exact && (again || !more)) return { move: exact, tokens: [] };
  if (again) return { move: null, tokens: chosen.filter((one) => one !== n) };
  if (exact || more) return { move: null, tokens };
  return chosen.length ? chosenWith(ways, [], n) : { move: null, tokens: [] };
}

/** The move that takes as many tokens of both heaps as `move` takes of one. */
export function ofBoth(moves, { move }) {
  const taken = /^take (\d+) from /.exec(move)?.[1];
  return taken ? moves.find((one) => one.move === `take ${taken} from both`) ?? null : null;
}
