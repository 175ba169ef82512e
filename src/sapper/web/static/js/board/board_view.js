/**
 * The board on the screen: a canvas that shows the part that is scrolled into view.
 *
 * Why a canvas: 40,000 elements would make every style change slow. A canvas draws the visible part in a few
 * milliseconds, and after a move only the changed cells (`painter.js`). `board_grid.js` adds names and focus in a
 * layer of real elements above it.
 *
 * Emits "load" when there is another board, "flip" when it is flipped, and "turn" when a globe is turned or a board
 * without borders is scrolled.
 */

import { chooseSize, LARGEST, SMALLEST } from "./cell_size.js";
import { h } from "../base/dom.js";
import { Edges } from "./edges.js";
import { innerRoom } from "./frame.js";
import { layOf } from "./lay.js";
import { emptyMarks, isNews } from "./marks.js";
import { Mirror } from "./mirror.js";
import { Motion } from "./motion.js";
import { MAP } from "./painter.js";
import { Presses } from "./presses.js";
import { RiskTip } from "./risk_tip.js";
import { frameBoard, scrollTo } from "./scrolling.js";
import { settings } from "../base/settings.js";
import { Squares } from "./shape.js";
import { Events } from "../base/store.js";
import { theme } from "../base/theme.js";

/** @extends {Events<{load: [], flip: [], turn: []}>} */
export class BoardView extends Events {
  /** @param {HTMLElement} room  the element whose content box the board may fill */
  constructor(room) {
    super();
    this.room = room;
    this.rows = 0;
    this.cols = 0;
    /** @type {string[]} shared with the owner of the board */
    this.cells = [];
    /** Size of a cell in CSS pixels. */
    this.size = 32;
    /** @type {import("./marks.js").Marks} */
    this.marks = emptyMarks();
    this.mirror = new Mirror(this);
    /** @type {import("./shape.js").AnyShape} */
    this.shape = new Squares(0, 0);
    /** @type {import("./lay.js").Lay} */
    this.lay = layOf(this.shape, this.mirror);
    this.canvas = h("canvas", { "aria-hidden": "true" });
    /** @type {HTMLElement} */
    this.space = h("div.board-space", {}, this.canvas);
    this.scroller = h("div.board-scroller", { tabindex: "-1" }, this.space);
    // Without a board there is nothing to draw but a black canvas.
    this.element = h("div.board", { hidden: true }, this.scroller);
    this.edges = new Edges(this);
    this.tip = new RiskTip(this);
    this.painter = this.lay.brush(this.canvas);
    /** @type {import("./cell_size.js").Scale} */
    this.scale = "auto";
    this.hovered = -1;
    /** @type {Set<number>} neighbours of the cell that is pointed at, where outlines do not tell them */
    this.near = new Set();
    this.presses = new Presses();
    this.motion = new Motion();
    /** @type {Set<number> | "all"} cells to draw in the next frame */
    this.dirty = new Set();
    this.frame = 0;
    this.scroller.addEventListener("scroll", () => this.#soil([]), { passive: true });
    this.observer = new ResizeObserver(() => this.#arrange());
    this.observer.observe(room);
    const stopTheme = theme.on("change", () => {
      this.painter.restyle();
      this.#soil("all");
    });
    const stopSettings = settings.watch((_value, changed) => {
      if (!changed.has("cell")) return;
      this.scale = "auto";
      this.#arrange();
    });
    this.stop = () => [stopTheme, stopSettings].forEach((stop) => stop());
    room.append(this.element);
  }

  close() {
    this.observer.disconnect();
    this.stop();
    cancelAnimationFrame(this.frame);
    this.element.remove();
  }

  /**
   * Shows another board.
   * @param {number} rows
   * @param {number} cols
   * @param {string[]} cells
   * @param {import("./shape.js").AnyShape} [shape]  squares in rows and columns if left out
   */
  load(rows, cols, cells, shape = new Squares(rows, cols)) {
    const sameSize = shape.name === this.shape.name;
    Object.assign(this, { rows, cols, cells, shape, marks: emptyMarks(), hovered: -1, near: new Set() });
    if (!sameSize) this.#lay();
    this.edges.show(false);
    this.tip.hide();
    this.motion.clear();
    this.presses.clear();
    if (!sameSize) this.scale = "auto";
    this.element.hidden = false;
    this.painter.forget();
    this.#arrange();
    this.emit("load");
  }

  /**
   * Redraws cells whose characters changed.
   * @param {number[]} indices
   * @param {number | null} [origin]  the cell the player touched: reveals spread from there
   */
  changed(indices, origin = null) {
    if (origin !== null) this.motion.spread(this, indices, origin);
    this.#soil(indices);
  }

  /** @param {Partial<import("./marks.js").Marks>} marks */
  mark(marks) {
    if (!isNews(this.marks, marks)) return;
    this.marks = { ...this.marks, ...marks };
    const { lit, wanted, sure, doomed } = this.marks;
    this.edges.show(lit.size + wanted.size + sure.size + doomed.size > 0);
    this.tip.refresh();
    this.#soil("all");
  }

  /** @param {number[]} indices  cells that flash, after a chord whose flags do not match */
  flash(indices) {
    this.motion.flash(indices);
    this.element.dataset.flashed = String(indices.length);
    this.#soil(indices);
  }

  /** @param {number[]} indices  cells that look pressed */
  press(indices) {
    this.#soilSome(this.presses.hold(indices));
  }

  /** @param {number[]} indices  cells that look pressed until their reveals are answered */
  await(indices) {
    this.#soilSome(this.presses.await(indices));
  }

  /** @param {number} index  under the pointer, or -1 */
  hover(index) {
    if (index === this.hovered) return;
    const before = this.hovered;
    this.hovered = index;
    this.#soil([before, index].filter((place) => place >= 0));
    this.light(index);
  }

  /**
   * Shows which cells are the neighbours of a cell, where that cannot be seen.
   * @param {number} index  of the cell, or -1
   */
  light(index) {
    if (!("told" in this.shape) || this.shape.told.around.includes(true)) return;
    const before = this.near;
    this.near = new Set(index < 0 ? [] : this.shape.neighbours(index));
    this.#soil([...before, ...this.near]);
  }

  /**
   * Turns a globe, or scrolls a board without borders.
   * @param {number} right  CSS pixels
   * @param {number} down
   * @returns {boolean}  false if the board does not move so
   */
  turn(right, down) {
    if (!this.lay.free) return false;
    this.lay.turn(right / this.size, down / this.size);
    this.#soil([]);
    this.emit("turn");
    return true;
  }

  /** @param {number} x  in the window @param {number} y @returns {number}  the cell there, or -1 */
  at(x, y) {
    const box = this.space.getBoundingClientRect();
    const frame = this.scroller.getBoundingClientRect();
    if (x < frame.left || y < frame.top || x >= frame.right || y >= frame.bottom) return -1;
    return this.lay.at((x - box.left) / this.size, (y - box.top) / this.size);
  }

  /**
   * Scrolls a cell into view.
   * @param {number} index
   * @param {boolean} [centred]  into the middle, even if it is visible
   */
  show(index, centred = false) {
    if (this.lay.free) {
      this.lay.show(index);
      this.turn(0, 0);
    } else scrollTo(this, index, centred);
  }

  /** Shows the whole board, however small its cells are. */
  fit() {
    this.scale = "whole";
    this.#arrange();
  }

  /**
   * Changes the size of cells; the point of the board under (x, y) stays where it is.
   * @param {number} factor
   * @param {{x: number, y: number}} [around]  in the window; the middle if left out
   */
  zoom(factor, around) {
    const frame = this.scroller.getBoundingClientRect();
    const x = (around?.x ?? frame.left + frame.width / 2) - frame.left;
    const y = (around?.y ?? frame.top + frame.height / 2) - frame.top;
    const before = this.size;
    const col = (this.scroller.scrollLeft + x) / before;
    const row = (this.scroller.scrollTop + y) / before;
    this.scale = "own";
    this.#resize(Math.min(LARGEST, Math.max(Math.min(SMALLEST, before), before * factor)));
    this.scroller.scrollLeft = col * this.size - x;
    this.scroller.scrollTop = row * this.size - y;
    this.#soil([]);
  }

  /** Lays out the cells of another shape. */
  #lay() {
    this.lay = layOf(this.shape, this.mirror);
    this.painter = this.lay.brush(this.canvas);
    this.space.classList.toggle("free", this.lay.free);
    this.space.querySelector(".over")?.remove();
    const frame = this.lay.frame();
    if (frame) this.canvas.after(frame);
  }

  #arrange() {
    if (!this.rows) return;
    const { extent } = this.lay;
    const board = { cols: extent.width, rows: extent.height, size: this.size };
    this.#resize(chooseSize(this.scale, board, innerRoom(this.room, this.element)));
  }

