/**
 * The game that a strategy plays on a layout, move by move.
 *
 * @typedef {{cell: number, kind: string, safety: number, words: string, candidates: any[], before: any,
 *   signsBefore: string, signs: string}} Step  `before`: the board of the engine
 */

import { loadEngine, readStrategy } from "./engine.js";
import { drawSigns } from "./live.js";

const START = "start";

/**
 * Yields the moves of a strategy after these cells are revealed, to the end.
 * @param {any} layout @param {number[]} opened @param {string} strategy
 * @param {boolean} weigh  whether candidates are wanted
 * @returns {AsyncGenerator<Step, {status: string, signs: string}>}
 */
export async function* walkGame(layout, opened, strategy, weigh) {
  const engine = await loadEngine();
  const { name, settings } = await readStrategy(strategy);
  const game = await engine.newGame(layout);
  for (const cell of opened) if (game.board.views[cell] < 0) await game.reveal(cell);
  const draw = () => drawSigns(game.board.views, game.status, layout.mined);
  let signs = draw();
  while (game.status === "playing") {
    const before = game.board;
    const first = game.clicks === 0;
    const move = first
      ? { cell: layout.start ?? 0, rule: START, words: "", safety: layout.start === null ? 1 - share(layout) : 1 }
      : await engine.call("choose_move", [...before.args, false, name, settings, 0n, weigh], before.shape);
    const signsBefore = signs;
    await game.reveal(move.cell);
    signs = draw();
    const { cell, safety, rule: kind, words } = move;
    yield { cell, kind, safety, words, candidates: move.candidates ?? [], before, signsBefore, signs };
  }
  return { status: game.status, signs };
}

/** @param {any} layout */
const share = (layout) => layout.mines.length / layout.shape.count;

/**
 * Row, column and character of every cell that changed.
 * @param {string} before @param {string} after @param {number} cols @returns {[number, number, string][]}
 */
export function differences(before, after, cols) {
  /** @type {[number, number, string][]} */
  const changed = [];
  for (let cell = 0; cell < after.length; cell++)
    if (before[cell] !== after[cell]) changed.push([Math.floor(cell / cols), cell % cols, after[cell]]);
  return changed;
}
