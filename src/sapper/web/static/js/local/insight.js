/**
 * The analysis of a board as the overlay shows it: mine probabilities, the best move, the win probability, classes of
 * cells. It is that of `sapper.web.insight`, computed by the engine of the page.
 *
 * @typedef {{cell: number, only: boolean, opens: boolean}} Promised  what the first-click rule says before the first
 *   reveal: a good first cell, whether it is the only promised one, and whether it shows a 0
 */

import { loadEngine } from "./engine.js";
import { placeOf, placesOf } from "./places.js";

const STATES = 1_000_000;
const WIN = { nodes: 20_000, worlds: 2_000 };
const ROLLOUTS = [[600, 100], [2_000, 20]]; // up to so many cells, so many games
const VOID = -5;

/** Up to so many cells, games for every candidate of a guess are quick. */
export const LARGEST_PLAYED_OUT = ROLLOUTS[0][0];

/** @param {any} board @returns {Promise<any>} */
export const analyze = async (board) => (await loadEngine()).analyze(board, { maxStates: STATES });

/**
 * The board with what is promised of its start cell.
 * @param {any} board @param {Promised} promise
 */
const known = (board, { cell, opens }) => board.replace([[cell, opens ? 0 : VOID]]);

/**
 * What can be computed quickly about the win probability.
 * @param {any} board @param {number} [rollouts] @returns {Promise<import("./guess.js").WinValue>}
 */
export async function findWin(board, rollouts) {
  const usual = ROLLOUTS.find(([most]) => board.shape.count <= most)?.[1] ?? 0;
  const games = rollouts === undefined || !usual ? usual : rollouts;
  return (await loadEngine()).winValue(board, { ...WIN, rollouts: games });
}

/** @param {import("./guess.js").WinValue} value @param {any} shape */
export function viewWin(value, shape) {
  const moves = placesOf(shape, value.moves);
  if (value.type === "exact") {
    const { probability } = value;
    return { kind: "exact", probability, low: probability, high: probability, moves };
  }
  if (value.type === "bound") return { kind: "bound", probability: null, low: value.low, high: value.high, moves };
  const { probability, error } = value;
  const [low, high] = [Math.max(probability - 2 * error, 0), Math.min(probability + 2 * error, 1)];
  return { kind: "estimate", probability, low, high, moves };
}

/**
 * The easiest safe cell, or the best guess; null when no move is left.
 * @param {any} analysis @returns {Promise<number | null>}
 */
export async function findMove(analysis) {
  if (analysis.safeCells.length) return (await analysis.easiestSafe())[0];
  if (!analysis.cellsWith((/** @type {number} */ risk) => risk < 1).length) return null;
  return (await loadEngine()).guess(analysis, {});
}

/**
 * @param {any} board
 * @param {{win?: boolean, classes?: boolean, best?: boolean, estimate?: boolean}} asked
 * @param {Promised | null} promise
 * @returns {Promise<import("../base/api.js").Analysis & {version: number | null}>}
 */
export async function viewAnalysis(board, asked, promise) {
  const { shape } = board;
  const analysis = await analyze(promise?.only ? known(board, promise) : board);
  const chances = Array.from(analysis.mineProbability, (chance) => (Number.isNaN(chance) ? null : chance));
  let safe = analysis.safeCells;
  if (promise) {
    const all = new Set([...safe, ...(promise.only ? [promise.cell] : chances.keys())]);
    safe = [...all].sort((one, other) => one - other);
    for (const cell of safe) chances[cell] = 0;
  }
  const best = !(asked.best || safe.length) ? null : promise ? promise.cell : await findMove(analysis);
  return {
    version: null,
    mine_probability: /** @type {(number | null)[]} */ (chances),
    safe: placesOf(shape, safe),
    mines: placesOf(shape, analysis.mineCells),
    worlds: String(await analysis.worlds()),
    first_click: promise ? (promise.only ? "start" : "any") : null,
    best: best === null ? null : placeOf(shape, best),
    win: asked.win ? await winOf(board, promise) : null,
    classes: asked.classes ? await classesOf(analysis, safe, promise) : null,
    estimate: asked.estimate ? await estimateOf(board) : null,
  };
}

/** @param {any} board @param {Promised | null} promise @returns {Promise<any>} */
async function winOf(board, promise) {
  if (!promise) return viewWin(await findWin(board), board.shape);
  // The number of a cell that is only promised to be safe is not known, and neither is the win probability.
  return promise.opens ? viewWin(await findWin(known(board, promise)), board.shape) : null;
}

/** @param {any} analysis @param {number[]} safe @param {Promised | null} promise @returns {Promise<any>} */
async function classesOf(analysis, safe, promise) {
  const { shape } = analysis.board;
  const { classify } = await import("./classes.js");
  const found = promise
    ? { best: [promise.cell], good: safe.filter((cell) => cell !== promise.cell), similar: [], dead: [] }
    : await classify(analysis);
  return Object.fromEntries(Object.entries(found).map(([name, cells]) => [name, placesOf(shape, cells)]));
}

/**
 * The risk as the strategy automine estimates it.
 * @param {any} board @returns {Promise<(number | null)[]>}
 */
async function estimateOf(board) {
  const risk = await (await loadEngine()).automineRisk(board);
  return Array.from(risk, (chance) => (Number.isNaN(chance) ? null : chance));
}
