/** Where the mines of a game are, and what the first-click rule promises: as `sapper.game.dealing` has it. */

import { words } from "../words/words.js";
import { loadEngine } from "./engine.js";
import { isKind, refuse } from "./problem.js";

// The uniform maker first; repair finds layouts with many mines. The attempts are counted, so that a seed gives the
// same layout on every machine; the time limit only ends a search that takes too long.
const MAKERS = [["uniform", 2_000], ["repair", 1_000]];
const MOST_SECONDS = 10;
const VOID = -5;
const OPENING = ["zero", "drawn"];

/**
 * Refuses terms for which no layout can be dealt.
 * @param {import("./live.js").Terms} terms @param {any} level
 */
export async function checkTerms(terms, level) {
  if (level.mines >= level.shape.count) throw refuse("input", words.local.noFreeCell(String(level)));
  if (terms.no_guess && terms.first_click === "none") throw refuse("input", words.local.noGuessNeedsStart);
  // A zero in the middle needs the most cells: mines that fit then fit with any start.
  const start = terms.start ?? level.shape.roomiest(true);
  // The engine says what is wrong; a board with room for all mines needs no question.
  if (level.mines + 1 + level.shape.neighbours(start).length <= level.shape.count) return;
  await (await loadEngine()).layout(level, { seed: terms.seed, start, firstClick: terms.first_click });
}

/**
 * The layout of a game whose first reveal is this cell.
 * @param {import("./live.js").Terms} terms @param {any} level @param {number} cell @returns {Promise<any>}
 */
export async function deal(terms, level, cell) {
  const engine = await loadEngine();
  const asked = { seed: terms.seed, start: terms.start ?? cell, firstClick: terms.first_click };
  if (!terms.no_guess) return engine.layout(level, asked);
  for (const [maker, attempts] of MAKERS) {
    try {
      return await engine.noGuess(level, { ...asked, maker, attempts, seconds: MOST_SECONDS });
    } catch (error) {
      if (!isKind(error, "guess")) throw error;
    }
  }
  throw refuse("limit", words.local.noGuessNotFound(String(level)));
}

/**
 * A random world of a position as a layout.
 * @param {any} board @param {number} seed @returns {Promise<Uint8Array>}
 */
export async function dealPosition(board, seed) {
  if (board.mines === null) throw refuse("input", words.local.needsMines);
  if (board.cellsWhere((/** @type {number} */ view) => view === VOID).length)
    throw refuse("input", words.local.outOfPlay);
  if (board.cellsWhere((/** @type {number} */ view) => view < 0).length <= board.mines)
    throw refuse("input", words.local.nothingLeft);
  const analysis = await (await loadEngine()).analyze(board, { maxStates: 1_000_000 });
  return (await analysis.sample(1, { seed }))[0];
}

/**
 * What is promised about the next reveal of a game; null if nothing is.
 * @param {import("./live.js").LiveGame} live @returns {import("./insight.js").Promised | null}
 */
export function findPromise({ terms, layout, level, moves }) {
  const begun = terms.position || moves.some(({ kind }) => kind === "reveal" || kind === "chord");
  if (begun || terms.first_click === "none") return null;
  const opens = OPENING.includes(terms.first_click);
  const start = layout ? layout.start : terms.start;
  if (start !== null) return { cell: start, only: true, opens };
  return layout ? null : { cell: level.defaultStart(terms.first_click), only: false, opens };
}
