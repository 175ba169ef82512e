/** Levels: the shape of a board, its number of mines, and where a game on it starts. */

import { InputError, LimitError } from "./errors.js";
import { MAX_CELLS, quote, Shape } from "./shape.js";

/** What the player is promised about the start cell, in the order of the engine. */
export const FIRST_CLICKS = ["none", "safe", "zero", "drawn", "moved"];

/** The levels with names. */
export const LEVELS = Object.freeze({
  beginner: "9x9/10",
  intermediate: "16x16/40",
  expert: "16x30/99",
  classic: "8x8/10",
  "hex-easy": "hex:9x9/15",
  "hex-medium": "hex:14x14/39",
  "hex-hard": "hex:16x24/84",
  "hexagon-easy": "hexagon:6/17",
  "hexagon-medium": "hexagon:9/45",
  "hexagon-hard": "hexagon:12/90",
  "tri-easy": "tri:8x12/16",
  "tri-medium": "tri:12x18/45",
  "tri-hard": "tri:16x24/93",
  "tri3-easy": "tri3:8x12/11",
  "tri3-medium": "tri3:12x18/27",
  "tri3-hard": "tri3:16x24/55",
  "square4-easy": "square4:9x9/13",
  "square4-medium": "square4:16x16/42",
  "square4-hard": "square4:16x30/86",
  "knight-easy": "knight:9x9/21",
  "knight-medium": "knight:16x16/73",
  "knight-hard": "knight:16x30/155",
  "torus-easy": "torus:9x9/14",
  "torus-medium": "torus:16x16/67",
  "torus-hard": "torus:16x30/132",
  "cylinder-easy": "cylinder:9x9/14",
  "cylinder-medium": "cylinder:16x16/57",
  "cylinder-hard": "cylinder:16x30/115",
  "box-easy": "box:4x4x4/18",
  "box-medium": "box:6x6x6/48",
  "box-hard": "box:7x7x7/84",
  "tesseract-easy": "box:4x4x4x4/56",
  "tesseract-medium": "box:4x4x4x4/64",
  "tesseract-hard": "box:4x4x4x4/76",
  "cube-easy": "cube:5/35",
  "cube-medium": "cube:7/75",
  "cube-hard": "cube:9/132",
  "globe-easy": "globe:92/22",
  "globe-medium": "globe:162/42",
  "globe-hard": "globe:362/96",
});

/** The shape of a board and its number of mines; `String(level)` is what `Level.parse` reads. */
export class Level {
  /** @param {Shape | string} shape @param {number} mines */
  constructor(shape, mines) {
    this.shape = Shape.make(shape);
    this.mines = wholeNumber(mines, "mines");
    if (this.mines > this.shape.count) throw new InputError(`${mines} mines do not fit in ${this.shape.count} cells`);
  }

  /**
   * The level called `text`, or the one it spells as 16x30/99 or hex:8x8/10.
   * @param {string} text
   */
  static parse(text) {
    const spelled = Object.hasOwn(LEVELS, text) ? LEVELS[/** @type {keyof typeof LEVELS} */ (text)] : text;
    const match = typeof spelled === "string" ? /^(.+)\/([0-9]+)$/.exec(spelled) : null;
    if (match === null || !/^([0-9]+x[0-9]+$|.+:)/.test(match[1]))
      throw new InputError(
        `unknown level ${quote(text)}: it is one of ${Object.keys(LEVELS).join(", ")}, ` +
          "rows x columns / mines such as 16x30/99, or shape / mines such as hex:8x8/10",
      );
    if (match[2].length > 15)
      throw new LimitError(`level ${quote(text)} is larger than the limit of ${MAX_CELLS} cells`);
    return new Level(Shape.parse(match[1]), Number(match[2]));
  }

  /** @param {Level | string | { shape: Shape | string, mines: number }} level */
  static make(level) {
    if (level instanceof Level) return level;
    if (typeof level === "object" && level !== null) return new Level(level.shape, level.mines);
    return Level.parse(level);
  }

  /**
   * The cell a game starts from unless another is named.
   * @param {string} firstClick
   */
  defaultStart(firstClick) {
    const opens = ["zero", "drawn"].includes(FIRST_CLICKS[firstClickNumber(firstClick)]);
    if (!this.shape.isSquare) {
      const middle = this.shape.roomiest(true);
      const fits = this.mines < this.shape.count - this.shape.neighbours(middle).length;
      return opens && fits ? middle : this.shape.roomiest(false);
    }
    if (!opens) return 0;
    const depth = String(this) === LEVELS.expert ? 3 : 2;
    const { rows, cols } = this.shape;
    return Math.min(depth, rows - 1) * cols + Math.min(depth, cols - 1);
  }

  toString() {
    return `${this.shape}/${this.mines}`;
  }
}

/**
 * The number of a first-click rule.
 * @param {unknown} rule
 */
export function firstClickNumber(rule) {
  const number = FIRST_CLICKS.indexOf(/** @type {string} */ (rule));
  if (number < 0)
    throw new InputError(`unknown first-click rule ${quote(rule)}: it is one of ${FIRST_CLICKS.join(", ")}`);
  return number;
}

/**
 * A whole number that a caller passed.
 * @param {unknown} value
 * @param {string} what
 * @param {number} [least]
 */
export function wholeNumber(value, what, least = 0) {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number))
    throw new InputError(`${what} must be a whole number, not ${quote(value)}`);
  if (number < least) throw new InputError(`${what} must be at least ${least}, not ${number}`);
  return number;
}

/**
 * A seed of 64 bits, signed or not: -1 is the same as 2n ** 64n - 1n.
 * @param {unknown} value
 * @returns {bigint}
 */
export function seedNumber(value) {
  const number = typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof number !== "bigint") throw new InputError(`a seed must be a whole number, not ${quote(value)}`);
  if (number < -(2n ** 63n) || number >= 2n ** 64n)
    throw new InputError(`seed ${quote(number)} does not fit in 64 bits`);
  return BigInt.asUintN(64, number);
}
