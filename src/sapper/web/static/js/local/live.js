/**
 * A game of a page without a server: its terms, its layout once there is one, and its events. Moves that cannot be
 * made are refused and change nothing. The rules are those of `sapper.game.live`.
 *
 * @typedef {object} Terms  what a game was made with; never changes
 * @property {string} id
 * @property {"new" | "ranked" | "same" | "position" | "branch" | "daily" | "cruel"} origin
 * @property {string} level  SHAPE/MINES
 * @property {"none" | "safe" | "zero" | "drawn" | "moved"} first_click
 * @property {boolean} no_guess
 * @property {number} seed
 * @property {boolean} seed_chosen
 * @property {number | null} start
 * @property {Int8Array | null} position  the board at the start, if not empty
 * @property {boolean} helped
 * @property {string | null} name
 * @property {number} created_at
 *
 * @typedef {{number: number, kind: string, cell: number | null, at: number}} Event
 * @typedef {{mined: Uint8Array, start: number | null}} Laid  a layout as it is stored
 * @typedef {{id: string, terms: Terms, laid: Laid | null, events: Event[], hadEnded: boolean}} Stored
 */

import { words } from "../words/words.js";
import { loadEngine, loadModule } from "./engine.js";
import { refuse } from "./problem.js";

/** Origins of games whose layout the player cannot know. */
export const UNKNOWN = ["new", "ranked", "daily"];
const REVEALS = ["reveal", "chord"]; // the moves that start the clock
const VIEW = { FLAG: -2, QUESTION: -3, MINE: -4 };

// A game without moves stands before the engine is there.
const LATER = { move: async (/** @type {any[]} */ ...made) => (await loadEngine()).move(...made) };

export class LiveGame {
  /** @param {Stored} stored @param {any} level */
  constructor(stored, level) {
    this.stored = stored;
    this.terms = stored.terms;
    this.level = level;
    /** @type {any} */
    this.layout = null;
    /** @type {any} the game of the engine, without mines until there is a layout */
    this.game = null;
    /** @type {number | null} */
    this.threeBv = null;
    /** @type {Event[]} those not undone */
    this.moves = [];
    this.helped = this.practice = this.cheated = false;
    this.timed = true;
    this.seen = false; // whether the player knows some of the layout of a cruel game, from a reveal that was undone
    /** @type {number | null} */
    this.started_at = null;
    /** @type {number | null} */
    this.paused_at = null;
    /** @type {{ended: number, length: number}[]} pauses, in milliseconds */
    this.rests = [];
    this.#read();
  }

  /** @param {Stored} stored */
  static async open(stored) {
    const { Level } = await loadModule();
    const live = new LiveGame(stored, Level.parse(stored.terms.level));
    await live.#lay();
    return live;
  }

