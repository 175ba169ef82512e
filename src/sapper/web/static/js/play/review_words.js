/** The sentences of a review: the verdict on the game, and what each move was worth. */

import { spellShare } from "../board/speech.js";
import { words } from "../words/words.js";

/** A loss of win probability below this is within the error of the estimates. */
const SLIGHT = 0.02;

/**
 * @typedef {import("../base/api.js").Review} Review
 * @typedef {import("../base/api.js").ReviewPoint} ReviewPoint
 */

/**
 * The verdict in a sentence or two. It grows while the review is computed.
 * @param {Review} review
 */
export function verdictOf(review) {
  const { points, needless, guesses, odds, outcome, skill, complete } = review;
  const text = words.review;
  const mistakes = points.filter(({ verdict }) => verdict === "mistake").length;
  if (needless.length || mistakes) {
    const faults = needless.length + mistakes;
    const cost = skill !== null && skill < 0 ? ` ${text.cost(spellShare(-skill, 0), faults)}` : "";
    return text.faults(needless.length, mistakes) + cost;
  }
  if (!guesses) return text.flawless;
  const luck = complete && outcome === "lost" && (skill ?? 0) > -SLIGHT ? ` ${text.badLuck}` : "";
  return text.onlyGuesses(guesses, spellShare(odds, 0)) + luck;
}

/**
 * What a move was worth, and a better one.
 * @param {ReviewPoint} point
 * @param {import("../board/mirror.js").Mirror} mirror
 */
export function describePoint({ verdict, safety, lost, best }, mirror) {
  const text = words.review;
  const better = (/** @type {string} */ gain) => (best ? ` ${text.better(mirror.spell(best), gain)}` : "");
  if (verdict === "start") return text.start;
  if (verdict === "certain") return text.certain;
  if (verdict === "mine") return text.mine + better(text.safe);
  if (verdict === "needless") return text.needless(spellShare(1 - safety, 0)) + better(text.safe);
  const guess = text.guess(spellShare(safety, 0));
  if (verdict === "mistake") return guess + better(spellPoints(lost));
  return lost === null ? guess : `${guess} ${text.noBetter}`;
}

/**
 * A signed number of percentage points.
 * @param {number | null} share
 */
export function spellPoints(share) {
  if (share === null) return "…";
  const whole = Math.round(share * 100);
  return `${whole > 0 ? "+" : whole < 0 ? "−" : ""}${Math.abs(whole)}\u00a0%`;
}
