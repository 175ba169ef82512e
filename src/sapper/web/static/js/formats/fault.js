/** What is wrong with a text or file of another program, with the place of the fault. */

import { PARTS, SENTENCES } from "./sentences.js";

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
 * The error of a refusal of the engine.
 * @param {any} refused @returns {Fault}
 */
export function faultOf({ name, code, values, line, column, byte }) {
  const told = values.map((/** @type {any} */ value) =>
    typeof value === "number" ? value : value instanceof Uint8Array ? decodeText(value) : faultOf(value).message,
  );
  if (code === "ends_early" || code === "no_end") told[0] = PARTS[told[0]];
  const message = SENTENCES[code].replace(/\{(\d)\}/g, (_, number) => told[number]);
  return new Fault(name, message, { line: line ?? undefined, column: column ?? undefined, byte: byte ?? undefined });
}

/**
 * An answer of the engine, unless that is a refusal.
 * @param {any} answer
 */
export function unlessRefused(answer) {
  if (answer?.refused) throw faultOf(answer.refused);
  return answer;
}

/**
 * A text in one of the code pages that files of other programs have: UTF-8, GB18030 or Windows-1252.
 * @param {Uint8Array} data @param {string} [first]  tried before them
 */
export function decodeText(data, first) {
  for (const page of [first || "utf-8", "utf-8", "gb18030"]) {
    try {
      return new TextDecoder(page, { fatal: true, ignoreBOM: true }).decode(data);
    } catch {
      continue; // other bytes, or a page that browsers do not know
    }
  }
  return new TextDecoder("windows-1252").decode(data);
}
