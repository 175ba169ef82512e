/** The games of the races that this browser started. The id of a game is its player's secret, so a race has no id. */

const PLACE = "sapper.races";
const MOST = 50; // remembered

/** @type {[race: string, game: string][]} the latest last */
let kept = [];

/** @param {unknown} pair @returns {pair is [race: string, game: string]} */
const isPair = (pair) => Array.isArray(pair) && pair.length === 2;

/** @returns {[race: string, game: string][]} */
function read() {
  try {
    const saved = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isPair) : [];
  } catch {
    return kept; // The browser forbids storage: the races last as long as the page.
  }
}

/** @param {string} race @param {string} game */
export function keepRace(race, game) {
  kept = read().filter(([other]) => other !== race);
  kept = [...kept.slice(1 - MOST), [race, game]];
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // The browser forbids storage.
  }
}

/**
 * The id of the player's game in a race; null in a race that another browser started.
 * @param {string} race
 */
export const gameOfRace = (race) => new Map([...kept, ...read()]).get(race) ?? null;
