/**
 * Records the pointer during a game, if the player has agreed. The record stays in this browser.
 *
 * The server measures when moves arrive. Every answer tells that time, so the record is shifted until the pointer is
 * on a cell when the server notes the click there.
 */

import { keepTrack } from "../base/archive.js";
import { settings } from "../base/settings.js";

const MOST = 20_000;
/** Shortest time between two places, in milliseconds. */
const APART_MS = 12;

export class Track {
  /** @param {import("./game_board.js").GameBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {[ms: number, x: number, y: number][]} by the browser's clock */
    this.places = [];
    /** @type {{made: number, ms: number}[]} when moves were made, by the browser's clock and by the server's */
    this.anchors = [];
    const see = (/** @type {PointerEvent} */ event) => this.#see(event);
    board.view.space.addEventListener("pointermove", see);
    board.view.space.addEventListener("pointerdown", see);
  }

  /**
   * Begins with a game.
   * @param {import("./game.js").Game} game
   */
  bind(game) {
    this.places = [];
    this.anchors = [];
    // A game that has begun elsewhere has no whole record.
    this.whole = game.view.status === "ready" && !game.watching;
    game.on("made", (made) => this.anchors.push({ made, ms: game.view.elapsed_ms }));
    game.on("ended", () => {
      if (this.whole && settings.value.pointer && this.places.length) void keepTrack(game.id, this.moves());
    });
  }

  /**
   * The places, by the clock of the server.
   * @returns {import("../base/replay_api.js").Track}
   */
  moves() {
    const every = Math.ceil(this.places.length / MOST);
    const kept = this.places.filter((_place, at) => at % every === 0);
    return kept.map(([now, x, y]) => [Math.max(0, Math.round(this.#shift(now))), round(x), round(y)]);
  }

  /** @param {PointerEvent} event */
  #see(event) {
    const { board, places } = this;
    const { view, game } = board;
    if (!settings.value.pointer || !this.whole || board.locked || view.lay.free || game?.view.paused) return;
    const now = performance.now();
    if (places.length && now - places[places.length - 1][0] < APART_MS && event.type === "pointermove") return;
    const box = view.space.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / view.size, (event.clientY - box.top) / view.size];
    places.push([now, view.mirror.across ? view.cols - x : x, view.mirror.down ? view.rows - y : y]);
  }

  /**
   * A time of the browser's clock as milliseconds of the game.
   * @param {number} now
   */
  #shift(now) {
    const next = this.anchors.findIndex(({ made }) => made > now);
    const before = this.anchors[(next < 0 ? this.anchors.length : next) - 1];
    const after = next < 0 ? undefined : this.anchors[next];
    if (!before) return after ? after.ms - (after.made - now) : 0;
    if (!after) return before.ms + (now - before.made);
    return before.ms + ((after.ms - before.ms) * (now - before.made)) / (after.made - before.made || 1);
  }
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;
