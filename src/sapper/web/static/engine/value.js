/**
 * The win probability of a board under optimal play, and the moves that reach it.
 *
 * @typedef {{ type: "exact", wins: number, total: number, probability: number, moves: number[] }} Exact  proved
 * @typedef {{ type: "bound", low: number, high: number, moves: number[] }} Bound  between two proved numbers
 * @typedef {{ type: "estimate", probability: number, error: number, moves: number[] }} Estimate  measured
 * @typedef {Exact | Bound | Estimate} WinValue
 */

import { seedNumber, wholeNumber } from "./level.js";

const ROUNDING = 1e-12; // relative; of sums of weights that are no whole numbers
const MOST = 2 ** 32 - 1;

/**
 * @param {import("./analysis.js").Analysis} analysis
 * @param {{ nodes?: number, worlds?: number, rollouts?: number, seed?: number | bigint, trustFlags?: boolean,
 *   signal?: AbortSignal }} options
 * @returns {Promise<WinValue>}
 */
export async function findValue(analysis, options) {
  const { nodes = 1_000_000, worlds = 20_000, rollouts = 1_000, seed = 0, trustFlags = false, signal } = options;
  const { board } = analysis;
  const limits = [Math.min(wholeNumber(worlds, "worlds"), MOST), wholeNumber(nodes, "nodes")];
  const games = Math.min(wholeNumber(rollouts, "rollouts"), MOST);
  const stream = seedNumber(seed);
  const known = board.mines !== null;
  if (!analysis.hasMove)
    return known
      ? { type: "exact", wins: 1, total: 1, probability: 1, moves: [] }
      : { type: "bound", low: 1, high: 1, moves: [] };
  const found = await analysis.ask("search_board", limits, { signal });
  if (found !== null) return readWeights(found.low, found.high, found.total, found.best, known);
  if (!known || games < 2) return boundOf(analysis, signal);
  const args = [...board.args, Boolean(trustFlags), games, stream];
  const { mean, error, move } = await analysis.engine.call("estimate_win", args, board.shape, signal);
  const safe = analysis.safeCells;
  return { type: "estimate", probability: mean, error, moves: safe.length > 0 ? safe : [move] };
}

/**
 * What a search proves: of `total` weight, the moves win at least `low`, and no move more than `high`. `counted` says
 * that weights are numbers of worlds.
 * @param {number} low @param {number} high @param {number} total @param {number[]} moves @param {boolean} counted
 * @returns {Exact | Bound}
 */
export function readWeights(low, high, total, moves, counted) {
  if (counted && low === high) return { type: "exact", wins: low, total, probability: low / total, moves };
  if (counted) return { type: "bound", low: roundedDown(low, total), high: -roundedDown(-high, total), moves };
  const [least, most] = [Math.max(low / total - ROUNDING, 0), Math.min(high / total + ROUNDING, 1)];
  return { type: "bound", low: least, high: most, moves };
}

/**
 * The largest number that is not above a quotient of whole numbers.
 * @param {number} a
 * @param {number} b
 */
function roundedDown(a, b) {
  const near = a / b;
  // The error of a quotient is the remainder of its product; whole numbers below 2^53 multiply exactly as bigints.
  const words = new BigInt64Array(1);
  const number = new Float64Array(words.buffer);
  number[0] = near;
  const [numerator, denominator] = fractionOf(near);
  if (numerator * BigInt(b) <= BigInt(a) * denominator) return near;
  words[0] += near > 0 ? -1n : 1n;
  return number[0];
}

/**
 * A number as a fraction.
 * @param {number} value
 * @returns {[bigint, bigint]}
 */
function fractionOf(value) {
  let denominator = 1n;
  while (!Number.isInteger(value)) {
    value *= 2;
    denominator *= 2n;
  }
  return [BigInt(value), denominator];
}

/**
 * Bounds for a board with too many worlds to list.
 * @param {import("./analysis.js").Analysis} analysis
 * @param {AbortSignal} [signal]
 * @returns {Promise<Bound>}
 */
async function boundOf(analysis, signal) {
  const safe = analysis.safeCells;
  if (safe.length > 0) return { type: "bound", low: 0, high: 1, moves: safe };
  const moves = analysis.safestCells;
  const won = await allMined(analysis, signal);
  const high = Math.min(1 - analysis.mineProbability[moves[0]] + won + ROUNDING, 1);
  return { type: "bound", low: won, high, moves };
}

/**
 * The probability that no hidden cell is safe; 0 when the number of mines says that one is.
 * @param {import("./analysis.js").Analysis} analysis
 * @param {AbortSignal} [signal]
 */
async function allMined(analysis, signal) {
  const { density } = analysis.board;
  const { frontier } = await analysis.hidden({ signal });
  if (density === null || frontier.some((cell) => analysis.mineProbability[cell] < 1)) return 0;
  return density ** analysis.cellsWith((probability) => probability < 1).length;
}
