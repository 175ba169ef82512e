/** Classes of hidden cells, as the strategy `superloc` sees them: those of `sapper.play.classes`. */

import { loadEngine } from "./engine.js";

const SAME = 1e-12; // values of a game tree closer than this are equal

/** @typedef {{best: number[], good: number[], similar: number[], dead: number[]}} Classes */

/** @param {any} analysis @returns {Promise<Classes>} */
export async function classify(analysis) {
  const { board, mineProbability: risk } = analysis;
  if (!analysis.cellsWith((/** @type {number} */ one) => one < 1).length)
    return { best: [], good: [], similar: [], dead: [] };
  const choice = await (await loadEngine()).choose(board, { strategy: "superloc" });
  const wins = choice.candidates.find((/** @type {any} */ one) => one.cell === choice.cell)?.gameTree ?? null;
  const compared = choice.candidates
    .filter((/** @type {any} */ one) => one.cell !== choice.cell)
    .filter((/** @type {any} */ one) => wins === null || (one.gameTree !== null && one.gameTree >= wins - SAME))
    .map((/** @type {any} */ one) => one.cell);
  const dead = new Set(await analysis.deadCells());
  const alive = compared.filter((/** @type {number} */ cell) => !dead.has(cell));
  const good = alive.length ? alive : compared;
  const taken = new Set([choice.cell, ...good]);
  const { frontier } = await analysis.hidden();
  const clues = (/** @type {number} */ cell) =>
    board.shape.neighbours(cell).filter((/** @type {number} */ near) => board.views[near] >= 0).length;
  const similar = frontier.filter(
    (/** @type {number} */ cell) =>
      risk[cell] > 0 && risk[cell] < 1 && clues(cell) === 1 && !taken.has(cell) && !dead.has(cell),
  );
  const rising = (/** @type {number[]} */ cells) => [...cells].sort((one, other) => one - other);
  return {
    best: [choice.cell],
    good: rising(good),
    similar: rising(similar),
    dead: rising([...dead].filter((cell) => !taken.has(cell))),
  };
}
