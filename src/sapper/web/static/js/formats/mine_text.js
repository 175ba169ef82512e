/**
 * The text position of JSMinesweeper, in files that end in `.mine`: WIDTHxHEIGHTxMINES, then one line a row: 0-8
 * revealed, H hidden, F flag, ? or M a mine.
 */

import { ofView } from "./content.js";
import { quote, spell, textFault } from "./fault.js";

const HEADER = /^\s*([0-9]{1,8})[xX]([0-9]{1,8})[xX]([0-9]{1,9})[ \t]*(?:\n|$)/;
/** @type {Record<string, string>} letters that stand for another sign; I and O are in links only */
const SIGNS = { H: ".", O: "F", "?": "*", M: "*", I: "*" };

/** @param {string} letter */
export const signOf = (letter) => SIGNS[letter] ?? letter;

/** @param {string} text */
export const isMineText = (text) => HEADER.test(text);

/** @param {string} text */
export function readMineText(text) {
  const header = /** @type {RegExpExecArray} */ (HEADER.exec(text));
  const [cols, rows, mines] = header.slice(1).map(Number);
  const begin = header[0].length;
  const lines = text.slice(begin).trimEnd().split("\n");
  if (lines.length !== rows || !cols)
    throw textFault(
      `the first line says ${rows} rows, but ${lines.length} follow`,
      text,
      header[0].length - header[0].trimStart().length,
    );
  let at = begin;
  const view = lines.map((raw, row) => {
    const line = raw.trimEnd();
    const stranger = /[^0-8HFMIO?]/u.exec(line);
    if (stranger)
      throw textFault(`unknown cell ${spell(stranger[0])}: cells are 0-8 H F ? M`, text, at + stranger.index);
    if (line.length !== cols)
      throw textFault(`row ${row} has ${line.length} cells instead of ${cols}: ${quote(line)}`, text, at);
    at += raw.length + 1;
    return Array.from(line, signOf).join("");
  });
  return ofView(view, mines, "mine");
}
