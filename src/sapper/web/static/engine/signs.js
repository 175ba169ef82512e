/**
 * What the signs of texts mean: cells, runs of hidden cells, numbers of mines and densities.
 */

import { ParseError } from "./errors.js";
import { quote } from "./shape.js";

/** What a cell shows that is no clue. */
export const VIEW = Object.freeze({ HIDDEN: -1, FLAG: -2, QUESTION: -3, MINE: -4, VOID: -5 });

/** @type {Record<string, number>} */
export const SIGNS = { F: VIEW.FLAG, Q: VIEW.QUESTION, M: VIEW.MINE, V: VIEW.VOID };
/** @type {Record<string, number>} */
export const PICTURE = {
  ".": VIEW.HIDDEN, F: VIEW.FLAG, "?": VIEW.QUESTION, "*": VIEW.MINE, M: VIEW.MINE, "#": VIEW.VOID,
};
export const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** @type {Record<number, string>} */
export const POSITION_SIGN = Object.fromEntries(Object.entries(SIGNS).map(([sign, view]) => [view, sign]));
/** @type {Record<number, string>} */
export const PICTURE_SIGN = { [-1]: ".", [-2]: "F", [-3]: "?", [-4]: "*", [-5]: "#" };

/** @param {boolean} dense @param {string} text @param {number} line @param {number} column */
export function readCount(dense, text, line, column) {
  const number = Number(text);
  if (dense && /^[0-9.]+(e-?[0-9]+)?$/.test(text) && number > 0 && number < 1) return { density: number };
  if (!dense && /^[0-9]{1,15}$/.test(text)) return { mines: number };
  throw new ParseError(`${quote(text)} is no ${dense ? "density between 0 and 1" : "number of mines"}`, line, column);
}

/**
 * A run of hidden cells as letters.
 * @param {number} length
 */
export const writeRun = (length) => {
  const rest = length % LETTERS.length;
  return "z".repeat(Math.floor(length / LETTERS.length)) + (rest ? LETTERS[rest - 1] : "");
};
