/**
 * Candidates for a guess: how safe each is, what it may show, what follows, and how often it wins. The same
 * candidates and numbers as `explain_guess` and `best_move` of the Python package, as data.
 *
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./value.js").WinValue} WinValue
 * @typedef {{ number: number, probability: number, safe: number, mines: number, wins: boolean }} Prospect
 *   a number that a candidate may show: its chance, cells certain afterwards, and whether it wins at once
 * @typedef {{ cell: number, safety: number, progress: number, numbers: Prospect[], areas: number,
 *   win: WinValue | null }} Candidate
 * @typedef {{ analysis: Analysis, searched: any, rollouts: number, seed: bigint, signal?: AbortSignal }} Guess
 */

import { InputError } from "./errors.js";
import { findValue, readWeights } from "./value.js";

const MOST_CANDIDATES = 8;
const MOST_FLOATING = 2; // cells beside no clue among them
const WORTH_A_LOOK = 0.85; // cells as safe as this share of the safest are candidates
const MOST_WORLDS = 1_000; // boards with more are not searched
const MOST_NODES = 20_000; // sets of worlds that each search may look into
const MOST_CELLS = 2_500; // on larger boards `best` plays games out for seconds or minutes
const SEEDS_APART = 0x9e3779b97f4a7c15n; // between the seeds of numbers
const NUMBERS = 9; // that a cell may show

/**
 * The best cell of a board on which nothing is safe, and what a search of all worlds says, where there are few.
 * @param {Analysis} analysis @param {AbortSignal} [signal]
 */
async function findBest(analysis, signal) {
  const searched = await analysis.ask("search_board", [MOST_WORLDS, MOST_NODES], { signal });
  const proved = searched === null ? [] : searched.best;
  const move = proved[0] ?? analysis.safestCells[0];
  const { trusted, engine } = analysis;
  if (trusted.mines === null) return { searched, best: move };
  const strategy = trusted.shape.count <= MOST_CELLS ? "best" : "lookahead";
  try {
    const { cell } = await engine.choose(trusted, { strategy, candidates: false, signal });
    return { searched, best: proved.length === 0 || proved.includes(cell) ? cell : move };
  } catch (error) {
    if (/** @type {any} */ (error).name === "LimitError") return { searched, best: move }; // too large to be played
    throw error;
  }
}

/** @param {Analysis} analysis @param {AbortSignal} [signal] @returns {Promise<number>} */
export async function chooseGuess(analysis, signal) {
  return (await findBest(analysis, signal)).best;
}

/**
 * The candidates of a guess, the best one first, then the safer ones first.
 * @param {Analysis} analysis
 * @param {{ rollouts: number, seed: bigint, chosen?: number | null, signal?: AbortSignal }} options
 *   chosen: the cell to put first in place of the best one known
 * @returns {Promise<{ best: number, candidates: Candidate[], win: WinValue | null }>}
 */
export async function weighGuess(analysis, { rollouts, seed, chosen = null, signal }) {
  const { shape } = analysis.board;
  const [safe] = analysis.safeCells;
  if (safe !== undefined) throw new InputError(`nothing has to be guessed: ${shape.name(safe)} is safe`, safe);
  if (!analysis.hasMove) throw new InputError("nothing is left to be guessed: every safe cell is revealed");
  const { searched, best } = await findBest(analysis, signal);
  const first = chosen ?? best;
  const guess = { analysis, searched, rollouts, seed, signal };
  const candidates = [];
  for (const cell of await listCandidates(analysis, first, signal)) candidates.push(await weigh(guess, cell));
  const others = candidates.slice(1).sort((one, other) => other.safety - one.safety || one.cell - other.cell);
  const known = analysis.board.mines !== null;
  const win = searched && readWeights(searched.low, searched.high, searched.total, searched.best, known);
  return { best: first, candidates: [candidates[0], ...others], win };
}

/**
 * The effect of revealing each of the first cells, for cells that are no guess; no chances to win.
 * @param {Analysis} analysis @param {number[]} cells @param {AbortSignal} [signal]
 */
async function weighCells(analysis, cells, signal) {
  const guess = { analysis, searched: null, rollouts: 0, seed: 0n, signal };
  const candidates = [];
  for (const cell of cells.slice(0, MOST_CANDIDATES)) candidates.push(await weigh(guess, cell));
  return candidates;
}

/**
 * The best move on a board: the easiest safe cell with its proof, or a guess.
 * @param {Analysis} analysis
 * @param {{ strategy: string, rollouts: number | null, seed: bigint, signal?: AbortSignal }} options
 */
export async function findMove(analysis, { strategy, rollouts, seed, signal }) {
  const games = rollouts ?? (analysis.board.shape.count <= MOST_CELLS ? 100 : 0);
  if (!analysis.hasMove) throw new InputError("there is no move: every safe cell is revealed");
  const { trusted, engine, safeCells } = analysis;
  if (safeCells.length > 0) {
    const [cell] = await analysis.easiestSafe({ signal });
    const proof = await analysis.explain(cell, { easiest: true, signal });
    const win = await engine.winValue(trusted, { rollouts: games * NUMBERS, seed, signal });
    const candidates = await weighCells(analysis, [cell, ...safeCells.filter((one) => one !== cell)], signal);
    return { cell, safety: 1, win, proof, rule: "certain", candidates };
  }
  let chosen = null, rule = null;
  if (strategy !== "best") {
    const choice = await engine.choose(trusted, { strategy, seed, candidates: false, signal });
    [chosen, rule] = [choice.cell, choice.rule];
  }
  const { candidates } = await weighGuess(analysis, { rollouts: games, seed, chosen, signal });
  const [{ cell, safety, win }] = candidates;
  const known = win ?? (await boundOf(analysis, candidates[0], signal));
  return { cell, safety, win: known, proof: null, rule, candidates };
}

