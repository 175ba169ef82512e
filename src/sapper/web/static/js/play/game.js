/**
 * One game, as the server last sent it.
 *
 * Moves wait in a queue and are sent one after another, in the order the player made them. Flags are shown at once
 * and corrected by the answer. When the connection is lost, the queue waits. The version of the game then tells
 * whether the server received the last move, so that no move is lost or made twice.
 *
 * @typedef {object} GameEvents
 * @property {[{indices: number[], origin: number | null}]} view  the board or a counter changed
 * @property {[indices: number[]]} flash
 * @property {[at: number]} made  the server has made a move that the player made then, by the browser's clock
 * @property {[]} ended
 * @property {[fine: boolean]} connection
 * @property {[text: string]} refused
 */

import * as api from "../base/api.js";
import { keepPlayed, playedOf } from "../base/archive.js";
import { getWatched, getWatchedReview, openWatchEvents } from "../base/watch_api.js";
import { cellOf, copyBoard, indexOf } from "../board/cells.js";
import { needShape, shapeOf } from "../board/shape.js";
import { Events } from "../base/store.js";

/**
 * @typedef {{kind: string, index: number, char: string | null, at: number}} Queued  `char`: what is shown until the
 *   answer comes; `at`: when it was made
 */

const STALE = "/api#problem-version";
const RETRY_MS = [300, 700, 1500, 3000];

/** @extends {Events<GameEvents>} */
export class Game extends Events {
  /** @param {api.GameView} view @param {string | null} [token]  of a game that is watched and takes no moves */
  constructor(view, token = null) {
    super();
    this.view = view;
    this.token = token;
    /** @type {string[]} what is shown: the server's board with the marks it has not answered yet */
    this.cells = [...view.board];
    /** @type {Queued[]} */
    this.queue = [];
    this.sending = false;
    this.closed = false;
    /** Whether a move was made here; otherwise the game may be that of another player. */
    this.played = false;
    this.received = performance.now();
    this.#listen();
  }

  /** @param {object} options */
  static async create(options) {
    return new Game(await known(api.newGame(options)));
  }

  /** @param {string} id */
  static async open(id) {
    return new Game(await known(api.getGame(id)));
  }

  /**
   * A game of another player.
   * @param {string} token
   */
  static async watch(token) {
    return new Game(await known(watch(token)), token);
  }

  close() {
    this.closed = true;
    this.events?.close();
  }

  get shape() {
    return shapeOf(this.view);
  }

  get id() {
    return this.view.id;
  }

  /** Whether the game is another player's. */
  get watching() {
    return this.token !== null;
  }

  get over() {
    return this.view.status === "won" || this.view.status === "lost";
  }

  /** What is known of the review so far. */
  review() {
    return this.token === null ? api.getReview(this.id) : getWatchedReview(this.token);
  }

  /** Milliseconds played so far. */
  get elapsed() {
    const running = this.view.status === "playing" && !this.view.paused;
    return this.view.elapsed_ms + (running ? performance.now() - this.received : 0);
  }

  /** Mines minus flags, including flags that are not answered yet. */
  get minesLeft() {
    const shown = this.cells.filter((char) => char === "F").length;
    return this.over || this.view.paused ? this.view.mines_left : this.view.mines - shown;
  }

  /**
   * @param {"reveal" | "flag" | "question" | "chord"} kind
   * @param {number} index
   * @param {string | null} [char]  what to show at once
   */
  move(kind, index, char = null) {
    if (this.over || this.closed || this.watching || this.view.paused) return;
    this.played = true;
    this.queue.push({ kind, index, char, at: performance.now() });
    if (char !== null) {
      this.cells[index] = char;
      this.emit("view", { indices: [index], origin: null });
    }
    void this.#send();
  }

  /** Undoes the last move, after the queue is empty. */
  async undo() {
    await this.settled();
    try {
      this.#take(await api.undo(this.id), null);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /**
   * Stops the clock and covers the board, or goes on.
   * @param {boolean} on
   */
  async pause(on) {
    await this.settled();
    try {
      this.#take(await api.pause(this.id, on), null);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Resolves when every move was answered. */
  async settled() {
    while (this.queue.length && !this.closed) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Gets the game from the server. */
  async refresh() {
    try {
      this.#take(await (this.token === null ? api.getGame(this.id) : watch(this.token)), null);
      this.emit("connection", true);
    } catch (error) {
      if (/** @type {api.ApiError} */ (error).status === 0) this.emit("connection", false);
    }
  }

  async #send() {
    if (this.sending) return;
    this.sending = true;
    while (this.queue.length && !this.closed) await this.#sendFirst();
    this.sending = false;
  }

  async #sendFirst() {
    const { kind, index, at } = this.queue[0];
    const version = this.view.version;
    for (let attempt = 0; !this.closed; attempt++) {
      try {
        if (attempt) {
          const now = await api.getGame(this.id);
          this.emit("connection", true);
          if (now.version !== version) {
            this.queue.shift();
            this.#take(now, index);
            return;
          }
        }
        const cell = cellOf(index, this.view.cols);
        // The move sent before may arrive later than this one: the version lets the server make it once.
        const view = await api.makeMove(this.id, attempt ? { kind, cell, version } : { kind, cell });
        this.queue.shift();
        this.#take(view, index, at);
        if (view.flash?.length)
          this.emit(
            "flash",
            view.flash.map((place) => indexOf(place, view.cols)),
          );
        return;
      } catch (error) {
        const status = error instanceof api.ApiError ? error.status : -1;
        if (attempt && error instanceof api.ApiError && error.problem?.type === STALE) continue;
        if (status !== 0 && status < 500 && status !== 429) {
          this.queue.shift();
          this.#refuse(error);
          return;
        }
        if (status !== 429) this.emit("connection", false);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
      }
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.emit("refused", error instanceof Error ? error.message : String(error));
    void this.refresh();
  }

  /**
   * Shows an answer of the server.
   * @param {api.GameView} view
   * @param {number | null} origin
   * @param {number | null} [made]  when the move was made that it answers
   */
  #take(view, origin, made = null) {
    if (this.closed || view.version < this.view.version) return;
    const wasOver = this.over;
    // A game of a match tells its 3BV when all players have ended.
    const completed = this.view.three_bv === null && view.three_bv !== null;
    this.view = view;
    this.received = performance.now();
    const wanted = [...view.board];
    for (const queued of this.queue) if (queued.char !== null) wanted[queued.index] = queued.char;
    const indices = copyBoard(this.cells, wanted);
    if (this.over) this.queue.length = 0;
    if (made !== null) this.emit("made", made);
    this.emit("view", { indices, origin });
    if (!this.over) return;
    // Where the browser forbids storage, the game is just not kept. A game of another player is not history.
    if (!this.watching && (!wasOver || completed)) keepPlayed([playedOf(view)]).catch(() => {});
    if (!wasOver) this.emit("ended");
  }

  /** Listens to changes by other tabs, or by the player who is watched. */
  #listen() {
    this.events = this.token === null ? api.openGameEvents(this.id) : openWatchEvents(this.token);
    this.events.addEventListener("version", (event) => {
      const { version } = JSON.parse(event.data);
      if (version > this.view.version && !this.queue.length) void this.refresh();
    });
    this.events.addEventListener("open", () => this.emit("connection", true));
  }
}

/**
 * A game whose shape the page knows.
 * @param {Promise<api.GameView>} asked
 */
async function known(asked) {
  const view = await asked;
  await needShape(view.shape);
  return view;
}

/** @param {string} token @returns {Promise<api.GameView>} */
const watch = async (token) => ({ ...(await getWatched(token)), id: "", can_undo: false });
