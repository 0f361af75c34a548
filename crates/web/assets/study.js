// A study: the tree of moves with comments, glyphs and marks, as text of an address, of a file, of the browser's storage.

import * as runs from "./runs.js";

/** The judgements of a move, numbered as in PGN. */
export const GLYPHS = [["!", "good", 1], ["?", "a mistake", 2], ["!?", "interesting", 5], ["?!", "doubtful", 6]];

const SIGN = "study=";

/** The most bytes of a tree. An address is short, and may still unpack to gigabytes. */
const MOST = 4 << 20;

/** The moves after a node as plain data: `m` the move, `c` its comment, `g` its glyph, `k` its marks, `t` what follows. */
export function plain(node) {
  return {
    ...(node.move && { m: node.move.move }), ...(node.comment && { c: node.comment }), ...(node.glyph && { g: node.glyph }),
    ...(node.marks?.length && { k: node.marks }), ...(node.children.length && { t: node.children.map(plain) }),
  };
}

/** Whether there is more to keep than one line of moves. */
export const isMore = (tree) => Boolean(tree.c || tree.g || tree.k || tree.t?.length > 1 || tree.t?.some(isMore));

const isText = (one) => one === undefined || typeof one === "string";

const isList = (one, fits) => one === undefined || (Array.isArray(one) && one.every(fits));

/** Whether data from outside is a tree as `plain` makes it. */
const isTree = (one) => typeof one === "object" && one !== null && !Array.isArray(one) && [one.m, one.c, one.g].every(isText)
  && isList(one.k, (mark) => typeof mark === "string") && isList(one.t, isTree);

/** The bytes from a stream, if they are not more than the most. */
async function through(bytes, stream) {
  const [reader, parts] = [new Blob([bytes]).stream().pipeThrough(stream).getReader(), []];
  for (let [left, part] = [MOST, await reader.read()]; !part.done; part = await reader.read()) {
    left -= part.value.length;
    if (left < 0) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A tree as letters for an address. */
export async function packed(tree) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(tree)), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The tree that such letters hold. */
async function unpacked(letters) {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const tree = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    if (isTree(tree)) return tree;
  } catch { /* The same sentence. */ }
  throw new Error(`The address holds no study of these pages after #${SIGN}: it is cut, or of another kind, or longer than 4 MB.`);
}

/** The letters of a study in the address after `#`. */
const held = () => location.hash.slice(1).split("&").find((one) => one.startsWith(SIGN))?.slice(SIGN.length);

/** Whether the address holds a study. */
export const isInAddress = () => Boolean(held());

/** The tree that the address holds, or null if there is none. */
export const ofAddress = async () => (isInAddress() ? unpacked(held()) : null);

/** An address that holds a tree beside what it held. */
export const withStudy = (address, letters) => (letters ? `${address}${address.includes("#") ? "&" : "#"}${SIGN}${letters}` : address);

/** The file that `text` is: game, position, aim and tree. JSON or text as these pages write them. */
export function read(text) {
  if (text.length > MOST) throw new Error("This is no game of these pages: it is longer than 4 MB.");
  const told = text.trim();
  return told.startsWith("{") ? ofJson(parsed(told)) : ofText(told);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is no game of these pages, which are JSON or text: ${error.message}.`);
  }
}

function ofJson(told) {
  if (typeof told.game !== "string" || !Array.isArray(told.then)) throw new Error("This is no game of these pages: it has no field game, or no field then.");
  const list = (one) => {
    if (one != null && !Array.isArray(one)) throw new Error("This is no game of these pages: a field marks or then is no list.");
    return one ?? [];
  };
  const node = (one) => {
    if (typeof one !== "object" || one === null) throw new Error("This is no game of these pages: a field then lists what is no move.");
    const { move, comment, glyph, marks, then } = one;
    return {
      ...(move != null && { m: String(move) }), ...(comment && { c: String(comment) }), ...(glyph && { g: String(glyph) }),
      ...(list(marks).length && { k: marks.map(String) }), ...(list(then).length && { t: then.map(node) }),
    };
  };
  if (told.position != null && typeof told.position !== "string") throw new Error("This is no game of these pages: its field position is no text.");
  return { game: told.game, position: told.position ?? null, misere: Boolean(told.misere), tree: node(told) };
}

/** Tags in brackets, then numbered moves, comments in braces, variations in parentheses, glyphs as $1 to $6. */
function ofText(text) {
  const tags = Object.fromEntries([...text.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, value]) => [name, value]));
  if (tags.Game == null) throw new Error("This is no game of these pages: it begins with no line [Game \"…\"].");
  const body = text.replace(/^\[.*\]$/gm, "").trim();
  const root = {};
  // The node after which the next move comes, and those to which a closing bracket leads back.
  let [at, before] = [root, null];
  const left = [];
  for (const [, brace, bracket, glyph, move] of body.matchAll(/\{([^}]*)\}|([()])|\$(\d+)|\d+\.\s+((?:(?!\s\d+\.\s|\s[{($]|\s\)).)+)/gs)) {
    if (brace != null) {
      const [, marks, words] = brace.match(/^(?:\[%marks ([^\]]*)\]\s*)?(.*)$/s);
      if (marks) at.k = marks.split(" ");
      if (words) at.c = words;
    } else if (glyph != null) at.g = GLYPHS.find(([, , number]) => number === Number(glyph))?.[0];
    else if (bracket === "(") {
      left.push([at, before]);
      at = before ?? root;
    } else if (bracket === ")") [at, before] = left.pop() ?? [at, before];
    else if (move) {
      const node = { m: move.trim() };
      (at.t ??= []).push(node);
      [before, at] = [at, node];
    }
  }
  return { game: tags.Game, position: tags.Position ?? null, misere: tags.Misere === "1", tree: root };
}

const key = ({ rules, start }) => `study ${rules.game} ${rules.misere ? "misere " : ""}${start.position}`;

/** Keeps the study of a position in this browser, if it keeps anything. */
export const keep = (play, tree) => isMore(tree) && runs.keep(key(play), tree);

/** The study of a position that this browser has, or null. */
export function kept(play) {
  const tree = runs.kept(key(play));
  return isTree(tree) ? tree : null;
}
