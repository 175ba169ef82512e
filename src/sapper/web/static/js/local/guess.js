/**
 * The candidates for a guess: every number each may show, and which candidate is best. `sapper.explain.weigh`
 * explains the method; this is the same comparison by questions to the engine.
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

import { loadEngine, readWeights } from "./engine.js";
import { findForced } from "./forced.js";

const MOST_CANDIDATES = 8;
const MOST_FLOATING = 2; // cells beside no clue among them
const WORTH_A_LOOK = 0.85; // cells as safe as this share of the safest are candidates
const MOST_WORLDS = 1_000;
const MOST_NODES = 20_000;
const SEEDS_APART = 0x9e3779b97f4a7c15n;
const SAME = 1e-9; // safeties that differ by less are called equal
const MINE = -4;

/**
 * @param {any} analysis  of a board on which nothing is safe
 * @param {number} rollouts  for every number
 * @returns {Promise<Report>}
 */
export async function explainGuess(analysis, rollouts) {
  const engine = await loadEngine();
  const searched = await analysis.ask("search_board", [MOST_WORLDS, MOST_NODES]);
  const best = await engine.guess(analysis, {});
  /** @type {Candidate[]} */
  const weighed = [];
  for (const cell of await listCandidates(analysis, best))
    weighed.push(await weigh(analysis, cell, searched, rollouts));
  const others = weighed.slice(1).sort((one, other) => other.safety - one.safety || one.cell - other.cell);
  const forced = await findForced(analysis);
  const known = analysis.board.mines !== null;
  const win = searched === null ? null : await readWeights(searched, searched.best, known);
  return { best, candidates: [weighed[0], ...others], forced, win, ...findRival(weighed[0], others) };
}

/**
 * The best cell and the safest others: one of each group, and few cells beside no clue.
 * @param {any} analysis @param {number} best
 */
async function listCandidates(analysis, best) {
  const { shape } = analysis.board;
  const risk = analysis.mineProbability;
  // Fewer neighbours make a 0 likelier.
  const byNeighbours = (/** @type {number} */ one, /** @type {number} */ other) =>
    shape.neighbours(one).length - shape.neighbours(other).length || one - other;
  const least = 1 - risk.reduce((/** @type {number} */ low, /** @type {number} */ one) => (one < low ? one : low), 1);
  const groups = await analysis.groups();
  const { floating } = await analysis.hidden();
  const pool = groups.map((/** @type {{cells: number[]}} */ { cells }) => [...cells].sort(byNeighbours)[0]);
  pool.push(...[...floating].sort(byNeighbours).slice(0, MOST_FLOATING));
  const near = pool.filter((/** @type {number} */ cell) => cell !== best && 1 - risk[cell] >= WORTH_A_LOOK * least);
  near.sort((/** @type {number} */ one, /** @type {number} */ other) => risk[one] - risk[other] || one - other);
  return [best, ...near.slice(0, MOST_CANDIDATES - 1)];
}

/**
 * @param {any} analysis @param {number} cell @param {any} searched @param {number} rollouts
 * @returns {Promise<Candidate>}
 */
async function weigh(analysis, cell, searched, rollouts) {
  const engine = await loadEngine();
  const { board } = analysis;
  const { mine, numbers: chances } = await analysis.outcomes(cell);
  const children = [];
  /** @type {Prospect[]} */
  const numbers = [];
  for (const [number, chance] of chances.entries()) {
    if (!(chance > 0)) continue;
    const child = await engine.analyze(board.replace([[cell, number]]));
    children.push(child);
    numbers.push(prospect(number, chance, child));
  }
  /** @type {WinValue | null} */
  let win = null;
  if (board.mines !== null && searched !== null) win = await searchChildren(children, searched.total, cell);
  else if (board.mines !== null && rollouts >= 2) win = await playOut(numbers, children, cell, rollouts);
  const progress = numbers.reduce((sum, one) => sum + (one.safe || one.wins ? one.probability : 0), 0);
  const safety = 1 - mine;
  const areas = await countAreas(analysis, cell);
  return { cell, safety, progress: Math.min(progress, safety), numbers, areas, win };
}

/** @param {number} number @param {number} probability @param {any} child @returns {Prospect} */
function prospect(number, probability, child) {
  const known = child.board.cellsWhere((/** @type {number} */ view) => view === MINE).length;
  const count = (/** @type {(risk: number) => boolean} */ which) => child.cellsWith(which).length;
  const hidden = count((risk) => !Number.isNaN(risk)) - known;
  const mines = count((risk) => risk === 1) - known;
  return { number, probability, safe: count((risk) => risk === 0), mines, wins: mines === hidden };
}

/**
 * Components that have an open cell beside this one, its own included.
 * @param {any} analysis @param {number} cell
 */
async function countAreas(analysis, cell) {
  const near = new Set([cell, ...analysis.board.shape.neighbours(cell)]);
  const components = await analysis.components();
  return components.filter((/** @type {{cells: number[]}} */ { cells }) => cells.some((one) => near.has(one))).length;
}

/**
 * The sum of the worlds won after each number; null if a board has too many worlds.
 * @param {any[]} children @param {number} total @param {number} cell
 */
async function searchChildren(children, total, cell) {
  let [low, high] = [0, 0];
  for (const child of children) {
    const found = await child.ask("search_board", [MOST_WORLDS, MOST_NODES]);
    if (found === null) return null;
    low += found.low;
    high += found.high;
  }
  return readWeights({ low, high, total }, [cell], true);
}

/**
 * The mean share of playouts won, weighted over the numbers.
 * @param {Prospect[]} numbers @param {any[]} children @param {number} cell @param {number} rollouts
 * @returns {Promise<WinValue>}
 */
async function playOut(numbers, children, cell, rollouts) {
  const engine = await loadEngine();
  let [mean, variance] = [0, 0];
  for (const [k, { number, probability, wins }] of numbers.entries()) {
    let [won, error] = [1, 0]; // of a board with nothing left to play
    if (!wins) {
      // Each number has a seed of its own: the same one would draw alike worlds, and variances would not add up.
      const seed = BigInt.asUintN(64, BigInt(number) * SEEDS_APART);
      const { board } = children[k];
      ({ mean: won, error } = await engine.call("estimate_win", [...board.args, false, rollouts, seed], board.shape));
    }
    mean += probability * won;
    variance += (probability * error) ** 2;
  }
  return { type: "estimate", probability: mean, error: Math.sqrt(variance), moves: [cell] };
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
