// Which puzzles were solved, and the runs of them, kept in this browser.

/** The value stored under a name, or the default where nothing is stored. */
export const kept = (name, nothing = null) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? nothing;
  } catch {
    return nothing;
  }
};

export const keep = (name, value) => {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch { /* A browser that keeps nothing is no error. */ }
};

const RUN = "puzzles in a row";
const DAYS = "puzzle days in a row";
const JUDGED = "puzzles judged";

/** Of so many puzzles it is known how they were solved; the oldest are forgotten. */
const KNOWN = 1000;

const pairs = kept(JUDGED, []);
/** How each puzzle was solved: a browser that keeps nothing knows it as long as the page is open. */
const judged = new Map(Array.isArray(pairs) ? pairs.filter(Array.isArray) : []);

const keyOf = (game, { position, aim }) => [game, position, aim].filter(Boolean).join(" ");

/** How a puzzle was solved: at the `first` try, `later`, or only `missed`; nothing if it was never tried. */
export const stateOf = (game, puzzle) => judged.get(keyOf(game, puzzle));

function put(game, puzzle, state) {
  judged.set(keyOf(game, puzzle), state);
  keep(JUDGED, [...judged].slice(-KNOWN));
}

/** The first try at a puzzle failed. */
export function missed(game, puzzle) {
  if (stateOf(game, puzzle)) return;
  put(game, puzzle, "missed");
  count(game, false);
}

/** A puzzle is solved; `day` if it is that of a day. Each counts once. */
export function solved(game, puzzle, day) {
  const before = stateOf(game, puzzle);
  if (before) return void (before === "missed" && put(game, puzzle, "later"));
  put(game, puzzle, "first");
  count(game, true);
  if (!day) return;
  const { last, row } = kept(DAYS, { last: "", row: 0 });
  const yesterday = new Date(Date.parse(day) - 864e5).toISOString().slice(0, 10);
  if (day > last) keep(DAYS, { last: day, row: last === yesterday ? row + 1 : 1 });
}

function count(game, isRight) {
  const all = kept(RUN, {});
  const { most = 0, now = 0 } = all[game] ?? {};
  const next = isRight ? now + 1 : 0;
  keep(RUN, { ...all, [game]: { now: next, most: Math.max(most, next) } });
}

/** How many puzzles of a game were solved at the first try, one after the other: now, and at most so far. */
export const run = (game) => ({ now: 0, most: 0, ...kept(RUN, {})[game] });

/** How many days, one after the other, had their puzzle solved. */
export const days = () => kept(DAYS, { row: 0 }).row;
