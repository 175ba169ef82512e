/** MINESWEEPER-BOARD v0.1, in files that end in `.board`: a layout, a position or both, with entries before them. */

import { beside, countSign } from "./content.js";
import { quote, spell, textFault } from "./fault.js";

const FIRST = "# MINESWEEPER-BOARD";
const RENDER = /^#\s*Render:\s*([\p{L}\p{N}_]+)/iu;
const REQUIRED = ["rows", "columns", "mines"];
const CLUES = "012345678";
// A shown, an exploded and a wrongly flagged mine tell no more than a mine or a flag does here.
const VIEW = new Map([..."UF?X@#", ...CLUES].map((sign, k) => [sign, ".F?**F"[k] ?? sign]));
const REAL = new Map([..."*", ...CLUES].map((sign) => [sign, sign === "*" ? "*" : "."]));
const EMOJI = new Map([["⬜", "U"], ["🚩", "F"], ["❓", "?"], ["💥", "X"], ["💣", "@"], ["❌", "#"]]);
const JOINED = /[\uFE0E\uFE0F\u20E3]/g; // signs that belong to the one before

/** @typedef {{at: number, line: string}} Line */

/** @param {string} text */
export const isBoardText = (text) => text.trimStart().startsWith(FIRST);

/** @param {string} text @returns {import("./content.js").Content} */
export function readBoardText(text) {
  let emoji = false;
  let part = "";
  let at = 0;
  /** @type {Map<string, {value: string, at: number}>} */
  const entries = new Map();
  /** @type {Map<string, Line[]>} */
  const parts = new Map();
  for (const line of text.split("\n")) {
    const content = line.trim();
    const begin = at + line.length - line.trimStart().length;
    at += line.length + 1;
    const header = /^\[([\p{L}\p{N}_]+)\]$/u.exec(content);
    if (header) {
      part = header[1].toLowerCase();
      if ((part !== "real" && part !== "view") || parts.has(part))
        throw textFault(`the part ${content} is unknown or repeated: parts are [real], [view]`, text, begin);
      parts.set(part, []);
    } else if (!content || (content.startsWith("#") && !part)) {
      const render = RENDER.exec(content);
      if (render) emoji = render[1].toLowerCase() === "emoji";
    } else if (part) parts.get(part)?.push({ at: begin, line: content });
    else {
      const colon = content.indexOf(":");
      if (colon < 0) throw textFault(`${quote(content)} is no entry such as 'rows: 16'`, text, begin);
      const value = content.slice(colon + 1).trim();
      entries.set(content.slice(0, colon).trim().toLowerCase(), { value, at: begin });
    }
  }
  const [rows, cols, mines] = REQUIRED.map((key) => readNumber(text, entries, key));
  if (!parts.size) throw textFault("the file has neither [real] nor [view]", text, text.length);
  /** @type {Map<string, string[]>} */
  const drawn = new Map();
  for (const [name, lines] of parts) drawn.set(name, readPart(text, name, lines, rows, cols, emoji));
  const layout = drawn.get("real") ?? null;
  const found = layout ? countSign(layout, "*") : mines;
  if (found !== mines)
    throw textFault(`the layout has ${found} mines, not ${mines}`, text, entries.get("mines")?.at ?? 0);
  const seen = parts.get("view");
  if (layout && seen) checkView(text, seen, layout, emoji);
  return { rows, cols, mines, layout, view: drawn.get("view") ?? null, start: null, clicks: [], form: "board" };
}

/** @param {string} text @param {Map<string, {value: string, at: number}>} entries @param {string} key */
function readNumber(text, entries, key) {
  const entry = entries.get(key);
  if (!entry) throw textFault(`the entry '${key}' is missing`, text, 0);
  if (!/^[0-9]{1,8}$/.test(entry.value))
    throw textFault(`${key}: ${quote(entry.value)} is no number`, text, entry.at);
  const number = Number(entry.value);
  if (number === 0 && key !== "mines") throw textFault(`${key}: a board has at least one cell`, text, entry.at);
  return number;
}

/**
 * The signs of lines; emoji as signs of ASCII.
 * @param {Line[]} lines @param {boolean} emoji @returns {string[][]}
 */
function spellOut(lines, emoji) {
  return lines.map(({ line }) =>
    emoji ? Array.from(line.replace(JOINED, ""), (sign) => EMOJI.get(sign) ?? sign) : Array.from(line),
  );
}

/**
 * @param {string} text @param {string} name @param {Line[]} lines @param {number} rows @param {number} cols
 * @param {boolean} emoji
 */
function readPart(text, name, lines, rows, cols, emoji) {
  if (lines.length !== rows)
    throw textFault(
      `[${name}] has ${lines.length} rows instead of ${rows}`,
      text,
      lines.length ? lines[lines.length - 1].at : text.length,
    );
  const signs = name === "view" ? VIEW : REAL;
  const plain = spellOut(lines, emoji);
  plain.forEach((line, row) => {
    const { at } = lines[row];
    line.forEach((sign, col) => {
      if (!signs.has(sign)) {
        const known = [...signs.keys()].join(" ");
        const place = emoji ? at : at + line.slice(0, col).join("").length;
        throw textFault(`unknown cell ${spell(sign)} in [${name}]: cells are ${known}`, text, place);
      }
    });
    if (line.length !== cols)
      throw textFault(`row ${row} of [${name}] has ${line.length} cells instead of ${cols}`, text, at);
  });
  if (name === "real") checkNumbers(text, lines, plain, emoji);
  return plain.map((line) => line.map((sign) => signs.get(sign)).join(""));
}

/**
 * Refuses a layout whose numbers are not those of its mines.
 * @param {string} text @param {Line[]} lines @param {string[][]} plain @param {boolean} emoji
 */
function checkNumbers(text, lines, plain, emoji) {
  plain.forEach((line, row) =>
    line.forEach((sign, col) => {
      const cells = beside(row, col, plain.length, line.length);
      const mines = cells.filter(([near, beyond]) => plain[near][beyond] === "*").length;
      if (sign !== "*" && Number(sign) !== mines) {
        const message = `the number ${sign} in [real] has ${mines} mines beside it`;
        throw textFault(message, text, lines[row].at + (emoji ? 0 : col));
      }
    }),
  );
}

/**
 * Refuses a position whose numbers, mines and wrong flags are not those of the layout.
 * @param {string} text @param {Line[]} lines @param {string[]} layout @param {boolean} emoji
 */
function checkView(text, lines, layout, emoji) {
  spellOut(lines, emoji).forEach((line, row) =>
    line.forEach((sign, col) => {
      const cells = beside(row, col, layout.length, line.length);
      const mines = cells.filter(([near, beyond]) => layout[near][beyond] === "*").length;
      const real = layout[row][col] === "*" ? "*" : String(mines);
      const wrong = CLUES.includes(sign) ? sign !== real : sign === "#" && real === "*";
      if (wrong || ("X@".includes(sign) && real !== "*"))
        throw textFault(`the cell ${sign} in [view] is ${real} in [real]`, text, lines[row].at + (emoji ? 0 : col));
    }),
  );
}
