/**
 * The characters of a board, and the neighbours of a cell.
 *
 * A board is a list of one-character strings in the order of its shape: `.` hidden, `F` flag, `Q` question mark, `0`
 * to `9` clues, `V` out of play; after the end also `M` a mine, `X` the exploded mine, `W` a wrong flag. A clue above
 * 9 is the character with the code 128 + clue.
 *
 * @typedef {[number, number]} Cell  row and column, from 0; a shape without rows and columns has one row
 * @typedef {[number, number, string]} Change  row, column and the character that stands there now
 */

export const HIDDEN = ".";
export const FLAG = "F";
export const QUESTION = "Q";
export const VOID = "V";
export const MINE = "M";
export const BLAST = "X";
export const WRONG = "W";

const ABOVE_NINE = 128;

/** @param {string} char */
export const isClue = (char) => (char >= "0" && char <= "9") || char > "\u0080";

/** @param {string} char  of a clue */
export const clueOf = (char) => (char <= "9" ? Number(char) : char.charCodeAt(0) - ABOVE_NINE);

/** @param {number} clue */
export const clueChar = (clue) => (clue <= 9 ? String(clue) : String.fromCharCode(ABOVE_NINE + clue));

/**
 * Whether a cell is hidden, with or without a flag or question mark.
 * @param {string} char
 */
export const isHidden = (char) => char === HIDDEN || char === FLAG || char === QUESTION;

/**
 * The neighbours of a cell, as flat indices.
 * @param {number} index
 * @param {number} rows
 * @param {number} cols
 * @returns {number[]}
 */
export function neighbours(index, rows, cols) {
  const row = Math.floor(index / cols);
  const col = index % cols;
  const found = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
      if (r !== row || c !== col) found.push(r * cols + c);
    }
  }
  return found;
}

/**
 * Returns 1 for floating cells.
 * @param {string[]} cells
 * @param {import("./shape.js").AnyShape} shape
 * @returns {Uint8Array}
 */
export function findFloating(cells, shape) {
  const floating = new Uint8Array(cells.length).fill(1);
  for (let index = 0; index < cells.length; index++) {
    if (!isClue(cells[index])) continue;
    floating[index] = 0;
    for (const place of shape.neighbours(index)) floating[place] = 0;
  }
  return floating;
}

/**
 * Writes changes into a board and returns the indices that differ.
 * @param {string[]} cells
 * @param {Change[]} changed
 * @param {number} cols
 * @returns {number[]}
 */
export function applyChanges(cells, changed, cols) {
  const touched = [];
  for (const [row, col, char] of changed) {
    const index = row * cols + col;
    if (cells[index] !== char) {
      cells[index] = char;
      touched.push(index);
    }
  }
  return touched;
}

/**
 * Makes one board equal to another and returns the indices that differed.
 * @param {string[]} cells
 * @param {string | string[]} wanted  as long as `cells`
 * @returns {number[]}
 */
export function copyBoard(cells, wanted) {
  const touched = [];
  for (let index = 0; index < cells.length; index++) {
    if (cells[index] !== wanted[index]) {
      cells[index] = wanted[index];
      touched.push(index);
    }
  }
  return touched;
}

/** @param {Cell} cell @param {number} cols */
export const indexOf = (cell, cols) => cell[0] * cols + cell[1];

/** @param {number} index @param {number} cols @returns {Cell} */
export const cellOf = (index, cols) => [Math.floor(index / cols), index % cols];

/**
 * What the next press of the flag button makes of a hidden cell.
 * @param {string} char  hidden, flag or question mark
 * @param {boolean} withQuestions  whether question marks are switched on
 * @returns {{kind: "flag" | "question", char: string}}
 */
export function nextMark(char, withQuestions) {
  if (char === HIDDEN) return { kind: "flag", char: FLAG };
  if (char === QUESTION) return { kind: "question", char: HIDDEN };
  return withQuestions ? { kind: "question", char: QUESTION } : { kind: "flag", char: HIDDEN };
}
