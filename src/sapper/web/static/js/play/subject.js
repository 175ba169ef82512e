/**
 * What the helper is asked about: a game, which counts as helped then, or a position.
 *
 * @typedef {object} Subject
 * @property {() => Promise<boolean>} ready  resolves when the board is up to date; false if there is nothing to ask
 * @property {() => HTMLElement[]} refusal  says why there is nothing to ask
 * @property {(strength: number) => Promise<api.Hint>} hint
 * @property {() => Promise<api.Guesses>} guesses
 * @property {() => boolean} noGuess  whether the board is promised to need no guess
 */

import * as api from "../base/api.js";
import { button, h } from "../base/dom.js";
import { allowHelp, isHelpOff } from "./ranked.js";
import { words } from "../words/words.js";

const text = words.helper;

/**
 * @param {() => import("./game.js").Game | null} game
 * @param {{review: () => void, allow: (done: Promise<void>) => void}} open  `review`: opens the review; `allow`: help
 *   is on in this game when the promise is fulfilled
 * @returns {Subject}
 */
export function gameSubject(game, open) {
  /** @template T @param {(id: string) => Promise<T>} ask @returns {Promise<T>} */
  const asking = async (ask) => {
    const asked = /** @type {import("./game.js").Game} */ (game());
    const answer = await ask(asked.id);
    void asked.refresh(); // the game is helped now
    return answer;
  };
  return {
    ready: async () => {
      const asked = game();
      if (!asked || asked.over || asked.view.paused || isHelpOff(asked)) return false;
      await asked.settled();
      return game() === asked && !asked.over;
    },
    refusal: () => {
      const asked = game();
      if (asked?.over)
        return [h("p", {}, text.over), button({ text: text.review, kind: "plain", onclick: open.review })];
      if (asked?.view.paused) return [h("p", {}, words.tools.pausedHelp)];
      const allow = () => asked && open.allow(allowHelp(asked));
      return [h("p", {}, text.rankedOff), button({ text: text.allow, kind: "plain", onclick: allow })];
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
