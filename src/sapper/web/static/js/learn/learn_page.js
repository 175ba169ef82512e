/** Exercises: a position, one click, and the proof. */

import { BoardGrid } from "../board/board_grid.js";
import { BoardView } from "../board/board_view.js";
import { FLAG, HIDDEN, indexOf } from "../board/cells.js";
import { takePointers } from "../board/input.js";
import { takeKeys } from "../board/keyboard.js";
import { say } from "../board/speech.js";
import { button, h, select } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { words } from "../words/words.js";
import { KINDS, Learner } from "./learner.js";
import { reasonOf } from "./reason.js";
import { restock, sendTries } from "./supply.js";

const text = words.learn;
const WAIT_MS = 3000; // until the server has made more exercises

/** @param {HTMLElement} main */
export function openLearn(main) {
  const page = new LearnPage(main);
  return () => page.close();
}

class LearnPage {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.learner = new Learner();
    /** @type {import("./learner.js").Kind | "all"} */
    this.kind = "all";
    /** @type {{rated: import("./learner.js").Rated, again: boolean} | null} */
    this.shown = null;
    /** @type {string[]} */
    this.cells = [];
    this.answered = false;
    this.closed = false;
    this.restocking = false;
    this.timer = 0;
    this.figures = h("dl.learn-figures", { "aria-label": text.figures });
    this.task = h("p.learn-task", { "aria-live": "polite" });
    this.room = h("div.room");
    this.result = h("div.learn-result.stack", { "aria-live": "polite" });
    /** @type {[string, string][]} */
    const kinds = [["all", text.all]];
    for (const kind of KINDS) kinds.push([kind, text.kinds[kind]]);
    const choice = select(text.technique, kinds, "all", (kind) => {
      this.kind = /** @type {typeof this.kind} */ (kind);
      this.next();
    });
    /** @type {HTMLElement} */
    this.element = h(
      "div.learn",
      {},
      h("header.learn-head", {}, h("h1", {}, text.title), this.figures, choice),
      h("section.learn-board", { "aria-label": text.exercise }, this.task, this.room),
      h("section.learn-side", { "aria-label": text.answer }, this.result),
    );
    main.replaceChildren(this.element);
    this.view = new BoardView(this.room);
    this.grid = new BoardGrid(this.view, { label: text.board, onactivate: (index) => this.#reveal(index) });
    takePointers(this.view, {
      reveal: (index) => this.#reveal(index),
      mark: (index) => this.#mark(index),
      chord: () => {},
      here: (index) => this.grid.place(index),
      swapped: () => settings.value.swapTouch,
      locked: () => this.answered || !this.shown,
    });
    this.stopKeys = takeKeys(this.view, this.grid, {
      space: (index) => this.#reveal(index),
      f: (index) => this.#mark(index),
      n: () => this.answered && this.next(),
    });
    this.online = () => void this.#exchange();
    addEventListener("online", this.online);
    this.next();
    void this.#exchange();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.online);
    this.stopKeys();
    this.view.close();
  }

  /** Shows the next exercise. */
  next() {
    this.shown = this.learner.next(this.kind);
    this.answered = false;
    this.#count();
    if (!this.shown) {
      this.task.textContent = text.waiting;
      this.result.replaceChildren();
      void this.#exchange();
      return;
    }
    const { exercise } = this.shown.rated;
    this.cells = [...exercise.board];
    this.view.load(exercise.rows, exercise.cols, this.cells);
    this.view.element.classList.remove("locked");
    const task = exercise.kind === "guess" ? text.findGuess : text.findSafe;
    this.task.replaceChildren(h("strong", {}, task), ` ${text.minesOnBoard(exercise.mines)}`);
    const again = this.shown.again ? [h("p.small.soft", {}, text.again)] : [];
    this.result.replaceChildren(...again, h("p.small.soft", {}, text.howTo));
  }

  /** @param {number} index */
  #mark(index) {
    if (this.answered || index < 0 || !this.shown) return;
    const char = this.cells[index];
    if (char !== HIDDEN && char !== FLAG) return;
    this.cells[index] = char === HIDDEN ? FLAG : HIDDEN;
    this.view.changed([index]);
    this.grid.rename([index]);
  }

  /** @param {number} index */
  #reveal(index) {
    if (this.answered || index < 0 || !this.shown || this.cells[index] !== HIDDEN) return;
    const { rated, again } = this.shown;
    const { exercise } = rated;
    const { cols, kind } = exercise;
    const solved = exercise.answers.some((cell) => indexOf(cell, cols) === index);
    const before = this.learner.state.standing.rating;
    this.learner.answer(rated, solved);
    this.answered = true;
    this.view.element.classList.add("locked");
    this.#count();
    const risk = exercise.mine_probability.map((chance) =>
      kind === "guess" || chance === 0 || chance === 1 ? chance : null,
    );
    this.view.mark({ risk, percent: kind === "guess", last: index });
    const change = Math.round(this.learner.state.standing.rating) - Math.round(before);
    const verdict = solved ? text.right : text.wrong;
    const moved = again ? text.noChange : text.change(change);
    const reason = reasonOf(exercise, index, solved, this.view);
    this.result.replaceChildren(
      h(
        solved ? "p.verdict.good" : "p.verdict.bad",
        {},
        h("strong", {}, verdict),
        ` ${reason.chosen} `,
        h("span.number", {}, moved),
      ),
      button({ text: text.next, title: text.nextKey, kind: "main", onclick: () => this.next() }),
      h("h2", {}, text.kinds[kind]),
      ...reason.nodes,
      h("p.small.soft", {}, solved ? text.legend : `${text.legend} ${text.comesBack}`),
    );
    this.grid.rename();
    reason.light();
    say(`${verdict} ${reason.chosen}`);
    void this.#exchange();
  }

  #count() {
    const { state } = this.learner;
    const { rating, deviation } = state.standing;
    const figure = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ more) =>
      h("div", {}, h("dt", {}, name), h("dd.number", {}, value), h("dd.small.soft", {}, more));
    // How many kinds are stored and results wait, for who wants to know whether the page may go offline.
    this.element.dataset.stored = String(Object.values(state.stock).filter((stock) => stock.length).length);
    this.element.dataset.unsent = String(state.unsent.length);
    this.figures.replaceChildren(
      figure(text.rating, String(Math.round(rating)), `± ${Math.round(2 * deviation)}`),
      figure(text.streak, String(state.streak), text.best(state.best)),
      figure(text.days, String(state.days), text.inARow),
      figure(text.repeat, String(this.learner.due()), text.later(state.repeats.length)),
    );
  }

  /** Sends results and fetches exercises; without a connection both wait. */
  async #exchange() {
    if (this.restocking || this.closed) return;
    clearTimeout(this.timer);
    this.restocking = true;
    try {
      await sendTries(this.learner);
      const begun = await restock(this.learner, () => {
        if (!this.shown && !this.closed) this.next();
      });
      await sendTries(this.learner); // of answers in the meantime
      if (begun && !this.closed) this.timer = window.setTimeout(() => void this.#exchange(), WAIT_MS);
    } catch {
      if (!this.shown && !this.closed) this.task.textContent = text.none;
    }
    this.restocking = false;
    this.#count();
  }
}
