// The text of a file that is played, rules, GDL or a graph: in the address after `#rules=`, which browsers do not send to the server,
// and in this tab.

const ENDING = /\.(?:star|kif|gdl|jsonl)(?=:|$)/;
const SIGN = "#rules=";
/** A longer text stays in this tab. */
const LONGEST = 64 << 10;
const known = new Map();

/** Whether a game is one of a file. */
export const isFile = (game) => ENDING.test(game ?? "");

/** The file of such a game, without its parameters. */
export const fileOf = (game) => {
  const [ending] = ENDING.exec(game);
  return game.split(ENDING)[0] + ending;
};

/** A game without the ending of its file. */
export const withoutEnding = (game) => game.replace(ENDING, "");

/** Remembers the text of a game's file; `always` beyond this page, as long as the tab is open. */
export function keepRules(game, text, always = true) {
  known.set(fileOf(game), text);
  try {
    if (always) sessionStorage.setItem(`rules ${fileOf(game)}`, text);
  } catch { /* A browser that keeps nothing is no error. */ }
}

/** The text of a game's file, if it is known here. */
export function rulesText(game) {
  if (!isFile(game)) return null;
  try {
    return known.get(fileOf(game)) ?? sessionStorage.getItem(`rules ${fileOf(game)}`);
  } catch {
    return null;
  }
}

/** The part after `#` of an address that holds the rules of a game. */
export function rulesTail(game) {
  const text = rulesText(game);
  return text == null || text.length > LONGEST ? "" : SIGN + encodeURIComponent(text);
}

/** Learns what the address of the page holds. */
function learn() {
  const game = new URLSearchParams(location.search).get("game");
  if (!isFile(game) || !location.hash.startsWith(SIGN)) return;
  try {
    keepRules(game, decodeURIComponent(location.hash.slice(SIGN.length).split("&")[0]));
  } catch { /* What was cut off is not read. */ }
}

learn();
addEventListener("popstate", learn);
