/**
 * MBF and ABF: a layout as bytes, or as their hexadecimal digits: width, height, mines in two bytes, then column and
 * row of every mine, from 0.
 */

import { ofLayout } from "./content.js";
import { byteFault, Fault, textFault } from "./fault.js";

const HEADER = 4; // bytes before the mines
const LONGEST = 2 * (HEADER + 2 * 0xffff); // digits

/** @param {Uint8Array} data */
const lengthOf = (data) => HEADER + 2 * (data[2] * 256 + data[3]);

/**
 * Whether bytes have the length that their number of mines asks for.
 * @param {Uint8Array} data
 */
export const isMbf = (data) =>
  data.length >= HEADER && data.length === lengthOf(data) && data[0] > 0 && data[1] > 0;

/** @param {string} digits */
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Whether a text is the hexadecimal digits of a file with at least one mine.
 * @param {string} text
 */
export function isHex(text) {
  if (!/^[0-9a-fA-F\s]{12,}$/.test(text)) return false;
  const digits = text.replace(/\s/g, "");
  return digits.length <= LONGEST && digits.length % 2 === 0 && isMbf(bytesOf(digits));
}

/** @param {Uint8Array} data */
export function readMbf(data) {
  if (data.length < HEADER)
    throw byteFault(`an MBF file has at least ${HEADER} bytes, not ${data.length}`, data.length);
  const [cols, rows] = data;
  const mines = data[2] * 256 + data[3];
  if (!cols || !rows) throw byteFault(`an MBF board has at least one cell, not ${cols}x${rows}`, cols ? 1 : 0);
  if (data.length !== lengthOf(data))
    throw byteFault(
      `an MBF file with ${mines} mines has ${lengthOf(data)} bytes, not ${data.length}`,
      Math.min(data.length, lengthOf(data)),
    );
  const drawn = Array.from({ length: rows }, () => Array(cols).fill("."));
  for (let at = HEADER; at < data.length; at += 2) {
    const [x, y] = data.subarray(at, at + 2);
    if (x >= cols || y >= rows)
      throw byteFault(`the mine at column ${x}, row ${y} lies outside a board of ${cols}x${rows}`, at);
    if (drawn[y][x] === "*") throw byteFault(`the mine at column ${x}, row ${y} is listed twice`, at);
    drawn[y][x] = "*";
  }
  return ofLayout(drawn.map((line) => line.join("")), "mbf");
}

/** @param {string} text */
export function readHex(text) {
  const digits = Array.from(text.matchAll(/[0-9a-fA-F]/g), ({ index }) => /** @type {number} */ (index));
  try {
    return readMbf(bytesOf(digits.map((at) => text[at]).join("")));
  } catch (error) {
    if (error instanceof Fault) throw textFault(error.message, text, digits[2 * (error.byte ?? 0)]);
    throw error;
  }
}
