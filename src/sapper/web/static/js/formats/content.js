/**
 * What a text or file of another program says, in our own signs. Every reader of boards returns one.
 *
 * @typedef {object} Content
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines  total
 * @property {string[] | null} layout  rows of "*" (a mine) and "."
 * @property {string[] | null} view  rows as in a picture: . 0-8 F ? *
 * @property {[number, number] | null} start  the first cell to be revealed, row and column
 * @property {{kind: "reveal" | "flag" | "chord", cell: [number, number]}[]} clicks  a path through the layout
 * @property {string} form  the form that was read
 */

/** @param {string[]} lines @param {string} sign */
export const countSign = (lines, sign) => lines.reduce((sum, line) => sum + line.split(sign).length - 1, 0);

/**
 * The content of a layout.
 * @param {string[]} layout @param {string} form @param {Partial<Content>} [more] @returns {Content}
 */
export function ofLayout(layout, form, more = {}) {
  const size = { rows: layout.length, cols: layout[0].length, mines: countSign(layout, "*") };
  return { ...size, layout, view: null, start: null, clicks: [], form, ...more };
}

/**
 * The content of a position; its flags and known mines are its layout where they are all its mines.
 * @param {string[]} view @param {number} mines @param {string} form @returns {Content}
 */
export function ofView(view, mines, form) {
  const marked = countSign(view, "F") + countSign(view, "*") === mines;
  const layout = marked ? view.map((line) => line.replace(/[0-8]/g, ".").replaceAll("F", "*")) : null;
  return { rows: view.length, cols: view[0].length, mines, layout, view, start: null, clicks: [], form };
}

/**
 * The cells beside a cell.
 * @param {number} row @param {number} col @param {number} rows @param {number} cols @returns {[number, number][]}
 */
export function beside(row, col, rows, cols) {
  /** @type {[number, number][]} */
  const cells = [];
  for (let at = Math.max(row - 1, 0); at < Math.min(row + 2, rows); at++)
    for (let near = Math.max(col - 1, 0); near < Math.min(col + 2, cols); near++)
      if (at !== row || near !== col) cells.push([at, near]);
  return cells;
}

/**
 * A text of cells as rows.
 * @param {string} drawn @param {number} cols
 */
export const splitRows = (drawn, cols) =>
  Array.from({ length: drawn.length / cols }, (_, row) => drawn.slice(row * cols, (row + 1) * cols));