  /** @param {number} wanted */
  #resize(wanted) {
    const ratio = devicePixelRatio || 1;
    // Whole device pixels keep all cells equally sharp. On a map they need not be.
    const device = wanted * ratio;
    this.size = (device < MAP ? device : Math.floor(device + 0.001)) / ratio;
    const shown = frameBoard(this, innerRoom(this.room, this.element));
    const pixels = shown.map((side) => Math.round(side * ratio));
    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1]) {
      [this.canvas.width, this.canvas.height] = pixels;
      this.canvas.style.width = `${pixels[0] / ratio}px`;
      this.canvas.style.height = `${pixels[1] / ratio}px`;
      this.painter.forget();
      // The canvas is black now. The page may be painted before the next frame is drawn.
      this.#draw(performance.now());
    } else this.#soil([]);
    this.edges.draw();
    if (this.lay.free) this.emit("turn");
  }

  /** @param {number[] | "all"} indices */
  #soil(indices) {
    if (indices === "all") this.dirty = "all";
    else if (this.dirty !== "all") for (const index of indices) this.dirty.add(index);
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number[]} indices  a frame is drawn only if there are any */
  #soilSome(indices) {
    if (indices.length) this.#soil(indices);
  }

  /** @param {number} now */
  #draw(now) {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.rows) return;
    const ratio = devicePixelRatio || 1;
    const { dirty, scroller, lay, rows, cols, cells, hovered, near, marks, mirror, motion } = this;
    const pressed = this.presses.all;
    this.dirty = new Set();
    const exact = this.size * ratio;
    const size = exact < MAP ? exact : Math.round(exact);
    const offsets = lay.free
      ? [lay.left * size, lay.top * size]
      : [scroller.scrollLeft * ratio, scroller.scrollTop * ratio];
    const [dx, dy] = offsets.map(Math.round);
    const { opening, flashing } = motion;
    const seen = { rows, cols, cells, hovered, near, pressed, opening, flashing, marks, mirror };
    this.painter.paint({ ...seen, size, dx, dy }, dirty, now);
    const moving = this.motion.next(now);
    if (moving.length) this.#soil(moving);
  }
}
