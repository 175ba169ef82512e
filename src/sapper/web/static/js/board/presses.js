/** Cells that look pressed: those that a release would touch, and those whose reveal is not answered yet. */

export class Presses {
  constructor() {
    /** @type {Set<number>} */
    this.held = new Set();
    /** @type {Set<number>} */
    this.awaited = new Set();
  }

  /** @returns {Set<number>} */
  get all() {
    return this.awaited.size ? new Set([...this.held, ...this.awaited]) : this.held;
  }

  clear() {
    this.held = new Set();
    this.awaited = new Set();
  }

  /**
   * Other cells are held; returns those that look different now.
   * @param {number[]} indices
   */
  hold(indices) {
    return this.#change(() => (this.held = new Set(indices)));
  }

  /**
   * Other cells are awaited; returns those that look different now.
   * @param {number[]} indices
   */
  await(indices) {
    return this.#change(() => (this.awaited = new Set(indices)));
  }

  /** @param {() => void} act */
  #change(act) {
    const before = this.all;
    act();
    const after = this.all;
    return [...new Set([...before, ...after])].filter((index) => before.has(index) !== after.has(index));
  }
}
