/**
 * The limits of the server, from the page it sent. `GET /api/limits` returns the same.
 *
 * @typedef {object} Limits
 * @property {number} rows  of a board
 * @property {number} cols  of a board
 * @property {number} shape_cells  of a board without rows and columns
 * @property {number} text  characters of a board given as text
 * @property {number} file  bytes of a file that is imported
 * @property {number} name  characters of a player's name
 * @property {number} seats  players of a match
 * @property {Record<string, number>} clear_sides  by first-click rule: side of the square around the first click
 *   without mines
 * @property {number} win_cells  cells of the largest board whose win probability the overlay asks for
 */

const told = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="limits"]'));

/** @type {Limits} */
export const limits = JSON.parse(told.content);
