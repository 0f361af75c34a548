// The catalogue: every game with its rules, a look and its source.

import { address, ask } from "./api.js";
import { byId, complain, make, thumb } from "./dom.js";
import { near } from "./near.js";
import { FIRST, startOf } from "./starts.js";
import { rulesOf, title } from "./words.js";

/** The kind of each game; games that are not named here come last. */
const ROOMS = {
  "Lines and races": ["mnk", "connect", "hexapawn", "three-mens-morris", "six-mens-morris", "nine-mens-morris", "teeko", "mu-torere", "pong-hau-k-i", "dobutsu-shogi", "krk"],
  "Most points win": ["row-ends", "row-rest", "row-front", "row-doubling", "two-values", "dots-and-boxes", "kalah"],
  "Heaps: the last to move wins": [
    "nim", "wythoff", "subtraction", "octal", "hex", "grundy", "crosses", "staircase", "euclid", "box", "fibonacci-nim", "top-entails",
  ],
  "Boards and graphs: the last to move wins": ["chomp", "cram", "nimstring", "node-kayles", "geography", "thirty-one", "cat-and-mouse"],
  "Left and Right": [
    "domineering", "hackenbush", "clobber", "amazons", "konane", "nogo", "snort", "col", "toads-and-frogs", "elephants-and-rhinos",
    "toppling-dominoes", "fission", "push", "shove", "cutcake", "maundy-cake", "eatcake", "partizan-subtraction", "partizan-octal",
  ],
};

/** Words that people look for, which neither the names nor the rules of a game have. */
const WORDS = {
  amazons: "queens arrows", chomp: "chocolate", connect: "four in a row", "dots-and-boxes": "paper pencil squares", "fox-and-geese": "hunt", kalah: "mancala seeds", konane: "checkers draughts hawaiian",
  krk: "chess endgame rook king", mnk: "noughts and crosses naughts gomoku five in a row", nim: "matches matchsticks marienbad nimm", "nine-mens-morris": "mill merels", subtraction: "21 matches matchsticks sticks take away nimm bachet",
};

/** On a phone each kind of game is a line that opens. */
const WIDE = matchMedia("(min-width: 46.01rem)");

const thumbnail = ({ game, position }) => thumb(address("/api/draw", { game, position, as: "board", bare: 1 }));

function first({ game, position, name, why }) {
  return make("li", {}, make("a", { class: "gamecard", href: address("/game", { game, position }) },
    make("span", { class: "look" }, thumbnail({ game, position })),
    make("strong", {}, name), make("span", { class: "rules" }, why)));
}

function card(game) {
  const start = startOf(game);
  const also = game.aliases.length ? `also ${game.aliases.join(", ").replaceAll("-", " ")}` : "";
  return make("li", { "data-words": [game.name, ...game.aliases, title(game.name), WORDS[game.name] ?? "", game.rules].join(" ").toLowerCase(), "data-names": [game.name, ...game.aliases, WORDS[game.name] ?? ""].join(" ") },
    make("a", { class: "gamecard", href: address("/game", start) },
      make("span", { class: "look" }, thumbnail(start)),
      make("strong", {}, title(game.name)),
      also ? make("span", { class: "also" }, also) : null,
      make("span", { class: "rules" }, rulesOf(game))),
    make("p", { class: "source" }, game.sources.join("; ")));
}

function rooms(games) {
  const kept = Object.entries(ROOMS).map(([heading, names]) => [heading, games.filter((game) => names.includes(game.name))]);
  const known = Object.values(ROOMS).flat();
  const rest = games.filter((game) => !known.includes(game.name));
  const there = [...kept, ["More", rest]].filter(([, inside]) => inside.length);
  byId("jumps").replaceChildren(...there.map(([heading, inside], n) => make("a", { href: `#kind-${n}`, click: () => (byId(`kind-${n}`).open = true) }, `${heading} (${inside.length})`)));
  return there.map(([heading, inside], n) =>
    make("details", { class: "room", id: `kind-${n}`, open: WIDE.matches }, make("summary", {}, make("h3", {}, `${heading} (${inside.length})`)), make("ul", { class: "cards" }, ...inside.map(card))));
}

/** Hides what does not have every word typed; where nothing has, what has a name like them stays. */
function filter() {
  const typed = byId("filter").value.toLowerCase();
  const words = typed.split(/\s+/).filter(Boolean);
  const all = [...byId("rooms").querySelectorAll("li")];
  const joined = (text) => text.replace(/[^a-z0-9]/g, "");
  const has = (one) => words.every((word) => one.dataset.words.includes(word) || (joined(word).length > 3 && joined(one.dataset.words).includes(joined(word))));
  const fits = all.some(has) ? has : (one) => near(typed, one.dataset.names);
  let left = 0;
  for (const room of byId("rooms").children) {
    const cards = [...room.querySelectorAll("li")];
    for (const one of cards) one.hidden = !fits(one);
    const fit = cards.filter((one) => !one.hidden).length;
    room.hidden = fit === 0;
    room.open = words.length > 0 || WIDE.matches;
    left += fit;
  }
  byId("count").textContent = words.length ? `${left} of ${all.length}` : "";
}

byId("first").append(...FIRST.map(first));
byId("filter").addEventListener("input", filter);
try {
  byId("rooms").append(...rooms(await ask("/api/games")));
  filter();
} catch (error) {
  complain(error.message);
}
