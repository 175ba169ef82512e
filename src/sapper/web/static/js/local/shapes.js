/** Shapes as the server describes them: `sapper.web.shapes`. */

import { limits } from "../base/limits.js";
import { words } from "../words/words.js";
import { loadModule } from "./engine.js";
import { refuse } from "./problem.js";

const DIGITS = 1e5; // of the coordinates of a point
/** @type {Record<string, [boolean, boolean]>} */
const AROUND = { torus: [true, true], cylinder: [false, true] };

/**
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function viewShape(name) {
  const { Shape } = await loadModule();
  const shape = Shape.parse(name);
  if (shape.sides.length !== 2 && shape.count > limits.shape_cells)
    throw refuse("limit", words.local.manyCells(name, shape.count, limits.shape_cells));
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {number[][]} */
  const points = [];
  const numberOf = (/** @type {number[]} */ corner) => {
    const point = corner.map((value) => Math.round(value * DIGITS) / DIGITS + 0);
    const key = point.join();
    if (!numbers.has(key)) numbers.set(key, points.push(point) - 1);
    return numbers.get(key);
  };
  const outlines = shape.outlines().map((/** @type {number[][]} */ corners) => corners.map(numberOf));
  const plain = shape.sides.length === 2;
  return {
    name: String(shape),
    kind: shape.kind,
    rows: shape.rows,
    cols: shape.cols,
    sides: shape.sides,
    around: AROUND[shape.kind] ?? [false, false],
    on_sphere: shape.kind === "globe",
    neighbours: Array.from({ length: shape.count }, (_, cell) => shape.neighbours(cell)),
    points,
    outlines,
    names: plain ? null : shape.places.map((/** @type {number[]} */ place) => (place.length > 1 ? place : place[0])),
  };
}
