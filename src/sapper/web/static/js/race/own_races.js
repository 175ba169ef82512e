/** The games of the races that this browser started. The id of a game is its player's secret, so a race has no id. */

import { load, save } from "../base/storage.js";

const PLACE = "sapper.races";
const MOST = 50; // remembered

/** @param {unknown} pair @returns {pair is [race: string, game: string]} */
const isPair = (pair) => Array.isArray(pair) && pair.length === 2;

/** @returns {[race: string, game: string][]}  the latest last */
function read() {
  const saved = load(PLACE);
  return Array.isArray(saved) ? saved.filter(isPair) : [];
}

/** @param {string} race @param {string} game */
export function keepRace(race, game) {
  const others = read().filter(([other]) => other !== race);
  save(PLACE, [...others.slice(1 - MOST), [race, game]]);
}

/**
 * The id of the player's game in a race; null in a race that another browser started.
 * @param {string} race
 */
export const gameOfRace = (race) => new Map(read()).get(race) ?? null;
