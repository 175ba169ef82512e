/**
 * The settings of the player, stored in this browser.
 *
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"green-red" | "blue-orange" | "teal-pink"} palette  colours of the overlay
 * @property {"sapper" | "classic" | "contrast"} skin  look of the board
 * @property {boolean} sounds
 * @property {boolean} overlay  whether the helper overlay is on
 * @property {boolean} percent  numbers in the overlay
 * @property {"risk" | "classes" | "estimate"} mode  of the overlay: mine probabilities, classes of cells, or the
 *   probabilities beside those that automine estimates
 * @property {boolean} welcomed  whether the line for the first visit was closed
 * @property {boolean} warned  whether the page has told that help has its own table
 * @property {boolean} questions  whether the second press of the flag button asks a question mark
 * @property {boolean} swapTouch  a tap flags and a long press reveals
 * @property {boolean} speak  whether every move is announced to screen readers
 * @property {number} cell  size of cells in CSS pixels; 0 chooses by the page
 * @property {boolean} motion  small animations, if the system wants any
 * @property {boolean} pointer  whether the pointer is recorded during games, for replays
 * @property {string} name  of the player, for scores
 * @property {NewGame} game  what the last new game was
 *
 * @typedef {object} NewGame
 * @property {string} shape  "square", or a kind of shape that new games offer
 * @property {string} level  a level's name or "custom"
 * @property {string} sizes  of a custom board of another shape than squares, such as 8x8
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {"none" | "safe" | "zero" | "drawn" | "moved"} first_click
 * @property {boolean} no_guess
 * @property {"plain" | "ranked" | "cruel"} mode  ranked: without help; cruel: without a fixed layout
 */

import { load, save } from "./storage.js";
import { Store } from "./store.js";

const PLACE = "sapper.settings";

/** @type {Settings} */
export const DEFAULTS = {
  theme: "system",
  palette: "green-red",
  skin: "sapper",
  sounds: false,
  overlay: false,
  percent: false,
  mode: "risk",
  welcomed: false,
  warned: false,
  questions: false,
  swapTouch: false,
  speak: true,
  cell: 0,
  motion: true,
  pointer: false,
  name: "",
  game: {
    shape: "square",
    level: "beginner",
    sizes: "",
    rows: 20,
    cols: 30,
    mines: 120,
    first_click: "zero",
    no_guess: false,
    mode: "plain",
  },
};

/**
 * Reads the saved settings; values of a wrong type are replaced by the default.
 * @returns {Settings}
 */
function read() {
  const settings = mend(DEFAULTS, load(PLACE));
  return { ...settings, game: mend(DEFAULTS.game, settings.game) };
}

/**
 * Saved values in place of the usual ones, as far as they have the same types.
 * @template {object} T
 * @param {T} usual
 * @param {any} saved
 * @returns {T}
 */
function mend(usual, saved) {
  const mended = Object.entries(usual).map(([key, value]) => [
    key,
    saved?.[key] !== null && typeof saved?.[key] === typeof value ? saved[key] : value,
  ]);
  return Object.fromEntries(mended);
}

/** @type {Store<Settings>} */
export const settings = new Store(read());

settings.watch((value) => save(PLACE, value));

// Another tab changed the settings.
addEventListener("storage", (event) => {
  if (event.key === PLACE) settings.set(read());
});
