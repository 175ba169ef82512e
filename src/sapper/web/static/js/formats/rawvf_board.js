/** The board of a replay in RAWVF: lines `Width`, `Height` and `Mines`, and `Board:` with one line a row. */

import { ofLayout } from "./content.js";
import { quote, spell, textFault } from "./fault.js";

const ENTRY = /^[ \t]*([A-Za-z_]+)[ \t]*:[ \t]*(.*)$/gm;

/**
 * Whether a text begins as a replay in RAWVF does.
 * @param {string} text
 */
export function isRawvf(text) {
  let at = text.length - text.trimStart().length;
  const pass = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found !== null;
  };
  if (pass(/rawvf_version\s*:/iy)) return true;
  if (!pass(/[a-z_]+[ \t]*:[^\S\n]*\S[^\n]*\n\s*/iy)) return false;
  while (pass(/[a-z_]+[ \t]*:[^\S\n]*\S[^\n]*\n\s*/iy));
  return pass(/board:[ \t]*\n[ \t\n]*[*0]/iy);
}

/**
 * The entries of a header in lower case, each with its offset.
 * @param {string} head @returns {Map<string, [string, number]>}
 */
export function readEntries(head) {
  /** @type {Map<string, [string, number]>} */
  const entries = new Map();
  for (const match of head.matchAll(ENTRY)) {
    const at = /** @type {number} */ (match.index) + match[0].length - match[2].length;
    entries.set(match[1].toLowerCase(), [match[2].replace(/[ \t]+$/, ""), at]);
  }
  return entries;
}

/** @param {string} text */
export function readRawvfBoard(text) {
  const board = /^[ \t]*board:[ \t]*$/im.exec(text);
  if (!board) throw textFault("the replay has no line 'Board:'", text, text.length);
  const entries = readEntries(text.slice(0, board.index));
  const [width, height, mines] = ["width", "height", "mines"].map((key) => readNumber(text, entries, key));
  /** @type {string[]} */
  const lines = [];
  let at = board.index + board[0].length + 1;
  for (const line of text.slice(at).split("\n")) {
    const cells = line.trim();
    if (cells && (!"*0".includes(cells[0]) || lines.length === height)) break;
    if (cells) {
      const stranger = /[^*0]/u.exec(cells);
      if (stranger)
        throw textFault(
          `unknown cell ${spell(stranger[0])}: cells are * and 0`,
          text,
          at + line.indexOf(stranger[0]),
        );
      for (const wanted of [width, lines[0]?.length])
        if (wanted !== undefined && wanted !== null && cells.length !== wanted)
          throw textFault(`row ${lines.length} has ${cells.length} cells instead of ${wanted}`, text, at);
      lines.push(cells.replaceAll("0", "."));
    }
    at += line.length + 1;
  }
  if (!lines.length || (height !== null && lines.length !== height)) {
    const told = height === null ? "" : ` instead of ${height}`;
    throw textFault(`the board has ${lines.length} rows${told}`, text, Math.min(at, text.length));
  }
  const content = ofLayout(lines, "rawvf");
  if (mines !== null && content.mines !== mines)
    throw textFault(`the board has ${content.mines} mines, not ${mines}`, text, entries.get("mines")?.[1] ?? 0);
  return content;
}

/** @param {string} text @param {Map<string, [string, number]>} entries @param {string} key */
function readNumber(text, entries, key) {
  const entry = entries.get(key);
  if (!entry) return null;
  if (!/^[0-9]{1,8}$/.test(entry[0])) throw textFault(`${key}: ${quote(entry[0])} is no number`, text, entry[1]);
  return Number(entry[0]);
}
