/**
 * What the helper is asked about: a game, which counts as helped then, or a position.
 *
 * @typedef {object} Subject
 * @property {(again: () => unknown) => Promise<boolean>} ready  resolves when the board is up to date; false if
 *   there is nothing to ask, or if the player has to agree first: `again` is called after that
 * @property {() => HTMLElement[]} refusal  says why there is nothing to ask
 * @property {(strength: number) => Promise<api.Hint>} hint
 * @property {() => Promise<api.Guesses>} guesses
 * @property {() => boolean} noGuess  whether the board is promised to need no guess
 */

import * as api from "../base/api.js";
import { button, h } from "../base/dom.js";
import { refusesHelp } from "./ranked.js";
import { words } from "../words/words.js";

const text = words.helper;

/**
 * @param {() => import("./game.js").Game | null} game
 * @param {() => void} review  opens the review
 * @returns {Subject}
 */
export function gameSubject(game, review) {
  /** @template T @param {(id: string) => Promise<T>} ask @returns {Promise<T>} */
  const asking = async (ask) => {
    const asked = /** @type {import("./game.js").Game} */ (game());
    const answer = await ask(asked.id);
    void asked.refresh(); // the game is helped now
    return answer;
  };
  return {
    ready: async (again) => {
      const asked = game();
      if (!asked || asked.over || asked.view.paused || refusesHelp(asked, again)) return false;
      await asked.settled();
      return game() === asked && !asked.over;
    },
    refusal: () => {
      const asked = game();
      if (asked?.over)
        return [h("p", {}, text.over), button({ text: text.review, kind: "plain", onclick: review })];
      return asked?.view.paused ? [h("p", {}, words.tools.pausedHelp)] : [];
    },
    hint: (strength) => asking((id) => api.getHint(id, strength)),
    guesses: () => asking((id) => api.getGuesses(id)),
    noGuess: () => game()?.view.no_guess ?? false,
  };
}

/**
 * @param {() => object} position  the body of a request
 * @returns {Subject}
 */
export const positionSubject = (position) => ({
  ready: async () => true,
  refusal: () => [],
  hint: (strength) => api.hintFor(position(), strength),
  guesses: () => api.guessesFor(position()),
  noGuess: () => false,
});
