/**
 * The judgement of a replay: the chance of winning over time, every risk with its verdict, luck, skill and pluck.
 *
 * The server computes win probabilities one after another. The panel polls until the review is complete.
 */

import { Chart } from "../base/chart.js";
import { h } from "../base/dom.js";
import { spellNumber, spellShare } from "../board/speech.js";
import { reviewFigures } from "../play/review_figures.js";
import { describePoint, spellPoints, verdictOf } from "../play/review_words.js";
import { words } from "../words/words.js";

/**
 * @typedef {import("../base/api.js").Review} Review
 * @typedef {import("../base/api.js").ReviewPoint} ReviewPoint
 */

const POLL_MS = 700;
const text = words.replay;
/** @type {Record<string, string>} how the dot of a verdict looks */
const KINDS = { needless: "bad", mine: "bad", mistake: "bad", guess: "guess", certain: "certain", start: "certain" };

export class Judgement {
  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {import("../board/board_view.js").BoardView} view
   * @param {() => Promise<Review>} ask
   */
  constructor(timeline, view, ask) {
    this.timeline = timeline;
    this.view = view;
    this.ask = ask;
    /** @type {Review | null} */
    this.review = null;
    /** @type {Map<number, ReviewPoint>} by the number of the move */
    this.points = new Map();
    this.verdict = h("p.verdict-of-game", { role: "status" }, words.review.looking);
    this.chartPlace = h("div");
    this.told = h("div.thought", { "aria-live": "polite" });
    this.table = h("div");
    this.figures = h("div");
    this.element = h("div.stack", {}, this.verdict, this.chartPlace, this.told, this.table, this.figures);
    timeline.on("time", () => this.show());
    timeline.on("state", () => this.show());
    void this.#poll();
  }

  close() {
    clearTimeout(this.timer);
    this.closed = true;
  }

  /** Goes to the next move that was a risk. */
  nextRisk() {
    const later = [...this.points.values()].find((point) => point.safety < 1 && point.move > this.timeline.place);
    this.timeline.go(later ? later.move : this.timeline.times.length);
  }

  /** Describes the move that comes next or, while it plays, the one made last. */
  show() {
    if (!this.review) return;
    const { place, running, times } = this.timeline;
    const point = this.points.get(running ? place - 1 : place);
    const points = this.review.points;
    const next = points.findIndex(({ move }) => move >= place);
    this.chart?.show(next < 0 ? points.length : next);
    const past = next < 0 ? points : points.slice(0, next + 1);
    const known = past.filter((one) => one.win_probability !== null).pop();
    const missed = running ? [] : (this.review.missed.find((one) => one.move === point?.move)?.cells ?? []);
    const better = !running && point?.best ? [point.best, ...missed] : missed;
    const indexOf = (/** @type {import("../board/cells.js").Cell} */ cell) => cell[0] * this.view.cols + cell[1];
    this.view.mark({ last: point ? indexOf(point.cell) : -1, wanted: new Set(better.map(indexOf)) });
    const over = place === times.length;
    const outcome = words.review.outcomes[this.review.outcome];
    const chance = over ? "" : known ? words.review.toWin(spellShare(known.win_probability, 0)) : "";
    this.told.replaceChildren(
      h("p.small.soft.number", {}, [text.click(place, times.length), chance].filter(Boolean).join(" · ")),
      h("p", {}, point ? describePoint(point, this.view.mirror) : over ? outcome : "\u00a0"),
    );
  }

  async #poll() {
    try {
      this.review = await this.ask();
      if (this.closed) return;
      this.#fill(this.review);
      if (!this.review.complete) this.timer = window.setTimeout(() => void this.#poll(), POLL_MS);
    } catch (error) {
      if (!this.closed) this.verdict.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {Review} review */
  #fill(review) {
    const { times, end } = this.timeline;
    this.points = new Map(review.points.map((point) => [point.move, point]));
    const dots = review.points.map((point) => ({
      value: point.win_probability,
      kind: KINDS[point.verdict],
      text: describePoint(point, this.view.mirror),
      at: (times[point.move] ?? 0) / end,
    }));
    const last = { value: review.outcome === "won" ? 1 : 0, kind: "certain", text: "", at: 1 };
    this.chart = new Chart([...dots, last], (place) =>
      this.timeline.go(review.points[place]?.move ?? times.length),
    );
    this.chartPlace.replaceChildren(this.chart.element);
    const verdict = verdictOf(review);
    if (this.verdict.textContent !== verdict) this.verdict.textContent = verdict;
    this.table.replaceChildren(this.#risks(review.points));
    const figures = reviewFigures(review);
    (figures.matches("dl") ? figures : figures.querySelector("dl"))?.append(pluckOf(review));
    this.figures.replaceChildren(figures);
    this.show();
  }

  /** @param {ReviewPoint[]} points */
  #risks(points) {
    const risks = points.filter((point) => point.safety < 1);
    if (!risks.length) return h("p.soft", {}, words.review.none);
    const head = [text.time, text.cell, text.risk, text.judged, text.lost];
    const rows = risks.map((point) => {
      const name = point.verdict === "guess" && point.lost === null ? "forced" : point.verdict;
      const judged = text.verdicts[/** @type {keyof typeof text.verdicts} */ (name)];
      const time = `${spellNumber((this.timeline.times[point.move] ?? 0) / 1000, 2)} s`;
      const go = () => this.timeline.go(point.move);
      const jump = h("button.plain.small", { type: "button", onclick: go, title: text.goTo }, time);
      return h(
        `tr.${KINDS[point.verdict]}`,
        {},
        h("td", {}, jump),
        h("td", {}, this.view.mirror.spell(point.cell)),
        h("td.right.number", {}, spellShare(1 - point.safety, 0)),
        h("td", {}, judged),
        h("td.right.number", {}, point.lost === null ? "…" : spellPoints(-point.lost)),
      );
    });
    const right = [text.risk, text.lost];
    const titles = head.map((said) => {
      const title = said === text.lost ? text.lostTitle : null;
      return h(right.includes(said) ? "th.right" : "th", { scope: "col", title }, said);
    });
    const table = h("table.tight.risks", {}, h("thead", {}, h("tr", {}, ...titles)), h("tbody", {}, ...rows));
    return h("div.stack.tight", {}, h("h3", {}, text.risks), h("div.wide", { tabindex: 0 }, table));
  }
}

/** @param {Review} review */
function pluckOf({ odds, outcome }) {
  const value = outcome === "won" && odds > 0 ? spellNumber(-Math.log10(odds) || 0, 3) : "–";
  return h("div", { title: text.pluckTitle }, h("dt", {}, text.pluck), h("dd.number", {}, value));
}
