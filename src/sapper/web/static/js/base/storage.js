/**
 * Values that this browser keeps. Where it forbids storage, or has no room left, they last as long as the page.
 */

/** @type {Map<string, string>}  what could not be stored */
const here = new Map();

/**
 * The text kept at a place, or null.
 * @param {string} place
 */
export function loadText(place) {
  try {
    return here.get(place) ?? localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** @param {string} place @param {string} text */
export function saveText(place, text) {
  try {
    localStorage.setItem(place, text);
    here.delete(place);
  } catch {
    here.set(place, text);
  }
}

/**
 * The value kept at a place, of any type; null if there is none, or it is damaged.
 * @param {string} place
 * @returns {any}
 */
export function load(place) {
  try {
    return JSON.parse(loadText(place) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} place @param {unknown} value */
export const save = (place, value) => saveText(place, JSON.stringify(value));
