/**
 * Boards of other programs, which the engine recognises and reads.
 *
 * @typedef {object} Content  what a text or file says, in our own signs
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines  total
 * @property {string[] | null} layout  rows of "*" (a mine) and "."
 * @property {string[] | null} view  rows as in a picture: . 0-8 F ? *
 * @property {[number, number] | null} start  the first cell to be revealed, row and column
 * @property {{kind: "reveal" | "flag" | "chord", cell: [number, number]}[]} clicks  a path through the layout
 * @property {string} form  the form that was read
 */

import { unlessRefused } from "./fault.js";

/** @typedef {import("./recording.js").Ask} Ask */

/**
 * What a text of another program says; null where it is none.
 * @param {string} text @param {Ask} ask @returns {Promise<Content | null>}
 */
export const readForm = async (text, ask) =>
  unlessRefused(await ask("read_form", [new TextEncoder().encode(text), false]));

/**
 * The layout of bytes that are no text.
 * @param {Uint8Array} data @param {Ask} ask @returns {Promise<Content>}
 */
export const readBinary = async (data, ask) => unlessRefused(await ask("read_form", [data, true]));

/**
 * The text of bytes in UTF-8; null if they are none.
 * @param {Uint8Array} data
 */
export function textOf(data) {
  if (data.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return null;
  }
}

/** @param {Uint8Array} data @param {string} begin */
export const startsWith = (data, begin) => Array.from(begin).every((sign, k) => data[k] === sign.charCodeAt(0));
