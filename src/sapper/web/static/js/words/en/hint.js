/** The sentences of hints in English; the server has the same in `sapper.web.hint_words`. */

import { begin, join } from "../numbers.js";
import { percent, spell } from "./proof.js";

const MOST_RINGED = 4; // clues that a hint names by their numbers

/** @typedef {number[]} Place  the coordinates of a cell */

/**
 * Clues that the page rings.
 * @param {number[]} numbers
 */
const ringed = (numbers) =>
  numbers.length > MOST_RINGED
    ? `the ${numbers.length} ringed clues`
    : `the ringed ${join(numbers.map(String), "and")}`;

export const hint = {
  firstClick: "first click",
  noGuessPromised: "no guess is needed: the first-click rule makes the first reveal safe",
  lookAtCounter: "Look at the number of mines that are left.",
  startExists: "There is a safe cell: the first-click rule promises one.",
  lookAtStart: "Look at the start cell of this board.",
  allPromised: "Every cell is safe now: the first-click rule promises that the first reveal is no mine.",
  nothingLeft: "No cell is left to be revealed.",
  nothingSafe: "No cell is certainly safe: this is a guess.",
  wideNone: "No safe cell was found. This board is too wide to count, so there may be one.",

  safeCells: (/** @type {number} */ count) =>
    count === 1 ? "There is a safe cell." : `There are ${count} safe cells.`,
  lookAt: (/** @type {number[]} */ numbers) => `Look at ${ringed(numbers)}.`,
  safe: (/** @type {Place} */ place, /** @type {string} */ reason = "") =>
    `${begin(spell(place))} is safe${reason ? `: ${reason}` : ""}.`,
  startPromised: (/** @type {boolean} */ opens) => {
    const told = opens ? "It opens an area" : "It is not promised to open an area";
    return `the first-click rule promises that the start cell is no mine. ${told}`;
  },
  beginWhere: (/** @type {boolean} */ opens, /** @type {boolean} */ square) => {
    if (!opens) return square ? "Begin in a corner." : "Begin at a cell with few neighbours.";
    return `Begin ${square ? "away from the edges" : "where a cell has many neighbours"}, where an opening has room.`;
  },
  goodStart: (/** @type {Place} */ place) => `${begin(spell(place))} is a good start.`,
  whyStart: (/** @type {Place} */ place, /** @type {boolean} */ opens, /** @type {boolean} */ square) => {
    const fewest = "has the fewest neighbours, so a 0, which opens an area, is likeliest there";
    const why = opens
      ? "the first reveal opens an area, and there it has room"
      : `${square ? "a corner" : "it"} ${fewest}`;
    return `${begin(spell(place))} is a good start: ${why}.`;
  },
  guessBeside: (/** @type {number[]} */ numbers) => `The best guess is beside ${ringed(numbers)}.`,
  guessApart: (/** @type {"corner" | "edge" | "middle" | ""} */ where) => {
    const places = { corner: ", in a corner", edge: ", at an edge", middle: ", away from the edges", "": "" };
    return `The best guess is beside no clue${places[where]}.`;
  },
  bestGuess: (/** @type {Place} */ place, /** @type {number} */ safety) =>
    `The best guess is ${spell(place)}: it is safe with probability ${percent(safety)}.`,
  noGuess: (/** @type {number} */ count) =>
    `no guess is needed: ${count} ${count === 1 ? "cell is" : "cells are"} safe`,
  lookBeside: (/** @type {number[]} */ numbers) => `Look beside ${numbers.length ? ringed(numbers) : "no clue"}.`,
  wideSafe: (/** @type {Place} */ place) =>
    `${begin(spell(place))} is safe in every world. This board is too wide for a proof in a few steps.`,
  wideGuess: (/** @type {Place} */ place, /** @type {number} */ safety) =>
    `The best guess is ${spell(place)}: it is safe with an estimated probability of ${percent(safety)}.`,
  wideLowest: (/** @type {Place} */ place, /** @type {number} */ risk) =>
    `The best guess is ${spell(place)}: of all cells it has the lowest estimated probability of a mine, ` +
    `${percent(risk)}. This board is too wide to count its worlds.`,
};
