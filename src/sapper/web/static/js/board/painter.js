/**
 * Draws the visible part of a board with little work per frame.
 *
 * Scrolling copies what is on the canvas and draws the new strips. A move draws the cells it changed. Runs of hidden
 * or empty cells are one fill with a pattern. Cells too small for signs are drawn as a map: one pixel a cell,
 * enlarged.
 *
 * @typedef {object} Scene  everything there is to see, in device pixels
 * @property {number} rows
 * @property {number} cols
 * @property {string[]} cells
 * @property {number} size  of a cell
 * @property {number} dx  of the board that lies left of the canvas
 * @property {number} dy  above it
 * @property {number} hovered
 * @property {Set<number>} pressed
 * @property {Map<number, number>} opening  cells being revealed, and since when
 * @property {Map<number, number>} flashing  cells that flash, and until when
 * @property {import("./marks.js").Marks} marks
 * @property {{index: (place: number) => number, places: (index: number) => number[]}} mirror  a `Mirror`, or what
 *   else maps places to cells
 * @property {Set<number>} near  neighbours of the cell under the pointer, where they are shown
 */

import { isHidden } from "./cells.js";
import { drawMap } from "./map.js";
import { drawMarks } from "./marks.js";
import { HOVER, Sprites } from "./sprites.js";
import { FEW, shiftDrawn } from "./strips.js";
import { mayMove, readColours } from "../base/theme.js";

export const OPENING_MS = 150;
export const FLASH_MS = 350;
/** Cells smaller than this, in device pixels, are drawn as a map. */
export const MAP = 9;

