/**
 * A played game, move by move, forwards and back, without asking the server again.
 *
 * @typedef {object} ReplayStep
 * @property {import("./cells.js").Cell} cell
 * @property {import("./cells.js").Change[]} changed  against the board before
 */

import { applyChanges } from "./cells.js";

/** @template {ReplayStep} [Step=ReplayStep] */
export class Replay {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {string} board  before the first step
   * @param {Step[]} steps
   */
  constructor(rows, cols, board, steps) {
    this.rows = rows;
    this.cols = cols;
    this.cells = [...board];
    this.steps = steps;
    /** Steps made. */
    this.place = 0;
    /** @type {import("./cells.js").Change[][]} what each step made covered */
    this.before = [];
  }

  /** The step that was made last, or null at the start. */
  get last() {
    return this.place ? this.steps[this.place - 1] : null;
  }

  /** The step that comes next, or null at the end. */
  get next() {
    return this.steps[this.place] ?? null;
  }

  /**
   * Goes to where `place` steps are made; returns the indices of the cells that changed.
   * @param {number} place
   * @returns {number[]}
   */
  go(place) {
    const goal = Math.min(this.steps.length, Math.max(0, place));
    /** @type {Set<number>} */
    const touched = new Set();
    while (this.place < goal) {
      const { changed } = this.steps[this.place];
      this.before[this.place] = changed.map(([row, col]) => [row, col, this.cells[row * this.cols + col]]);
      for (const index of applyChanges(this.cells, changed, this.cols)) touched.add(index);
      this.place++;
    }
    while (this.place > goal) {
      this.place--;
      for (const index of applyChanges(this.cells, this.before[this.place], this.cols)) touched.add(index);
    }
    return [...touched];
  }
}