  /** Everything that follows from the events. */
  #read() {
    const { terms, events } = this.stored;
    this.moves = [];
    this.helped = terms.helped;
    this.practice = terms.seed_chosen || !UNKNOWN.includes(terms.origin);
    this.cheated = false;
    this.timed = true;
    this.seen = false;
    this.started_at = terms.position ? terms.created_at : null;
    this.paused_at = null;
    this.rests = [];
    for (const { kind, at, ...event } of events) {
      if (kind === "help") this.helped = true;
      else if (kind === "expose" || kind === "cheat") this.helped = this.practice = true;
      else if (kind === "pause") [this.paused_at, this.timed] = [at, false];
      else if (kind === "resume") {
        this.rests.push({ ended: at, length: at - (this.paused_at ?? at) });
        this.paused_at = null;
      } else if (kind === "undo") {
        if (REVEALS.includes(this.moves.pop()?.kind ?? "")) this.seen = true;
        this.helped = this.practice = true;
      } else {
        this.moves.push({ kind, at, ...event });
        if (!REVEALS.includes(kind)) continue;
        this.started_at ??= at;
        this.seen = false;
      }
      if (kind === "cheat") this.cheated = true;
    }
  }

  /** Makes the game of the engine again: all its moves on its layout. */
  async #lay() {
    const { Game, Layout } = await loadModule();
    const { laid } = this.stored;
    const { shape } = this.level;
    const origin = laid ? { start: laid.start } : {};
    this.layout = laid ? new Layout(shape, laid.mined, origin) : null;
    this.game = new Game(LATER, this.layout ?? Layout.fromMines(shape, []));
    const made = this.moves.map(({ kind, cell }) => [kind, cell]);
    this.game.moves = [...this.#setUp(), ...made];
    if (this.game.moves.length) await this.game.make("game_state");
    await this.#noteEnd();
  }

  /**
   * The moves that show the position a game starts with.
   * @returns {[string, number][]}
   */
  #setUp() {
    const { position } = this.terms;
    if (!position || !this.layout) return [];
    /** @type {[string, number][]} */
    const made = [];
    const all = (/** @type {string} */ kind, /** @type {(view: number) => boolean} */ which) =>
      position.forEach((view, cell) => which(view) && made.push([kind, cell]));
    all("flag", (view) => view === VIEW.FLAG || view === VIEW.MINE);
    all("question", (view) => view === VIEW.QUESTION);
    all("reveal", (view) => view >= 0);
    return made;
  }

  get version() {
    return this.stored.events.length ? this.stored.events[this.stored.events.length - 1].number : 0;
  }

  get over() {
    return this.game.status !== "playing";
  }

  get status() {
    return this.started_at === null && !this.terms.position ? "ready" : this.game.status;
  }

  /** What the player sees, with the mine count of the level. */
  get board() {
    const { board } = this.game;
    return new board.constructor(board.shape, board.views, { mines: this.level.mines });
  }

  /** One character a cell; after the end with the mines. */
  get signs() {
    return drawSigns(this.game.board.views, this.game.status, this.layout?.mined ?? null);
  }

  /** @returns {number | null} */
  get ended_at() {
    return this.over && this.moves.length ? this.moves[this.moves.length - 1].at : null;
  }

  /**
   * Milliseconds since the first reveal, without pauses.
   * @param {number} now
   */
  elapsed(now) {
    if (this.started_at === null) return 0;
    return Math.max(this.playedMs(this.paused_at ?? this.ended_at ?? now), 0);
  }

  /**
   * Milliseconds from the first reveal to a moment of the log, without pauses; negative before it.
   * @param {number} at
   */
  playedMs(at) {
    const rested = this.rests.reduce((sum, { ended, length }) => sum + (ended <= at ? length : 0), 0);
    return at - (this.started_at ?? at) - rested;
  }

  checkRunning() {
    if (this.paused_at !== null) throw refuse("move", words.local.paused);
  }

  checkUnranked() {
    if (this.terms.origin === "ranked" && !this.helped && !this.over) throw refuse("move", words.local.ranked);
  }

  /** Whether there is a layout that no move replaces. */
  get fixed() {
    return this.layout !== null && (this.terms.origin !== "cruel" || this.over);
  }

  /** Refuses what needs to know where the mines of a cruel game are. */
  checkFixed() {
    if (this.terms.origin === "cruel" && !this.over) throw refuse("move", words.local.noFixed);
  }

  /**
   * Sets the layout before the first reveal; that of a cruel game may be replaced by one that fits the board.
   * @param {{mined: Uint8Array, start: number | null}} layout
   */
  async fix({ mined, start }) {
    this.stored.laid = { mined, start };
    this.threeBv = null;
    await this.#lay();
  }

  /**
   * Makes a move; returns the cells to flash after a chord whose flags did not match.
   * @param {string} kind @param {number} cell @param {number} at
   * @returns {Promise<number[]>}
   */
  async play(kind, cell, at) {
    this.checkRunning();
    const changed = await this.game[kind](cell);
    if (!changed) return kind === "chord" ? hiddenBeside(this.game.board, cell) : [];
    this.#log(kind, cell, at);
    await this.#noteEnd();
    return [];
  }

  /** @param {number} at */
  async undo(at) {
    this.checkRunning();
    this.checkUnranked();
    if (!this.moves.length) throw refuse("move", words.local.nothingToUndo);
    this.#log("undo", null, at);
    await this.#lay();
  }

  /**
   * Notes help, exposure, pause or resume, unless that is so already.
   * @param {string} kind @param {number} at
   */
  note(kind, at) {
    this.#log(kind, null, at);
  }

  /** @param {string} kind @param {number | null} cell @param {number} at */
  #log(kind, cell, at) {
    const { events } = this.stored;
    const last = events[events.length - 1]?.at ?? this.terms.created_at;
    events.push({ number: this.version + 1, kind, cell, at: Math.max(at, last) });
    this.#read();
  }

  async #noteEnd() {
    if (!this.over || this.threeBv !== null || !this.layout) return;
    const { bbbv } = await (await loadEngine()).metrics(this.layout, { names: ["bbbv"] });
    this.threeBv = bbbv;
  }
}

/**
 * Hidden cells without a flag beside a clue.
 * @param {any} board @param {number} cell @returns {number[]}
 */
export const hiddenBeside = (board, cell) =>
  board.shape
    .neighbours(cell)
    .filter((/** @type {number} */ near) => board.views[near] === -1 || board.views[near] === VIEW.QUESTION);

/**
 * One character a cell; after a loss with the mines of the layout, after a win with flags.
 * @param {Int8Array} views @param {string} status @param {Uint8Array | null} mined
 */
export function drawSigns(views, status, mined) {
  const signs = Array.from(views, (view) => {
    if (view >= 0) return view <= 9 ? String(view) : String.fromCharCode(128 + view);
    return view === VIEW.FLAG ? "F" : view === VIEW.QUESTION ? "Q" : view === VIEW.MINE ? "X" : ".";
  });
  if (status === "playing" || !mined) return signs.join("");
  mined.forEach((mine, cell) => {
    if (status === "won" && mine) signs[cell] = "F";
    if (status === "lost" && mine && (signs[cell] === "." || signs[cell] === "Q")) signs[cell] = "M";
    if (status === "lost" && !mine && signs[cell] === "F") signs[cell] = "W";
  });
  return signs.join("");
}
