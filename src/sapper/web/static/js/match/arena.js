/** Where a round is played: the countdown, then a board with its counters; for spectators the time. */

import { hrefOf } from "../base/address.js";
import { h } from "../base/dom.js";
import { indexOf } from "../board/cells.js";
import { takeKeys } from "../board/keyboard.js";
import { say, spellTime } from "../board/speech.js";
import { GameBoard } from "../play/game_board.js";
import { flagButton, zoomButtons } from "../play/play_tools.js";
import { StatusBar } from "../play/status_bar.js";
import { words } from "../words/words.js";

const text = words.match;
const TICK_MS = 100;

export class Arena {
  constructor() {
    this.status = new StatusBar();
    this.room = h("div.room");
    this.caption = h("span");
    this.review = h("a", { hidden: true }, text.review);
    this.number = h("p.countdown", { "aria-hidden": "true", hidden: true });
    this.clock = h("span.number");
    this.curtain = h("div.curtain", {}, h("p", {}, this.clock), h("p", {}, text.covered));
    this.board = new GameBoard(this.room, text.ownBoard);
    this.flag = flagButton(() => this.board);
    const tools = h("div.row", {}, this.flag, ...zoomButtons(() => this.board.view));
    this.table = h(
      "section.match-table",
      { "aria-label": text.ownBoard, hidden: true },
      h("div.row.spread.match-tools", {}, this.status.element, tools),
      this.room,
      h("p.small.soft.board-title", {}, this.caption, this.review),
    );
    this.element = h("div.arena", {}, this.number, this.curtain, this.table);
    this.timer = 0;
    this.ticking = 0;
    this.stopKeys = takeKeys(this.board.view, this.board.grid, {
      space: (index) => this.board.touch(index),
      f: (index) => index >= 0 && this.board.mark(index),
      c: (index) => index >= 0 && this.board.chord(index),
    });
    this.board.on("view", () => {
      const { game } = this.board;
      if (!game) return;
      this.status.show(game);
      this.flag.hidden = this.board.locked;
      // The review needs the layout, which the server shows when all have ended.
      this.review.hidden = game.watching || game.view.three_bv === null;
      this.review.href = hrefOf(`/g/${game.id}?move=1`);
    });
  }

  close() {
    clearInterval(this.timer);
    clearInterval(this.ticking);
    this.stopKeys();
    this.status.close();
    this.board.close();
  }

  /**
   * Counts down to the start of a round.
   * @param {number} ms
   * @param {() => void} then
   */
  count(ms, then) {
    clearInterval(this.timer);
    const end = performance.now() + ms;
    this.table.hidden = true;
    this.number.hidden = false;
    const tick = () => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      const told = left ? String(left) : text.go;
      if (this.number.textContent !== told) {
        this.number.textContent = told;
        if (left) say(text.startsIn(left));
      }
      if (left) return;
      clearInterval(this.timer);
      then();
    };
    tick();
    this.timer = window.setInterval(tick, TICK_MS);
  }

  /**
   * Shows a game: the player's own, or that of another player after the end.
   * @param {import("../play/game.js").Game} game
   * @param {string} label
   */
  bind(game, label) {
    clearInterval(this.timer);
    this.number.hidden = true;
    this.table.hidden = false;
    this.table.setAttribute("aria-label", label);
    this.caption.textContent = game.watching ? label : "";
    this.board.bind(game);
    // On a small screen the opening may lie outside.
    const { start, cols } = game.view;
    if (start) this.board.view.show(indexOf(start, cols), true);
  }

  /**
   * Shows the time of the round to those who have no board.
   * @param {import("./match_api.js").Match} match
   * @param {number | null} own
   */
  timing(match, own) {
    clearInterval(this.ticking);
    const plays = match.seats.some(({ seat, state }) => seat === own && state !== "waiting");
    const watches = match.status === "playing" && !plays;
    this.curtain.hidden = !watches;
    if (match.status === "playing" && !plays) {
      this.table.hidden = this.number.hidden = true;
      const begun = performance.now() - (match.elapsed_ms ?? 0);
      const tick = () => (this.clock.textContent = text.running(spellTime(performance.now() - begun)));
      tick();
      this.ticking = window.setInterval(tick, TICK_MS);
    }
  }
}
