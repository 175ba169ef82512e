/**
 * How cells are drawn: the corners of every cell, in order around it. Points are (x, y) with y downwards, and
 * (x, y, z) on the unit sphere for a globe. Cells that are drawn side by side share corners.
 *
 * @typedef {number[]} Point
 */

import { facesAround, mesh } from "./globe.js";

const HALF_ROOT = Math.sqrt(3) / 2; // the height of a triangle with sides of 1
const LONG = 1 / Math.sqrt(3); // from the middle of a hexagon of width 1 to a corner
const CROSS = [[0, 1], [1, 0], [1, 1], [1, 2], [1, 3], [2, 1]]; // where a face of a cube lies when unfolded

/** @param {number} left @param {number} top @returns {Point[]} */
const square = (left, top) => [[left, top], [left + 1, top], [left + 1, top + 1], [left, top + 1]];

/** @param {number} x @param {number} y  the middle @returns {Point[]} */
const hexagon = (x, y) => [
  [x, y - LONG], [x + 0.5, y - LONG / 2], [x + 0.5, y + LONG / 2],
  [x, y + LONG], [x - 0.5, y + LONG / 2], [x - 0.5, y - LONG / 2],
];

/** @param {number} row @param {number} col @returns {Point[]} */
function triangle(row, col) {
  const [top, bottom, left] = [row * HALF_ROOT, (row + 1) * HALF_ROOT, col / 2];
  if ((row + col) % 2 === 0) return [[left + 0.5, top], [left + 1, bottom], [left, bottom]];
  return [[left, top], [left + 1, top], [left + 0.5, bottom]];
}

/**
 * The column (with `last`) or the row of a cell when the layers of a box lie side by side, with gaps between.
 * @param {number[]} place @param {number[]} sides @param {boolean} last
 */
function fold(place, sides, last) {
  // The first coordinate of an odd number has no partner: its layers lie in a row.
  const odd = sides.length % 2 === 1 && sides.length > 1;
  let at = 0, width = 1;
  for (let axis = sides.length - (last ? 1 : 2); axis >= (odd ? 1 : 0); axis -= 2) {
    at += place[axis] * width;
    width = sides[axis] * width + 1;
  }
  return odd && last ? at + place[0] * width : at;
}

/** @param {number} cells @returns {Point[][]} */
function globe(cells) {
  const { points, faces } = mesh(cells);
  if (cells % 10 !== 2) return faces.map((face) => face.map((corner) => points[corner]));
  const middles = faces.map((face) => {
    const sum = [0, 1, 2].map((axis) => face.reduce((total, corner) => total + points[corner][axis], 0));
    const size = Math.hypot(...sum);
    return sum.map((value) => value / size);
  });
  return facesAround(faces, points.length).map((group, cell) =>
    inCircle(points[cell], group.map((face) => middles[face])),
  );
}

/**
 * Corners in the order around their middle, counterclockwise seen from outside.
 * @param {Point} middle @param {Point[]} corners
 */
function inCircle(middle, corners) {
  const dot = (/** @type {Point} */ p, /** @type {Point} */ q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const high = dot(corners[0], middle);
  const first = corners[0].map((value, axis) => value - middle[axis] * high);
  const [[a, b, c], [x, y, z]] = [middle, first];
  const second = [b * z - c * y, c * x - a * z, a * y - b * x];
  const angle = (/** @type {Point} */ corner) => Math.atan2(dot(corner, second), dot(corner, first));
  const turned = corners.map((corner) => ({ corner, turn: angle(corner) }));
  return turned.sort((p, q) => p.turn - q.turn).map(({ corner }) => corner);
}

/** @type {Record<string, (place: number[], sizes: number[]) => Point[]>}  of a cell at a place */
const CELLS = {
  hex: ([row, col]) => hexagon(col + 0.5 + (row % 2) / 2, row * HALF_ROOT + LONG),
  hexagon: ([q, r], [side]) => hexagon(q + r / 2 + side - 0.5, (r + side - 1) * HALF_ROOT + LONG),
  tri: ([row, col]) => triangle(row, col),
  tri3: ([row, col]) => triangle(row, col),
  box: (place, sides) => square(fold(place, sides, true), fold(place, sides, false)),
  cube: ([face, row, col], [side]) => square(CROSS[face][1] * side + col, CROSS[face][0] * side + row),
};

/**
 * The corners of every cell of a shape that has a name.
 * @param {string} kind @param {number[]} sizes @param {number[][]} places  of all cells
 * @returns {Point[][]}
 */
export function outlinesOf(kind, sizes, places) {
  if (kind === "globe") return globe(sizes[0]);
  const draw = CELLS[kind] ?? (([row, col]) => square(col, row));
  return places.map((place) => draw(place, sizes));
}
