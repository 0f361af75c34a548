// Positions to begin play at.

/** The games for a newcomer, with a sentence each. */
export const FIRST = [
  { game: "row-ends", position: "4,5,3,1,2,7", name: "Greedy coins", why: "Take the coin at either end of the row. Most points win. Is the larger coin the better one?" },
  { game: "tic-tac-toe", position: ".../.../...", name: "Tic-tac-toe", why: "Three in a row wins. You know it; now see the value of every move." },
  { game: "subtraction:1,2,3", position: "15", name: "One, two, three", why: "Take one, two or three from the heap. The player who takes the last one wins. There is a trick." },
];

/** A catalogue entry for sums, which are not single games. */
export const SUM = {
  name: "sum",
  rules: "Several games side by side: each turn is a move in one of them, named before the colon, counted from 0; the last to move wins.",
  example: ["sum", "nim 3,4 + kayles 5"],
  notation: "games with their positions, a plus sign with spaces between: nim 3,4 + kayles 5",
  pictures: ["graph", "tree", "dag", "line"],
  sources: ["R. P. Sprague, Über mathematische Kampfspiele (1935); P. M. Grundy, Mathematics and games (1939)"],
};

/** Where to begin a game of the catalogue: its name with parameters, and a position. */
export function startOf(card) {
  const [game, position] = card.to_play ?? card.example;
  return { game, position };
}

/** Another start of the same size: a row of coins or heaps of 1 to 9; null for games with a usual start. */
export function another(position, figure) {
  const list = position.split("/")[0];
  const fits = /^\d+(,\d+)*$/.test(list) && !(figure === "coins" && position.includes("/"));
  if (!fits || (figure !== "coins" && figure !== "heaps")) return null;
  const sizes = list.split(",");
  const most = figure === "coins" ? 9 : Math.max(9, ...sizes.map(Number));
  const least = figure === "coins" ? 1 : Math.ceil(most / 3);
  return sizes.map(() => least + Math.floor(Math.random() * (most - least + 1))).join(",");
}
