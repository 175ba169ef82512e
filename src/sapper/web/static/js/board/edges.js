/** Numbers of rows and columns at the edges of a board, while a text names cells. The frame has room for them. */

import { h } from "../base/dom.js";

/** Cells smaller than this, in CSS pixels, have a number at every fifth row and column only. */
const EVERY = 13;

export class Edges {
  /** @param {import("./board_view.js").BoardView} view */
  constructor(view) {
    this.view = view;
    this.top = h("div.edge.across", { "aria-hidden": "true", hidden: true });
    this.left = h("div.edge.down", { "aria-hidden": "true", hidden: true });
    view.element.append(this.top, this.left);
    view.scroller.addEventListener("scroll", () => this.#place(), { passive: true });
  }

  /** @param {boolean} on */
  show(on) {
    if (!this.view.shape.isSquare) on = false;
    if (this.top.hidden === !on) return;
    this.top.hidden = this.left.hidden = !on;
    if (on) this.draw();
  }

  /** Draws the numbers again, after another board or size. */
  draw() {
    if (this.top.hidden) return;
    const { size, rows, cols, scroller } = this.view;
    const step = size < EVERY ? 5 : 1;
    const line = (/** @type {number} */ count) =>
      Array.from({ length: count }, (_one, place) => ((place + 1) % step ? "" : String(place + 1)));
    for (const [strip, count] of /** @type {const} */ ([
      [this.top, cols],
      [this.left, rows],
    ])) {
      strip.replaceChildren(h("div", {}, ...line(count).map((text) => h("span", {}, text))));
      strip.style.setProperty("--cell", `${size}px`);
    }
    this.top.style.width = `${scroller.clientWidth}px`;
    this.left.style.height = `${scroller.clientHeight}px`;
    this.#place();
  }

  #place() {
    const { scrollLeft, scrollTop } = this.view.scroller;
    const [top, left] = [this.top.firstElementChild, this.left.firstElementChild];
    if (top instanceof HTMLElement) top.style.transform = `translateX(${-scrollLeft}px)`;
    if (left instanceof HTMLElement) left.style.transform = `translateY(${-scrollTop}px)`;
  }
}
