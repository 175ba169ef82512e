/** The guess of the day: a position, one answer, then the chances of the cells and what others chose. */

import { BoardGrid } from "../board/board_grid.js";
import { BoardView } from "../board/board_view.js";
import { FLAG, HIDDEN, indexOf } from "../board/cells.js";
import { takePointers } from "../board/input.js";
import { takeKeys } from "../board/keyboard.js";
import { say } from "../board/speech.js";
import { h, note } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { words } from "../words/words.js";
import { answerGuess } from "./daily_api.js";

const text = words.daily;
const MOST_ROWS = 4; // best cells that are listed, and as many others that most players chose

export class GuessCard {
  /**
   * @param {import("./daily_api.js").Position} position
   * @param {string | null} day  null is today
   * @param {(answer: import("./daily_api.js").Answer) => void} answered
   */
  constructor(position, day, answered) {
    this.position = position;
    this.day = day;
    this.answered = answered;
    this.sending = false;
    this.cells = [...position.board];
    this.room = h("div.room");
    this.result = h("div.stack.tight", { "aria-live": "polite" });
    this.task = h("p", {}, text.guessTask(position.mines));
    /** @type {HTMLElement} */
    this.element = h(
      "section.card.daily-guess.stack.tight",
      {},
      h("h2", {}, text.kinds.guess),
      this.task,
      this.room,
      this.result,
    );
  }

  /** Draws the board, when the card has its place on the page. */
  start() {
    const { rows, cols, own } = this.position;
    this.view = new BoardView(this.room);
    const onactivate = (/** @type {number} */ index) => void this.#reveal(index);
    this.grid = new BoardGrid(this.view, { label: text.kinds.guess, onactivate });
    takePointers(this.view, {
      reveal: (index) => void this.#reveal(index),
      mark: (index) => this.#mark(index),
      chord: () => {},
      here: (index) => this.grid?.place(index),
      swapped: () => settings.value.swapTouch,
      locked: () => Boolean(this.position.own),
    });
    this.stopKeys = takeKeys(this.view, this.grid, {
      space: (index) => void this.#reveal(index),
      f: (index) => this.#mark(index),
    });
    this.view.load(rows, cols, this.cells);
    if (own) this.#show(own);
  }

  close() {
    this.stopKeys?.();
    this.view?.close();
  }

  /** @param {number} index */
  #mark(index) {
    const char = this.cells[index];
    if (this.position.own || (char !== HIDDEN && char !== FLAG)) return;
    this.cells[index] = char === HIDDEN ? FLAG : HIDDEN;
    this.view?.changed([index]);
    this.grid?.rename([index]);
  }

  /** @param {number} index */
  async #reveal(index) {
    if (this.position.own || this.sending || this.cells[index] !== HIDDEN) return;
    this.sending = true;
    const { cols } = this.position;
    try {
      const answer = await answerGuess([Math.floor(index / cols), index % cols], this.day);
      this.position.own = answer;
      this.#show(answer);
      say(this.result.querySelector("p")?.textContent ?? "");
      this.answered(answer);
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
    this.sending = false;
  }

  /** @param {import("./daily_api.js").Answer} answer */
  #show({ cell, best, exercise, answers, counts }) {
    const { cols, wins } = exercise;
    const chosen = indexOf(cell, cols);
    const win = wins?.[chosen] ?? 0;
    const top = Math.max(...(wins ?? []).map((one) => one ?? 0));
    this.view?.mark({
      risk: exercise.mine_probability,
      percent: true,
      last: chosen,
      wanted: new Set(exercise.answers.map((one) => indexOf(one, cols))),
    });
    this.view?.element.classList.add("locked");
    this.grid?.rename();
    const { share } = words.learn;
    const verdict = best ? text.right(share(win)) : text.wrong(share(win), share(top));
    this.result.replaceChildren(
      h(best ? "p.verdict.good" : "p.verdict.bad", {}, verdict),
      counts || this.day ? "" : h("p.small.soft", {}, text.reasons.name),
      answerTable(exercise, answers, chosen),
    );
  }
}

/**
 * The best cells and the chosen ones, with their chances and who chose them.
 * @param {import("../learn/learner.js").Exercise} exercise
 * @param {{cell: import("./daily_api.js").Cell, players: number}[]} answers
 * @param {number} chosen
 */
function answerTable({ wins, mine_probability: risk, cols }, answers, chosen) {
  const players = new Map(answers.map((one) => [indexOf(one.cell, cols), one.players]));
  const all = answers.reduce((sum, one) => sum + one.players, 0);
  const sorted = (wins ?? [])
    .map((win, index) => ({ win: win ?? -1, index }))
    .filter(({ win }) => win >= 0)
    .sort((a, b) => b.win - a.win || a.index - b.index);
  const popular = new Set(answers.slice(0, MOST_ROWS).map(({ cell }) => indexOf(cell, cols)));
  const listed = sorted.filter(({ index }, place) => place < MOST_ROWS || index === chosen || popular.has(index));
  const titles = [words.learn.cell, words.learn.safety, words.learn.winChance, text.players];
  const head = titles.map((title, at) => h(at ? "th.right" : "th", { scope: "col" }, title));
  const { place, share } = words.learn;
  const rows = listed.map(({ win, index }) =>
    h(
      index === chosen ? "tr.mine" : "tr",
      {},
      h("td", {}, place([Math.floor(index / cols), index % cols])),
      h("td.right.number", {}, share(1 - (risk[index] ?? 0))),
      h("td.right.number", {}, share(win)),
      h("td.right.number", {}, all ? share((players.get(index) ?? 0) / all) : "–"),
    ),
  );
  return h("table.tight", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
}
