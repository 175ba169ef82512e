/** What this browser keeps about the boards of the day: the text that it is recognised by, and the days it played. */

const PLACE = "sapper.daily";
const MOST_DAYS = 1000;
const DAY_MS = 86_400_000;

/** @typedef {{player: string, days: string[]}} Kept  days in order, as YYYY-MM-DD */

/** @type {Kept | null} */
let kept = null;

/** @returns {Kept} */
function read() {
  if (kept) return kept;
  /** @type {any} */
  let saved = null;
  try {
    saved = JSON.parse(localStorage.getItem(PLACE) ?? "null");
  } catch {
    // Damaged or forbidden storage: begin again.
  }
  const known = /^[\w-]{16,64}$/.test(saved?.player);
  const player = known ? saved.player : [...crypto.getRandomValues(new Uint32Array(4))].map(spellNumber).join("-");
  const days = Array.isArray(saved?.days) ? saved.days.filter(isDay) : [];
  kept = { player, days };
  write(kept);
  return kept;
}

/** @param {Kept} value */
function write(value) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(value));
  } catch {
    // The browser forbids storage: it is recognised as long as the page is open.
  }
}

/** @param {number} number */
const spellNumber = (number) => number.toString(36).padStart(7, "0");

/** @param {unknown} value */
const isDay = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

/** A random text by which the server recognises this browser. */
export const playerId = () => read().player;

/** @param {string} day @param {number} by  days @returns {string} */
export const shiftDay = (day, by) => new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);

/**
 * Notes that a board of this day was played.
 * @param {string} day
 */
export function noteDay(day) {
  const value = read();
  if (value.days.includes(day)) return;
  value.days = [...value.days, day].sort().slice(-MOST_DAYS);
  write(value);
}

/**
 * Days in a row with a board, up to today; a day that is not over breaks nothing.
 * @param {string} today
 */
export function streakOf(today) {
  const days = new Set(read().days);
  let count = 0;
  for (let day = days.has(today) ? today : shiftDay(today, -1); days.has(day); day = shiftDay(day, -1)) count++;
  return count;
}
