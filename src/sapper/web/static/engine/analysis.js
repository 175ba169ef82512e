/**
 * The exact analysis of a board: mine probabilities at once, and answers to further questions, each asked of the
 * engine when it is first needed.
 *
 * @typedef {boolean | number} Fact  true: a mine, false: safe, a number: safe and shows it
 * @typedef {Record<number, Fact> | Map<number, Fact>} Facts  by cell
 * @typedef {{ signal?: AbortSignal }} Cancel
 */

import { VIEW } from "./board.js";
import { InputError } from "./errors.js";
import { countOnce, reduce } from "./exact.js";
import { seedNumber, wholeNumber } from "./level.js";
import { quote } from "./shape.js";

/** The techniques that settle a cell, by rank; rank 0 is none. */
export const TECHNIQUES = Object.freeze(["none", "single", "pair", "chain", "cases", "counting", "counting-cases"]);

let made = 0;

/** The number of another analysis. */
export const nextNumber = () => ++made;

/** The exact analysis of one board, made by `engine.analyze`. */
export class Analysis {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {import("./board.js").Board} board
   * @param {any[]} args
   * @param {Float64Array} probability
   */
  constructor(engine, board, args, probability) {
    this.engine = engine;
    this.board = board;
    /** Mine probability of every hidden cell; NaN where revealed or out of play. */
    this.mineProbability = probability;
    this.recipe = { recipe: "analysis", number: nextNumber(), rules: false, args };
    /** @type {Promise<import("./exact.js").ExactCount> | null} */
    this.counting = null;
  }

  /** The board with every trusted flag as a known mine. */
  get trusted() {
    const flags = this.recipe.args[4] ? this.board.cellsWhere((view) => view === VIEW.FLAG) : [];
    return flags.length === 0 ? this.board : this.board.replace(flags.map((cell) => [cell, VIEW.MINE]));
  }

  /** Whether a hidden cell may be safe. */
  get hasMove() {
    return this.mineProbability.some((probability) => probability < 1);
  }

  /** Cells that no world mines. */
  get safeCells() {
    return this.cellsWith((probability) => probability === 0);
  }

  /** Cells that every world mines. */
  get mineCells() {
    return this.cellsWith((probability) => probability === 1);
  }

  /** Hidden cells with the lowest mine probability. */
  get safestCells() {
    const { views } = this.board;
    const covered = (/** @type {number} */ cell) => views[cell] <= -1 && views[cell] >= -3;
    let least = 2;
    this.mineProbability.forEach((one, cell) => (least = covered(cell) && one < least ? one : least));
    return this.cellsWith((probability, cell) => probability === least && covered(cell));
  }

  /** @param {(probability: number, cell: number) => boolean} which @returns {number[]} */
  cellsWith(which) {
    const cells = [];
    for (let cell = 0; cell < this.mineProbability.length; cell++)
      if (which(this.mineProbability[cell], cell)) cells.push(cell);
    return cells;
  }

  /** @param {string} name @param {any[]} args @param {Cancel} [options] @returns {Promise<any>} */
  ask(name, args, options) {
    return this.engine.call(name, [this.recipe, ...args], this.board.shape, options?.signal);
  }

  /**
   * The exact number of layouts that fit the board.
   * @param {Cancel} [options]
   * @returns {Promise<bigint>}
   */
  async worlds(options) {
    return (await this.exact(options)).worlds;
  }

  /** @param {Cancel} [options] @returns {Promise<import("./exact.js").ExactCount>} */
  exact(options) {
    return countOnce(this, options);
  }

  /**
   * The exact mine probability of a hidden cell.
   * @param {number} cell
   * @param {Cancel} [options]
   * @returns {Promise<[bigint, bigint]>}
   */
  async mineFraction(cell, options) {
    const probability = this.mineProbability[this.board.shape.check(cell)];
    if (Number.isNaN(probability))
      throw new InputError(`the cell is not hidden, at ${this.board.shape.name(cell)}`, cell);
    if (probability === 0 || probability === 1) return [BigInt(probability), 1n];
    return this.fractionOf({ [cell]: true }, options);
  }

  /**
   * The probability that all facts hold at once, given others if there are any.
   * @param {Facts} facts @param {{ given?: Facts } & Cancel} [options] @returns {Promise<number>}
   */
  probabilityOf(facts, options) {
    return this.ask("probability", [this.list(facts), this.list(options?.given ?? {})], options);
  }

  /**
   * The same as a fraction of two whole numbers, for boards with a number of mines.
   * @param {Facts} facts @param {{ given?: Facts } & Cancel} [options] @returns {Promise<[bigint, bigint]>}
   */
  async fractionOf(facts, options) {
    if (this.board.mines === null) throw new InputError("an exact fraction needs a known number of mines");
    const exact = await this.exact(options);
    const asked = await this.ask("facts", [this.list(facts)], options);
    const given = await this.ask("facts", [this.list(options?.given ?? {})], options);
    const whole = await this.weigh(exact, given, options);
    if (whole === 0n) throw new InputError("what is given is impossible on this board");
    return reduce(await this.weigh(exact, [...asked, ...given], options), whole);
  }

