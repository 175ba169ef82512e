/**
 * The review of a finished game: win probability before every move, guesses with their odds, needless risks, missed
 * safe cells, luck and skill. The player can replay any move and play on from there.
 *
 * The server computes the win probabilities one after another. The panel polls until the review is complete.
 */

import { linkTo } from "../base/address.js";
import * as api from "../base/api.js";
import { keepJudgement } from "../base/archive.js";
import { indexOf } from "../board/cells.js";
import { Chart } from "../base/chart.js";
import { button, h, note } from "../base/dom.js";
import { Playback } from "../board/playback.js";
import { Replay } from "../board/replay.js";
import { reviewFigures } from "./review_figures.js";
import { describePoint, verdictOf } from "./review_words.js";
import { spellShare } from "../board/speech.js";
import { words } from "../words/words.js";

const POLL_MS = 600;
const BAD = ["mistake", "needless", "mine"];

export class ReviewPanel {
  /**
   * @param {import("../board/board_view.js").BoardView} view
   * @param {() => import("./game.js").Game | null} game
   * @param {import("./demo_panel.js").Stage & {open: (view: api.GameView) => void}} stage  `open`:
   *   a game of the player's own that goes on from a move
   */
  constructor(view, game, stage) {
    this.view = view;
    this.game = game;
    this.stage = stage;
    this.verdict = h("p.verdict-of-game", { role: "status" });
    this.figures = h("div");
    /** The move to show first, from 1; 0 is the end of the game. A link to a move sets it. */
    this.wanted = 0;
    this.timeline = h("div");
    this.moments = h("div");
    this.words = h("div.thought", { "aria-live": "polite" });
    this.element = h("div.stack");
    view.on("flip", () => this.review && this.#fill(this.review));
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.controls?.pause();
    this.controls = null;
    /** @type {api.Review | null} */
    this.review = null;
    this.element.replaceChildren(h("p.soft", {}, words.review.later));
  }

  /** Asks for the review and shows it. */
  async begin() {
    const game = this.game();
    if (!game?.over) return;
    this.element.replaceChildren(h("p.soft", { role: "status" }, words.review.looking));
    await this.#ask(game);
  }

  /** @param {import("./game.js").Game} game */
  async #ask(game) {
    try {
      const review = await game.review();
      if (this.game() !== game || !game.over) return;
      const first = !this.review;
      this.review = review;
      if (first) this.#build(game, review);
      this.#fill(review);
      if (review.complete) {
        if (!game.watching) void keepJudgement(game.id, review);
      } else this.timer = window.setTimeout(() => void this.#ask(game), POLL_MS);
    } catch (error) {
      this.element.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
    }
  }

  /**
   * Shows the replay of the game, at its end or at the move of a link.
   * @param {import("./game.js").Game} game
   * @param {api.Review} review
   */
  #build({ view, watching }, { points, board }) {
    const replay = new Replay(view.rows, view.cols, board, points);
    const controls = new Playback(replay, {
      skip: { title: words.review.nextGuess, find: (place) => nextNotable(points, place) },
    });
    this.controls = controls;
    this.branchButton = button({
      icon: "again",
      text: words.review.branch,
      onclick: async () => this.stage.open(await api.branch(view.id, points[replay.place].move)),
    });
    controls.on("place", (_place, indices) => {
      this.stage.moved(indices);
      this.#tell();
    });
    this.element.replaceChildren(
      this.verdict,
      this.moments,
      this.timeline,
      controls.element,
      this.words,
      h(
        "div.row",
        {},
        watching ? null : this.branchButton,
        view.watch ? button({ text: words.review.share, onclick: () => void this.#share(view) }) : null,
        button({ text: words.review.leave, onclick: () => this.stage.end() }),
      ),
      this.figures,
      ...(view.no_guess ? [h("p.small.soft", {}, words.review.noGuess)] : []),
    );
    this.stage.begin(replay);
    controls.go(this.wanted > 0 ? this.wanted - 1 : points.length);
    this.wanted = 0;
  }

  /**
   * Copies the address of the current move, which allows others no moves.
   * @param {api.GameView} view
   */
  async #share({ watch, origin }) {
    const link = linkTo(`/w/${watch}?move=${(this.controls?.replay.place ?? 0) + 1}`);
    const later = origin === "daily" ? ` ${words.review.dailyLater}` : "";
    try {
      await navigator.clipboard.writeText(link);
      note(words.review.shared + later);
    } catch {
      note(words.review.notShared(link) + later, { seconds: 20 });
    }
  }

  /**
   * Shows what is known so far.
   * @param {api.Review} review
   */
  #fill(review) {
    const { points, outcome } = review;
    const dots = points.map((point) => ({
      value: point.win_probability,
      kind: dotKind(point),
      text: describePoint(point, this.view.mirror),
    }));
    const end = { value: outcome === "won" ? 1 : 0, kind: "certain", text: words.review.outcomes[outcome] };
    this.chart = new Chart([...dots, end], (place) => this.controls?.go(place));
    this.timeline.replaceChildren(this.chart.element);
    this.figures.replaceChildren(reviewFigures(review));
    const verdict = verdictOf(review);
    if (this.verdict.textContent !== verdict) this.verdict.textContent = verdict;
    this.moments.replaceChildren(this.#notable(points));
    this.#tell();
  }

  /** Describes the current move. */
  #tell() {
    if (!this.review) return;
    const { points, outcome, missed } = this.review;
    const { cols } = this.view;
    const place = this.controls?.replay.place ?? 0;
    /** @type {api.ReviewPoint | undefined} */
    const point = points[place];
    this.chart?.show(place);
    const passed = missed.find((one) => one.move === point?.move)?.cells ?? [];
    const better = point?.best ? [point.best, ...passed] : passed;
    this.view.mark({
      last: point ? indexOf(point.cell, cols) : -1,
      wanted: new Set(better.map((cell) => indexOf(cell, cols))),
    });
    if (point) this.view.show(indexOf(point.cell, cols));
    const text = words.review;
    const title = point ? text.before(place + 1, points.length) : text.after(points.length);
    const chance = point?.win_probability ?? null;
    this.words.replaceChildren(
      h("p.small.soft.number", {}, chance === null ? title : `${title} · ${text.toWin(spellShare(chance, 0))}`),
      h("p", {}, point ? describePoint(point, this.view.mirror) : text.outcomes[outcome]),
    );
    if (this.branchButton) this.branchButton.disabled = !point;
  }

