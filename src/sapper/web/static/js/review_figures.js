/** The figures above a review: the chance at the start, and luck and skill, which lead from there to the outcome. */

import { h } from "./dom.js";

/**
 * @param {import("./api.js").Review} review
 * @returns {HTMLElement}
 */
export function reviewFigures(review) {
  const figure = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ title) =>
    h("div", { title }, h("dt", {}, name), h("dd.number", {}, value));
  const { win_probability: start, luck, skill, guesses, odds, needless } = review;
  const list = h(
    "dl.figures",
    {},
    figure("At the start", start === null ? "…" : `${(start * 100).toFixed(0)}%`, "To win, after the first reveal"),
    figure("Luck", points(luck), "What fell out better or worse than its odds, in percentage points"),
    figure("Skill", points(skill), "0 for the best choices; below it, what others would have kept"),
    figure("Guesses", String(guesses), `All of them come out well with ${(odds * 100).toFixed(1)}%`),
    figure("Their odds", `${(odds * 100).toFixed(0)}%`, "The chance that every risk taken comes out well"),
    figure("Needless", String(needless.length), "Risks taken while a cell was safe"),
  );
  if (review.complete) return list;
  const fill = h("div");
  fill.style.width = `${review.progress * 100}%`;
  const words = `Finding the chances: ${(review.progress * 100).toFixed(0)}%`;
  return h(
    "div.stack.tight",
    {},
    list,
    h("p.small.soft", {}, words),
    h("div.progress", { "aria-hidden": "true" }, fill),
  );
}

/**
 * A signed number of percentage points.
 * @param {number | null} share
 */
function points(share) {
  if (share === null) return "…";
  const whole = Math.round(share * 100);
  return whole === 0 ? "0" : `${whole > 0 ? "+" : "−"}${Math.abs(whole)}`;
}
