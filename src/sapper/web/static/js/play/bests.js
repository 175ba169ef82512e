/**
 * The best times of this browser, one for each level, rule about guesses, and help.
 *
 * @typedef {object} Best
 * @property {string} game
 * @property {number} ms
 * @property {number | null} before  the best time before this one
 */

import { load, save } from "../base/storage.js";

const PLACE = "sapper.bests";

/** @returns {Record<string, Best>} */
function read() {
  const saved = load(PLACE);
  return saved && typeof saved === "object" ? saved : {};
}

/**
 * Compares a win with the best one of this browser, and keeps the better one.
 * @param {import("../base/api.js").GameView} view  of a game that was won and has a best time
 * @returns {Best}  the best now; its game may be this one
 */
export function compareBest({ id, level, no_guess, helped, elapsed_ms: ms }) {
  const bests = read();
  const key = [level, no_guess ? "no-guess" : "", helped ? "helped" : ""].filter(Boolean).join(" ");
  const old = bests[key];
  const known = old && typeof old.ms === "number";
  if (known && (old.game === id || old.ms <= ms)) return old;
  const best = { game: id, ms, before: known ? old.ms : null };
  save(PLACE, { ...bests, [key]: best });
  return best;
}
