/**
 * Links that hold a layout: those of the PTT ZiNi calculator, and of LlamaSweeper with its path of clicks:
 * `b=SIZE&m=MINES[&c=CLICKS]` after any address or alone. SIZE is 1, 2 or 3 for the usual levels, otherwise width and
 * height with equally many digits. MINES has five cells a digit, row by row. CLICKS is a string of bits in base64url:
 * two bits of the kind, then the number of the cell, column by column.
 */

import { ofLayout, splitRows } from "./content.js";
import { quote, spell, textFault } from "./fault.js";

const MOST_SIDE = 100;
/** @type {Record<string, [number, number]>} width, height */
const LEVELS = { 1: [9, 9], 2: [16, 16], 3: [30, 16] };
const DIGITS = "0123456789abcdefghijklmnopqrstuv";
const BITS = 5; // cells a digit
/** @type {("reveal" | "flag" | "chord")[]} */
const KINDS = ["reveal", "flag", "chord"];
const ADDRESS = /^\s*(?:https?:\/\/\S+|\S*[?][A-Za-z]+=\S*)\s*$/i;
const LINK = /^\s*(?:\S*[?])?[A-Za-z]+=[^&\s]*(?:&[A-Za-z]+=[^&\s]*)*\s*$/;

/**
 * The parameters of a link, each with its offset in the text; none where the text is no link.
 * @param {string} text @returns {Map<string, [string, number]>}
 */
export function findParameters(text) {
  /** @type {Map<string, [string, number]>} */
  const found = new Map();
  if (!LINK.test(text)) return found;
  const begin = text.lastIndexOf("?") + 1;
  for (const match of text.slice(begin).matchAll(/([A-Za-z]+)=([^&\s#]*)/g))
    found.set(match[1], [match[2], begin + /** @type {number} */ (match.index) + match[1].length + 1]);
  return found;
}

/** @param {string} text */
export const isLink = (text) => findParameters(text).has("b");

/**
 * Whether a text is a link, with or without a layout.
 * @param {string} text
 */
export const isAddress = (text) => ADDRESS.test(text);

/**
 * Raises the error that tells why a link without a layout or a position cannot be read.
 * @param {string} text @returns {never}
 */
export function readAddress(text) {
  let why = "the link holds no board: links with one have b= or analysis=";
  if (findParameters(text).has("seed"))
    why = "the link holds a seed, from which only the program behind it makes the layout";
  else if (text.toLowerCase().includes("minesweeper.online"))
    why = "a link to minesweeper.online holds no board: the bookmarklet of the help page reads it";
  throw textFault(why, text, 0);
}

/** @param {string} text */
export function readLink(text) {
  const found = findParameters(text);
  const [cols, rows] = readSize(text, .../** @type {[string, number]} */ (found.get("b")));
  const lines = readMines(text, ...(found.get("m") ?? /** @type {[string, number]} */ (["", 0])), cols, rows);
  const told = found.get("c");
  return ofLayout(lines, "ptta", { clicks: told ? readClicks(text, ...told, cols, rows) : [] });
}

/** @param {string} text @param {string} size @param {number} at @returns {[number, number]} */
function readSize(text, size, at) {
  if (LEVELS[size]) return LEVELS[size];
  const half = size.length / 2;
  if (!/^(?:[0-9]{2})+$/.test(size))
    throw textFault(`the size b=${quote(size)} is not 1, 2, 3 or width and height as in 3016`, text, at);
  const cols = half < 9 ? Number(size.slice(0, half)) : 0;
  const rows = half < 9 ? Number(size.slice(half)) : 0;
  if (![cols, rows].every((side) => side >= 1 && side <= MOST_SIDE))
    throw textFault(`the sides of b=${quote(size)} are not from 1 to ${MOST_SIDE}`, text, at);
  return [cols, rows];
}

/** @param {string} text @param {string} digits @param {number} at @param {number} cols @param {number} rows */
function readMines(text, digits, at, cols, rows) {
  const cells = cols * rows;
  let drawn = "";
  for (const [offset, digit] of Array.from(digits.toLowerCase()).entries()) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) throw textFault(`unknown digit ${spell(digit)} in m=: digits are 0-9 and a-v`, text, at + offset);
    drawn += value.toString(2).padStart(BITS, "0");
  }
  const beyond = drawn.indexOf("1", cells);
  if (beyond >= 0)
    throw textFault(
      `m= has a mine beyond the ${cells} cells of ${cols}x${rows}`,
      text,
      at + Math.floor(beyond / BITS),
    );
  drawn = drawn.slice(0, cells).padEnd(cells, "0").replaceAll("0", ".").replaceAll("1", "*");
  return splitRows(drawn, cols);
}

/** @param {string} text @param {string} coded @param {number} at @param {number} cols @param {number} rows */
function readClicks(text, coded, at, cols, rows) {
  if (!/^[A-Za-z0-9_-]*$/.test(coded) || coded.length % 4 === 1)
    throw textFault(`the clicks c=${quote(coded)} are not base64url`, text, at);
  const data = atob(coded.replaceAll("-", "+").replaceAll("_", "/"));
  const bits = Array.from(data, (byte) => byte.charCodeAt(0).toString(2).padStart(8, "0")).join("");
  const width = cols * rows === 1 ? 0 : (cols * rows - 1).toString(2).length;
  /** @type {import("./content.js").Content["clicks"]} */
  const clicks = [];
  let place = 0;
  while (place + 2 <= bits.length) {
    const kind = KINDS[parseInt(bits.slice(place, place + 2), 2)];
    if (!kind) return clicks; // the mark after the last click
    const number = bits.slice(place + 2, place + 2 + width);
    const cell = number ? parseInt(number, 2) : 0;
    const col = Math.floor(cell / rows);
    if (number.length < width || col >= cols) break;
    clicks.push({ kind, cell: [cell % rows, col] });
    place += 2 + width;
  }
  const fault = `click ${clicks.length + 1} of c= is cut off or outside the board, or the end mark is missing`;
  throw textFault(fault, text, at + Math.floor(place / 6));
}
