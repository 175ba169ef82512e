/** The last game of this browser. The address / opens it again while it is not over. */

import * as api from "../base/api.js";
import { Game } from "./game.js";
import { loadText, saveText } from "../base/storage.js";

const PLACE = "sapper.game";

/** @returns {string | null} */
export const lastGameId = () => loadText(PLACE);

/** @returns {Promise<Game | null>} */
export async function openLastGame() {
  const id = lastGameId();
  if (!id) return null;
  try {
    const game = await Game.open(id);
    if (!game.over) return game;
    game.close();
    return null;
  } catch (error) {
    // A missing game is replaced by a new one; an unreachable server is reported.
    if (error instanceof api.ApiError && error.status === 0) throw error;
    return null;
  }
}

/** @param {string} id */
export const keepGame = (id) => saveText(PLACE, id);
