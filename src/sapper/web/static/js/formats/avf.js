/**
 * AVF of Minesweeper Arbiter, and FSVF of Freesweeper, which has the same structure: the mines follow a level in
 * byte 5. Then come scrambled bytes and a text in brackets. The first event is the first place after it whose bytes
 * can be one; each has 8 bytes. Texts with the player's name are at the end.
 */

import { byteFault } from "./fault.js";
import { allow, checkSize, Cursor, decodeText, eventsOf, KIND, makeEvents, readMines, record } from "./recording.js";

const LEVEL_AT = 5;
/** @type {Record<number, [number, number, number]>} rows, columns and mines */
const LEVELS = { 3: [8, 8, 10], 4: [16, 16, 40], 5: [16, 30, 99] };
const CUSTOM = 6;
const TEXT = /([\x11\x7f])[\s\S]\[[0-3]\|/g;
const MARKS_ON = "\x11";
/** @type {Record<number, number>} */
const KINDS = {
  1: KIND.MOVE, 3: KIND.LEFT_DOWN, 5: KIND.LEFT_UP, 9: KIND.RIGHT_DOWN, 17: KIND.RIGHT_UP, 33: KIND.MIDDLE_DOWN,
  65: KIND.MIDDLE_UP, 11: KIND.SHIFT_LEFT_DOWN, 21: KIND.LEFT_UP, 145: KIND.RIGHT_UP, 193: KIND.MIDDLE_UP,
}; // prettier-ignore
const STARTED =
  /(?<![0-9])([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{1,4})\.([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,4})(?![0-9])/;
const SIZE = 8; // bytes of an event

/**
 * One character a byte.
 * @param {Uint8Array} data
 */
export const latin = (data) => Array.from(data, (byte) => String.fromCharCode(byte)).join("");

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/**
 * Whether bytes have a level and the text in brackets of such a file.
 * @param {Uint8Array} data
 */
export const isAvf = (data) =>
  (data[LEVEL_AT] in LEVELS || data[LEVEL_AT] === CUSTOM) && latin(data).search(TEXT) >= 0;

/** @type {import("./recording.js").ReadRecording} */
export async function readAvf(data, partial) {
  const cursor = new Cursor(data, LEVEL_AT);
  const level = cursor.number(1);
  let [rows, cols, mines] = LEVELS[level] ?? [0, 0, 0];
  if (level === CUSTOM) [cols, rows, mines] = [cursor.number(1) + 1, cursor.number(1) + 1, cursor.number(2)];
  else if (!rows)
    // Files of any other kind arrive here as well: AVF has no mark at its beginning.
    throw byteFault(`this is no replay of a known format; as AVF, its level would be ${level}`, LEVEL_AT);
  checkSize(rows, cols, mines, LEVEL_AT);
  const minesAt = cursor.at;
  const placed = readMines(cursor.take(2 * mines, "the list of mines"), rows, cols, minesAt, { first: 1 });
  const whole = latin(data);
  TEXT.lastIndex = cursor.at;
  const begun = TEXT.exec(whole);
  if (!begun) throw byteFault("the text in brackets is missing", cursor.at);
  const begin = begun.index + begun[0].length;
  const end = whole.indexOf("]", begin);
  if (end < 0) throw byteFault("the text in brackets has no end", begin);
  const read = readEvents(data, whole, end + 1, partial);
  const tail = whole.slice(read.end);
  const free = data[0] === 0;
  const events = free ? refine(read.events, tail) : read.events;
  const real = /RealTime:\s*([0-9]{1,9})(?:[.,]([0-9]+))?(?![0-9])/.exec(tail);
  const { length } = events.times;
  const told = real && Number(real[1]) * 1000 + Number((real[2] ?? "0").padEnd(3, "0").slice(0, 3));
  return record({
    format: free ? "fsvf" : "avf",
    rows,
    cols,
    mines: placed,
    events,
    rtime: told ?? (length ? events.times[length - 1] : null),
    questions: begun[1] === MARKS_ON,
    mode: free && data[2] ? "cheat" : "classic",
    program: readProgram(tail),
    player: readPlayer(tail),
    started: readStart(whole.slice(begin, end)),
    fault: read.fault,
  });
}

/** @param {Uint8Array} data @param {string} whole @param {number} begin @param {boolean} partial */
function readEvents(data, whole, begin, partial) {
  const found = /[\s\S][\0\x01]\x01/.exec(whole.slice(begin)); // at x below 512 in the first second
  if (!found) {
    const fault = allow(byteFault("there are no events", data.length), partial);
    return { events: eventsOf([]), end: data.length, fault };
  }
  let at = begin + found.index;
  /** @type {import("./fault.js").Fault | null} */
  let fault = byteFault("the events have no end", data.length);
  /** @type {number[][]} */
  const rows = [];
  for (; at + SIZE <= data.length; at += SIZE) {
    const event = data.subarray(at, at + SIZE);
    fault = null;
    if (event[2] === 0 && event[6] === 0) break; // no seconds
    const kind = KINDS[event[0]];
    fault = byteFault("the events have no end", data.length);
    if (!kind) {
      fault = byteFault(`${event[0]} is no kind of event`, at);
      break;
    }
    const time = (event[6] * 256 + event[2]) * 1000 + event[4] * 10 - 1000;
    rows.push([kind, time, event[1] * 256 + event[3], event[5] * 256 + event[7]]);
  }
  if (fault) allow(fault, partial);
  return { events: eventsOf(rows), end: at, fault };
}

/**
 * Events with the thousandths that Freesweeper writes after the signature, two in a byte.
 * @param {import("./recording.js").Events} events @param {string} tail
 */
function refine(events, tail) {
  const { length } = events.times;
  const at = tail.indexOf("cs=");
  const packed = at < 0 ? [] : Array.from(bytesOf(tail.slice(at + 3, at + 3 + ((length + 1) >> 1))));
  const nibbles = packed.flatMap((byte) => [byte >> 4, byte & 15]).slice(0, length);
  if (!length || packed.length < (length + 1) >> 1 || nibbles.some((nibble) => nibble > 9)) return events;
  return makeEvents(events.kinds, events.times.map((time, k) => time + nibbles[k]), events.xs, events.ys);
}

/** @param {string} tail */
function readProgram(tail) {
  const found = /(?:Minesweeper Arbiter|Freesweeper|FreeSweeper)[^\r\n]*/.exec(tail);
  return found ? decodeText(bytesOf(found[0])).split(". Copyright")[0].trim() : "";
}

/**
 * The name: the line after that of the skin.
 * @param {string} tail
 */
function readPlayer(tail) {
  const at = tail.indexOf("Skin:");
  return at < 0 ? "" : decodeText(bytesOf(tail.slice(at).split(/\r\n|\r|\n/)[1] ?? "")).trim();
}

/** @param {string} text */
function readStart(text) {
  const found = STARTED.exec(text);
  if (!found) return "";
  const [day, month, year, hour, minute, second] = found.slice(1, 7).map(Number);
  const pad = (/** @type {number} */ number, size = 2) => String(number).padStart(size, "0");
  // The tenth of a second stands before the milliseconds.
  const part = pad(Number(found[7].slice(1) || 0), 3);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}.${part}`;
}
