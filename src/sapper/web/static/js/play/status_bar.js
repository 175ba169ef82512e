/** The counters above the board: mines left, time, odds so far, clicks, and after the end 3BV and efficiency. */

import * as api from "../base/api.js";
import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { spellShare, spellTime } from "../board/speech.js";

export class StatusBar {
  constructor() {
    this.mines = counter("Mines left", "flag");
    this.time = counter("Time");
    this.odds = counter("Odds", undefined, "Probability that all the risks you took so far succeed");
    this.clicks = counter("Clicks");
    this.three = counter("3BV");
    this.efficiency = counter("Efficiency");
    this.element = h(
      "dl.counters",
      {},
      ...[this.mines, this.time, this.odds, this.clicks, this.three, this.efficiency].map((one) => one.element),
    );
    this.timer = 0;
    /** @type {string} game and version of the odds that are shown or requested */
    this.asked = "";
    this.busy = false;
    this.odds.set(null);
  }

  /** @param {import("./game.js").Game} game */
  show(game) {
    const { view } = game;
    this.mines.set(String(game.minesLeft));
    this.clicks.set(String(view.clicks));
    this.three.set(view.three_bv === null ? null : String(view.three_bv));
    this.efficiency.set(view.efficiency === null ? null : `${Math.round(view.efficiency * 100)}%`);
    this.#tick(game);
    void this.#askOdds(game);
    clearInterval(this.timer);
    if (view.status === "playing") this.timer = window.setInterval(() => this.#tick(game), 200);
  }

  /**
   * Requests the odds of the moves so far, one request at a time.
   * @param {import("./game.js").Game} game
   */
  async #askOdds(game) {
    const asked = `${game.id} ${game.view.version}`;
    if (asked === this.asked || this.busy) return;
    this.asked = asked;
    this.busy = true;
    const found = await api.getOdds(game.id).catch(() => null);
    this.busy = false;
    if (game.closed) return;
    this.odds.set(found === null || found.odds === null ? null : spellShare(found.odds));
    // Moves made meanwhile.
    if (asked !== `${game.id} ${game.view.version}`) void this.#askOdds(game);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {import("./game.js").Game} game */
  #tick(game) {
    this.time.set(spellTime(game.elapsed, game.over ? 2 : 0));
  }
}

/**
 * One number with its name.
 * @param {string} label
 * @param {import("../base/icons.js").IconName} [sign]
 * @param {string} [title]  what it means
 */
function counter(label, sign, title) {
  const value = h("dd.number");
  const name = h("dt", {}, sign ? icon(sign) : null, label);
  const element = h("div", title ? { title } : {}, name, value);
  return {
    element,
    /** @param {string | null} text  null hides it */
    set(text) {
      element.hidden = text === null;
      if (text !== null && value.textContent !== text) value.textContent = text;
    },
  };
}
