/**
 * The 3BV of what is revealed: openings, and numbers that touch no opening.
 *
 * It uses the revealed cells only. A number beside an opening that is still hidden counts as a click, because leaving
 * it out would tell that a hidden neighbour is empty. At the end of a won game the result is the 3BV of the layout.
 */

import { isClue } from "./cells.js";

/**
 * @param {string[]} cells
 * @param {import("./shape.js").AnyShape} shape
 * @returns {number}
 */
export function revealedThreeBv(cells, shape) {
  const seen = new Uint8Array(cells.length);
  let openings = 0;
  for (let index = 0; index < cells.length; index++) {
    if (cells[index] !== "0" || seen[index]) continue;
    openings++;
    seen[index] = 1;
    for (const waiting = [index]; waiting.length;) {
      for (const near of shape.neighbours(/** @type {number} */ (waiting.pop()))) {
        if (seen[near]) continue;
        seen[near] = 1;
        if (cells[near] === "0") waiting.push(near);
      }
    }
  }
  const apart = cells.filter((char, index) => !seen[index] && isClue(char)).length;
  return openings + apart;
}
