/**
 * A game on a board view: the player's gestures become moves, the server's answers become cells and words.
 *
 * While a replay is shown, the game waits and the board takes no moves.
 *
 * @typedef {object} GameBoardEvents
 * @property {[indices: number[]]} view  the game changed, or another game is shown
 * @property {[]} ended
 * @property {[fine: boolean]} connection
 */

import { BoardGrid } from "../board/board_grid.js";
import { BoardView } from "../board/board_view.js";
import { isClue, isHidden, nextMark } from "../board/cells.js";
import { note } from "../base/dom.js";
import { boardDrawn } from "../base/first_board.js";
import { startOf } from "./new_game.js";
import { takePointers } from "../board/input.js";
import { settings } from "../base/settings.js";
import { playSound } from "../base/sounds.js";
import { nameCell, say } from "../board/speech.js";
import { Events } from "../base/store.js";
import { Track } from "./track.js";
import { words } from "../words/words.js";

/** @extends {Events<GameBoardEvents>} */
export class GameBoard extends Events {
  /** @param {HTMLElement} room @param {string} label  the spoken name of the board */
  constructor(room, label) {
    super();
    this.view = new BoardView(room);
    this.grid = new BoardGrid(this.view, { label, onactivate: (index) => this.touch(index) });
    /** @type {import("./game.js").Game | null} */
    this.game = null;
    /** @type {import("../board/replay.js").Replay | null} */
    this.replay = null;
    /** Whether a tap marks now: the flag button. */
    this.flagging = false;
    this.track = new Track(this);
    this.closed = false;
    takePointers(this.view, {
      reveal: (index) => (this.flagging ? this.mark(index) : this.reveal(index)),
      mark: (index) => (this.flagging ? this.reveal(index) : this.mark(index)),
      chord: (index) => this.chord(index),
      here: (index) => this.grid.place(index),
      swapped: () => settings.value.swapTouch,
      reads: (index) => typeof this.view.marks.risk?.[index] === "number",
      locked: () => this.locked,
    });
  }

  close() {
    this.closed = true;
    this.game?.close();
    this.view.close();
  }

  get locked() {
    const { game } = this;
    return game === null || game.over || game.view.paused || game.watching || this.replay !== null;
  }

  /**
   * Shows a game.
   * @param {import("./game.js").Game} game
   */
  bind(game) {
    // The page may have been left while the game was fetched.
    if (this.closed) {
      game.close();
      return;
    }
    this.game?.close();
    this.game = game;
    this.replay = null;
    this.track.bind(game);
    this.#showGame();
    game.on("view", ({ indices, origin }) => {
      if (this.game !== game) return;
      if (!this.replay) this.#update(indices, origin);
      this.#await();
      this.emit("view", indices);
    });
    game.on("flash", (indices) => {
      this.view.flash(indices);
      if (settings.value.speak) say(words.speech.mismatch);
    });
    game.on("ended", () => {
      this.#lock();
      playSound(game.view.status === "won" ? "won" : "lost");
      // The page of a watched game says it in its own words.
      if (settings.value.speak && !game.watching)
        say(game.view.status === "won" ? words.ending.spokenWon : words.ending.spokenLost);
      this.emit("ended");
    });
    game.on("refused", (text) => note(text, { bad: true }));
    game.on("connection", (fine) => this.emit("connection", fine));
    this.emit("view", []);
    boardDrawn();
  }

  /**
   * Shows a replay in place of the game.
   * @param {import("../board/replay.js").Replay} replay
   */
  begin(replay) {
    this.replay = replay;
    this.view.load(replay.rows, replay.cols, replay.cells, this.game?.shape);
    this.#lock();
  }

  /**
   * The replay made a step.
   * @param {number[]} indices
   */
  moved(indices) {
    this.view.changed(indices);
    this.grid.rename(indices);
  }

  /** Ends the replay and shows the game again. */
  end() {
    if (!this.replay) return;
    this.replay = null;
    this.#showGame();
  }

  /** @param {number} index */
  reveal(index) {
    const { game } = this;
    const char = game?.cells[index];
    const start = this.#start;
    if (start >= 0 && index !== start && char !== "F") {
      this.view.flash([start]);
      this.view.show(start);
      note(words.newGame.startHere);
      return;
    }
    if (char === "." || char === "Q") {
      game?.move("reveal", index);
      this.#await();
    } else if (char && isClue(char)) this.chord(index);
  }

  /** @param {number} index */
  mark(index) {
    const char = this.game?.cells[index];
    if (!char || !isHidden(char) || this.locked) return;
    const mark = nextMark(char, settings.value.questions);
    this.game?.move(mark.kind, index, mark.char);
    playSound("flag");
  }

  /** @param {number} index */
  chord(index) {
    const { game } = this;
    if (!game || this.locked || !isClue(game.cells[index]) || game.cells[index] === "0") return;
    // Ignore a clue without hidden cells to reveal around it.
    const open = this.view.shape
      .neighbours(index)
      .some((place) => isHidden(game.cells[place]) && game.cells[place] !== "F");
    if (!open) return;
    game.move("chord", index);
    this.#await();
  }

  /** The cells that moves not answered yet reveal stay pressed, so that every click is seen at once. */
  #await() {
    const { game, view } = this;
    const around = (/** @type {number} */ index) =>
      view.shape.neighbours(index).filter((place) => view.cells[place] === "." || view.cells[place] === "Q");
    const waiting = (game?.queue ?? []).flatMap(({ kind, index }) =>
      kind === "reveal" ? [index] : kind === "chord" ? around(index) : [],
    );
    view.await(this.replay ? [] : waiting);
  }

  /**
   * What the main key or a tap by assistive technology does.
   * @param {number} index
   */
  touch(index) {
    if (this.locked || index < 0) return;
    if (this.flagging) this.mark(index);
    else this.reveal(index);
  }

  /** The only cell at which the game may start, or -1. */
  get #start() {
    const { game } = this;
    return game && !game.queue.some(({ kind }) => kind === "reveal") ? startOf(game.view) : -1;
  }

  #showGame() {
    const game = /** @type {import("./game.js").Game} */ (this.game);
    this.view.load(game.view.rows, game.view.cols, game.cells, game.shape);
    this.view.mark({ start: this.#start });
    this.grid.rename();
    this.#lock();
  }

  #lock() {
    this.view.element.classList.toggle("locked", this.locked);
  }

  /** @param {number[]} indices @param {number | null} origin */
  #update(indices, origin) {
    const game = /** @type {import("./game.js").Game} */ (this.game);
    this.view.changed(indices, origin);
    if (this.view.marks.start !== this.#start) this.view.mark({ start: this.#start });
    this.grid.rename(indices);
    this.#lock();
    if (origin !== null && indices.length && !game.over) playSound(indices.length > 1 ? "open" : "reveal");
    const told = origin ?? (indices.length === 1 ? indices[0] : null);
    if (told === null || !settings.value.speak || game.over) return;
    const more = indices.length > 1 ? `, ${words.speech.revealed(indices.length)}` : "";
    say(nameCell(game.cells[told], this.view.shape.spell(this.view.mirror.index(told))) + more);
  }
}
