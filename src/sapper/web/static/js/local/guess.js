/**
 * The report of a guess: its candidates as the engine weighs them, guesses that cannot be avoided, and what is to be
 * said of them, as in `sapper.explain.guess`.
 *
 * @typedef {{type: "exact", wins: number, total: number, probability: number, moves: number[]}
 *   | {type: "bound", low: number, high: number, moves: number[]}
 *   | {type: "estimate", probability: number, error: number, moves: number[]}} WinValue
 * @typedef {{number: number, probability: number, safe: number, mines: number, wins: boolean}} Prospect
 * @typedef {{cell: number, safety: number, progress: number, numbers: Prospect[], areas: number,
 *   win: WinValue | null}} Candidate
 * @typedef {import("../words/catalogue.js").Said} Said
 * @typedef {{best: number, candidates: Candidate[], win: WinValue | null, said: Said}} Report  the best candidate
 *   first, then the safer first
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
  return { best, candidates, win, said: { say: "sentences", parts: tellGuess(candidates, forced, win) } };
}

/**
 * Risk and effect of the best cell, and the reasons against the others.
 * @param {Candidate[]} candidates @param {import("./forced.js").Forced[]} forced @param {WinValue | null} win
 * @returns {Said[]}
 */
function tellGuess([best, ...others], forced, win) {
  const own = forced.find(({ cells }) => cells.includes(best.cell));
  const elsewhere = forced.filter((guess) => guess !== own && !guess.escapes.length);
  return [
    { say: "guess.reveal", cell: best.cell, safety: best.safety },
    tellProgress(best),
    ...(own ? [own.said] : []),
    ...(own && !own.escapes.length ? [{ say: "guess.now" }] : []),
    ...(best.areas > 1 ? [{ say: "guess.areas", areas: best.areas }] : []),
    ...tellWorth(best, others, win),
    ...tellRival(best, others),
    ...elsewhere.map(({ cells }) => ({ say: "guess.elsewhere", cells })),
  ];
}

/** @param {Candidate} best @returns {Said} */
function tellProgress({ progress, numbers }) {
  if (progress === 0) return { say: numbers.length === 1 ? "guess.one-number" : "guess.no-progress" };
  const helpful = numbers.filter(({ safe, wins }) => safe || wins).map(({ number }) => number);
  if (helpful.length === numbers.length) return { say: "guess.any-number" };
  return { say: "guess.numbers", chance: progress, numbers: helpful };
}

/** @param {Candidate} best @param {Candidate[]} others @param {WinValue | null} win @returns {Said[]} */
function tellWorth({ win: own }, others, win) {
  if (own === null) return [];
  if (own.type === "bound") return [{ say: "guess.bound", low: own.low, high: own.high }];
  if (own.type === "estimate") return [{ say: "guess.estimate", chance: own.probability, error: own.error }];
  const { wins, total } = own;
  const most = win?.type === "exact" && win.wins === wins;
  /** @type {Said} */
  const said = { say: "guess.exact", wins, total, most, other: null };
  for (const { cell, win: worse } of others)
    if (worse?.type === "exact" && worse.wins < wins) return [{ ...said, other: cell, fewer: worse.wins }];
  return [said];
}

/** @param {Candidate} best @param {Candidate[]} others @returns {Said[]} */
function tellRival(best, others) {
  const { rival, against } = findRival(best, others);
  if (!rival) return others.length ? [{ say: "guess.safest" }] : [];
  const { cell, safety, progress, numbers } = rival;
  return [{ say: "guess.rival", cell, safety, progress, number: numbers[0].number, against, best: best.cell }];
}

/**
 * The candidate that seems better than the best one, and what speaks against it.
 * @param {Candidate} best @param {Candidate[]} others @returns {{rival: Candidate | null, against: string}}
 */
function findRival(best, others) {
  const first = others.find((other) => other.safety > best.safety + SAME);
  if (!first) {
    const equal = others.find((one) => one.safety >= best.safety - SAME && one.progress < best.progress);
    if (!equal) return { rival: null, against: "strategy" };
    return { rival: equal, against: equal.progress === 0 ? "equal_none" : "equal_less" };
  }
  if (first.numbers.length === 1) return { rival: first, against: "one_number" };
  if (first.progress === 0) return { rival: first, against: "none" };
  if (first.progress < best.progress) return { rival: first, against: "less" };
  const loses = first.win?.type === "exact" && best.win?.type === "exact" && first.win.wins < best.win.wins;
  return { rival: first, against: loses ? "wins" : "strategy" };
}
