// The catalogue: every game with its rules, a look and its source.

import { address, ask } from "./api.js";
import { byId, complain, make } from "./dom.js";
import { FIRST, startOf } from "./starts.js";
import { rulesOf, title } from "./words.js";

/** What lies on the table; games that are not named here come last. */
const ROOMS = {
  "Rows of coins: most points win": ["row-ends", "row-rest", "row-front", "row-doubling", "two-values"],
  "Boards": [
    "mnk", "connect", "hexapawn", "dots-and-boxes", "kalah", "three-mens-morris", "teeko", "mu-torere", "pong-hau-k-i",
    "krk", "chomp", "cram", "domineering", "clobber",
  ],
  "Heaps: the last to move wins": [
    "wythoff", "nim", "subtraction", "octal", "hex", "grundy", "crosses", "staircase", "euclid", "box", "fibonacci-nim",
  ],
  "Graphs and cards": ["cat-and-mouse", "node-kayles", "geography", "hackenbush", "thirty-one"],
};

const thumbnail = ({ game, position }) => make("img", {
  src: address("/api/draw", { game, position, as: "board", bare: 1 }), alt: "", loading: "lazy", class: "thumb",
});

function first({ game, position, name, why }) {
  return make("li", {}, make("a", { class: "gamecard", href: address("/game", { game, position }) },
    make("span", { class: "look" }, thumbnail({ game, position })),
    make("strong", {}, name), make("span", { class: "rules" }, why)));
}

function card(game) {
  const start = startOf(game);
  const also = game.aliases.length ? `also ${game.aliases.join(", ").replaceAll("-", " ")}` : "";
  return make("li", { "data-words": [game.name, ...game.aliases, title(game.name), game.rules].join(" ").toLowerCase() },
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
  return [...kept, ["More", rest]].filter(([, inside]) => inside.length).map(([heading, inside]) =>
    make("section", { class: "room" }, make("h3", {}, heading), make("ul", { class: "cards" }, ...inside.map(card))));
}

/** Hides what does not have every word typed. */
function filter() {
  const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const room of byId("rooms").children) {
    const cards = [...room.querySelectorAll("li")];
    for (const one of cards) one.hidden = !words.every((word) => one.dataset.words.includes(word));
    const fit = cards.filter((one) => !one.hidden).length;
    room.hidden = fit === 0;
    left += fit;
  }
  byId("count").textContent = words.length ? `${left} of ${byId("rooms").querySelectorAll("li").length}` : "";
}

byId("first").append(...FIRST.map(first));
byId("filter").addEventListener("input", filter);
try {
  byId("rooms").append(...rooms(await ask("/api/games")));
  filter();
} catch (error) {
  complain(error.message);
}
