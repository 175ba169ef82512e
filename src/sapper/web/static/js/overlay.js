/**
 * The helper overlay: asks for the mine probabilities of what is shown and lays them over the board.
 *
 * Only the newest answer counts: while one is under way, later changes make one more request, not one each.
 */

import * as api from "./api.js";
import { settings } from "./settings.js";
import { Events } from "./store.js";

/** Emits "analysis" (Analysis or null) when another one is shown. */
export class Overlay extends Events {
  /**
   * @param {import("./board_view.js").BoardView} view
   * @param {() => Promise<api.Analysis> | null} ask  for what is shown now; null where there is nothing to ask
   * @param {() => void} shown  called after the marks changed
   */
  constructor(view, ask, shown) {
    super();
    this.view = view;
    this.ask = ask;
    this.shown = shown;
    /** @type {api.Analysis | null} */
    this.analysis = null;
    this.busy = false;
    this.again = false;
    this.stop = settings.watch((_value, changed) => {
      if (changed.has("overlay")) void this.refresh();
      else if (changed.has("percent")) this.#lay();
    });
  }

  close() {
    this.stop();
    this.listeners.clear();
  }

  /** Brings the overlay in line with the board, if it is on. */
  async refresh() {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    do {
      this.again = false;
      let analysis = null;
      try {
        analysis = settings.value.overlay ? await this.ask() : null;
      } catch {
        // A board that cannot be analysed has no overlay; the panel that asks says why.
      }
      this.analysis = analysis;
    } while (this.again);
    this.busy = false;
    this.#lay();
  }

  #lay() {
    this.view.mark({ risk: this.analysis?.mine_probability ?? null, percent: settings.value.percent });
    this.shown();
    this.emit("analysis", this.analysis);
  }
}
