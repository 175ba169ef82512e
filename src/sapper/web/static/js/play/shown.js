/** The analysis of what a board shows now: of its game, or of the replay in its place. */

import * as api from "../base/api.js";
import { isClue } from "../board/cells.js";
import { sizeOf } from "../board/shape.js";
import { isHelpOff } from "./ranked.js";

/**
 * @param {import("./game_board.js").GameBoard} shown
 * @param {api.Asked} asked
 * @returns {Promise<api.Analysis> | null}  null if there is nothing to analyse
 */
export function analyseShown({ game, replay }, asked) {
  if (!game) return null;
  if (!replay) return game.over || game.view.paused || isHelpOff(game) ? null : api.getAnalysis(game.id, asked);
  const board = replay.cells.join("");
  // A board with mines needs no analysis, and one without a clue would need the first-click rule.
  if (/[MXW]/.test(board) || !replay.cells.some(isClue)) return null;
  return api.analyze({ ...sizeOf(game.shape), mines: game.view.mines, board }, asked);
}
