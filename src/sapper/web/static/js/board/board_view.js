/**
 * The board on the screen: a canvas that shows the part that is scrolled into view.
 *
 * Why a canvas: 40,000 elements would make every style change slow. A canvas draws the visible part in a few
 * milliseconds, and after a move only the changed cells (`painter.js`). `board_grid.js` adds names and focus in a
 * layer of real elements above it.
 *
 * Emits "load" when there is another board, and "flip" when it is flipped.
 */

import { barWidth, chooseSize, LARGEST, SMALLEST } from "./cell_size.js";
import { isHidden } from "./cells.js";
import { h } from "../base/dom.js";
import { Edges } from "./edges.js";
import { innerRoom } from "./frame.js";
import { emptyMarks } from "./marks.js";
import { Mirror } from "./mirror.js";
import { FLASH_MS, MAP, OPENING_MS, Painter } from "./painter.js";
import { RiskTip } from "./risk_tip.js";
import { settings } from "../base/settings.js";
import { Events } from "../base/store.js";
import { mayMove, theme } from "../base/theme.js";

const WAVE_MS = 14;

/** @extends {Events<{load: [], flip: []}>} */
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
    this.canvas = h("canvas", { "aria-hidden": "true" });
    /** @type {HTMLElement} */
    this.space = h("div.board-space", {}, this.canvas);
    this.scroller = h("div.board-scroller", { tabindex: "-1" }, this.space);
    // Without a board there is nothing to draw but a black canvas.
    this.element = h("div.board", { hidden: true }, this.scroller);
    this.edges = new Edges(this);
    this.tip = new RiskTip(this);
    this.painter = new Painter(this.canvas);
    /** @type {import("./cell_size.js").Scale} */
    this.scale = "auto";
    this.hovered = -1;
    /** @type {Set<number>} */
    this.pressed = new Set();
    /** @type {Map<number, number>} cells being revealed, and since when */
    this.opening = new Map();
    /** @type {Map<number, number>} cells that flash, and until when */
    this.flashing = new Map();
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
   */
  load(rows, cols, cells) {
    const sameSize = rows === this.rows && cols === this.cols;
    Object.assign(this, { rows, cols, cells, marks: emptyMarks(), hovered: -1 });
    this.edges.show(false);
    this.tip.hide();
    this.opening.clear();
    this.flashing.clear();
    this.pressed.clear();
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
    if (origin !== null && mayMove() && indices.length < 2500) {
      const now = performance.now();
      const row = Math.floor(origin / this.cols);
      for (const index of indices) {
        if (isHidden(this.cells[index])) continue;
        const away = Math.hypot(Math.floor(index / this.cols) - row, (index % this.cols) - (origin % this.cols));
        this.opening.set(index, now + Math.min(away, 18) * WAVE_MS);
      }
    }
    this.#soil(indices);
  }

  /** @param {Partial<import("./marks.js").Marks>} marks */
  mark(marks) {
    this.marks = { ...this.marks, ...marks };
    const { lit, wanted, sure, doomed } = this.marks;
    this.edges.show(lit.size + wanted.size + sure.size + doomed.size > 0);
    this.tip.refresh();
    this.#soil("all");
  }

  /**
   * Flashes cells, after a chord whose flags do not match.
   * @param {number[]} indices
   */
  flash(indices) {
    const until = performance.now() + FLASH_MS;
    for (const index of indices) this.flashing.set(index, until);
    this.element.dataset.flashed = String(indices.length);
    this.#soil(indices);
  }

  /**
   * Shows cells as pressed.
   * @param {number[]} indices
   */
  press(indices) {
    const before = this.pressed;
    this.pressed = new Set(indices);
    this.#soil([...before, ...indices]);
  }

  /** @param {number} index  under the pointer, or -1 */
  hover(index) {
    if (index === this.hovered) return;
    const before = this.hovered;
    this.hovered = index;
    this.#soil([before, index].filter((place) => place >= 0));
  }

  /**
   * The cell at a point of the window, or -1.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    const box = this.space.getBoundingClientRect();
    const frame = this.scroller.getBoundingClientRect();
    if (x < frame.left || y < frame.top || x >= frame.right || y >= frame.bottom) return -1;
    const row = Math.floor((y - box.top) / this.size);
    const col = Math.floor((x - box.left) / this.size);
    return row >= 0 && col >= 0 && row < this.rows && col < this.cols ? this.mirror.index(row * this.cols + col) : -1;
  }

  /**
   * Scrolls a cell into view.
   * @param {number} index
   */
  show(index) {
    const { scroller, size } = this;
    const [row, col] = this.mirror.cell([Math.floor(index / this.cols), index % this.cols]);
    const [top, left] = [row * size, col * size];
    const margin = size;
    if (top - margin < scroller.scrollTop) scroller.scrollTop = top - margin;
    else if (top + size + margin > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + size + margin - scroller.clientHeight;
    if (left - margin < scroller.scrollLeft) scroller.scrollLeft = left - margin;
    else if (left + size + margin > scroller.scrollLeft + scroller.clientWidth)
      scroller.scrollLeft = left + size + margin - scroller.clientWidth;
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

  #arrange() {
    if (!this.rows) return;
    this.#resize(chooseSize(this.scale, this, innerRoom(this.room, this.element)));
  }

  /** @param {number} wanted */
  #resize(wanted) {
    const ratio = devicePixelRatio || 1;
    // Whole device pixels keep all cells equally sharp. On a map they need not be.
    const device = wanted * ratio;
    this.size = (device < MAP ? device : Math.floor(device + 0.001)) / ratio;
    const room = innerRoom(this.room, this.element);
    const [width, height] = [this.cols * this.size, this.rows * this.size];
    const down = height > room.height + 0.5;
    const across = width > room.width + 0.5;
    const bar = barWidth();
    // A board that does not scroll lets a finger scroll what is around it.
    this.scroller.style.overflow = down || across ? "auto" : "clip";
    this.scroller.style.width = `${Math.min(room.width, width + (down ? bar : 0))}px`;
    this.scroller.style.height = `${Math.min(room.height, height + (across ? bar : 0))}px`;
    this.space.style.width = `${width}px`;
    this.space.style.height = `${height}px`;
    this.space.style.setProperty("--cell", `${this.size}px`);
    const shown = [Math.min(this.scroller.clientWidth, width), Math.min(this.scroller.clientHeight, height)];
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
  }

  /** @param {number[] | "all"} indices */
  #soil(indices) {
    if (indices === "all") this.dirty = "all";
    else if (this.dirty !== "all") for (const index of indices) this.dirty.add(index);
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.rows) return;
    const ratio = devicePixelRatio || 1;
    const { dirty, scroller, rows, cols, cells, hovered, pressed, opening, flashing, marks, mirror } = this;
    this.dirty = new Set();
    const [dx, dy] = [scroller.scrollLeft, scroller.scrollTop].map((offset) => Math.round(offset * ratio));
    const exact = this.size * ratio;
    const size = exact < MAP ? exact : Math.round(exact);
    const seen = { rows, cols, cells, hovered, pressed, opening, flashing, marks, mirror };
    this.painter.paint({ ...seen, size, dx, dy }, dirty, now);
    this.#goOn(now);
  }

  /**
   * Draws the next frame of animations.
   * @param {number} now
   */
  #goOn(now) {
    const moving = [];
    for (const [index, start] of this.opening) {
      moving.push(index);
      if (now > start + OPENING_MS) this.opening.delete(index);
    }
    for (const [index, until] of this.flashing) {
      moving.push(index);
      if (now > until) this.flashing.delete(index);
    }
    if (moving.length) this.#soil(moving);
  }
}
