/** The figures above a review: win probability at the start, luck and skill, which add up to the outcome. */

import { h } from "../base/dom.js";
import { spellShare } from "../board/speech.js";

/**
 * @param {import("../base/api.js").Review} review
 * @returns {HTMLElement}
 */
export function reviewFigures(review) {
  const figure = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ title) =>
    h("div", { title }, h("dt", {}, name), h("dd.number", {}, value));
  const { win_probability: start, luck, skill, guesses, odds, needless } = review;
  const list = h(
    "dl.figures",
    {},
    figure("At the start", start === null ? "…" : spellShare(start, 0), "Win probability after the first reveal"),
    figure("Luck", points(luck), "Win probability gained or lost by chance, in percentage points"),
    figure("Skill", points(skill), "Win probability lost by choices, in percentage points; 0 for best play"),
    figure("Guesses", String(guesses), `All of them succeed with probability ${spellShare(odds)}`),
    figure("Their odds", spellShare(odds, 0), "The probability that every risk taken succeeds"),
    figure("Needless", String(needless.length), "Risks taken while a safe cell existed"),
  );
  if (review.complete) return list;
  const fill = h("div");
  fill.style.width = `${review.progress * 100}%`;
  const words = `Computing win probabilities: ${spellShare(review.progress, 0)}`;
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
