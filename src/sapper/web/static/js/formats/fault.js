/** What is wrong with a text or file of another program, with the place of the fault. */

const LONGEST_QUOTE = 24; // characters
/** @type {Record<string, string>} */
const ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

/** An error that the page shows as a problem; `name` is the kind of the engine's errors. */
export class Fault extends Error {
  /**
   * @param {"ParseError" | "InputError" | "LimitError"} name @param {string} message
   * @param {{line?: number, column?: number, byte?: number}} place  line and column from 1 on
   */
  constructor(name, message, { line, column, byte } = {}) {
    const at = line !== undefined ? ` (line ${line}, column ${column})` : byte !== undefined ? ` (byte ${byte})` : "";
    super(message + at);
    this.name = name;
    this.plain = message;
    this.line = line;
    this.column = column;
    this.byte = byte;
  }
}

/**
 * A fault at an offset of a text.
 * @param {string} message @param {string} text @param {number} offset
 */
export function textFault(message, text, offset) {
  const before = text.slice(0, offset).split("\n");
  return new Fault("ParseError", message, {
    line: before.length,
    column: Array.from(before[before.length - 1]).length + 1,
  });
}

/** @param {string} message @param {number} byte */
export const byteFault = (message, byte) => new Fault("ParseError", message, { byte });

/**
 * A text in quotes, as Python writes it.
 * @param {string} text
 */
export function spell(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = Array.from(text, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (ESCAPES[sign]) return ESCAPES[sign];
    if (sign === mark) return `\\${sign}`;
    const hidden = code < 32 || (code >= 127 && code <= 160) || code === 173;
    return hidden ? `\\x${code.toString(16).padStart(2, "0")}` : sign;
  });
  return mark + inside.join("") + mark;
}

/**
 * A short piece of the first line of a text, in quotes.
 * @param {string} text
 */
export function quote(text) {
  const signs = Array.from(text);
  const end = signs.indexOf("\n", 1);
  const piece = signs.slice(0, end > 0 ? Math.min(end, LONGEST_QUOTE) : LONGEST_QUOTE);
  return spell(piece.join("")) + (piece.length < signs.length ? "..." : "");
}
