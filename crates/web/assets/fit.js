// A drawing at the size of its place, with labels that can be read there.

/** The labels of a plot, which keep their size. The text of a cell grows with the cell. */
const LABELS = ":is(text.faint, text.raytext, text.ink[font-size='11']):not(.node *)";
/** Around the drawing, in its own units: strokes are wider than what they go along. */
const EDGE = 8;
/** Between two labels, in pixels. */
const GAP = 3;

export class Fit {
  constructor(svg) {
    this.svg = svg;
    this.drawn = DOMRect.fromRect(svg.viewBox.baseVal);
    /** The pixels of a unit, where there is room for them. */
    this.own = svg.width.baseVal.value / this.drawn.width;
    // Else they, not what is seen, would say how high it is for its width.
    for (const side of ["width", "height"]) svg.removeAttribute(side);
    /** The box of all there is to see. */
    this.all = this.drawn;
    // The words of the axes say more than any of their numbers.
    this.labels = [...svg.querySelectorAll(LABELS)].toSorted((a, b) => b.matches(".ink") - a.matches(".ink"));
  }

  /** The pixels of a unit as it is shown. */
  get shown() {
    return this.svg.clientWidth / this.svg.viewBox.baseVal.width;
  }

  /** Makes it as large as there is room. */
  measure() {
    // Letters are wider in a smaller drawing, and the drawing is smaller with wider letters.
    for (let n = 0; n < 2; n += 1) {
      const { x, y, width, height } = this.all;
      this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      this.svg.style.setProperty("--wide", width * this.own);
      this.svg.style.setProperty("--ratio", width / height);
      this.write();
      // Browsers count the handles of curves among what is drawn.
      const lines = common(DOMRect.fromRect(this.svg.getBBox()), this.drawn);
      this.all = grown(together([lines, ...this.labels.map((label) => this.placed(label))]), EDGE);
    }
  }

  /** Writes the labels for which there is room, at a size that can be read. */
  write() {
    this.svg.style.setProperty("--shown", this.shown);
    const kept = [];
    for (const label of this.labels) {
      const box = label.getBoundingClientRect();
      const isCovered = kept.some((one) => box.left < one.right + GAP && one.left < box.right + GAP && box.top < one.bottom && one.top < box.bottom);
      label.classList.toggle("covered", isCovered);
      if (!isCovered) kept.push(box);
    }
  }

  /** The place under the pointer, in units of the drawing. */
  under({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  placed(part) {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const [from, to] = [this.under({ clientX: left, clientY: top }), this.under({ clientX: right, clientY: bottom })];
    return between(from.x, from.y, to.x, to.y);
  }
}

const between = (left, top, right, bottom) => new DOMRect(left, top, right - left, bottom - top);

const grown = ({ left, top, right, bottom }, edge) => between(left - edge, top - edge, right + edge, bottom + edge);

const common = (a, b) => between(Math.max(a.left, b.left), Math.max(a.top, b.top), Math.min(a.right, b.right), Math.min(a.bottom, b.bottom));

const together = (boxes) => boxes.reduce((a, b) => between(Math.min(a.left, b.left), Math.min(a.top, b.top), Math.max(a.right, b.right), Math.max(a.bottom, b.bottom)));
