// The pictures of a game in tabs; a cell or a node is a place to go to.

import { text } from "./api.js";
import { byId, make } from "./dom.js";
import { drawing, room, scale, walk } from "./drawing.js";
import { Explorer } from "./explorer.js";
import { plot } from "./plot.js";
import { titles } from "./readout.js";
import { drawings, saves } from "./saves.js";
import { Tabs } from "./tabs.js";
import { wasStopped } from "./waiting.js";

const KINDS = {
  triangle: ["Triangle", "Every row that can be left, over the coins it spans; arrows lead to the best next row."],
  graph: ["Graph", "Every position that can be reached; best moves are heavy."],
  tree: ["Tree", "Lines of play, each on its own."],
  dag: ["Shared", "Every position once, with the number of orders of play that lead to it."],
  both: ["Tree and shared", "The same play twice: each line apart, and each position once."],
  line: ["Best play", "What happens if nobody errs."],
  strip: ["Strip", "One heap of each size: won or lost."],
  grid: ["Grid", "Two heaps of all sizes: won or lost."],
  plot: ["Plot", "The Grundy value of every heap."],
  spectrum: ["Spectrum", "How often each Grundy value comes."],
  scatter: ["Law", "The pairs that are lost, by a law that is proved for heaps of all sizes."],
  automaton: ["Automaton", "The machine that reads the digits of both heaps and says who wins."],
  explorer: ["Explorer", "What can follow, as small boards."],
};
/** Kinds with axes, which can be looked at closely. */
const PLOTS = new Set(["strip", "grid", "plot", "spectrum", "scatter"]);
/** Kinds of which a part can be drawn. */
const CUT = new Set(["graph", "tree", "dag"]);
/** So many seconds a picture may take. */
const SOON = 8;
/** In this order. */
const ORDER = Object.keys(KINDS);
/** Pictures that are the same wherever play stands, with the largest heap of those that have one. */
const FIXED = { strip: 60, grid: 20, plot: 1000, spectrum: 1000, scatter: 60, automaton: null };
/** Letters may be a little wider here than where the picture was measured. */
const EDGE = 24;
/** Small pictures are shown larger, but not beyond this: pixels, times. */
const LARGEST = { high: 660, factor: 1.5 };

export class Pictures {
  /** `on.go(position)` when a cell is asked for, `on.turn(kind)` when a tab is opened. */
  constructor(on) {
    this.on = on;
    this.tabs = new Tabs(byId("tabs"), (kind) => this.open(kind));
    this.panel = byId("picture");
    this.panel.setAttribute("role", "tabpanel");
  }

  /** Offers the kinds that fit a game. */
  offer(kinds, wanted) {
    const fit = ORDER.filter((kind) => kind === "explorer" || (kinds.includes(kind) && kind !== "both"));
    byId("tabs").replaceChildren(...fit.map((kind) => make("button", { type: "button", role: "tab", "data-tab": kind, "aria-controls": "picture" }, KINDS[kind][0])));
    this.kind = fit.includes(wanted) ? wanted : null;
    this.panel.replaceChildren(make("p", { class: "quiet" }, "They give the game away: play first, then look."));
    this.tabs.mark(this.kind);
  }

  open(kind) {
    this.kind = kind;
    this.tabs.mark(this.kind);
    this.on.turn(kind);
    this.render();
  }

  /** The position on the table changed: marks it, or draws the picture again if the position is not in it. */
  follow(play) {
    const drawn = this.drawn === play.rules;
    this.play = play;
    if (play.over && play.made.length && !this.kind) this.kind = this.tabs.each[0]?.dataset.tab;
    this.tabs.mark(this.kind);
    // Where it is not seen, there is no room to draw to.
    if (this.kind && !byId("pictures").hidden && !(drawn && this.shown())) this.render();
  }

  /** From where a picture is drawn: a triangle shows all that can be left from the start, and so does what is seen after the end. */
  get root() {
    const { start, now, over } = this.play;
    return FIXED[this.kind] ?? (this.kind === "triangle" || over ? start : now).position;
  }

  /** Whether the picture has the position, which is marked then. Tables show every position or none. */
  shown() {
    if (this.kind === "explorer") return false;
    if (this.kind in FIXED) return this.panel.querySelector("svg") != null;
    const places = [...this.panel.querySelectorAll("[data-position]")];
    const here = places.filter((place) => place.dataset.position === this.play.now.position);
    places.forEach((place) => place.classList.toggle("here", here.includes(place)));
    centre(here[0]);
    return here.length > 0;
  }

  /** Shows what is asked for, or says why not. */
  async render() {
    this.stop?.abort();
    this.stop = new AbortController();
    const { rules, now } = this.play;
    this.drawn = rules;
    try {
      if (this.kind === "explorer") await new Explorer(this.panel, { go: this.on.go }).open(rules, now.position, this.stop.signal);
      else {
        this.panel.setAttribute("aria-busy", "true");
        this.place(...await this.source({ ...rules, as: this.kind, position: this.root }));
      }
    } catch (error) {
      if (wasStopped(error)) return;
      this.panel.replaceChildren(make("p", { class: "quiet" }, this.kind === "explorer" ? error.message : `${error.message}. The explorer shows a part of it.`));
    }
    this.panel.dataset.kind = this.kind;
    this.panel.removeAttribute("aria-busy");
  }

  /** The picture, or, where it is too large or takes too long, what best play alone reaches. */
  async source(query) {
    const timed = { ...query, time: SOON };
    const { signal } = this.stop;
    try {
      return [await text("/api/draw", timed, signal), query];
    } catch (error) {
      if (wasStopped(error) || !CUT.has(this.kind)) throw error;
      const best = { ...timed, best_only: 1 };
      return [await text("/api/draw", best, signal), { ...query, best_only: 1 }];
    }
  }

  place(source, query) {
    const [name, about] = KINDS[this.kind];
    const svg = drawing(source, name);
    const nodes = [...svg.querySelectorAll("[data-position]")];
    for (const node of nodes) {
      node.setAttribute("role", "button");
      if (!node.querySelector("title")) node.setAttribute("aria-label", node.dataset.position || "the empty position");
    }
    const held = this.panel.querySelector("[data-position]:focus")?.dataset.position;
    svg.addEventListener("click", (event) => this.go(event));
    svg.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && this.go(event));
    const label = `${name}, the picture`;
    scale(svg, room(svg, this.panel.clientWidth - EDGE, LARGEST.high, LARGEST.factor));
    this.panel.replaceChildren(
      make("p", { class: "quiet" }, nodes.length ? `${about} Choose a position to go there.` : about),
      PLOTS.has(this.kind) ? plot(svg, label, { reading: titles }) : make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, svg),
      saves(drawings(query, ["svg", "png", "json"])));
    if (nodes.length) walk(nodes);
    if (held != null) (nodes.find((node) => node.dataset.position === held) ?? nodes[0])?.focus({ preventScroll: true });
    if (!this.shown()) centre(nodes[0]);
  }

  go(event) {
    const node = event.target.closest("[data-position]");
    if (!node) return;
    event.preventDefault();
    this.on.go(node.dataset.position);
  }
}

/** Scrolls the picture, not the page, until a place is in its middle. */
function centre(place) {
  const view = place?.closest(".scroll");
  if (!view) return;
  const [inner, outer] = [place.getBoundingClientRect(), view.getBoundingClientRect()];
  if (inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  view.scrollBy(inner.left + inner.width / 2 - outer.left - outer.width / 2, inner.top + inner.height / 2 - outer.top - outer.height / 2);
}
