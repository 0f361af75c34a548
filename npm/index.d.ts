/** What limits a question, and what hears of its progress. */
export interface Limits {
  /** Seconds that it may take; 60 if nothing else is given. */
  seconds?: number;
  /** Called from time to time with what is done and how much there is (0: unknown). */
  progress?: (done: number, total: number) => void;
}

/** What else a question can have. */
export interface Options extends Limits {
  /** The player who makes the last move loses. */
  misere?: boolean;
  /** Right moves first, in a game of Left and Right. */
  right?: boolean;
  /** Use this solver. */
  solver?: string;
  /** The text of a rule file, of GDL or of a graph; the game is its name, such as `mine.star`, `mine.kif` or `mine.jsonl`. */
  rules?: string;
  [parameter: string]: unknown;
}

export type Move = { move: string; to: string };

/** Who wins, by how much, which move to play, and why. */
export interface Solution {
  game: string;
  position: string;
  misere: boolean;
  outcome: "win" | "draw" | "loss" | null;
  remoteness: number | null;
  margin: number | string | null;
  totals: unknown;
  grundy: number | string | null;
  best: Move[];
  best_count: number | null;
  preferred: Move | null;
  class: string | null;
  scores?: unknown;
  line: string[] | null;
  why: string | null;
  proof: string | null;
  bounds: unknown;
  solver: string;
  visited: number;
  seconds: number;
  stopped: string | null;
}

/** A question that has no answer: its input is wrong, or a limit was reached. */
export declare class BoutonError extends Error {
  /** As in HTTP. */
  readonly status: number;
}

/** Solves a position. */
export declare function solve(game: string, position?: string, options?: Options): Promise<Solution>;

/** The moves of a position, each with what it leads to. */
export declare function moves(game: string, position?: string, options?: Options): Promise<Record<string, unknown>>;

/** A picture of a position, as SVG. */
export declare function draw(game: string, position?: string, options?: Options): Promise<string>;

/** Asks any address of the API, such as `/api/solve`. */
export declare function ask(path: string, parameters?: Record<string, unknown>, limits?: Limits): Promise<any>;

declare const bouton: { solve: typeof solve; moves: typeof moves; draw: typeof draw; ask: typeof ask; BoutonError: typeof BoutonError };
export default bouton;
