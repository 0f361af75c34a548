/** Parameters of a question, by the names that the page "Pages and API" of the documentation lists. */
export type Query = Record<string, string | number | boolean | string[] | null | undefined>;

/** Why there is no answer. */
export class Refused extends Error {
  /** Which text is wrong. */
  what: string | null;
  /** Where in that text, in characters. */
  at: number | null;
}

export interface Move {
  move: string;
  name: string;
  to: string;
}

/** An answer: who wins, by how much, what to play, and why. */
export interface Answer {
  game: string;
  position: string;
  misere: boolean;
  outcome: "win" | "draw" | "loss" | null;
  /** Plies to the end. */
  remoteness: number | null;
  margin: number | null;
  grundy: number | null;
  best: Move[];
  preferred: Move | null;
  why: string | null;
  proof: string | null;
  solver: string | null;
  stopped: string | null;
  [more: string]: unknown;
}

export function ask(path: string, query?: Query, seconds?: number): Promise<any>;
export function solve(game: string, position?: string, more?: Query): Promise<Answer>;
export function moves(game: string, position?: string, more?: Query): Promise<any>;
export function value(game: string, position?: string, more?: Query): Promise<any>;
export function draw(game: string, position?: string, more?: Query): Promise<string>;
export function calc(expression: string): Promise<any>;
export function sequence(game: string, heaps?: number, more?: Query): Promise<any>;

declare const bouton: {
  ask: typeof ask;
  solve: typeof solve;
  moves: typeof moves;
  value: typeof value;
  draw: typeof draw;
  calc: typeof calc;
  sequence: typeof sequence;
  Refused: typeof Refused;
};
export default bouton;
