/**
 * The report of a guess: its candidates as the engine weighs them, guesses that cannot be avoided, and the candidate
 * that seems better than the best one, as in `sapper.explain.guess`.
 *
 * @typedef {{type: "exact", wins: number, total: number, probability: number, moves: number[]}
 *   | {type: "bound", low: number, high: number, moves: number[]}
 *   | {type: "estimate", probability: number, error: number, moves: number[]}} WinValue
 * @typedef {{number: number, probability: number, safe: number, mines: number, wins: boolean}} Prospect
 * @typedef {{cell: number, safety: number, progress: number, numbers: Prospect[], areas: number,
 *   win: WinValue | null}} Candidate
 * @typedef {"equalNone" | "equalLess" | "nothing" | "none" | "less" | "wins" | "strategy"} Against
 * @typedef {{best: number, candidates: Candidate[], forced: import("./forced.js").Forced[], win: WinValue | null,
 *   rival: Candidate | null, against: Against}} Report  the best candidate first, then the safer first
 */

import { loadEngine } from "./engine.js";
import { findForced } from "./forced.js";

const SAME = 1e-9; // safeties that differ by less are called equal

/**
 * @param {any} analysis  of a board on which nothing is safe
 * @param {number} rollouts  for every number
 * @returns {Promise<Report>}
 */
export async function explainGuess(analysis, rollouts) {
  const { best, candidates, win } = await (await loadEngine()).explainGuess(analysis.board, { rollouts });
  const forced = await findForced(analysis);
  return { best, candidates, forced, win, ...findRival(candidates[0], candidates.slice(1)) };
}

/**
 * The candidate that seems better than the best one, and what speaks against it.
 * @param {Candidate} best @param {Candidate[]} others @returns {{rival: Candidate | null, against: Against}}
 */
function findRival(best, others) {
  const first = others.find((other) => other.safety > best.safety + SAME);
  if (!first) {
    const equal = others.find((one) => one.safety >= best.safety - SAME && one.progress < best.progress);
    if (!equal) return { rival: null, against: "strategy" };
    return { rival: equal, against: equal.progress === 0 ? "equalNone" : "equalLess" };
  }
  if (first.numbers.length === 1) return { rival: first, against: "nothing" };
  if (first.progress === 0) return { rival: first, against: "none" };
  if (first.progress < best.progress) return { rival: first, against: "less" };
  const loses = first.win?.type === "exact" && best.win?.type === "exact" && first.win.wins < best.win.wins;
  return { rival: first, against: loses ? "wins" : "strategy" };
}
