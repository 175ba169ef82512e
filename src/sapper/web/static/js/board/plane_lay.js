/** Shapes in the plane: hexagons, triangles, boxes as layers side by side, the unfolded cube. */

import { PlanePainter } from "./plane_painter.js";

/** Room around the board, in cells. */
const MARGIN = 0.15;
/** Triangles have room for larger signs than their inner circles. */
const TIGHT = 1.3;

/**
 * @typedef {object} Outline  of a cell, in cells
 * @property {number[]} corners  x and y of each
 * @property {number} x  of its middle
 * @property {number} y
 * @property {number} side  of the square in which its sign is drawn
 * @property {number} reach  from the middle to the nearest edge
 */

export class PlaneLay {
  /** @param {import("./shape.js").Shape} shape */
  constructor({ told }) {
    this.free = false;
    this.left = this.top = 0;
    const xs = told.points.map((point) => point[0]);
    const ys = told.points.map((point) => point[1]);
    const [left, top] = [least(xs) - MARGIN, least(ys) - MARGIN];
    this.extent = { width: most(xs) + MARGIN - left, height: most(ys) + MARGIN - top };
    /** @type {Outline[]} */
    this.outlines = told.outlines.map((corners) =>
      outlineOf(corners.flatMap((corner) => [told.points[corner][0] - left, told.points[corner][1] - top])),
    );
    /** @type {Map<number, number[]>} cells by the square of the plane they touch */
    this.squares = new Map();
    this.outlines.forEach(({ corners }, index) => {
      const box = boundsOf(corners);
      for (let row = Math.floor(box.top); row <= Math.floor(box.bottom); row++) {
        for (let col = Math.floor(box.left); col <= Math.floor(box.right); col++) {
          const key = row * WIDE + col;
          const there = this.squares.get(key);
          if (there) there.push(index);
          else this.squares.set(key, [index]);
        }
      }
    });
  }

  /** @param {HTMLCanvasElement} canvas */
  brush(canvas) {
    return new PlanePainter(canvas, this);
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    const near = this.squares.get(Math.floor(y) * WIDE + Math.floor(x)) ?? [];
    return near.find((index) => isInside(this.outlines[index].corners, x, y)) ?? -1;
  }

  /** @param {number} index */
  box(index) {
    const { x, y, side } = this.outlines[index];
    return { x: x - side / 2, y: y - side / 2, side };
  }

  /**
   * The cells that touch a rectangle.
   * @param {number} x0
   * @param {number} y0
   * @param {number} x1
   * @param {number} y1
   * @returns {Iterable<number>}
   */
  within(x0, y0, x1, y1) {
    const found = new Set();
    for (let row = Math.floor(y0); row <= Math.floor(y1); row++) {
      for (let col = Math.floor(x0); col <= Math.floor(x1); col++) {
        for (const index of this.squares.get(row * WIDE + col) ?? []) found.add(index);
      }
    }
    return found;
  }

  /** @param {number} one @param {number} other @returns {[number, number]} */
  from(one, other) {
    const [a, b] = [this.outlines[one], this.outlines[other]];
    return [b.x - a.x, b.y - a.y];
  }

  see() {}

  turn() {}

  show() {}

  frame() {
    return null;
  }
}

/** Columns of the squares of the plane: more than any board has. */
const WIDE = 2 ** 20;

/** @param {number[]} values */
const least = (values) => values.reduce((one, other) => Math.min(one, other), Infinity);
/** @param {number[]} values */
const most = (values) => values.reduce((one, other) => Math.max(one, other), -Infinity);

/** @param {number[]} corners */
function boundsOf(corners) {
  const xs = corners.filter((_one, place) => place % 2 === 0);
  const ys = corners.filter((_one, place) => place % 2 === 1);
  return { left: least(xs), right: most(xs), top: least(ys), bottom: most(ys) };
}

/** @param {number[]} corners @returns {Outline} */
function outlineOf(corners) {
  const count = corners.length / 2;
  let [x, y, reach] = [0, 0, Infinity];
  for (let k = 0; k < count; k++) {
    x += corners[2 * k] / count;
    y += corners[2 * k + 1] / count;
  }
  for (let k = 0; k < count; k++) {
    const [x0, y0] = [corners[2 * k], corners[2 * k + 1]];
    const [x1, y1] = [corners[(2 * k + 2) % corners.length], corners[(2 * k + 3) % corners.length]];
    const away = Math.abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / Math.hypot(x1 - x0, y1 - y0);
    reach = Math.min(reach, away);
  }
  return { corners, x, y, reach, side: 2 * reach * (count === 3 ? TIGHT : 1) };
}

/** @param {number[]} corners @param {number} x @param {number} y */
function isInside(corners, x, y) {
  let inside = false;
  for (let k = 0, last = corners.length - 2; k < corners.length; last = k, k += 2) {
    const [x0, y0, x1, y1] = [corners[k], corners[k + 1], corners[last], corners[last + 1]];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}
