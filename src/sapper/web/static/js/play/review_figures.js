/** The figures of a review: win probability at the start, luck and skill, which add up to the outcome. */

import { h } from "../base/dom.js";
import { spellPoints } from "./review_words.js";
import { spellShare } from "../board/speech.js";
import { words } from "../words/words.js";

/**
 * @param {import("../base/api.js").Review} review
 * @returns {HTMLElement}
 */
export function reviewFigures(review) {
  const text = words.review;
  const figure = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ title) =>
    h("div", { title }, h("dt", {}, name), h("dd.number", {}, value));
  const { win_probability: start, luck, skill, guesses, odds, needless } = review;
  const list = h(
    "dl.figures",
    {},
    figure(text.atStart, start === null ? "…" : spellShare(start, 0), text.atStartTitle),
    figure(text.luck, spellPoints(luck), text.luckTitle),
    figure(text.skill, spellPoints(skill), text.skillTitle),
    figure(text.guesses, String(guesses), text.guessesTitle),
    figure(text.odds, spellShare(odds, 0), text.oddsTitle),
    figure(text.needlessCount, String(needless.length), text.needlessTitle),
  );
  if (review.complete) return list;
  const fill = h("div");
  fill.style.width = `${review.progress * 100}%`;
  return h(
    "div.stack.tight",
    {},
    list,
    h("p.small.soft", {}, text.computing(spellShare(review.progress, 0))),
    h("div.progress", { "aria-hidden": "true" }, fill),
  );
}
