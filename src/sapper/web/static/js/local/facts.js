/**
 * What is known of a board before a step of a proof: its clues, and the cells settled so far. The sentences of a step
 * count every number from here, so that the text matches the step. Cells are flat indices.
 *
 * @typedef {{depth: number, cell: number, mine: boolean, broken: number | null,
 *   steps: {clue: number, mine: boolean, cells: number[]}[]}} Case
 * @typedef {object} ProofStep
 * @property {number} technique  its rank
 * @property {number[]} clues
 * @property {number[]} signs  of the clues: 1 if they are added, -1 if they are subtracted
 * @property {number} counter  the sign of the mine counter; 0 if it is not used
 * @property {number[]} safe
 * @property {number[]} mines
 * @property {Case[]} cases
 * @property {{clues: number[], cells: number[], mines: number[]}[]} areas
 * @property {number | null} minesLeft
 * @property {number | null} openCells
 */

const MINE = -4;
const VOID = -5;

export class Facts {
  /** @param {{shape: any, views: Int8Array}} board */
  constructor(board) {
    this.shape = board.shape;
    this.views = board.views;
    this.mined = new Set();
    this.unsettled = new Set();
    board.views.forEach((view, cell) => {
      if (view === MINE) this.mined.add(cell);
      else if (view < 0 && view !== VOID) this.unsettled.add(cell);
    });
  }

  /** @param {ProofStep} step  that was said */
  learn({ safe, mines }) {
    for (const cell of mines) this.mined.add(cell);
    for (const cell of [...safe, ...mines]) this.unsettled.delete(cell);
  }

  /**
   * The coordinates of a cell.
   * @param {number} cell @returns {number[]}
   */
  place(cell) {
    return this.shape.place(cell);
  }

  /** @param {number} clue */
  number(clue) {
    return this.views[clue];
  }

  /**
   * The cells around a clue that are not settled.
   * @param {number} clue @returns {number[]}
   */
  open(clue) {
    return this.shape.neighbours(clue).filter((/** @type {number} */ cell) => this.unsettled.has(cell));
  }

  /**
   * The mines around a clue that are known.
   * @param {number} clue @returns {number[]}
   */
  mines(clue) {
    return this.shape.neighbours(clue).filter((/** @type {number} */ cell) => this.mined.has(cell));
  }

  /**
   * The number of mines a clue still needs.
   * @param {number} clue
   */
  need(clue) {
    return this.views[clue] - this.mines(clue).length;
  }

  /**
   * Cells that count more than once where the clues of a step are added, and the sum.
   * @param {ProofStep} step @param {number} counter
   */
  addUp(step, counter) {
    /** @type {Map<number, number>} */
    const factors = new Map();
    let says = counter * (step.minesLeft ?? 0);
    step.clues.forEach((clue, k) => {
      says += step.signs[k] * this.need(clue);
      for (const cell of this.open(clue)) factors.set(cell, (factors.get(cell) ?? 0) + step.signs[k]);
    });
    const twice = [...factors].filter(([, factor]) => Math.abs(factor + counter) > 1).map(([cell]) => cell);
    return { twice: twice.sort((one, other) => one - other), says };
  }

  /**
   * Whether the clues of a step share no hidden cell and all stand against the mine counter.
   * @param {ProofStep} step
   */
  isApart(step) {
    const seen = step.clues.flatMap((clue) => this.open(clue));
    return step.signs.every((sign) => sign === -step.counter) && new Set(seen).size === seen.length;
  }

  /**
   * Whether a clue has more mines than it needs if these cells are so.
   * @param {number} clue @param {Map<number, boolean>} known
   */
  hasTooMany(clue, known) {
    return this.open(clue).filter((cell) => known.get(cell)).length > this.need(clue);
  }

  /**
   * The two cases inside another one.
   * @param {Case[]} cases @param {number} at
   */
  inner(cases, at) {
    const found = [];
    for (let k = at + 1; k < cases.length && found.length < 2; k++)
      if (cases[k].depth === cases[at].depth + 1) found.push(k);
    return found;
  }

  /**
   * The sums that an assumption about a cell allows, beside the mines left.
   * @param {ProofStep} step
   */
  weighAreas(step) {
    const mine = !step.mines.length; // what is supposed of the cell
    const outside = (step.openCells ?? 0) - 1 - step.areas.reduce((sum, area) => sum + area.cells.length, 0);
    const sum = (/** @type {(mines: number[]) => number} */ of) =>
      step.areas.reduce((all, area) => all + of(area.mines), 0);
    return {
      mine,
      cell: (step.safe.length ? step.safe : step.mines)[0],
      left: step.minesLeft ?? 0,
      outside,
      low: Number(mine) + sum((mines) => mines[0]),
      high: Number(mine) + outside + sum((mines) => mines[mines.length - 1]),
    };
  }
}
