/**
 * The overlay: requests the mine probabilities of the shown board and draws them over it.
 *
 * While a request is under way, later changes cause one more request, not one each. The win probability takes longer
 * and is requested when the board has not changed for a moment.
 */

import * as api from "../base/api.js";
import { HIDDEN, findFloating, indexOf } from "./cells.js";
import { limits } from "../base/limits.js";
import { CLASSES } from "./marks.js";
import { settings } from "../base/settings.js";
import { Events } from "../base/store.js";

const REST_MS = 250;
const SOON_MS = 80;

/**
 * Emits "analysis" when another one is shown. For a board that cannot be analysed it emits "failed" with the error,
 * and then "analysis" with null.
 *
 * @extends {Events<{analysis: [analysis: api.Analysis | null], failed: [error: unknown]}>}
 */
export class Overlay extends Events {
  /**
   * @param {import("./board_view.js").BoardView} view
   * @param {(asked: api.Asked) => Promise<api.Analysis> | null} ask  for what is shown now; null if there is nothing
   *   to request
   * @param {() => void} shown  called after the marks changed
   * @param {{always?: boolean, refuses?: (then: () => void) => boolean}} options
   *   `always`: it cannot be switched off; `refuses`: whether it must not be switched on now, and calls
   *   `then` if it may be later
   */
  constructor(view, ask, shown, { always = false, refuses = () => false } = {}) {
    super();
    this.refuses = refuses;
    this.always = always;
    this.view = view;
    this.ask = ask;
    this.shown = shown;
    /** @type {api.Analysis | null} */
    this.analysis = null;
    this.busy = false;
    this.again = false;
    this.soon = 0;
    this.stop = settings.watch((_value, changed) => {
      if (changed.has("overlay") || changed.has("mode")) void this.refresh();
      else if (changed.has("percent")) this.#lay();
    });
  }

  /** Whether it is shown. */
  get isOn() {
    return this.always || settings.value.overlay;
  }

  /** Switches it on or off. */
  toggle() {
    const turn = () => settings.set({ overlay: !settings.value.overlay });
    if (settings.value.overlay || !this.refuses(turn)) turn();
  }

  close() {
    this.stop();
    clearTimeout(this.timer);
    clearTimeout(this.soon);
    this.listeners = {};
  }

  /** Refreshes after a short delay, once for all changes until then: a replay may make fifty a second. */
  refreshSoon() {
    this.soon ||= window.setTimeout(() => {
      this.soon = 0;
      void this.refresh();
    }, SOON_MS);
  }

  /** Updates the overlay, if it is on. */
  async refresh() {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    /** @type {unknown} */
    let failure;
    do {
      this.again = false;
      let analysis = null;
      failure = null;
      try {
        analysis = this.isOn ? await this.ask(modeOf(settings.value, this.view)) : null;
      } catch (error) {
        failure = error;
      }
      this.analysis = analysis;
    } while (this.again);
    this.busy = false;
    if (failure) this.emit("failed", failure);
    this.#lay();
    clearTimeout(this.timer);
    if (this.analysis && this.analysis.best === null) void this.#add(this.analysis, { best: true });
    if (this.analysis && this.view.cells.length <= limits.win_cells) {
      this.timer = window.setTimeout(() => this.analysis && void this.#add(this.analysis, { win: true }), REST_MS);
    }
  }

  /**
   * Adds to an analysis what takes longer: the recommended cell of a guess, or the win probability.
   * @param {api.Analysis} analysis
   * @param {api.Asked} asked
   */
  async #add(analysis, asked) {
    const longer = await Promise.resolve(this.ask(asked)).catch(() => null);
    if (!longer || this.analysis?.mine_probability !== analysis.mine_probability) return;
    this.analysis = { ...this.analysis, ...(asked.win ? { win: longer.win } : { best: longer.best }) };
    if (asked.best) this.#lay();
    else this.emit("analysis", this.analysis);
  }

  #lay() {
    showRisk(this.view, this.analysis);
    this.shown();
    this.emit("analysis", this.analysis);
  }
}

/**
 * Draws mine probabilities over a board, or removes them.
 * @param {import("./board_view.js").BoardView} view
 * @param {api.Analysis | null} analysis
 */
export function showRisk(view, analysis) {
  const { cells, cols, shape } = view;
  const far = analysis ? findFloating(cells, shape) : null;
  view.mark({
    risk: analysis?.mine_probability ?? null,
    estimate: analysis?.estimate ?? null,
    far,
    label: far && analysis ? placeLabel(far, analysis.mine_probability, view) : -1,
    best: analysis?.best ? indexOf(analysis.best, cols) : -1,
    percent: settings.value.percent,
    classes: analysis?.classes ? spread(analysis.classes, view) : null,
  });
}

/**
 * Classes and estimates are defined for squares alone.
 * @param {import("../base/settings.js").Settings} value
 * @param {import("./board_view.js").BoardView} view
 * @returns {api.Asked}
 */
const modeOf = ({ mode }, { shape }) =>
  mode === "risk" || !shape.isSquare
    ? {}
    : { classes: mode === "classes", estimate: mode === "estimate", best: true };

/**
 * The floating cell nearest to their middle, on which their common risk is written; -1 if they have none.
 * @param {Uint8Array} far
 * @param {(number | null)[]} risk
 * @param {import("./board_view.js").BoardView} view
 */
function placeLabel(far, risk, { cells, lay }) {
  const uncertain = (/** @type {number | null} */ one) => one !== null && one > 0 && one < 1;
  const floating = cells.flatMap((char, at) => (far[at] && char === HIDDEN && uncertain(risk[at]) ? [at] : []));
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const boxes = new Map(floating.map((at) => [at, lay.box(at)]));
  const x = mean([...boxes.values()].map((box) => box.x));
  const y = mean([...boxes.values()].map((box) => box.y));
  const away = (/** @type {number} */ at) => {
    const box = boxes.get(at) ?? lay.box(at);
    return Math.hypot(box.x - x, box.y - y);
  };
  return floating.reduce((best, at) => (best < 0 || away(at) < away(best) ? at : best), -1);
}

/**
 * The class of every cell that has one, by its index.
 * @param {Record<import("./marks.js").ClassName, api.Cell[]>} classes
 * @param {import("./board_view.js").BoardView} view
 */
function spread(classes, { cells, cols }) {
  /** @type {(import("./marks.js").ClassName | null)[]} */
  const spread = cells.map(() => null);
  for (const name of CLASSES) for (const cell of classes[name]) spread[indexOf(cell, cols)] = name;
  return spread;
}
