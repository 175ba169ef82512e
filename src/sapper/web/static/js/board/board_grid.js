/**
 * The layer of named cells over the canvas, for the keyboard and for screen readers.
 *
 * It is a grid of real elements with one tab stop ("roving focus"). A large board has elements only around the
 * focused cell; ARIA attributes give the true numbers of rows and columns, and the row and column of every cell.
 */

import { h } from "../base/dom.js";
import { nameCell } from "./speech.js";
import { words } from "../words/words.js";

/** How long a turned board rests before all elements follow: they are many, and a turn is drawn in every frame. */
const RESTED_MS = 120;
/** Most rows and columns that have elements at one time. */
const WINDOW = { rows: 24, cols: 50 };

export class BoardGrid {
  /**
   * @param {import("./board_view.js").BoardView} view
   * @param {{label: string, onactivate?: (index: number) => void}} options  `onactivate`: a screen reader pressed a
   *   cell
   */
  constructor(view, { label, onactivate }) {
    this.view = view;
    this.focus = 0;
    this.timer = 0;
    /** @type {Map<number, HTMLElement>} */
    this.elements = new Map();
    /** @type {HTMLElement} */
    this.element = h("div.cells", { role: "grid", "aria-label": label });
    view.space.append(this.element);
    view.on("load", () => this.rebuild());
    view.on("flip", () => this.rebuild());
    view.on("turn", () => {
      const focused = this.elements.get(this.focus);
      if (focused) this.#settle(this.focus, focused);
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.#settleAll(), RESTED_MS);
    });
    this.element.addEventListener("click", (event) => {
      const index = this.indexOf(event.target);
      // The canvas handles pointers. Clicks here come from assistive technology.
      if (index >= 0 && onactivate) onactivate(index);
    });
    this.element.addEventListener("focusin", (event) => {
      const index = this.indexOf(event.target);
      if (index >= 0) this.#rove(index);
      if (index >= 0) view.light(index);
      // The browser scrolls to a cell that has the focus, but does not turn a globe.
      if (index >= 0 && view.lay.free) view.show(index);
    });
    this.element.addEventListener("focusout", () => view.light(-1));
  }

  /** @param {EventTarget | null} target @returns {number} */
  indexOf(target) {
    const place = target instanceof HTMLElement ? target.dataset.index : undefined;
    return place === undefined ? -1 : Number(place);
  }

  /** Creates the elements around the focused cell again. */
  rebuild() {
    const { view } = this;
    this.focus = Math.min(this.focus, view.rows * view.cols - 1);
    this.element.setAttribute("aria-rowcount", String(view.rows));
    this.element.setAttribute("aria-colcount", String(view.cols));
    const hadFocus = this.element.contains(document.activeElement);
    this.#build();
    if (hadFocus) this.elements.get(this.focus)?.focus({ preventScroll: true });
  }

  /**
   * Updates the names of cells.
   * @param {Iterable<number>} indices  all that have elements if left out
   */
  rename(indices = this.elements.keys()) {
    for (const index of indices) {
      const element = this.elements.get(index);
      const name = this.#name(index);
      // Most names stay: a change costs more than the look at it.
      if (element && element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
      if (index === this.view.marks.best) element?.setAttribute("aria-description", words.helper.legend.best);
      else if (element?.hasAttribute("aria-description")) element.removeAttribute("aria-description");
    }
  }

  /**
   * Moves the focus to a cell and shows it.
   * @param {number} index
   */
  go(index) {
    if (!this.elements.has(index)) {
      this.focus = index;
      this.#build();
    }
    this.view.show(index);
    this.#rove(index);
    this.elements.get(index)?.focus({ preventScroll: true, focusVisible: true });
  }

  /**
   * Sets the cell that the keys start from, without moving the focus.
   * @param {number} index
   */
  place(index) {
    this.#rove(index);
  }

  /** @param {number} index */
  #name(index) {
    const { cells, shape, marks, mirror } = this.view;
    const start = index === marks.start ? words.newGame.startName : null;
    const known = [start, marks.classes?.[index], marks.mines.has(index) ? words.speech.shownMine : null];
    return nameCell(cells[index], shape.spell(mirror.index(index)), marks.risk?.[index], known);
  }

  /** @param {number} index */
  #rove(index) {
    this.elements.get(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = index;
    this.elements.get(index)?.setAttribute("tabindex", "0");
  }

  #build() {
    const { rows, cols, mirror } = this.view;
    const seen = mirror.index(this.focus);
    const most = rows > 1 ? WINDOW : { rows: 1, cols: WINDOW.rows * WINDOW.cols };
    const top = first(Math.floor(seen / cols), rows, most.rows);
    const left = first(seen % cols, cols, most.cols);
    this.elements.clear();
    const lines = [];
    for (let row = top; row < Math.min(rows, top + most.rows); row++) {
      const line = h("div", { role: "row", "aria-rowindex": row + 1 });
      for (let col = left; col < Math.min(cols, left + most.cols); col++) {
        const index = mirror.index(row * cols + col);
        const element = h("div", {
          role: "gridcell",
          tabindex: index === this.focus ? "0" : "-1",
          "aria-colindex": col + 1,
          "aria-label": this.#name(index),
          "data-index": index,
        });
        this.elements.set(index, element);
        this.#settle(index, element);
        line.append(element);
      }
      lines.push(line);
    }
    this.element.replaceChildren(...lines);
  }

  /** Moves all elements to where their cells are drawn now. */
  #settleAll() {
    for (const [index, element] of this.elements) this.#settle(index, element);
  }

  /** @param {number} index @param {HTMLElement} element */
  #settle(index, element) {
    const { x, y, side } = this.view.lay.box(index);
    element.style.setProperty("--row", String(y));
    element.style.setProperty("--col", String(x));
    if (side !== 1) element.style.setProperty("--side", String(side));
  }
}

/**
 * The first of at most `most` places around `middle`.
 * @param {number} middle
 * @param {number} all
 * @param {number} most
 */
const first = (middle, all, most) => Math.max(0, Math.min(middle - (most >> 1), all - most));
