/**
 * Flips of a board: the same game, seen in a mirror.
 *
 * Everything else uses the true indices and cells. What is drawn, focused, named or told goes through a mirror. A
 * flip is its own inverse, so one method maps both ways.
 */

import { catalogue } from "../words/said.js";

/** Rows and columns in texts of the server, in its languages, counted from 1. */
const PLACE = /\b((?:row|Zeile) )(\d+)(,? (?:column|Spalte) )(\d+)/gi;
/** Cells of shapes without rows and columns in texts of the server, as the shape names them. */
const NAME = /\b(?:cell|Feld) (-?\d+(?:,-?\d+)*)/gi;
/** Names of two numbers, which the server writes as rows and columns: those of a hexagon of hexagons. */
const PAIR = /\b(?:row|Zeile) (-?\d+),? (?:column|Spalte) (-?\d+)/gi;

export class Mirror {
  /** @param {import("./board_view.js").BoardView} view */
  constructor(view) {
    this.view = view;
    /** Whether left and right are exchanged. */
    this.across = false;
    /** Whether top and bottom are. */
    this.down = false;
  }

  /**
   * Flips the board.
   * @param {"across" | "down"} axis
   */
  flip(axis) {
    if (!this.view.shape.isSquare) return;
    this[axis] = !this[axis];
    this.view.mark({});
    this.view.emit("flip");
  }

  /**
   * The cell as it is seen.
   * @param {import("./cells.js").Cell} cell
   * @returns {import("./cells.js").Cell}
   */
  cell([row, col]) {
    const { rows, cols, shape } = this.view;
    if (!shape.isSquare) return [row, col];
    return [this.down ? rows - 1 - row : row, this.across ? cols - 1 - col : col];
  }

  /**
   * Where an index is seen, and which index is seen there.
   * @param {number} index
   */
  index(index) {
    if (!this.across && !this.down) return index;
    const { cols } = this.view;
    const [row, col] = this.cell([Math.floor(index / cols), index % cols]);
    return row * cols + col;
  }

  /**
   * The places at which a cell is seen.
   * @param {number} index
   */
  places(index) {
    return [this.index(index)];
  }

  /**
   * The name of a cell as it is seen, counted from 1.
   * @param {import("./cells.js").Cell} cell
   */
  spell(cell) {
    const [row, col] = this.cell(cell);
    return this.view.shape.spell(row * this.view.cols + col);
  }

  /**
   * The index of a cell, by the name that the server has for it or as the engine numbers it.
   * @param {any} name
   */
  indexOf(name) {
    return typeof name === "number" ? name : this.view.shape.indexOf(name);
  }

  /**
   * A cell in a sentence as it is seen, by the same names.
   * @param {any} name
   */
  name(name) {
    const { shape, cols } = this.view;
    const index = this.indexOf(name);
    if (!shape.isSquare) return shape.spell(index);
    return catalogue.spell(this.cell([Math.floor(index / cols), index % cols]));
  }

  /**
   * A text of the server with its cells as they are seen.
   * @param {string} text
   */
  text(text) {
    const { shape } = this.view;
    if (!shape.isSquare) {
      const spelled = (/** @type {string} */ whole, /** @type {any} */ name) => {
        const index = shape.indexOf(name);
        if (index < 0) return whole;
        const seen = shape.spell(index);
        return /^[A-Z]/.test(whole) && !/^(Feld|Zeile)/.test(whole) ? seen[0].toUpperCase() + seen.slice(1) : seen;
      };
      const named = text.replace(NAME, spelled);
      if (!shape.hasPairs) return named;
      return named.replace(PAIR, (whole, q, r) => spelled(whole, [Number(q) - 1, Number(r) - 1]));
    }
    return text.replace(PLACE, (_whole, before, row, between, col) => {
      const [seenRow, seenCol] = this.cell([Number(row) - 1, Number(col) - 1]);
      return `${before}${seenRow + 1}${between}${seenCol + 1}`;
    });
  }
}