  /**
   * The guesses and mistakes.
   * @param {api.ReviewPoint[]} points
   */
  #notable(points) {
    const list = points.flatMap((point, place) => (isNotable(point) ? [{ point, place }] : []));
    if (!list.length) return h("p.soft", {}, words.review.none);
    const rows = list.map(({ point, place }) =>
      h(
        "li",
        {},
        h(
          `button.plain.moment.${dotKind(point)}`,
          { type: "button", onclick: () => this.controls?.go(place) },
          h("span.number", {}, String(place + 1)),
          h("span", {}, describePoint(point, this.view.mirror)),
        ),
      ),
    );
    return h("div.stack.tight", {}, h("h2.moments-title", {}, words.review.moments), h("ol.moments", {}, ...rows));
  }
}

/** @param {api.ReviewPoint} point */
const isNotable = (point) => point.verdict === "guess" || BAD.includes(point.verdict);

/** @param {api.ReviewPoint} point */
const dotKind = (point) => (BAD.includes(point.verdict) ? "bad" : point.verdict === "guess" ? "guess" : "certain");

/** @param {api.ReviewPoint[]} points @param {number} place */
function nextNotable(points, place) {
  let goal = place + 1;
  while (goal < points.length && !isNotable(points[goal])) goal++;
  return goal;
}