export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {import("../base/theme.js").Colours} */
    this.colours = {};
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.restyle();
  }

  /** Reads the colours again. */
  restyle() {
    this.colours = readColours();
    /** @type {Sprites | null} */
    this.sprites = null;
    this.forget();
  }

  /** Draws everything in the next frame. */
  forget() {
    /** @type {{dx: number, dy: number} | null} */
    this.drawn = null;
  }

  /** @param {Scene} scene @param {Set<number> | "all"} dirty  cells that look different @param {number} now */
  paint(scene, dirty, now) {
    const { size, dx, dy } = scene;
    if (size < MAP) {
      drawMap(this.pen, scene, this.colours);
      this.forget();
      return;
    }
    if (this.sprites?.size !== size) this.#prepare(size);
    const { width, height } = this.canvas;
    const paintArea = (/** @type {number[]} */ ...area) => this.#paintArea(scene, area, now);
    if (dirty === "all" || dirty.size > FEW || !this.drawn) paintArea(0, 0, width, height);
    else {
      shiftDrawn(this.pen, this.drawn, scene, paintArea);
      for (const index of dirty) {
        for (const place of scene.mirror.places(index)) {
          const x = (place % scene.cols) * size - dx;
          const y = Math.floor(place / scene.cols) * size - dy;
          if (x > -size && y > -size && x < width && y < height) this.#paintCell(scene, index, x, y, now);
        }
      }
    }
    this.drawn = { dx, dy };
  }

  /** @param {number} size */
  #prepare(size) {
    const sprites = new Sprites(size, this.colours);
    this.sprites = sprites;
    this.forget();
    /** @type {Map<string, CanvasPattern | null>} */
    this.patterns = new Map(
      [".", "0"].map((look) => {
        const tile = document.createElement("canvas");
        tile.width = tile.height = size;
        sprites.draw(/** @type {CanvasRenderingContext2D} */ (tile.getContext("2d")), look, 0, 0);
        return [look, this.pen.createPattern(tile, "repeat")];
      }),
    );
  }

  /**
   * Draws every cell that touches a rectangle of the canvas.
   * @param {Scene} scene
   * @param {number[]} area  x, y, width and height
   * @param {number} now
   */
  #paintArea(scene, [x, y, width, height], now) {
    const { rows, cols, size, dx, dy, mirror } = scene;
    const left = Math.max(0, Math.floor((x + dx) / size));
    const right = Math.min(cols - 1, Math.floor((x + width + dx - 1) / size));
    const top = Math.max(0, Math.floor((y + dy) / size));
    const bottom = Math.min(rows - 1, Math.floor((y + height + dy - 1) / size));
    for (let row = top; row <= bottom; row++) {
      for (let col = left; col <= right;) {
        const run = this.#plainRun(scene, row, col, right);
        if (run > 1) this.#fillRun(scene, row, col, run);
        else this.#paintCell(scene, mirror.index(row * cols + col), col * size - dx, row * size - dy, now);
        col += Math.max(1, run);
      }
    }
  }

  /**
   * How many cells of a row from `first` on, at most to `last`, look alike and have nothing drawn over them.
   * @param {Scene} scene
   * @param {number} row
   * @param {number} first
   * @param {number} last
   */
  #plainRun(scene, row, first, last) {
    const { cells, cols, mirror } = scene;
    const look = cells[mirror.index(row * cols + first)];
    if (look !== "." && look !== "0") return 0;
    let col = first;
    for (; col <= last; col++) {
      const index = mirror.index(row * cols + col);
      if (cells[index] !== look || !isPlain(scene, index)) break;
    }
    return col - first;
  }

  /** @param {Scene} scene @param {number} row @param {number} col @param {number} run */
  #fillRun({ cells, cols, size, dx, dy, mirror }, row, col, run) {
    const { pen } = this;
    pen.save();
    // Patterns start at the origin. With the corner of the board there, they match the cells.
    pen.translate(-dx, -dy);
    pen.fillStyle = /** @type {CanvasPattern} */ (this.patterns?.get(cells[mirror.index(row * cols + col)]));
    pen.fillRect(col * size, row * size, run * size, size);
    pen.restore();
  }

  /** @param {Scene} scene @param {number} index @param {number} x @param {number} y @param {number} now */
  #paintCell(scene, index, x, y, now) {
    const { pen, colours } = this;
    const { cells, size } = scene;
    const sprites = /** @type {Sprites} */ (this.sprites);
    let look = cells[index];
    const isPressed = scene.pressed.has(index) && isHidden(look);
    if (isPressed) look = "0";
    else if (index === scene.hovered && look === ".") look = HOVER;
    sprites.draw(pen, look, x, y);
    const start = scene.opening.get(index);
    if (start !== undefined && now < start + OPENING_MS) {
      // The hidden cell fades out.
      pen.globalAlpha = Math.min(1, Math.max(0, 1 - (now - start) / OPENING_MS));
      sprites.draw(pen, ".", x, y);
      pen.globalAlpha = 1;
    }
    if (!isPressed) drawMarks(pen, scene.marks, index, cells[index], x, y, size, colours);
    const until = scene.flashing.get(index);
    if (until === undefined || now >= until) return;
    pen.globalAlpha = mayMove() ? 0.75 * Math.abs(Math.sin(((until - now) / FLASH_MS) * Math.PI * 1.5)) : 0.6;
    pen.fillStyle = colours.ring;
    pen.beginPath();
    pen.roundRect(x + size * 0.06, y + size * 0.06, size * 0.88, size * 0.88, size * 0.14);
    pen.fill();
    pen.globalAlpha = 1;
  }
}

/**
 * Whether nothing is drawn over the cell.
 * @param {Scene} scene
 * @param {number} index
 */
export function isPlain({ hovered, pressed, opening, flashing, marks }, index) {
  if (index === hovered || pressed.has(index) || opening.has(index) || flashing.has(index)) return false;
  if (marks.risk !== null && marks.risk[index] !== null) return false;
  if (marks.mines.has(index) || marks.doubtful.has(index) || index === marks.start) return false;
  if (marks.sure.has(index) || marks.doomed.has(index) || index === marks.best) return false;
  return index !== marks.last && !marks.lit.has(index) && !marks.wanted.has(index) && !marks.bad.has(index);
}
