/** The shapes and levels above the board. */

import { button, choice, h, note } from "../base/dom.js";
import { levelsOf, newGameSheet } from "./new_game.js";
import { settings } from "../base/settings.js";
import { choiceOf, KINDS, kindOfLevel, withShape } from "./shapes.js";
import { words } from "../words/words.js";

/**
 * @typedef {import("../base/settings.js").NewGame} NewGame
 * @typedef {import("./new_game.js").Choice} Choice
 */

/**
 * The levels as a row of choices, and a switch for boards without guesses. Both start a new game.
 * @param {{level: string, no_guess: boolean}} game  the game that is open
 * @param {{start: (chosen: Choice) => Promise<void>, cancel: () => void}} then  `cancel`: no game was started
 */
export function levelPicker({ level, no_guess }, { start, cancel }) {
  const { kind, level: own } = kindOfLevel(level);
  const named = levelsOf(kind);
  const shown = named.some(([name]) => name === own) ? own : "custom";
  const usual = { ...settings.value.game, ...choiceOf(level) };
  const sheet = () => newGameSheet(start, { ...usual, level: "custom" }).addEventListener("close", cancel);
  const begin = (/** @type {Partial<NewGame>} */ part) =>
    start({ ...usual, ...part }).catch((error) => {
      note(error.message, { bad: true });
      cancel();
    });
  const levels = choice(
    words.newGame.level,
    named,
    shown,
    (chosen) => {
      if (chosen === "custom") sheet();
      else void begin({ level: chosen });
    },
    { quiet: true },
  );
  // A choice that is made already does not change, but a click on it asks for another size.
  if (shown === "custom") levels.querySelector('input[value="custom"]')?.addEventListener("click", sheet);
  const noGuess = button({
    text: words.tools.noGuess,
    title: words.tools.noGuessTitle,
    kind: "no-guess",
    pressed: no_guess,
    // A cruel game has no fixed board, so that none is without guesses.
    onclick: () => void begin({ no_guess: !no_guess, mode: usual.mode === "cruel" ? "plain" : usual.mode }),
  });
  /** @type {HTMLSelectElement} */
  const shape = h(
    "select.shape-choice",
    {
      "aria-label": words.shapes.shape,
      title: words.shapes.shape,
      onchange: () => void begin(withShape(settings.value.game, shape.value)),
    },
    ...KINDS.map(([value, text]) => h("option", { value }, text)),
  );
  shape.value = kind;
  return [levels, noGuess, shape];
}
