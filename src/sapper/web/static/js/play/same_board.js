/** The board of another player's game, by a link with its token. */

import { ApiError } from "../base/api.js";
import { note } from "../base/dom.js";
import { Game } from "./game.js";
import { go } from "../base/router.js";
import { words } from "../words/words.js";

/**
 * Creates a game on the board of a token. While that game runs, its page is opened instead.
 * @param {string} token
 * @param {(game: Game) => void} bind
 */
export async function createSame(token, bind) {
  try {
    bind(await Game.create({ same_board_as: token }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    note(words.share.stillRuns);
    go(`/w/${token}`);
  }
}
