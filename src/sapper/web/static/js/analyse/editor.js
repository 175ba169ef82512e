/**
 * A position being edited: size, cells, number of mines, and the history of its changes.
 *
 * Emits "change" (indices, or null for another board) after every change.
 */

import { FLAG, HIDDEN, MINE, QUESTION, VOID } from "../board/cells.js";
import { Events } from "../base/store.js";

/** Most strokes that can be undone. */
const MOST_KEPT = 200;
/** Characters of a picture, where they differ from those of the page. */
const SIGNS = new Map([
  [QUESTION, "?"],
  [MINE, "*"],
  [VOID, "#"],
]);
/** Numbers of the JSON form; a clue is its own number. */
const VALUES = new Map([
  [HIDDEN, -1],
  [FLAG, -2],
  [QUESTION, -3],
  [MINE, -4],
  [VOID, -5],
]);

/** @extends {Events<{change: [indices: number[] | null]}>} */
export class Editor extends Events {
  constructor() {
    super();
    this.rows = 0;
    this.cols = 0;
    this.mines = 0;
    /** @type {string[]} */
    this.cells = [];
    /** @type {{index: number, char: string}[][]} strokes that can be undone */
    this.history = [];
    /** @type {Map<number, string> | null} what the current stroke replaced */
    this.stroke = null;
  }

  /** @param {{rows: number, cols: number, mines: number | null, board: string}} board */
  load({ rows, cols, mines, board }) {
    Object.assign(this, {
      rows,
      cols,
      mines: mines ?? Math.round(rows * cols * 0.2),
      cells: [...board],
      history: [],
    });
    this.emit("change", null);
  }

  /** @param {number} rows @param {number} cols @param {number} mines */
  blank(rows, cols, mines) {
    this.load({ rows, cols, mines, board: HIDDEN.repeat(rows * cols) });
  }

  /** Starts a stroke, which is one change of any number of cells. */
  beginStroke() {
    this.stroke = new Map();
  }

  endStroke() {
    if (this.stroke?.size) {
      this.history.push([...this.stroke].map(([index, char]) => ({ index, char })));
      if (this.history.length > MOST_KEPT) this.history.shift();
    }
    this.stroke = null;
  }

  /** @param {number} index @param {string} char */
  paint(index, char) {
    const before = this.cells[index];
    if (before === char) return;
    if (this.stroke) {
      if (!this.stroke.has(index)) this.stroke.set(index, before);
    } else this.history.push([{ index, char: before }]);
    this.cells[index] = char;
    this.emit("change", [index]);
  }

  undo() {
    const last = this.history.pop();
    if (!last) return;
    for (const { index, char } of last) this.cells[index] = char;
    this.emit(
      "change",
      last.map(({ index }) => index),
    );
  }

  /** @param {number} mines */
  setMines(mines) {
    this.mines = mines;
    this.emit("change", []);
  }

  /** The position as the body of a request. */
  get request() {
    return { rows: this.rows, cols: this.cols, mines: this.mines, board: this.cells.join("") };
  }

  /** The position as a picture: one line a row. */
  get picture() {
    const lines = this.#lines((char) => SIGNS.get(char) ?? char).map((row) => row.join(""));
    return [`mines ${this.mines}`, ...lines].join("\n");
  }

  /** The position as JSON: one number a cell. */
  get json() {
    return JSON.stringify({ rows: this.#lines((char) => VALUES.get(char) ?? Number(char)), mines: this.mines });
  }

  /**
   * The cells row by row, each as `spell` returns it.
   * @template T
   * @param {(char: string) => T} spell
   * @returns {T[][]}
   */
  #lines(spell) {
    const { rows, cols, cells } = this;
    return Array.from({ length: rows }, (_, row) => cells.slice(row * cols, (row + 1) * cols).map(spell));
  }
}
