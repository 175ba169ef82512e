/**
 * The parameter `analysis` of JSMinesweeper's links: a position in few characters. Width and height have two digits
 * each and the mines four, in base 62. Then follow the cells, row by row, as runs of equal cells. Each kind of cell
 * has digits of its own, so a run is the number of its cells in those digits. Flags (F) and proved mines (I) lower
 * the numbers beside them by one each; an O is a flag that does not.
 */

import { beside, ofView } from "./content.js";
import { Fault, spell, textFault } from "./fault.js";
import { findParameters } from "./link.js";
import { signOf } from "./mine_text.js";

const DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** @type {[string, number][]} */
const BASES = [
  ["0", 10], ["1", 7], ["2", 5], ["3", 5], ["4", 4], ["5", 3], ["6", 3], ["7", 1], ["8", 1], ["I", 4], ["H", 10],
  ["F", 8], ["O", 1],
]; // prettier-ignore
const HEADER = 8; // characters before the cells
const MOST_SIDE = 500; // a few characters can tell millions of cells

/** @type {Map<string, {kind: string, base: number, value: number}>} */
const MEANING = new Map();
for (const [kind, base] of BASES)
  for (let value = 0; value < base; value++) MEANING.set(DIGITS[MEANING.size], { kind, base, value });

/** @param {string} digits */
const numberOf = (digits) => Array.from(digits).reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);

/**
 * Whether a text is such a link, or the value of its parameter alone, which then has to be whole.
 * @param {string} text
 */
export function isAnalysis(text) {
  if (findParameters(text).has("analysis")) return true;
  const coded = text.trim();
  if (coded.length <= HEADER || !/^[A-Za-z0-9]*$/.test(coded)) return false;
  try {
    readAnalysis(text);
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
  return true;
}

/** @param {string} text */
export function readAnalysis(text) {
  const [coded, at] = findParameters(text).get("analysis") ?? [text.trim(), text.length - text.trimStart().length];
  for (const [offset, digit] of Array.from(coded).entries())
    if (!MEANING.has(digit))
      throw textFault(`unknown character ${spell(digit)}: digits are a-z, A-Z and 0-9`, text, at + offset);
  if (coded.length <= HEADER) throw textFault("a position has a size, a number of mines and cells", text, at);
  const [cols, rows] = [numberOf(coded.slice(0, 2)), numberOf(coded.slice(2, 4))];
  if (!cols || !rows) throw textFault(`a board of ${cols}x${rows} has no cells`, text, at);
  if (Math.max(cols, rows) > MOST_SIDE)
    throw new Fault(
      "LimitError",
      `a link holds boards of up to ${MOST_SIDE}x${MOST_SIDE} cells, not ${cols}x${rows}`,
    );
  const cells = readCells(text, coded, at, rows * cols);
  const grid = Array.from({ length: rows }, (_, row) => cells.slice(row * cols, (row + 1) * cols));
  raiseClues(grid, text, at);
  return ofView(grid.map((line) => line.map(signOf).join("")), numberOf(coded.slice(4, HEADER)), "analysis");
}

/**
 * One letter a cell; a count is read only as far as the board goes.
 * @param {string} text @param {string} coded @param {number} at @param {number} cells @returns {string[]}
 */
function readCells(text, coded, at, cells) {
  /** @type {string[]} */
  const letters = [];
  for (let place = HEADER; place < coded.length; ) {
    const begin = place;
    const { kind, base } = /** @type {{kind: string, base: number}} */ (MEANING.get(coded[place]));
    let length = 0;
    for (; place < coded.length; place++) {
      const digit = MEANING.get(coded[place]);
      if (digit?.kind !== kind) break;
      length = base > 1 ? length * base + digit.value : length + 1;
      if (letters.length + length > cells)
        throw textFault(`more than the ${cells} cells of the board`, text, at + begin);
    }
    for (let k = 0; k < length; k++) letters.push(kind);
  }
  if (letters.length !== cells)
    throw textFault(`${letters.length} cells instead of ${cells}`, text, at + coded.length);
  return letters;
}

/** @param {string[][]} grid @param {string} text @param {number} at */
function raiseClues(grid, text, at) {
  grid.forEach((line, row) =>
    line.forEach((kind, col) => {
      if (kind !== "F" && kind !== "I") return;
      for (const [near, beyond] of beside(row, col, grid.length, line.length)) {
        const clue = grid[near][beyond];
        if (!/[0-8]/.test(clue)) continue;
        if (clue === "8") throw textFault(`the clue at row ${near}, column ${beyond} is above 8`, text, at);
        grid[near][beyond] = String(Number(clue) + 1);
      }
    }),
  );
}
