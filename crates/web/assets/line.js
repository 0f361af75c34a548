// The moves made so far, as on an analysis board: variations as a tree, comments, the value after each, files to keep.

import { chart } from "./chart.js";
import { byId, make } from "./dom.js";
import { data, saves } from "./saves.js";
import { GLYPHS, plain } from "./study.js";
import { moveName } from "./words.js";

export class Line {
  /** `on.stand(node)` when a position is asked for, `on.change()` when a comment or a glyph was changed. */
  constructor(on) {
    this.on = on;
    byId("first").addEventListener("click", () => this.on.stand(this.play.root));
    byId("previous").addEventListener("click", () => this.on.stand(this.play.here.parent));
    byId("next").addEventListener("click", () => this.on.stand(this.play.next));
    byId("comment").addEventListener("input", (event) => {
      this.play.here.comment = event.target.value.trim();
      this.files();
      this.on.change();
    });
    byId("glyphs").replaceChildren(...GLYPHS.map(([sign, meaning]) => make("button", { type: "button", title: meaning, "data-glyph": sign, click: () => this.mark(sign) }, sign)));
  }

  /** Shows the tree of `play`; `names` are the players. */
  show(play, names) {
    this.play = play;
    this.names = names;
    const { root, here } = play;
    byId("glyphs").hidden = here === root;
    for (const button of byId("glyphs").children) button.setAttribute("aria-pressed", button.dataset.glyph === here.glyph);
    byId("first").disabled = byId("previous").disabled = here === root;
    byId("next").disabled = !play.next;
    byId("comment").value = here.comment ?? "";
    byId("tree").replaceChildren(...this.branch(root, 0));
    this.reveal();
    this.files();
    this.history();
  }

  /** Scrolls the tree, and nothing else, to the move made last. */
  reveal() {
    const [tree, current] = [byId("tree"), byId("tree").querySelector("[aria-current]")];
    if (!current) return;
    const [{ top, bottom }, here] = [tree.getBoundingClientRect(), current.getBoundingClientRect()];
    if (here.bottom > bottom) tree.scrollTop += here.bottom - bottom;
    else if (here.top < top) tree.scrollTop -= top - here.top;
  }

  /** Says what the last move was, or takes that back. */
  mark(sign) {
    const { here } = this.play;
    if (!here.parent) return;
    here.glyph = here.glyph === sign ? null : sign;
    this.show(this.play, this.names);
    this.on.change();
  }

  /** The line that goes on from a node, with what was tried instead in brackets. */
  branch(node, depth) {
    const parts = [];
    for (let at = node, n = depth; at.children.length; n += 1) {
      const [main, ...others] = at.children;
      parts.push(this.button(main, n + 1));
      if (main.comment) parts.push(make("span", { class: "remark" }, main.comment));
      for (const other of others) {
        parts.push(make("span", { class: "variation" }, "( ", this.button(other, n + 1), other.comment ? make("span", { class: "remark" }, other.comment) : null, ...this.branch(other, n + 1), " )"));
      }
      at = main;
    }
    return parts;
  }

  button(node, n) {
    const name = moveName(node.move, node.parent.frame);
    const here = node === this.play.here;
    return make("button", { type: "button", class: "ply", "aria-current": here ? "step" : null, click: () => this.on.stand(node) }, `${n}. ${name}${node.glyph ?? ""}`);
  }

  /** The value after each move, as far as it is known, each a place to go to. */
  history() {
    const { path } = this.play;
    const known = path.filter(({ frame }) => frame.standing);
    const holder = byId("history");
    holder.hidden = known.length < 2 || known.length < path.length;
    if (holder.hidden) return holder.replaceChildren();
    const mistakes = path.flatMap(({ frame }, n) => (n && path[n - 1].frame.standing.sign !== frame.standing.sign ? [n - 1] : []));
    const svg = chart(path.map(({ frame }) => frame.standing), mistakes, this.names, 300);
    const marks = [...svg.querySelectorAll(".point, .mistake")];
    marks.forEach((mark, n) => mark.addEventListener("click", () => this.on.stand(path[n])));
    holder.replaceChildren(svg);
  }

  files() {
    const { play } = this;
    byId("keep").replaceChildren(saves([
      ["Text", data("text/plain", this.text()), "game.txt"],
      ["JSON", data("application/json", JSON.stringify(this.json(play.root), null, 1)), "game.json"],
      ["Address", data("text/plain", location.href), "game-address.txt"],
    ]));
  }

  /** In the manner of PGN: what game, then the moves, comments in braces and variations in parentheses. */
  text() {
    const { rules, start } = this.play;
    const tag = (name, value) => `[${name} "${String(value).replaceAll('"', "'")}"]\n`;
    const number = (glyph) => GLYPHS.find(([sign]) => sign === glyph)?.[2];
    const remark = (node) => {
      const words = [node.marks?.length && `[%marks ${node.marks.join(" ")}]`, node.comment?.replaceAll("}", ")")].filter(Boolean);
      return (node.glyph ? ` $${number(node.glyph)}` : "") + (words.length ? ` {${words.join(" ")}}` : "");
    };
    const line = (node, n) => {
      if (!node.children.length) return "";
      const [main, ...others] = node.children;
      const aside = others.map((other) => ` (${n}. ${other.move.move}${remark(other)}${line(other, n + 1)})`).join("");
      return ` ${n}. ${main.move.move}${remark(main)}${aside}${line(main, n + 1)}`;
    };
    return `${tag("Game", rules.game)}${tag("Position", start.position)}${rules.misere ? tag("Misere", 1) : ""}\n${(remark(this.play.root) + line(this.play.root, 1)).trim()}\n`;
  }

  json(node) {
    const { rules } = this.play;
    const after = (one) => ({ move: one.move?.move ?? null, position: one.frame.position, comment: one.comment || null, ...(one.glyph && { glyph: one.glyph }), ...(one.marks?.length && { marks: one.marks }), then: one.children.map(after) });
    return { ...rules, ...after(node) };
  }
}
