/**
 * What the helper is asked about: a game, which counts as helped then, or a position.
 *
 * @typedef {object} Subject
 * @property {() => Promise<boolean>} ready  resolves when the board is up to date; false if there is nothing to ask
 * @property {(strength: number) => Promise<api.Hint>} hint
 * @property {() => Promise<api.Guesses>} guesses
 */

import * as api from "../base/api.js";

/**
 * @param {() => import("./game.js").Game | null} game
 * @returns {Subject}
 */
export function gameSubject(game) {
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
      if (!asked || asked.over) return false;
      await asked.settled();
      return game() === asked && !asked.over;
    },
    hint: (strength) => asking((id) => api.getHint(id, strength)),
    guesses: () => asking((id) => api.getGuesses(id)),
  };
}

/**
 * @param {() => object} position  the body of a request
 * @returns {Subject}
 */
export const positionSubject = (position) => ({
  ready: async () => true,
  hint: (strength) => api.hintFor(position(), strength),
  guesses: () => api.guessesFor(position()),
});
