/** Ranked games: help is off until the end of a game, unless the player allows it in one game. */

import { note } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { words } from "../words/words.js";

let allowed = "";

/**
 * Whether help is off in a game. A game that had help already has nothing to lose.
 * @param {import("./game.js").Game} game
 */
export const isHelpOff = (game) =>
  settings.value.ranked && !game.over && !game.view.helped && game.id !== allowed;

/**
 * Allows help in this game.
 * @param {import("./game.js").Game} game
 */
export function allowHelp(game) {
  allowed = game.id;
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
