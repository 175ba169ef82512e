/** The counters above the board: mines left, time, odds so far, clicks, 3BV per second and efficiency. */

import * as api from "../base/api.js";
import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { isHelpOff } from "./ranked.js";
import { spellNumber, spellShare, spellTime } from "../board/speech.js";
import { revealedThreeBv } from "../board/three_bv.js";
import { words } from "../words/words.js";

/** How long the odds wait for the paint of a move, which is more urgent. */
const SOON_MS = 40;

export class StatusBar {
  constructor() {
    const text = words.ending;
    this.mines = counter(text.minesLeft, "flag");
    this.time = counter(text.time);
    this.way = h("span.way", { role: "status" });
    this.time.element.classList.add("timer");
    this.time.name.append(this.way);
    this.odds = counter(text.odds, undefined, text.oddsTitle);
    this.clicks = counter(text.clickCount);
    this.three = counter(text.threeBv, undefined, text.threeBvTitle);
    this.rate = counter(text.perSecond, undefined, text.perSecondTitle);
    this.efficiency = counter(text.efficiency, undefined, text.efficiencyTitle);
    const all = [this.mines, this.time, this.odds, this.clicks, this.three, this.rate, this.efficiency];
    this.element = h("dl.counters", {}, ...all.map((one) => one.element));
    /** 3BV of what is revealed. */
    this.revealed = 0;
    this.timer = 0;
    this.soon = 0;
    /** @type {string} game and version of the odds that are shown or requested */
    this.asked = "";
    this.busy = false;
    // Its room is kept until the first answer, so that nothing moves.
    this.odds.set(spellShare(null));
  }

  /** @param {import("./game.js").Game} game */
  show(game) {
    const { view } = game;
    this.mines.set(String(game.minesLeft));
    this.clicks.set(String(view.clicks));
    this.three.set(view.three_bv === null ? null : String(view.three_bv));
    this.revealed = revealedThreeBv(game.cells, game.shape);
    const share = view.clicks && view.status !== "ready" ? this.revealed / view.clicks : null;
    this.efficiency.set(view.paused ? "–" : spellShare(share, 0));
    this.#tick(game);
    this.#showWay(game);
    // After the move is painted, and once for moves that follow each other closely.
    clearTimeout(this.soon);
    this.soon = window.setTimeout(() => void this.#askOdds(game), SOON_MS);
    clearInterval(this.timer);
    if (view.status === "playing") this.timer = window.setInterval(() => this.#tick(game), 200);
  }

  /**
   * Requests the odds of the moves so far, one request at a time.
   * @param {import("./game.js").Game} game
   */
  async #askOdds(game) {
    const asked = `${game.id} ${game.view.version}`;
    if (asked === this.asked || this.busy || game.watching) return;
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
    clearTimeout(this.soon);
  }

  /**
   * Shows what the game counts as, if it is no plain game.
   * @param {import("./game.js").Game} game
   */
  #showWay(game) {
    const { practice, helped, origin, timed } = game.view;
    const cruel = origin === "cruel";
    const known = cruel ? "cruel" : practice ? "practice" : !timed ? "untimed" : helped ? "helped" : null;
    const way = known ?? (origin === "ranked" && isHelpOff(game) ? "ranked" : null);
    const told = way ? words.helper.ways[way] : "";
    if (this.way.textContent === told) return;
    this.way.className = `way ${way ?? ""}`;
    this.way.textContent = told;
    this.way.title = way ? words.helper.wayAbout[way] : "";
  }

  /** @param {import("./game.js").Game} game */
  #tick(game) {
    const ms = game.elapsed;
    this.time.set(spellTime(ms, game.over ? 2 : 0));
    // In the first second the rate says nothing.
    const early = (ms < 1000 && !game.over) || game.view.paused;
    this.rate.set(early ? "–" : spellNumber(this.revealed / Math.max(ms / 1000, 0.001), 2));
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
    name,
    /** @param {string | null} text  null hides it */
    set(text) {
      element.hidden = text === null;
      if (text !== null && value.textContent !== text) value.textContent = text;
    },
  };
}
