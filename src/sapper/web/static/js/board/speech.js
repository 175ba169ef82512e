/** The words for a screen reader: the name of every cell, and what a move did. */

import { BLAST, FLAG, HIDDEN, MINE, QUESTION, VOID, WRONG, clueOf, isClue } from "./cells.js";
import { spellPercent } from "./risk_marks.js";
import { language, words } from "../words/words.js";

const text = words.speech;

/** @type {Record<string, string>} */
const WORDS = {
  [HIDDEN]: text.cells.hidden,
  [FLAG]: text.cells.flag,
  [QUESTION]: text.cells.question,
  [MINE]: text.cells.mine,
  [BLAST]: text.cells.blast,
  [WRONG]: text.cells.wrong,
  [VOID]: text.cells.void,
  0: text.cells.empty,
};

/** @param {string} char */
export const spellChar = (char) => WORDS[char] ?? (isClue(char) ? String(clueOf(char)) : text.cells.unknown);

/**
 * The spoken name of a cell: first what it shows, then where it is.
 * @param {string} char
 * @param {string} where  the name of its place
 * @param {number | null | undefined} [risk]  its mine probability, if the overlay is on
 * @param {(string | null | undefined)[]} [more]  what else is known of it
 */
export function nameCell(char, where, risk, more = []) {
  const known = risk === null || risk === undefined ? null : spellRisk(risk);
  return [spellChar(char), ...more, known, where].filter(Boolean).join(", ");
}

/** @param {number} risk */
export function spellRisk(risk) {
  if (risk === 0) return text.safe;
  return risk === 1 ? text.certainMine : text.risk(spellPercent(risk));
}

/**
 * Announces a text to screen readers, without interrupting them.
 * @param {string} text
 */
export function say(text) {
  const region = document.getElementById("spoken");
  if (!region) return;
  // Screen readers ignore a text that does not change: a no-break space makes it different.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * A number as the language of the page writes it.
 * @param {number} value
 * @param {number} digits  after the point
 */
export const spellNumber = (value, digits) => value.toFixed(digits).replace(".", language === "de" ? "," : ".");

/** @param {number | null} share  null is a dash @param {number} [digits]  after the point */
export const spellShare = (share, digits = 1) =>
  share === null ? "–" : `${spellNumber(share * 100, digits)}\u00a0%`;

/** @param {number} ms @param {number} [digits]  after the point */
export function spellTime(ms, digits = 0) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${spellNumber(seconds, digits)} s`;
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
