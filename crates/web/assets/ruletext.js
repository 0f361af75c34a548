// The text of a file that is played, rules, GDL or a graph: in the address after `#rules=`, which browsers do not send to the server,
// and in this tab.

import { title } from "./words.js";

const ENDING = /\.(?:py|star|kif|gdl|jsonl)(?=:|$)/;
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

/** A longer first sentence is no title. */
const HEADING = 60;

/** The lines of the string or the comment with which a text of rules begins, without what they say about positions and sources. */
function opening(text) {
  const [, , string] = /^\s*("""|''')([^]*?)\1/.exec(text) ?? [];
  const comment = () => /^(?:[#;].*(?:\n|$))*/.exec(text)[0].replaceAll(/^[#;]+/gm, "");
  return (string ?? comment()).split(/\bA position is |\bSources?\b/)[0].split("\n").map((line) => line.trim()).filter(Boolean);
}

/** The title of a text of rules, which is a short first line or sentence, and its description. */
export function introduced(text) {
  const [begin = "", ...lines] = opening(text);
  const all = [begin, ...lines].join(" ");
  const isLine = begin && begin.length <= HEADING / 2 && !/[.?!:]/.test(begin) && /^(?:\p{Lu}|$)/u.test(lines[0] ?? "");
  const [, sentence] = (isLine ? null : /^(.+?[.?!:]) ./.exec(all)) ?? [];
  const heading = isLine ? begin : sentence?.length <= HEADING ? sentence : "";
  return { title: heading.replace(/[.:]$/, ""), about: all.slice(heading.length).trim() };
}

/** A game of a file by the words of the file: `name` and `rules` where it sets them, else those with which it begins. */
export function described({ name, rules }, game) {
  const { title: heading, about } = introduced(rulesText(game) ?? "");
  const kind = rules.replace(/^As the GDL file says /, "");
  const isFileName = withoutEnding(fileOf(game)) === name;
  return {
    name: isFileName ? heading || title(name) : name,
    rules: about && kind.startsWith("(") ? `${about} ${kind}` : heading && rules.startsWith(heading) ? rules.slice(heading.length + 1).trim() : rules,
  };
}

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
