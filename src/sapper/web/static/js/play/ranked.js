/** Games that count: help is off in them until the end, unless the player agrees to what it costs. */

import * as api from "../base/api.js";
import { button, h, note, openDialog } from "../base/dom.js";
import { words } from "../words/words.js";

/** @typedef {import("./game.js").Game} Game */

const text = words.helper.off;
const COUNTED = ["ranked", "daily", "match"];

/**
 * Whether help is off in a game. A game that had help already has nothing to lose.
 * @param {Game} game
 */
export const isHelpOff = ({ over, view }) => COUNTED.includes(view.origin) && !over && !view.helped;

/**
 * Whether help is off in a game. Asks then whether to use it all the same, except in a match, where there is none.
 * @param {Game | null} game
 * @param {() => unknown} then  called when the player has agreed and help is on
 */
export function refusesHelp(game, then) {
  if (!game || !isHelpOff(game)) return false;
  const { origin } = game.view;
  if (origin === "match") note(text.match);
  else
    ask(text.ask, origin === "daily" ? text.daily : text.ranked, text.allow, async () => {
      try {
        await api.unrank(game.id);
        await game.refresh();
        then();
      } catch (error) {
        note(/** @type {Error} */ (error).message, { bad: true });
      }
    });
  return true;
}

/**
 * Pauses a game that is running; asks first where that costs the place in a table.
 * @param {Game} game
 */
export function pauseCounted(game) {
  const pause = () => void game.pause(true);
  if (isHelpOff(game) && game.view.timed) ask(text.askPause, text.pause, words.tools.paused, pause);
  else pause();
}

/**
 * Asks before something that cannot be taken back; the way back has the focus.
 * @param {string} question @param {string} cost @param {string} yes @param {() => unknown} then
 */
function ask(question, cost, yes, then) {
  const cancel = button({ text: text.cancel, kind: "main", onclick: () => dialog.close() });
  const agree = () => {
    dialog.close();
    then();
  };
  const dialog = openDialog(
    question,
    h("p", {}, cost),
    h("div.row", {}, cancel, button({ text: yes, onclick: agree })),
  );
  cancel.focus();
}
