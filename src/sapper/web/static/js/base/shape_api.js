/**
 * The shapes of boards as the server describes them.
 *
 * @typedef {object} ShapeView  a shape that is not made of squares in rows and columns
 * @property {string} name
 * @property {string} kind
 * @property {number} rows  1 for a shape without rows and columns
 * @property {number} cols
 * @property {number[]} sides
 * @property {[boolean, boolean]} around  whether the last row lies beside the first, and the last column
 * @property {boolean} on_sphere
 * @property {number[][]} neighbours
 * @property {number[][]} points  corners of all cells
 * @property {number[][]} outlines  of each cell, the numbers of its corners
 * @property {any[] | null} names  null where cells are rows and columns
 */

import { call } from "./calls.js";

/** @param {string} name @returns {Promise<ShapeView>} */
export const getShape = (name) => call("GET", `/shapes/${name}`);
