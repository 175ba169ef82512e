/**
 * Globes, seen from far away. The globe is turned by drags and keys; the lay keeps how it is turned.
 *
 * @typedef {[number, number, number]} Vector
 */

import { h } from "../base/dom.js";
import { SpherePainter } from "./sphere_painter.js";

/** Room around the globe, in cells. */
const MARGIN = 0.3;
/** A cell that is turned away further than this is brought to the front when it is to be seen. */
const FRONT = 0.45;

export class SphereLay {
  /** @param {import("./shape.js").Shape} shape */
  constructor({ told }) {
    this.free = true;
    this.left = this.top = 0;
    /** @type {Vector[]} */
    this.points = told.points.map(([x, y, z]) => [x, y, z]);
    this.outlines = told.outlines;
    /** @type {Vector[]} middles of the cells */
    this.middles = told.outlines.map((corners) => unit(sum(corners.map((corner) => this.points[corner]))));
    // The mean cell has an area of 1.
    this.radius = Math.sqrt(told.outlines.length / (4 * Math.PI));
    const side = 2 * (this.radius + MARGIN);
    this.extent = { width: side, height: side };
    this.seen = { ...this.extent };
    /** Side of the square of a sign: triangles have less room. */
    this.side = told.outlines.some((corners) => corners.length > 3) ? 0.86 : 0.8;
    /** @type {[Vector, Vector, Vector]} rows: right, down, and towards the viewer, seen from the globe */
    this.turned = [
      [1, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ];
    this.turn(0, 0.25 * this.radius);
  }

  /** @param {HTMLCanvasElement} canvas */
  brush(canvas) {
    return new SpherePainter(canvas, this);
  }

  /**
   * Where a point of the globe is seen, from the middle of the globe, and how much it faces the viewer.
   * @param {Vector} point
   * @returns {Vector}
   */
  project(point) {
    const [right, down, near] = this.turned;
    return [dot(right, point), dot(down, point), dot(near, point)];
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    const right = (x - this.seen.width / 2) / this.radius;
    const down = (y - this.seen.height / 2) / this.radius;
    const rest = 1 - right * right - down * down;
    if (rest < 0) return -1;
    const near = Math.sqrt(rest);
    const [a, b, c] = this.turned;
    const point = /** @type {Vector} */ ([0, 1, 2].map((k) => a[k] * right + b[k] * down + c[k] * near));
    let [best, most] = [-1, -Infinity];
    this.middles.forEach((middle, index) => {
      const close = dot(middle, point);
      if (close > most) [best, most] = [index, close];
    });
    return best;
  }

  /** @param {number} index */
  box(index) {
    const [right, down] = this.project(this.middles[index]);
    const x = this.seen.width / 2 + right * this.radius;
    const y = this.seen.height / 2 + down * this.radius;
    return { x: x - this.side / 2, y: y - this.side / 2, side: this.side };
  }

  /** @param {number} one @param {number} other @returns {[number, number]} */
  from(one, other) {
    const [a, b] = [this.project(this.middles[one]), this.project(this.middles[other])];
    return [b[0] - a[0], b[1] - a[1]];
  }

  /** @param {number} width @param {number} height */
  see(width, height) {
    this.seen = { width, height };
  }

  /** @param {number} right @param {number} down */
  turn(right, down) {
    const [across, over] = [right / this.radius, down / this.radius];
    const [x, y, z] = this.turned;
    // About the axis from top to bottom of the screen, then about the one from left to right.
    const [x1, z1] = rotate(x, z, across);
    const [y2, z2] = rotate(y, z1, over);
    // Small errors of many turns would add up.
    const near = unit(z2);
    const side = unit(minus(x1, scaled(near, dot(x1, near))));
    this.turned = [side, unit(minus(minus(y2, scaled(near, dot(y2, near))), scaled(side, dot(y2, side)))), near];
  }

  /** @param {number} index */
  show(index) {
    for (let step = 0; step < 12; step++) {
      const [right, down, near] = this.project(this.middles[index]);
      if (near > FRONT) return;
      const length = Math.hypot(right, down) || 1;
      this.turn((-right / length) * 0.3 * this.radius, (-down / length) * 0.3 * this.radius);
    }
  }

  /** The edge of the globe is darker, so that it looks round. */
  frame() {
    const shade = h("div.shade");
    shade.style.setProperty("--radius", String(this.radius));
    return h("div.over", {}, shade);
  }
}

/** @param {Vector} one @param {Vector} other */
const dot = (one, other) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
/** @param {Vector} one @param {number} by @returns {Vector} */
const scaled = (one, by) => [one[0] * by, one[1] * by, one[2] * by];
/** @param {Vector} one @param {Vector} other @returns {Vector} */
const minus = (one, other) => [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
/** @param {Vector} one @returns {Vector} */
const unit = (one) => scaled(one, 1 / (Math.hypot(...one) || 1));
/** @param {Vector[]} all @returns {Vector} */
const sum = (all) => all.reduce((one, other) => [one[0] + other[0], one[1] + other[1], one[2] + other[2]]);

/**
 * Two axes, turned in their plane: what faces the viewer moves towards the first.
 * @param {Vector} one
 * @param {Vector} near
 * @param {number} angle
 * @returns {[Vector, Vector]}
 */
function rotate(one, near, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    [one[0] * c + near[0] * s, one[1] * c + near[1] * s, one[2] * c + near[2] * s],
    [near[0] * c - one[0] * s, near[1] * c - one[1] * s, near[2] * c - one[2] * s],
  ];
}
