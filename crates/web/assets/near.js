// Names that are nearly what was typed.

/** The least number of letters to insert, remove, change or swap with their neighbour between two words. */
function distance(a, b) {
  let [before, row] = [[], [...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2] + 1 : Infinity;
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, changed, swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

const letters = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Whether a typed word is nearly one of the names: one letter in four may be wrong. */
export function near(typed, names) {
  const word = letters(typed);
  if (word.length < 3) return false;
  return names.split(" ").map(letters).some((name) => name && distance(word, name) <= Math.floor(Math.max(word.length, 4) / 4));
}
