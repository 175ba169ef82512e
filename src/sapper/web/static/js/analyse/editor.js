/**
 * A position being edited: size, cells, number of mines, and the history of its changes. Every change can be undone.
 *
 * Emits "change" (indices, or null for another board) after every change.
 */

import { FLAG, HIDDEN, MINE, QUESTION, VOID, clueOf, copyBoard } from "../board/cells.js";
import { Events } from "../base/store.js";

/** Most changes that can be undone. */
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
    /** The name of another shape than squares, or "". */
    this.shape = "";
    this.rows = 0;
    this.cols = 0;
    this.mines = 0;
    /** @type {string[]} */
    this.cells = [];
    /** @type {import("../board/position.js").Position[]} what can be undone, the last one last */
    this.past = [];
    /** @type {import("../board/position.js").Position[]} what was undone, the last one last */
    this.future = [];
    /** @type {import("../board/position.js").Position | null} what the current stroke began with */
    this.stroke = null;
  }

  /**
   * Shows another position, which can be undone.
   * @param {{shape?: string, rows: number, cols: number, mines: number | null, board: string}} position
   */
  load({ shape, rows, cols, mines, board }) {
    if (this.rows) this.#keep(this.request);
    this.#show({ shape, rows, cols, mines: mines ?? Math.round(rows * cols * 0.2), board });
  }

  /** Hides all cells. */
  clear() {
    this.load({ ...this.request, board: HIDDEN.repeat(this.rows * this.cols) });
  }

  /**
   * Changes the size; cells that stay keep what they show.
   * @param {number} rows
   * @param {number} cols
   */
  resize(rows, cols) {
    const lines = Array.from({ length: rows }, (_, row) =>
      row < this.rows ? this.cells.slice(row * this.cols, (row + 1) * this.cols).join("") : "",
    );
    const board = lines.map((line) => line.slice(0, cols).padEnd(cols, HIDDEN)).join("");
    this.load({ rows, cols, mines: Math.min(this.mines, rows * cols), board });
  }

  /** @param {number} mines */
  setMines(mines) {
    this.load({ ...this.request, mines });
  }

  /** Starts a stroke, which is one change of any number of cells. */
  beginStroke() {
    this.stroke = this.request;
  }

  endStroke() {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke || stroke.board === this.cells.join("")) return;
    this.#keep(stroke);
    this.emit("change", []);
  }

  /** @param {number} index @param {string} char */
  paint(index, char) {
    if (this.cells[index] === char) return;
    if (!this.stroke) this.#keep(this.request);
    this.cells[index] = char;
    this.emit("change", [index]);
  }

  undo() {
    this.#travel(this.past, this.future);
  }

  redo() {
    this.#travel(this.future, this.past);
  }

  /** @param {import("../board/position.js").Position} position */
  #keep(position) {
    this.past.push(position);
    if (this.past.length > MOST_KEPT) this.past.shift();
    this.future = [];
  }

  /**
   * @param {import("../board/position.js").Position[]} from
   * @param {import("../board/position.js").Position[]} to
   */
  #travel(from, to) {
    const goal = from.pop();
    if (!goal) return;
    to.push(this.request);
    this.#show(goal);
  }

  /** @param {import("../board/position.js").Position} position */
  #show({ shape = "", rows, cols, mines, board }) {
    const other = shape.includes(":") ? shape : "";
    const same = rows === this.rows && cols === this.cols && other === this.shape;
    const indices = same ? copyBoard(this.cells, board) : null;
    Object.assign(this, { shape: other, rows, cols, mines }, same ? {} : { cells: [...board] });
    this.emit("change", indices);
  }

  /** The position as the body of a request. */
  get request() {
    const { shape, rows, cols, mines } = this;
    return { ...(shape ? { shape } : {}), rows, cols, mines, board: this.cells.join("") };
  }

  /** The position as a picture: one line a row. */
  get picture() {
    const spell = (/** @type {string} */ char) => SIGNS.get(char) ?? (VALUES.has(char) ? char : String(clueOf(char)));
    // Clues of other shapes may have several digits.
    const lines = this.#lines(spell).map((row) => row.join(this.shape ? " " : ""));
    return [...(this.shape ? [`shape ${this.shape}`] : []), `mines ${this.mines}`, ...lines].join("\n");
  }

  /** The position as JSON: one number a cell. */
  get json() {
    const rows = this.#lines((char) => VALUES.get(char) ?? clueOf(char));
    const cells = this.shape ? { shape: this.shape, cells: rows.flat() } : { rows };
    return JSON.stringify({ ...cells, mines: this.mines });
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
