// Texts for readers.

const TITLES = {
  "row-ends": "Greedy coins", "row-rest": "What remains", "row-front": "From the front", "row-doubling": "Doubling", "two-values": "Two opinions", "mnk": "In a row",
  "mnk:3,3,3": "Tic-tac-toe", "tic-tac-toe": "Tic-tac-toe", "noughts-and-crosses": "Noughts and crosses", "connect:6,7,4": "Connect four", "krk": "King and rook",
  "31": "Thirty-one", "thirty-one": "Thirty-one", "grundy": "Grundy's game", "mu-torere": "Mū tōrere", "pong-hau-k-i": "Pong hau k'i",
  "three-mens-morris": "Three men's morris", "six-mens-morris": "Six men's morris", "nine-mens-morris": "Nine men's morris", "dobutsu-shogi": "Dōbutsu shōgi",
  "octal": "Octal games", "octal:0.77": "Kayles", "octal:0.07": "Dawson's Kayles", "octal:0.137": "Dawson's chess", "hex": "Hexadecimal games",
  "dawson-chess": "Dawson's chess", "dawson-kayles": "Dawson's Kayles", "fibonacci-nim": "Fibonacci Nim", "staircase": "Staircase Nim", "node-kayles": "Node Kayles",
};

/** A game's name as a title. */
export function title(game) {
  const name = game.split(":")[0];
  const known = TITLES[game] ?? TITLES[name];
  if (known) return known;
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence with its first letter in upper case; the name of a cell at its beginning stays as it is on the board. */
export const capital = (sentence) => (/^[a-z]\d/.test(sentence) ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1));

/** A whole number with spaces between its thousands. */
export const count = (number) => number.toLocaleString("en");

/** A number with its sign. */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** The winner, by the class of a value. */
export const CLASSES = { L: "Left wins, moving first or second", R: "Right wins, moving first or second", N: "the first player wins", P: "the second player wins" };

/** The sign that tells an outcome apart without colour. */
export const SIGN = { win: "▲", draw: "◆", loss: "▼" };

/** A number of points, without its sign. */
export const pointsOf = (points) => (Math.abs(points) === 1 ? "1 point" : `${Math.abs(points)} points`);

/** A number of plies, the turns of both players. */
export const pliesOf = (plies) => (plies === 1 ? "1 ply" : `${plies} plies`);

/** The result of a move, in a word or two, for the player who makes it; of the whole game where points were made before. */
export function worth({ outcome, margin, remoteness, lead, rest }) {
  if (lead) return `${signed(rest)} from here, ${margin === 0 ? "a draw" : `${margin > 0 ? "wins" : "loses"} by ${pointsOf(margin)}`}`;
  if (margin != null) return margin === 0 ? "even" : signed(margin);
  const plies = remoteness == null ? "" : ` in ${pliesOf(remoteness)}`;
  return { win: `wins${plies}`, draw: "draw", loss: `loses${plies}` }[outcome];
}

/** The same read aloud. */
export function worthAloud({ outcome, margin, remoteness }) {
  const word = { win: "winning", draw: "a draw", loss: "losing" }[outcome];
  if (margin != null && margin !== 0) return `${word} by ${pointsOf(margin)}`;
  return remoteness != null && outcome !== "draw" ? `${word} in ${pliesOf(remoteness)}` : word;
}

/** A player's result in a whole game of points: the points still to come, where points were made before, and the final margin. */
export function stands({ margin, lead, rest }, who) {
  const [win, lose] = who === "You" ? ["you win", "you lose"] : [`${who} wins`, `${who} loses`];
  const end = margin === 0 ? "a draw" : `${margin > 0 ? win : lose} by ${pointsOf(margin)}`;
  if (!lead) return end;
  const more = rest === 0 ? "as much as" : `${Math.abs(rest)} ${rest > 0 ? "more" : "less"} than`;
  return `takes ${more} the other from here; ${end}`;
}

/** The result of a move, for its player: `7 keeps you 3 ahead`, `4 would lose in 2 plies`. */
function leads(name, { outcome, margin, remoteness }, whom, would) {
  const [keep, leave] = would ? ["would keep", "would leave"] : ["keeps", "leaves"];
  if (margin === 0) return `${name} ${keep} ${whom} level`;
  if (margin != null) return `${name} ${margin > 0 ? keep : leave} ${whom} ${Math.abs(margin)} ${margin > 0 ? "ahead" : "behind"}`;
  const ends = { win: ["wins", "would win"], draw: ["draws", "would draw"], loss: ["loses", "would lose"] };
  const plies = remoteness == null ? "" : ` in ${pliesOf(remoteness)}`;
  return `${name} ${ends[outcome][would ? 1 : 0]}${plies}`;
}

