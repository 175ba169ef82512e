/**
 * After the game: how the chance to win went, every guess with its odds, needless risks and safe cells that were missed,
 * luck and skill apart. Any point can be looked at, and played on from.
 */

import * as api from "./api.js";
import { indexOf } from "./cells.js";
import { Chart } from "./chart.js";
import { button, h } from "./dom.js";
import { PlayerControls } from "./player_controls.js";
import { Replay } from "./replay.js";

export class ReviewPanel {
  /**
   * @param {import("./board_view.js").BoardView} view
   * @param {() => import("./game.js").Game | null} game
   * @param {{begin: (replay: Replay) => void, end: () => void, moved: (indices: number[]) => void, open: (view: api.GameView) => void}} stage
   */
  constructor(view, game, stage) {
    this.view = view;
    this.game = game;
    this.stage = stage;
    this.element = h("div.stack");
    this.clear();
  }

  clear() {
    this.controls?.pause();
    this.controls = null;
    this.element.replaceChildren(h("p.soft", {}, "A review is made when the game has ended."));
  }

  /** Asks for the review and shows it. */
  async begin() {
    const game = this.game();
    if (!game?.over) return;
    this.element.replaceChildren(h("p.soft", { role: "status" }, "Looking at every move…"));
    try {
      const review = await api.getReview(game.id);
      if (this.game() === game && game.over) this.#show(review, game.view);
    } catch (error) {
      this.element.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
    }
  }

  /** @param {any} review @param {api.GameView} view */
  #show(review, view) {
    const { points } = review;
    const replay = new Replay(view.rows, view.cols, review.board ?? ".".repeat(view.rows * view.cols), points);
    const controls = new PlayerControls(replay, {
      skip: { title: "To the next guess", find: (place) => nextNotable(points, place) },
    });
    const chart = new Chart(
      points.map((/** @type {any} */ point) => ({ value: point.win_probability ?? null, kind: dotKind(point), text: point.text })),
      (place) => controls.go(place),
    );
    const words = h("div.thought", { "aria-live": "polite" });
    const tell = () => {
      const place = replay.place;
      const point = points[place];
      chart.show(Math.min(place, points.length - 1));
      const best = point?.best?.cell;
      this.view.mark({
        last: point ? indexOf(point.cell, view.cols) : -1,
        wanted: new Set(best ? [indexOf(best, view.cols)] : []),
      });
      if (point) this.view.show(indexOf(point.cell, view.cols));
      words.replaceChildren(
        h("p.small.soft.number", {}, place < points.length ? `Before move ${place + 1} of ${points.length}` : "The end"),
        h("p", {}, point ? point.text : `The game was ${view.status}.`),
      );
      branchButton.disabled = !point;
    };
    const branchButton = button({ icon: "again", text: "Try another move from here", onclick: () => this.#branch(view.id, points[replay.place]?.move ?? replay.place) });
    controls.on("place", (_place, indices) => {
      this.stage.moved(indices);
      tell();
    });
    this.controls = controls;
    this.element.replaceChildren(
      summary(review),
      chart.element,
      controls.element,
      words,
      h("div.row", {}, branchButton, button({ text: "Leave the review", onclick: () => this.stage.end() })),
      this.#notable(points, controls),
    );
    this.stage.begin(replay);
    controls.go(points.length);
  }

  /** @param {string} id @param {number} move */
  async #branch(id, move) {
    this.stage.open(await api.branch(id, move));
  }

  /** The moves worth a look. @param {any[]} points @param {PlayerControls} controls */
  #notable(points, controls) {
    const list = points.flatMap((point, place) => (isNotable(point) ? [{ point, place }] : []));
    if (!list.length) return h("p.soft", {}, "Not one guess and nothing missed.");
    const rows = list.map(({ point, place }) =>
      h(
        "li",
        {},
        h(`button.plain.moment.${dotKind(point)}`, { type: "button", onclick: () => controls.go(place) },
          h("span.number", {}, String(place + 1)), h("span", {}, point.text)),
      ),
    );
    return h("div.stack.tight", {}, h("h3", {}, "Moves worth a look"), h("ol.moments", {}, ...rows));
  }
}

/** @param {any} review */
function summary(review) {
  const percent = (/** @type {number | null | undefined} */ share) => (share === null || share === undefined ? "–" : `${(share * 100).toFixed(0)}%`);
  const count = (/** @type {any[] | number | undefined} */ list) => String(Array.isArray(list) ? list.length : list ?? 0);
  const figure = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ title) =>
    h("div", { title }, h("dt", {}, name), h("dd.number", {}, value));
  return h(
    "dl.figures",
    {},
    figure("Luck", percent(review.luck), "The chance that your guesses, as they were, would all come out well"),
    figure("Skill", percent(review.skill), "The share of the chance to win that your choices kept"),
    figure("Needless risks", count(review.needless), "Guesses while a cell was safe"),
    figure("Missed safe cells", count(review.missed), "Moves that passed over a safe cell"),
  );
}

/** @param {any} point */
const isNotable = (point) => !["certain", "start"].includes(point.verdict);

/** @param {any} point */
function dotKind(point) {
  if (!isNotable(point)) return "certain";
  return point.verdict === "needless" || point.verdict === "missed" ? "bad" : "guess";
}

/** @param {any[]} points @param {number} place */
function nextNotable(points, place) {
  let goal = place + 1;
  while (goal < points.length && !isNotable(points[goal])) goal++;
  return goal;
}
