/** Games: a layout and the moves made on it. */

import { Board } from "./board.js";
import { GameError } from "./errors.js";

/** How a game stands, in the order of the engine. */
export const STATUSES = Object.freeze(["playing", "won", "lost"]);

let made = 0; // games so far

/** A game on one layout. Every move resolves to whether it changed the board; one that is not allowed rejects. */
export class Game {
  /** @param {import("./engine.js").Engine} engine @param {import("./layout.js").Layout} layout */
  constructor(engine, layout) {
    this.engine = engine;
    this.hidden = layout;
    /** @type {[string, number?][]} */
    this.moves = [];
    this.number = ++made;
    this.begin();
    /** @type {Promise<unknown>} the last move */
    this.last = Promise.resolve();
  }

  begin() {
    const { shape, mines } = this.hidden;
    /** What is seen now. */
    this.board = new Board(shape, new Int8Array(shape.count).fill(-1), { mines: mines.length });
    /** "playing", "won" or "lost". */
    this.status = STATUSES[mines.length === shape.count ? 1 : 0];
    /** Moves made and not taken back. */
    this.clicks = 0;
    /** @type {number | null} the mine that ended the game */
    this.exploded = null;
  }

  /**
   * Show what a cell holds.
   * @param {number} cell
   */
  reveal(cell) {
    return this.move("reveal", this.board.shape.check(cell));
  }

  /**
   * Put a flag on a hidden cell or take it off.
   * @param {number} cell
   */
  flag(cell) {
    return this.move("flag", this.board.shape.check(cell));
  }

  /**
   * Put a question mark on a hidden cell or take it off.
   * @param {number} cell
   */
  question(cell) {
    return this.move("question", this.board.shape.check(cell));
  }

  /**
   * Reveal the unflagged neighbours of a clue that has all its flags.
   * @param {number} cell
   */
  chord(cell) {
    return this.move("chord", this.board.shape.check(cell));
  }

  /** Take back the last move. */
  undo() {
    return this.move("undo");
  }

  /** Start again on the same layout. */
  again() {
    this.last = this.last.then(() => {
      this.number = ++made; // moves written down under the old number are not of this game
      this.moves = [];
      this.begin();
    });
    return /** @type {Promise<void>} */ (this.last);
  }

  /** Where the mines are, once the game has ended. */
  get layout() {
    if (this.status === "playing") throw new GameError("the layout is hidden until the game ends");
    return this.hidden;
  }

  /** @param {string} name @param {number} [cell] @returns {Promise<boolean>} */
  move(name, cell) {
    const after = this.last.then(() => this.make(name, cell));
    this.last = after.catch(() => {});
    return after;
  }

  /** @param {string} name @param {number} [cell] @returns {Promise<boolean>} */
  async make(name, cell) {
    const recipe = { number: this.number, args: this.hidden.args, moves: this.moves };
    const state = await this.engine.move(recipe, name, cell, this.board.shape);
    if (state.changed) this.moves.push(cell === undefined ? [name] : [name, cell]);
    this.board = new Board(this.board.shape, state.views, this.board);
    this.status = STATUSES[state.status];
    this.clicks = state.clicks;
    this.exploded = state.exploded;
    return state.changed;
  }
}
