/**
 * Cruel games: the layout is one of the worlds that fit, and a reveal may replace it, so that only needless risks
 * lose. The rules are those of `sapper.game.cruel`:
 *
 * - If some cell is certainly safe, a reveal that may hit a mine hits one.
 * - If no cell is, a reveal of a cell with the least mine probability never hits a mine.
 * - Every other reveal has its honest chance.
 */

import { loadEngine } from "./engine.js";
import { hiddenBeside } from "./live.js";
import { isKind } from "./problem.js";

const VIEW = { HIDDEN: -1, FLAG: -2, QUESTION: -3, MINE: -4, VOID: -5 };
const NEAR = 1e-9; // probabilities that differ by less are compared as fractions
const CHEAP_INTEGERS = 4096; // cells; on larger boards fractions take seconds
const OPENING = ["zero", "drawn"];
const STATES = 1_000_000;

/**
 * Chooses the layout with which a move is answered; null: the present one stays.
 * @param {import("./live.js").LiveGame} live @param {string} kind @param {number} cell @param {number} seed
 * @returns {Promise<Uint8Array | null>}
 */
export async function settle(live, kind, cell, seed) {
  const cells = touched(live.game.board, kind, cell);
  if (!live.layout || live.over || !cells.length) return null;
  try {
    return await choose(live, cells, seed);
  } catch (error) {
    if (isKind(error, "limit")) return null; // a board too wide has its honest chance
    throw error;
  }
}

/**
 * The hidden cells that a move reveals, without what a zero opens.
 * @param {any} board @param {string} kind @param {number} cell @returns {number[]}
 */
function touched(board, kind, cell) {
  const view = board.views[cell];
  if (kind === "reveal") return view === VIEW.HIDDEN || view === VIEW.QUESTION ? [cell] : [];
  if (kind !== "chord" || view < 0) return [];
  const isFlag = (/** @type {number} */ near) => board.views[near] === VIEW.FLAG;
  return board.shape.neighbours(cell).filter(isFlag).length === view ? hiddenBeside(board, cell) : [];
}

/** @param {import("./live.js").LiveGame} live @param {number[]} cells @param {number} seed */
async function choose(live, cells, seed) {
  const start = promised(live);
  let { board } = live;
  if (start !== null) board = board.replace([[start, OPENING.includes(live.terms.first_click) ? 0 : VIEW.VOID]]);
  const analysis = await analyze(board);
  // The layout is drawn anew where the player has seen some of it.
  const drawn = live.seen ? await draw(analysis, seed) : null;
  const mined = drawn ?? live.layout.mined;
  const risky = cells.filter((cell) => cell !== start && analysis.mineProbability[cell] > 0);
  if (!risky.length || (await analysis.probabilityOf(allAre(risky, false))) === 0) return drawn; // all worlds agree
  const hits = risky.some((cell) => mined[cell]);
  if (analysis.safeCells.length || start !== null)
    return hits ? drawn : draw(await analyze(await mineOne(analysis, risky)), seed);
  if (!hits || !(await areBest(analysis, risky))) return drawn;
  // Out of play stands for a cell without a mine whose number is unknown.
  return draw(await analyze(board.replace(risky.map((cell) => [cell, VIEW.VOID]))), seed);
}

const analyze = async (/** @type {any} */ board) => (await loadEngine()).analyze(board, { maxStates: STATES });

/** @param {any} analysis @param {number} seed @returns {Promise<Uint8Array>} */
const draw = async (analysis, seed) => (await analysis.sample(1, { seed }))[0];

/** @param {number[]} cells @param {boolean} mine @returns {Record<number, boolean>} */
const allAre = (cells, mine) => Object.fromEntries(cells.map((cell) => [cell, mine]));

/**
 * The start cell, while it is hidden and the first-click rule promises that it is safe.
 * @param {import("./live.js").LiveGame} live @returns {number | null}
 */
function promised({ layout, terms, game }) {
  if (layout.start === null || terms.first_click === "none") return null;
  return game.board.views[layout.start] < 0 ? layout.start : null;
}

/**
 * Whether each of the cells has the least mine probability of all.
 * @param {any} analysis @param {number[]} cells
 */
async function areBest(analysis, cells) {
  const { mineProbability, safestCells, board } = analysis;
  const least = mineProbability[safestCells[0]];
  if (cells.some((cell) => mineProbability[cell] > least + NEAR)) return false;
  if (board.shape.count > CHEAP_INTEGERS) return true;
  // Equal fractions may differ in their last bits as numbers. Cells of a group are equal, and so are floating cells.
  const groups = (await analysis.groups()).map((/** @type {{cells: number[]}} */ group) => group.cells);
  groups.push((await analysis.hidden()).floating);
  /** @type {number[][]} */
  const near = groups.filter((/** @type {number[]} */ group) => mineProbability[group[0]] <= least + NEAR);
  if (near.length < 2) return true;
  const fractions = await Promise.all(near.map(([cell]) => analysis.mineFraction(cell)));
  const less = (/** @type {bigint[]} */ one, /** @type {bigint[]} */ other) => one[0] * other[1] < other[0] * one[1];
  const best = fractions.reduce((found, one) => (less(one, found) ? one : found));
  const good = new Set(near.flatMap((group, k) => (less(best, fractions[k]) ? [] : group)));
  return cells.every((cell) => good.has(cell));
}

/**
 * The board with what is known if one of the cells is a mine: the first that is one, and none before it.
 * @param {any} analysis @param {number[]} cells
 */
async function mineOne(analysis, cells) {
  const chances = [];
  for (const [number, cell] of cells.entries())
    chances.push(await analysis.probabilityOf({ ...allAre(cells.slice(0, number), false), [cell]: true }));
  let left = Math.random() * chances.reduce((sum, chance) => sum + chance, 0);
  let number = chances.findIndex((chance) => (left -= chance) < 0);
  if (number < 0) number = chances.findIndex((chance) => chance > 0);
  const safe = cells.slice(0, number).map((cell) => [cell, VIEW.VOID]);
  return analysis.board.replace([...safe, [cells[number], VIEW.MINE]]);
}
