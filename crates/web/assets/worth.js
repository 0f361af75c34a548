// The value of a position and of its options in partizan games, in combinatorial game theory.

import { ask } from "./api.js";

/** More of a value is for the calculator. */
const LONGEST = 60;

/** Adds to the moves known what each makes of the position, for theorists also which are dominated; where that is not found in time, nothing. */
export async function weigh(known, query, { mover, theory }, signal) {
  if (mover !== "Left" && mover !== "Right") return;
  try {
    const told = await ask("/api/value", { ...query, width: 400 }, signal);
    for (const move of told.moves) {
      const entry = move.side === mover && known.get(move.move);
      const value = move.value.length > LONGEST ? `${move.value.slice(0, LONGEST)}…` : move.value;
      // Dominated options interest theorists; beside a winning move the word would only confuse.
      const dominated = theory && !move.sensible && entry?.outcome !== "win";
      if (entry) entry.leads = `${value}${dominated ? " (dominated)" : ""}`;
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
}
