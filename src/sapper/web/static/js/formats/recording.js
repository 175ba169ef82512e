/**
 * A recording: what the file of a replay holds, before it is played. Every reader of replays returns one.
 *
 * @typedef {object} Events  of a mouse, in order, as arrays of one length
 * @property {Uint8Array} kinds  values of KIND
 * @property {Float64Array} times  milliseconds since the game began; never falling
 * @property {Int32Array} xs  pixels from the left edge of the board
 * @property {Int32Array} ys  pixels from its top edge
 *
 * @typedef {object} Recording
 * @property {string} format
 * @property {number} rows
 * @property {number} cols
 * @property {[number, number][]} mines
 * @property {Events} events
 * @property {number} count  events in the file
 * @property {number} cell  pixels of a cell
 * @property {number | null} rtime  milliseconds, where the file tells it
 * @property {boolean} questions  whether a right click on a flag puts a question mark
 * @property {string} program
 * @property {string} player
 * @property {string} started  as ISO 8601 where the file tells it
 * @property {string} mode
 * @property {Fault | null} fault  where reading ended, of a file that is not whole
 *
 * @typedef {(name: string, args: any[]) => Promise<any>} Ask  calls the engine
 * @typedef {(data: Uint8Array, partial: boolean, ask: Ask) => Promise<Recording>} ReadRecording
 */

import { byteFault, Fault } from "./fault.js";

export const CELL = 16; // pixels of a cell where a format tells none

/** What the mouse did, as the engine numbers it. */
export const KIND = {
  MOVE: 1,
  LEFT_DOWN: 2,
  LEFT_UP: 3,
  RIGHT_DOWN: 4,
  RIGHT_UP: 5,
  MIDDLE_DOWN: 6,
  MIDDLE_UP: 7,
  PREFLAG: 8,
  BOTH_DOWN: 9,
  LEFT: 10,
  RIGHT: 11,
  MIDDLE: 12,
  SHIFT_LEFT_DOWN: 13,
  MARKS: 14,
};

/**
 * A recording with what most files do not tell.
 * @param {Partial<Recording> & {format: string, rows: number, cols: number, events: Events}} told
 * @returns {Recording}
 */
export const record = (told) => ({
  mines: [],
  count: told.events.kinds.length,
  cell: CELL,
  rtime: null,
  questions: false,
  program: "",
  player: "",
  started: "",
  mode: "",
  fault: null,
  ...told,
});

/**
 * Events of columns; a time before that of the event before it is raised to it.
 * @param {ArrayLike<number>} kinds @param {ArrayLike<number>} times @param {ArrayLike<number>} xs
 * @param {ArrayLike<number>} ys @returns {Events}
 */
export function makeEvents(kinds, times, xs, ys) {
  let last = 0;
  const ordered = Float64Array.from(times, (time) => (last = Math.max(last, time)));
  return { kinds: Uint8Array.from(kinds), times: ordered, xs: Int32Array.from(xs), ys: Int32Array.from(ys) };
}

/**
 * Events given one by one as kind, milliseconds, x and y.
 * @param {number[][]} rows
 */
export function eventsOf(rows) {
  const column = (/** @type {number} */ k) => rows.map((row) => row[k]);
  return makeEvents(column(0), column(1), column(2), column(3));
}

/**
 * What is wrong with a file: thrown, or returned where broken files are read as far as they go.
 * @param {Fault} fault @param {boolean} partial
 */
export function allow(fault, partial) {
  if (!partial) throw fault;
  return fault;
}

/** Bytes read one after the other; the end of the bytes is a fault. Numbers have their high byte first. */
export class Cursor {
  /** @param {Uint8Array} data @param {number} [at] */
  constructor(data, at = 0) {
    this.data = data;
    this.at = at;
  }

  /** @param {number} count @param {string} [what] */
  take(count, what = "the file") {
    const end = this.at + count;
    if (end > this.data.length)
      throw byteFault(`${what} ends ${end - this.data.length} bytes too early`, this.data.length);
    this.at = end;
    return this.data.subarray(end - count, end);
  }

  /** @param {number} size */
  number(size) {
    return this.take(size).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  /**
   * The bytes up to a zero, which is passed.
   * @param {string} [what]
   */
  string(what = "a text") {
    const end = this.data.indexOf(0, this.at);
    if (end < 0) throw byteFault(`${what} has no end`, this.at);
    const piece = this.data.subarray(this.at, end);
    this.at = end + 1;
    return piece;
  }
}

/**
 * A text in one of the code pages that such files have: UTF-8, GB18030 or Windows-1252.
 * @param {Uint8Array} data @param {string} [first]
 */
export function decodeText(data, first = "utf-8") {
  for (const page of [first, "utf-8", "gb18030"]) {
    try {
      return new TextDecoder(page, { fatal: true, ignoreBOM: true }).decode(data);
    } catch {
      continue; // other bytes, or a page that browsers do not know
    }
  }
  return new TextDecoder("windows-1252").decode(data);
}

/**
 * Refuses a board without cells, or with more mines than cells.
 * @param {number} rows @param {number} cols @param {number} mines @param {number} at
 */
export function checkSize(rows, cols, mines, at) {
  if (!(rows > 0 && cols > 0 && mines >= 0 && mines <= rows * cols))
    throw byteFault(`${rows}x${cols} cells with ${mines} mines are no board`, at);
}

/**
 * The mines of a list of pairs of bytes, all on the board and none twice.
 * @param {Uint8Array} listed @param {number} rows @param {number} cols @param {number} at  the byte of the first
 * @param {{first?: number, across?: boolean}} order  the number of the first side; whether columns come first
 * @returns {[number, number][]}
 */
export function readMines(listed, rows, cols, at, { first = 0, across = false } = {}) {
  const seen = new Set();
  return Array.from({ length: listed.length / 2 }, (_, k) => {
    const pair = [listed[2 * k] - first, listed[2 * k + 1] - first];
    const [row, col] = across ? pair.reverse() : pair;
    if (!(row >= 0 && row < rows && col >= 0 && col < cols))
      throw byteFault(
        `the mine at ${row},${col} lies outside a board of ${rows} rows and ${cols} columns`,
        at + 2 * k,
      );
    if (seen.has(row * cols + col)) throw byteFault(`the mine at ${row},${col} is listed twice`, at + 2 * k);
    seen.add(row * cols + col);
    return [row, col];
  });
}

/**
 * A moment as ISO 8601 without a zone, as Python writes it; "" for 0.
 * @param {number} milliseconds @param {number} [microseconds]  beyond them
 */
export function spellTime(milliseconds, microseconds = 0) {
  if (!milliseconds && !microseconds) return "";
  const moment = new Date(milliseconds);
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999) return "";
  const [whole, part] = moment.toISOString().slice(0, -1).split(".");
  const rest = part + String(microseconds).padStart(3, "0");
  return rest === "000000" ? whole : `${whole}.${rest}`;
}