/**
 * What is proved about a guess that was neither searched nor played out.
 * @param {Analysis} analysis @param {Candidate} one @param {AbortSignal} [signal] @returns {Promise<WinValue>}
 */
async function boundOf(analysis, one, signal) {
  const value = await findValue(await analysis.engine.analyze(analysis.trusted, { signal }), { rollouts: 0, signal });
  const isBest = value.moves.includes(one.cell);
  if (isBest && value.type !== "bound") return value;
  const [low, high] = value.type === "bound" ? [value.low, value.high] : [0, 1];
  return { type: "bound", low: isBest ? low : 0, high: Math.max(low, Math.min(high, one.safety)), moves: [one.cell] };
}

/**
 * The best cell and the safest others: one of each group, and few cells beside no clue.
 * @param {Analysis} analysis @param {number} best @param {AbortSignal} [signal]
 */
async function listCandidates(analysis, best, signal) {
  const { shape } = analysis.board;
  const risk = analysis.mineProbability;
  const { first } = shape.graph;
  const neighbours = (/** @type {number} */ cell) => first[cell + 1] - first[cell];
  // Fewer neighbours make a 0 likelier.
  const order = (/** @type {number} */ one, /** @type {number} */ other) =>
    neighbours(one) - neighbours(other) || one - other;
  const groups = await analysis.groups({ signal });
  const { floating } = await analysis.hidden({ signal });
  const pool = [
    ...groups.map((group) => [...group.cells].sort(order)[0]),
    ...[...floating].sort(order).slice(0, MOST_FLOATING),
  ];
  const least = 1 - risk.reduce((low, one) => (one < low ? one : low), 1);
  const near = pool.filter((cell) => cell !== best && 1 - risk[cell] >= WORTH_A_LOOK * least);
  near.sort((one, other) => risk[one] - risk[other] || one - other);
  return [best, ...near.slice(0, MOST_CANDIDATES - 1)];
}

/**
 * One candidate: analyses the board of each number it may show, then searches it or plays it out.
 * @param {Guess} guess @param {number} cell @returns {Promise<Candidate>}
 */
async function weigh(guess, cell) {
  const { analysis, searched, rollouts, signal } = guess;
  const { engine, trusted } = analysis;
  const { mine, numbers: chances } = await analysis.outcomes(cell, { signal });
  const shown = Array.from(chances, (chance, number) => ({ number, chance })).filter(({ chance }) => chance > 0);
  /** @type {Analysis[]} */
  const children = [];
  for (const { number } of shown) children.push(await engine.analyze(trusted.replace([[cell, number]]), { signal }));
  const numbers = shown.map(({ number, chance }, k) => prospect(number, chance, children[k]));
  let win = null;
  if (trusted.mines !== null && searched !== null) win = await searchChildren(children, searched.total, cell, signal);
  else if (trusted.mines !== null && rollouts >= 2) win = await playOut(guess, numbers, children, cell);
  const progress = numbers.reduce((sum, one) => sum + (one.safe > 0 || one.wins ? one.probability : 0), 0);
  const areas = await countAreas(analysis, cell, signal);
  return { cell, safety: 1 - mine, progress: Math.min(progress, 1 - mine), numbers, areas, win };
}

/** @param {number} number @param {number} probability @param {Analysis} child @returns {Prospect} */
function prospect(number, probability, child) {
  const known = child.board.cellsWhere((view) => view === -4).length;
  const hidden = child.cellsWith((risk) => !Number.isNaN(risk)).length - known;
  const mines = child.mineCells.length - known;
  return { number, probability, safe: child.safeCells.length, mines, wins: mines === hidden };
}

/**
 * The components that have an open cell beside this one, its own included.
 * @param {Analysis} analysis @param {number} cell @param {AbortSignal} [signal]
 */
async function countAreas(analysis, cell, signal) {
  const near = new Set([cell, ...analysis.board.shape.neighbours(cell)]);
  return (await analysis.components({ signal })).filter((part) => part.cells.some((one) => near.has(one))).length;
}

/**
 * The sum of the worlds won after each number, or null if a board has too many worlds.
 * @param {Analysis[]} children @param {number} total @param {number} cell @param {AbortSignal} [signal]
 */
async function searchChildren(children, total, cell, signal) {
  let low = 0, high = 0;
  for (const child of children) {
    const found = await child.ask("search_board", [MOST_WORLDS, MOST_NODES], { signal });
    if (found === null) return null;
    low += found.low;
    high += found.high;
  }
  return readWeights(low, high, total, [cell], true);
}

/**
 * The mean share of playouts won, weighted over the numbers.
 * @param {Guess} guess @param {Prospect[]} numbers @param {Analysis[]} children @param {number} cell
 * @returns {Promise<WinValue>}
 */
async function playOut(guess, numbers, children, cell) {
  let mean = 0, variance = 0;
  for (const [k, { number, probability, wins }] of numbers.entries()) {
    let won = 1, error = 0; // of a board with nothing left to play
    if (!wins) {
      // Each number has a seed of its own: the same one would draw alike worlds, and variances would not add up.
      const seed = BigInt.asUintN(64, guess.seed + BigInt(number) * SEEDS_APART);
      const { board, engine } = children[k];
      const args = [...board.args, false, guess.rollouts, seed];
      ({ mean: won, error } = await engine.call("estimate_win", args, board.shape, guess.signal));
    }
    mean += probability * won;
    variance += (probability * error) ** 2;
  }
  return { type: "estimate", probability: mean, error: Math.sqrt(variance), moves: [cell] };
}