  /** @param {import("./exact.js").ExactCount} exact @param {any[]} statements @param {Cancel} [options] */
  async weigh(exact, statements, options) {
    const sent = statements.map(([lo, hi, cells]) => [lo, hi, { recipe: "cells", cells }]);
    return exact.weigh(await this.ask("exact_part", [sent], options));
  }

  /**
   * The probability of a mine and of each number that a cell would show.
   * @param {number} cell
   * @param {Cancel} [options]
   * @returns {Promise<{ mine: number, numbers: Float64Array }>}
   */
  outcomes(cell, options) {
    return this.ask("outcomes", [this.board.shape.check(cell)], options);
  }

  /**
   * Cells that show the same number in every world in which they are safe.
   * @param {Cancel} [options]
   * @returns {Promise<number[]>}
   */
  deadCells(options) {
    return this.ask("dead_cells", [], options);
  }

  /**
   * The hidden cells beside a clue, and those beside none.
   * @param {Cancel} [options]
   * @returns {Promise<{ frontier: number[], floating: number[] }>}
   */
  hidden(options) {
    return this.ask("hidden", [], options);
  }

  /**
   * Hidden cells by the clues they lie beside.
   * @param {Cancel} [options]
   * @returns {Promise<{ cells: number[], clues: number[] }[]>}
   */
  groups(options) {
    return this.ask("groups", [], options);
  }

  /**
   * The independent parts of the frontier.
   * @param {Cancel} [options]
   * @returns {Promise<{ cells: number[], clues: number[], width: number, states: number }[]>}
   */
  components(options) {
    return this.ask("components", [], options);
  }

  /**
   * Worlds drawn independently, each equally likely: for each an array with 1 for every mine.
   * @param {number} count
   * @param {{ seed?: number | bigint } & Cancel} [options]
   * @returns {Promise<Uint8Array[]>}
   */
  async sample(count, options) {
    const cells = this.board.shape.count;
    const most = Math.floor(2 ** 28 / cells); // of the memory that one answer may take
    const asked = wholeNumber(count, "count");
    if (asked > most) throw new InputError(`at most ${most} worlds of this board are drawn at once, not ${asked}`);
    const drawn = await this.ask("sample", [asked, seedNumber(options?.seed ?? 0)], options);
    return Array.from({ length: asked }, (_, k) => drawn.subarray(k * cells, (k + 1) * cells));
  }

  /**
   * World `index`, from 0 on, in a fixed order: 1 for every mine.
   * @param {number | bigint} index
   * @param {Cancel} [options]
   * @returns {Promise<Uint8Array>}
   */
  async world(index, options) {
    const exact = await this.exact(options);
    const number = typeof index === "bigint" ? index : BigInt(wholeNumber(index, "world"));
    if (number < 0n || number >= exact.worlds)
      throw new InputError(`there is no world ${quote(number)}: the board has ${quote(exact.worlds)}`);
    const cells = await exact.world(number, (component) => this.ask("exact_walk", [component], options));
    return this.ask("world", [{ recipe: "cells", cells }], options);
  }

  /**
   * Why a hidden cell is safe or a mine, as data: clues, steps, techniques by rank. Null where worlds differ.
   * @param {number} cell @param {{ easiest?: boolean } & Cancel} [options] @returns {Promise<any>}
   */
  explain(cell, options) {
    return this.ask("prove_cell", [this.board.shape.check(cell), Boolean(options?.easiest)], options);
  }

  /**
   * The safe cells that the lowest technique shows, the easiest first.
   * @param {Cancel} [options]
   * @returns {Promise<number[]>}
   */
  easiestSafe(options) {
    return this.ask("easiest_safe", [], options);
  }

  /**
   * What each step up the ladder of techniques settles.
   * @param {{ most?: number } & Cancel} [options]
   * @returns {Promise<{ technique: number, safe: number[], mines: number[] }[]>}
   */
  techniques(options) {
    return this.ask("climb_board", [options?.most ?? TECHNIQUES.length - 1], options);
  }

  /** @param {Facts} facts */
  list(facts) {
    const entries = facts instanceof Map ? [...facts] : Object.entries(facts);
    return entries.flatMap(([cell, fact]) => {
      if (typeof fact !== "boolean" && !Number.isInteger(fact))
        throw new InputError(`a fact is true (a mine), false (safe) or the number a cell shows, not ${quote(fact)}`);
      return [this.board.shape.check(Number(cell)), fact];
    });
  }
}
