// The API for people: every question, what it takes, an example to try.

import { address, ask } from "./api.js";
import { byId, complain, make } from "./dom.js";

const EXAMPLES = {
  "/api/games": {}, "/api/games/{name}": null, "/api/position": { game: "nim", position: "3,4" }, "/api/solve": { game: "wythoff", position: "75,90" },
  "/api/moves": { game: "tic-tac-toe", position: "X.O/.../..." }, "/api/reply": { game: "connect:6,7,4", position: "44", level: "looks-3" },
  "/api/review": { game: "nim", position: "3,4", move: ["take 1 from the second", "take 3 from the first"] }, "/api/analyze": { game: "tic-tac-toe" },
  "/api/losing": { game: "wythoff", up_to: 20 }, "/api/find": { game: "wythoff", up_to: 20, where: "loss & total in 5..15" },
  "/api/atlas": { value: "^", games: ["clobber:1..2,1..4", "domineering:1..2,1..3"] }, "/api/puzzles": { game: "tic-tac-toe", count: 3 },
  "/api/values": { game: "kayles", up_to: 20, kind: "grundy" }, "/api/sequence": { game: "kayles", heaps: 100 }, "/api/quotient": { game: "kayles", heaps: 20 },
  "/api/refute": { game: "row-ends", strategy: "larger-end" }, "/api/draw": { game: "krk", position: "Ka1 Rb2 kc3", as: "board" },
};

function route(path, { summary, parameters = [] }) {
  const example = EXAMPLES[path];
  const rows = parameters.map((one) => make("tr", {}, make("td", {}, make("code", {}, one.name)), make("td", {}, `${one.description ?? ""}${one.required ? " (needed)" : ""}`)));
  const href = example && address(path, example);
  return make("section", { class: "card" },
    make("h2", {}, make("code", {}, path)), make("p", {}, summary),
    href ? make("p", {}, "Try: ", make("a", { href, class: "try" }, href)) : null,
    rows.length ? make("details", {}, make("summary", {}, `What it takes (${rows.length})`), make("table", {}, make("tbody", {}, ...rows))) : null);
}

try {
  const { paths } = await ask("/api");
  byId("routes").replaceChildren(...Object.entries(paths).map(([path, { get }]) => route(path, get)));
} catch (error) {
  complain(error.message);
}
