/** Reads a board of another program: the form is recognised, the content returned. The forms are those of Python. */

import { isAnalysis, readAnalysis } from "./analysis_text.js";
import { isBoardText, readBoardText } from "./board_text.js";
import { byteFault, textFault } from "./fault.js";
import { isAddress, isLink, readAddress, readLink } from "./link.js";
import { isHex, isMbf, readHex, readMbf } from "./mbf.js";
import { isMineText, readMineText } from "./mine_text.js";
import { isRawvf, readRawvfBoard } from "./rawvf_board.js";
import { isTatham, readTatham } from "./tatham.js";

/** @typedef {import("./content.js").Content} Content */

// What every form begins with or consists of, so that one look tells most texts of our own.
const PERHAPS =
  /^(?:#|[a-z_]+[ \t]*:|[0-9]+x[0-9]+x|[0-9]+(?:x[0-9]+)?(?:n[0-9]+)?a?[:#][^:\s]*\s*$|\S*=|https?:\/\/)/i;
const LONG_WORD = /^[0-9a-z\s]{9,}$/i;
/** @type {[(text: string) => boolean, (text: string) => Content][]} */
const READERS = [
  [isBoardText, readBoardText],
  [isMineText, readMineText],
  [isRawvf, readRawvfBoard],
  [isLink, readLink],
  [isTatham, readTatham],
  [isHex, readHex],
  [isAnalysis, readAnalysis],
  [isAddress, readAddress], // a link without a board is refused
];
/** @type {[string, string][]} how a replay begins that is no text */
const REPLAYS = [["*rmv", "RMV"], ["*umf", "UMF"], ["\x11M", "MVF"]];

/**
 * What a text of another program says; null where it is none.
 * @param {string} given @returns {Content | null}
 */
export function readForm(given) {
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (!PERHAPS.test(text.trimStart()) && !LONG_WORD.test(text)) return null;
  const found = READERS.find(([fits]) => fits(text));
  if (!found) return null;
  const zero = text.indexOf("\0");
  if (zero >= 0) throw textFault("a text of another program has no character NUL", text, zero);
  return found[1](text);
}

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

/**
 * The layout of bytes that are no text.
 * @param {Uint8Array} data @returns {Content}
 */
export function readBinary(data) {
  for (const [begin, name] of REPLAYS)
    if (startsWith(data, begin))
      throw byteFault(`this is a replay (${name}), not a board: Replay.read reads it`, 0);
  if (data.length > 4 && !isMbf(data)) {
    const mines = data[2] * 256 + data[3];
    const wanted = 4 + 2 * mines;
    throw byteFault(
      `this is not UTF-8 text, and MBF with ${mines} mines would have ${wanted} bytes, not ${data.length}`,
      Math.min(data.length, wanted),
    );
  }
  return readMbf(data);
}

/** @param {Uint8Array} data @param {string} begin */
export const startsWith = (data, begin) => Array.from(begin).every((sign, k) => data[k] === sign.charCodeAt(0));

