/** Ranked games: the server refuses help until the end of a game, unless the player gives up that it is ranked. */

import * as api from "../base/api.js";
import { note } from "../base/dom.js";
import { words } from "../words/words.js";

/**
 * Whether help is off in a game. A game that had help already has nothing to lose.
 * @param {import("./game.js").Game} game
 */
export const isHelpOff = (game) => game.view.origin === "ranked" && !game.over && !game.view.helped;

/**
 * Allows help in this game, which counts as helped from then on.
 * @param {import("./game.js").Game} game
 */
export async function allowHelp(game) {
  await api.unrank(game.id).catch((error) => note(error.message, { bad: true }));
  await game.refresh();
}

/**
 * Whether help is off in a game; says so if it is.
 * @param {import("./game.js").Game | null} game
 */
export function refusesHelp(game) {
  const off = game !== null && isHelpOff(game);
  if (off) note(words.helper.rankedOff);
  return off;
}
