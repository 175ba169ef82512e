/** The counters above the board: mines left, time, clicks, and after the end 3BV and efficiency. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { spellTime } from "./speech.js";

export class StatusBar {
  constructor() {
    this.mines = counter("Mines left", "flag");
    this.time = counter("Time");
    this.clicks = counter("Clicks");
    this.three = counter("3BV");
    this.efficiency = counter("Efficiency");
    this.element = h(
      "dl.counters",
      {},
      ...[this.mines, this.time, this.clicks, this.three, this.efficiency].map((one) => one.element),
    );
    this.timer = 0;
  }

  /** @param {import("./game.js").Game} game */
  show(game) {
    const { view } = game;
    this.mines.set(String(game.minesLeft));
    this.clicks.set(String(view.clicks));
    this.three.set(view.three_bv === null ? null : String(view.three_bv));
    this.efficiency.set(view.efficiency === null ? null : `${Math.round(view.efficiency * 100)}%`);
    this.#tick(game);
    clearInterval(this.timer);
    if (view.status === "playing") this.timer = window.setInterval(() => this.#tick(game), 200);
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
 * @param {import("./icons.js").IconName} [sign]
 */
function counter(label, sign) {
  const value = h("dd.number");
  const name = h("dt", {}, sign ? icon(sign) : null, label);
  const element = h("div", {}, name, value);
  return {
    element,
    /** @param {string | null} text  null hides it */
    set(text) {
      element.hidden = text === null;
      if (text !== null && value.textContent !== text) value.textContent = text;
    },
  };
}
