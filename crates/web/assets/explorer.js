// The explorer: the positions after a position as a tree of small boards, which opens at the user's choice.

import { address, ask } from "./api.js";
import { make, thumb } from "./dom.js";
import { paced } from "./movelist.js";
import { forgive } from "./waiting.js";
import { SIGN, moveName, worth } from "./words.js";

/** More moves of one position are opened on demand. */
const SHOWN = 12;
/** Values that are not known in so many seconds are left out. */
const SOON = 3;
const ZOOM = { least: 0.25, most: 1.6, step: 1.25 };

export class Explorer {
  /** In `holder`; `on.go(position)` when a position is to be played from. */
  constructor(holder, on) {
    this.holder = holder;
    this.on = on;
  }

  /** Begins at a position of a game; the best line is opened for two plies. */
  async open(rules, position, signal) {
    this.rules = rules;
    this.signal = signal;
    this.zoom = 1;
    this.tree = make("ul", { class: "explorer" });
    this.view = make("div", { class: "scroll explorerview", tabindex: "0", role: "region", "aria-label": "Explorer, the tree" }, this.tree);
    const tool = (words, label, click) => make("button", { type: "button", "aria-label": label, click }, words);
    this.holder.replaceChildren(
      make("p", { class: "quiet" }, "Open a position to see what can follow; best moves have a heavy edge. Drag to move about."),
      make("div", { class: "steps" }, tool("−", "Smaller", () => this.scaled(this.zoom / ZOOM.step)), tool("+", "Larger", () => this.scaled(this.zoom * ZOOM.step)), tool("Fit", "Fit the tree into the window", () => this.fit())),
      this.view);
    this.drag();
    const root = await this.node(position, null, 0);
    this.tree.append(root);
    await this.expand(root);
    const best = root.querySelector(":scope > ul > li.best");
    if (best) await this.expand(best);
  }

  /** A position with the move that led there, by a button that opens and closes what follows. */
  async node(position, move, turn) {
    const picture = address("/api/draw", { ...this.rules, position, as: "board", bare: 1, turned: turn === 1 });
    const value = move?.value;
    const words = move ? `${move.name}${value ? ` ${SIGN[value.outcome]} ${worth(value)}` : ""}` : "Here";
    const opener = make("button", { type: "button", class: "expander", "aria-expanded": "false", click: () => this.toggle(node) },
      thumb(picture), make("span", {}, words));
    const go = make("button", { type: "button", class: "link", click: () => this.on.go(position) }, "Play from here");
    const node = make("li", { class: [value?.outcome, value?.best && "best"].filter(Boolean).join(" ") || null }, make("div", { class: "xnode" }, opener, go));
    Object.assign(node, { position, turn });
    return node;
  }

  async toggle(node) {
    const inside = node.querySelector(":scope > ul");
    if (!inside) return this.expand(node);
    inside.hidden = !inside.hidden;
    node.querySelector(".expander").setAttribute("aria-expanded", String(!inside.hidden));
    return null;
  }

  async expand(node) {
    const query = { ...this.rules, position: node.position };
    const opener = node.querySelector(".expander");
    opener.setAttribute("aria-busy", "true");
    try {
      const frame = await ask("/api/position", query, this.signal);
      const valued = await ask("/api/moves", { ...query, time: SOON }, this.signal).catch(forgive(this.signal));
      const values = paced(valued?.moves ?? []);
      const order = [...frame.moves].sort((a, b) => Number(values.get(b.move)?.best ?? 0) - Number(values.get(a.move)?.best ?? 0));
      const shown = await Promise.all(order.slice(0, SHOWN).map((move) =>
        this.node(move.to, { name: moveName(move, frame), value: values.get(move.move) }, move.keeps_turn ? node.turn : 1 - node.turn)));
      const rest = order.length - shown.length;
      const end = frame.moves.length ? null : make("li", { class: "quiet" }, "Play is over.");
      node.append(make("ul", {}, ...shown, end ?? "", rest > 0 ? make("li", { class: "quiet" }, `and ${rest} more moves`) : ""));
      opener.setAttribute("aria-expanded", "true");
    } finally {
      opener.removeAttribute("aria-busy");
    }
  }

  scaled(zoom) {
    this.zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, zoom));
    this.tree.style.zoom = this.zoom;
  }

  fit() {
    this.scaled(1);
    this.scaled(Math.min(this.view.clientWidth / this.tree.scrollWidth, this.view.clientHeight / this.tree.scrollHeight, 1));
    this.view.scrollTo(0, 0);
  }

  /** The tree follows the pointer that holds it. */
  drag() {
    let from = null;
    this.view.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button") || event.pointerType === "touch") return;
      from = [event.clientX + this.view.scrollLeft, event.clientY + this.view.scrollTop];
    });
    addEventListener("pointermove", (event) => from && this.view.scrollTo(from[0] - event.clientX, from[1] - event.clientY), { signal: this.signal });
    addEventListener("pointerup", () => (from = null), { signal: this.signal });
  }
}
