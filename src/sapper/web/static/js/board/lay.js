/**
 * How the cells of a shape lie on the screen. A view has one lay; lengths are in cells, whose size the view chooses.
 *
 * @typedef {object} Lay
 * @property {{width: number, height: number}} extent  of the whole board
 * @property {boolean} free  whether it is turned or scrolled without scroll bars
 * @property {(canvas: HTMLCanvasElement) => Brush} brush  what draws it
 * @property {(x: number, y: number) => number} at  the cell at a point, or -1
 * @property {(index: number) => Box} box  the square around the middle of a cell, in which its sign is drawn
 * @property {(one: number, other: number) => [number, number]} from  the way from a cell to another, right and down
 * @property {(width: number, height: number) => void} see  tells how much of the board is seen
 * @property {(right: number, down: number) => void} turn  moves a free lay with the pointer
 * @property {(index: number) => void} show  moves a free lay until a cell is seen
 * @property {number} left  of a free lay, what lies left of the part that is seen
 * @property {number} top  above it
 * @property {() => HTMLElement | null} frame  what lies over the canvas
 *
 * @typedef {{x: number, y: number, side: number}} Box  its upper left corner and its side
 * @typedef {object} Brush
 * @property {(scene: any, dirty: Set<number> | "all", now: number) => void} paint
 * @property {() => void} restyle  reads the colours again
 * @property {() => void} forget  draws everything in the next frame
 */

import { Painter } from "./painter.js";
import { PlaneLay } from "./plane_lay.js";
import { RingLay } from "./ring_lay.js";
import { SphereLay } from "./sphere_lay.js";

/** Squares in rows and columns, perhaps flipped. */
class SquareLay {
  /** @param {{rows: number, cols: number}} shape @param {import("./mirror.js").Mirror} mirror */
  constructor({ rows, cols }, mirror) {
    this.rows = rows;
    this.cols = cols;
    this.mirror = mirror;
    this.extent = { width: cols, height: rows };
    this.free = false;
    this.left = this.top = 0;
  }

  /** @param {HTMLCanvasElement} canvas */
  brush(canvas) {
    return new Painter(canvas);
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    const [row, col] = [Math.floor(y), Math.floor(x)];
    const inside = row >= 0 && col >= 0 && row < this.rows && col < this.cols;
    return inside ? this.mirror.index(row * this.cols + col) : -1;
  }

  /** @param {number} index */
  box(index) {
    const place = this.mirror.index(index);
    return { x: place % this.cols, y: Math.floor(place / this.cols), side: 1 };
  }

  /** @param {number} one @param {number} other @returns {[number, number]} */
  from(one, other) {
    const [a, b] = [this.box(one), this.box(other)];
    return [b.x - a.x, b.y - a.y];
  }

  see() {}

  turn() {}

  show() {}

  frame() {
    return null;
  }
}

/**
 * @param {import("./shape.js").AnyShape} shape
 * @param {import("./mirror.js").Mirror} mirror
 * @returns {Lay}
 */
export function layOf(shape, mirror) {
  if (!("told" in shape)) return new SquareLay(shape, mirror);
  if (shape.told.on_sphere) return new SphereLay(shape);
  if (shape.told.around.includes(true)) return new RingLay(shape);
  return new PlaneLay(shape);
}