/** The best of the valued moves, which comes first, beside the nearest that is worse: by its result, or else by its plies. */
export function beside([first, ...others], named, who) {
  if (!first) return "";
  const whom = who === "You" ? "you" : who;
  const result = ({ outcome, margin }) => `${outcome} ${margin}`;
  const rival = others.find((one) => result(one) !== result(first)) ?? others.find((one) => one.remoteness !== first.remoteness);
  const led = leads(named(first), first, whom, false);
  return rival ? `${led}; ${leads(named(rival), rival, whom, true)}.` : `${led}; no move is better.`;
}

/** How a move is called by the names on the board. */
export const called = ({ move, shown }) => shown ?? move;

/** The things that bare numbers count, by game. */
const NUMBERED = { col: "Point", connect: "Column", kalah: "House", snort: "Point", "thirty-one": "Card" };

/** A move of a frame of play as a newcomer reads it; the game's own name for it where that says enough. */
export function moveName({ move, shown, words, gain }, { figure, game }) {
  const end = figure === "coins" && { L: "Left", R: "Right" }[move];
  if (end) return `${end} end${gain == null ? "" : `: ${gain}`}`;
  if (words && !shown) return capital(words);
  const numbered = /^\d+$/.test(move) && NUMBERED[game.split(":")[0]];
  if (numbered) return `${numbered} ${move}`;
  return /^[a-z]{3}/.test(move) ? capital(move) : shown ?? move;
}

/** The name of each player's pieces, by the set they belong to. */
export const MEN = {
  marks: ["X", "O"], stones: ["blue", "red"], rack: ["blue", "red"], go: ["blue", "red"], dominoes: ["blue", "red"], letters: ["blue", "red"], ground: ["blue", "red"],
  chess: ["white", "black"], pawns: ["white", "black"], amazons: ["white", "black"], tiles: ["blue", "red"], pits: ["below", "above"], boxes: ["A", "B"],
  toads: ["blue", "red"], elephants: ["blue", "red"], standing: ["blue", "red"], coins: ["blue", "red"], strips: ["blue", "red"],
};

/** Games on such boards whose men are nobody's. */
const NOBODYS = new Set(["fission"]);

/** Games in which both players have the same moves, and what a player takes or lays has that player's colour. */
const LAID = new Set(["cram", "crosses", "divisors", "node-kayles", "poset"]);

/** Men that are shown by a disc of their colour. */
const DISCS = new Set(["blue", "red", "white", "black"]);

/** The player to move, as a position's note ends. */
const TO_MOVE = /(?:^|; )(\w+) is to move$/;

/** The men of the two players of a frame, the one first who began; null where men are nobody's. */
export function menOf({ game, set, seat, note, mover, turn, figure }) {
  const name = game.split(":")[0];
  const nobodys = NOBODYS.has(name) || ["heaps", "coins", "games"].includes(figure) || (set === "letters" && !mover);
  if (!MEN[set] || (nobodys && !LAID.has(name))) return null;
  const men = MEN[set].map((name, n) => ({ name, disc: DISCS.has(name) }));
  const told = note.match(TO_MOVE)?.[1];
  const second = seat === "table" && told ? ["O", "Right", "Black", "Red"].includes(told) : turn === 1;
  return second === (turn === 1) ? men : men.toReversed();
}

/** A position's note without what the page says elsewhere, the player to move, and with the picture's signs in place of letters. */
export const noteOf = ({ note, set }) => (set === "chocolate" ? "the square with the skull is poisoned" : note.replace(TO_MOVE, ""));

/** The possessive of a player: `Your`, `First's`. */
export const whose = (who) => (who === "You" ? "Your" : `${who}'s`);

/** Rules of a game whose parameters say most of them. */
const RULES = {
  "mnk:3,3,3": "X and O take turns to mark a cell, X first; three in a line win, a full board is a draw.",
  "tic-tac-toe": "X and O take turns to mark a cell, X first; three in a line win, a full board is a draw.",
  "subtraction:1,2,3": "Take one, two or three from a heap; the last to move wins.",
};

/** A game's rules with the players by the colours on the table. */
const coloured = ({ name, rules }) => (name === "connect" ? rules.replace("X and O", "Blue and Red").replace("X first", "Blue first") : rules);

/** A game's rules without the words of the command line; of the game as it is opened, or of its whole family. */
export const rulesOf = (card, game) => RULES[game] ?? coloured(card).replaceAll("--misere", "the opposite aim (misère)");

/** A limit that was reached, as a sentence. */
export const stopped = (reason) => ({
  time: "Not computed within the time limit.",
  memory: "Not worked out in the memory there is.",
  nodes: "Not worked out: too many positions.",
  cancelled: "Stopped.",
}[reason] ?? "Stopped early.");
