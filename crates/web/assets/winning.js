// The line that has won, in games of lines.

const LINES = { mnk: (sizes) => sizes[2], connect: (sizes) => sizes[2], "tic-tac-toe": () => 3, "noughts-and-crosses": () => 3, "connect-four": () => 4, connect4: () => 4 };

/** The places of a line of `k` alike on the board of a position, or null. */
export function winning(game, position) {
  const [name, parameters = ""] = game.split(":");
  const k = LINES[name]?.(parameters.split(",").map(Number));
  const rows = position.split(/[/|]/);
  if (!k || rows.length < 2) return null;
  const wide = rows[0].length;
  const at = (r, c) => rows[r]?.[c];
  for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
    for (let r = 0; r < rows.length; r += 1) {
      for (let c = 0; c < wide; c += 1) {
        const cells = Array.from({ length: k }, (_, n) => [r + n * dr, c + n * dc]);
        if (/[XO]/.test(at(r, c) ?? "") && cells.every(([a, b]) => at(a, b) === at(r, c))) return cells.map(([a, b]) => a * wide + b);
      }
    }
  }
  return null;
}
