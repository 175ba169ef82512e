/**
 * Cells as the page writes them: row and column, or 0 and the index on a shape without rows and columns.
 *
 * @typedef {[number, number]} Place
 */

import { words } from "../words/words.js";
import { refuse } from "./problem.js";

/** @param {any} shape @param {number} cell @returns {Place} */
export const placeOf = (shape, cell) => [Math.floor(cell / shape.cols), cell % shape.cols];

/** @param {any} shape @param {number[]} cells @returns {Place[]} */
export const placesOf = (shape, cells) => cells.map((cell) => placeOf(shape, cell));

/** @param {any} shape @param {Place} place */
export function cellAt(shape, place) {
  const [row, col] = place;
  const inside = [row, col].every(Number.isInteger) && row >= 0 && row < shape.rows && col >= 0 && col < shape.cols;
  if (!inside) throw refuse("input", words.local.outside(String(shape)));
  return row * shape.cols + col;
}
