/** The days on which this browser played a board of the day. */

const PLACE = "sapper.daily";
const MOST_DAYS = 1000;
const DAY_MS = 86_400_000;

/** @type {string[] | null}  in order, as YYYY-MM-DD */
let kept = null;

/** @returns {string[]} */
function read() {
  if (kept) return kept;
  /** @type {any} */
  let saved = null;
  try {
    saved = JSON.parse(localStorage.getItem(PLACE) ?? "null");
  } catch {
    // Damaged or forbidden storage: begin again.
  }
  kept = Array.isArray(saved) ? saved.filter(isDay) : [];
  return kept;
}

/** @param {unknown} value */
const isDay = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

/** @param {string} day @param {number} by  days @returns {string} */
export const shiftDay = (day, by) => new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);

/**
 * Notes that a board of this day was played.
 * @param {string} day
 */
export function noteDay(day) {
  if (read().includes(day)) return;
  kept = [...read(), day].sort().slice(-MOST_DAYS);
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // The browser forbids storage: the days are known as long as the page is open.
  }
}

/**
 * Days in a row with a board, up to today; a day that is not over breaks nothing.
 * @param {string} today
 */
export function streakOf(today) {
  const days = new Set(read());
  let count = 0;
  for (let day = days.has(today) ? today : shiftDay(today, -1); days.has(day); day = shiftDay(day, -1)) count++;
  return count;
}
