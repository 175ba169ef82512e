/** The days on which this browser played a board of the day. */

import { load, save } from "../base/storage.js";

const PLACE = "sapper.daily";
const MOST_DAYS = 1000;
const DAY_MS = 86_400_000;

/** @returns {string[]}  in order, as YYYY-MM-DD */
function read() {
  const saved = load(PLACE);
  return Array.isArray(saved) ? saved.filter(isDay) : [];
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
  const days = read();
  if (!days.includes(day)) save(PLACE, [...days, day].sort().slice(-MOST_DAYS));
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
