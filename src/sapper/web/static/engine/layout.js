/** Layouts: where the mines are. */

import { InputError } from "./errors.js";
import { Level } from "./level.js";
import { Shape } from "./shape.js";

/** Where the mines are; immutable. Made by `engine.layout`, `engine.noGuess` or from mine cells. */
export class Layout {
  /**
   * @param {Shape | string} shape
   * @param {ArrayLike<number>} mined  one value a cell, 1 for a mine
   * @param {{ seed?: bigint | null, start?: number | null, firstClick?: string | null }} origin
   */
  constructor(shape, mined, { seed = null, start = null, firstClick = null } = {}) {
    this.shape = Shape.make(shape);
    if (mined.length !== this.shape.count)
      throw new InputError(`a layout of ${this.shape.count} cells got ${mined.length} values`);
    this.mined = Uint8Array.from(mined, (one) => (one ? 1 : 0));
    this.seed = seed;
    this.start = start === null ? null : this.shape.check(start);
    this.firstClick = firstClick;
  }

  /** @param {Shape | string} shape @param {Iterable<number>} mines @param {{ start?: number | null }} [origin] */
  static fromMines(shape, mines, origin) {
    const whole = Shape.make(shape);
    const mined = new Uint8Array(whole.count);
    for (const cell of mines) {
      if (mined[whole.check(cell)]) throw new InputError(`the mine is listed twice, at ${whole.name(cell)}`, cell);
      mined[cell] = 1;
    }
    return new Layout(whole, mined, origin);
  }

  /** The mine cells, rising. */
  get mines() {
    return Array.from(this.mined.keys()).filter((cell) => this.mined[cell]);
  }

  get level() {
    return new Level(this.shape, this.mines.length);
  }

  /**
   * What the engine reads.
   * @returns {any[]}
   */
  get args() {
    return [this.shape.recipe, this.mined];
  }
}
