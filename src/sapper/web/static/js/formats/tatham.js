/**
 * Game IDs of Simon Tatham's Mines, WIDTHxHEIGHT[nMINES]:[X,Y,][m|u]HEX: a layout and the first click. HEX has four
 * cells a digit, row by row, with 1 for a mine. After `m` the bits are masked.
 */

import { countSign, ofLayout, splitRows } from "./content.js";
import { quote, textFault } from "./fault.js";
import { sha1 } from "./sha1.js";

const ID = /^\s*([0-9]{1,8})(?:x([0-9]{1,8}))?(?:n([0-9]{1,9}))?a?([:#])([^:\s]*)\s*$/;
const DESCRIPTION = /^(?:([0-9]{1,8}),([0-9]{1,8}),)?([mu]?)([0-9a-fA-F]*)$/;
const FEWEST_BARE = 4; // digits

/**
 * Whether a text is such an ID; our own position has two colons.
 * @param {string} text
 */
export function isTatham(text) {
  const found = ID.exec(text);
  if (!found) return false;
  const told = DESCRIPTION.exec(found[5]);
  if (found[4] === "#" || found[5].startsWith("r") || (told && (told[1] || told[3]))) return true;
  // Bare digits are one only if they are as many as the board needs, and more than a broken position has.
  const needed = Math.floor((Number(found[1]) * Number(found[2] ?? found[1]) + 3) / 4);
  return told !== null && told[4].length === needed && needed >= FEWEST_BARE;
}

/** @param {string} text */
export function readTatham(text) {
  const found = /** @type {RegExpExecArray} */ (ID.exec(text));
  const begin = text.length - text.trimStart().length;
  const body = text.indexOf(found[4], begin) + 1;
  const [cols, rows] = [Number(found[1]), Number(found[2] ?? found[1])];
  if (!cols || !rows) throw textFault(`a board of ${cols}x${rows} has no cells`, text, begin);
  if (found[4] === "#" || found[5].startsWith("r"))
    throw textFault("the ID is a seed, from which only Tatham's Mines makes the layout", text, body);
  const told = DESCRIPTION.exec(found[5]);
  if (!told) throw textFault(`${quote(found[5])} is no description such as 4,4,m00b7d48a`, text, body);
  const [, x, y, masked, digits] = told;
  const cells = rows * cols;
  const needed = Math.floor((cells + 3) / 4);
  if (digits.length !== needed)
    throw textFault(
      `a board of ${cols}x${rows} has ${needed} digits, not ${digits.length}`,
      text,
      body + found[5].length - digits.length + Math.min(digits.length, needed),
    );
  const size = Math.floor((cells + 7) / 8);
  const pairs = digits.padEnd(2 * size, "0").match(/../g) ?? [];
  let data = Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
  if (masked === "m") data = unmask(data, 8 * size - cells);
  const bits = Array.from(data, (byte) => byte.toString(2).padStart(8, "0")).join("").slice(0, cells);
  const lines = splitRows(bits.replaceAll("0", ".").replaceAll("1", "*"), cols);
  const mines = countSign(lines, "*");
  if (found[3] !== undefined && mines !== Number(found[3]))
    throw textFault(`the layout has ${mines} mines, not ${found[3]}`, text, text.indexOf("n", begin) + 1);
  if (x !== undefined && (Number(y) >= rows || Number(x) >= cols))
    throw textFault(`the first click ${x},${y} lies outside the board`, text, body);
  return ofLayout(lines, "tatham", { start: x === undefined ? null : [Number(y), Number(x)] });
}

/**
 * Undoes the mask of each half of the bytes by the other one, and clears the bits beyond the cells.
 * @param {Uint8Array} data @param {number} spare
 */
function unmask(data, spare) {
  const half = data.length >> 1;
  const first = data.subarray(0, half);
  const second = mix(data.subarray(half), first);
  second[second.length - 1] = (second[second.length - 1] >> spare) << spare;
  return Uint8Array.from([...mix(first, second), ...second]);
}

/** @param {Uint8Array} data @param {Uint8Array} seed */
function mix(data, seed) {
  const mixed = data.slice();
  for (let at = 0; at < data.length; at += 20) {
    const counter = Array.from(String(at / 20), (digit) => digit.charCodeAt(0));
    sha1(Uint8Array.from([...seed, ...counter])).forEach((byte, k) => {
      if (at + k < mixed.length) mixed[at + k] ^= byte;
    });
  }
  return mixed;
}
