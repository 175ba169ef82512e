/** The game that was open last in this browser: the bare address opens it again while it is not over. */

import * as api from "./api.js";
import { Game } from "./game.js";

const PLACE = "sapper.game";

/** @returns {string | null} */
export function lastGameId() {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null; // No storage: every visit is the first.
  }
}

/** @returns {Promise<Game | null>} */
export async function openLastGame() {
  const id = lastGameId();
  if (!id) return null;
  try {
    const view = await api.getGame(id);
    return view.status === "playing" || view.status === "ready" ? new Game(view) : null;
  } catch (error) {
    // A game that is gone is no loss, but a server that cannot be reached is.
    if (error instanceof api.ApiError && error.status === 0) throw error;
    return null;
  }
}

/** @param {string} id */
export function keepGame(id) {
  try {
    localStorage.setItem(PLACE, id);
  } catch {
    // Then the address alone remembers it.
  }
}
