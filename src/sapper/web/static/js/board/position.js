/**
 * Positions: a whole board in one line, `ROWSxCOLS:MINES:ROW/ROW/...`, as the server writes it. The page writes them
 * into addresses and reads them without a request. Those of other shapes than squares, `SHAPE:MINES:CELLS`, the
 * server reads.
 *
 * @typedef {{shape?: string, rows: number, cols: number, mines: number, board: string}} Position  `shape`: the name
 *   of another shape than squares
 */

import { BLAST, FLAG, HIDDEN, MINE, WRONG, clueOf, isClue } from "./cells.js";

const FORM = /^(\d{1,4})x(\d{1,4}):(\d{1,6}):([0-8a-zFQMV/]+)$/;
const LONGEST = 26;

/** @param {Position} position @returns {string} */
export function writePosition({ shape, rows, cols, mines, board }) {
  if (shape?.includes(":")) {
    const cells = [...withRuns(board)].map((char) => (isClue(char) && char > "9" ? `(${clueOf(char)})` : char));
    return `${shape}:${mines}:${cells.join("")}`;
  }
  const lines = Array.from({ length: rows }, (_, row) => withRuns(board.slice(row * cols, (row + 1) * cols)));
  return `${rows}x${cols}:${mines}:${lines.join("/")}`;
}

/**
 * Cells with a letter for each run of hidden ones.
 * @param {string} cells
 */
const withRuns = (cells) =>
  cells.replace(/\.+/g, ({ length }) => {
    const rest = length % LONGEST;
    return "z".repeat(Math.floor(length / LONGEST)) + (rest ? String.fromCharCode(96 + rest) : "");
  });

/**
 * @param {string} text
 * @returns {Position | null}  null for every other text form
 */
export function readPosition(text) {
  const [, rows, cols, mines, body] = FORM.exec(text.trim()) ?? [];
  if (!body) return null;
  const lines = body.split("/").map((line) => line.replace(/[a-z]/g, (run) => HIDDEN.repeat(run.charCodeAt(0) - 96)));
  if (lines.length !== Number(rows) || lines.some((line) => line.length !== Number(cols))) return null;
  return { rows: Number(rows), cols: Number(cols), mines: Number(mines), board: lines.join("") };
}

/**
 * The board that a player saw, without the mines that the end of a game shows.
 * @param {string[]} cells
 */
export const withoutMines = (cells) =>
  cells.map((char) => (char === MINE || char === BLAST ? HIDDEN : char === WRONG ? FLAG : char)).join("");
