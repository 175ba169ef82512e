/**
 * MVF of Minesweeper Clone, all versions. Since 0.97 the bits of every event are permuted by a key that the file
 * tells. Events are states of the buttons, from which presses and releases follow. Before 0.97 the file begins with
 * the board as MBF has it.
 */

import { byteFault } from "./fault.js";
import { startsWith } from "./reading.js";
import { allow, checkSize, Cursor, decodeText, readMines, record } from "./recording.js";

const NEW = "\x11M", HACK = "\0\0";
const YEAR_AT = 27; // the last digit of the copyright
/** @type {Record<number, string>} */
const MODES = { 1: "classic", 2: "density", 3: "upk", 4: "cheat" };
const SHORT = 5, LONG = 6; // bytes of an event in 0.97, and since 2006
const OLD_EVENT = 8;
const MOST_LEVELS = 5;
// Before 0.97: bytes from the end where the time stands; the name follows if there is one.
/** @type {[string, number][]} */
const OLD_TAILS = [["0.96", 125], ["0.76", 113], ["0.75", 13]];
const LATEST_END = 2000; // milliseconds from the last event to the time of the game
const MOST_BUTTONS = 7; // all three bits
const OLD_SIZES = ["30 16 99", "16 16 40", "8 8 10"];

/**
 * @typedef {import("./recording.js").Ask} Ask
 * @typedef {{rtime: number, player: string, at: number}} Tail  what follows the events, from the byte `at` on
 */

/**
 * Whether bytes begin as such a file: with its name, or with a board of a usual level and events after it.
 * @param {Uint8Array} data
 */
export function isMvf(data) {
  if (startsWith(data, NEW)) return true;
  if (data.length <= 4) return false;
  const mines = data[2] * 256 + data[3];
  return OLD_SIZES.includes(`${data[0]} ${data[1]} ${mines}`) && data.length > 4 + 2 * mines + OLD_EVENT;
}

/** @type {import("./recording.js").ReadRecording} */
export async function readMvf(data, partial, ask) {
  if (startsWith(data, HACK)) return readNew(new Cursor(data, 7), SHORT, partial, ask);
  if (!startsWith(data, NEW)) return readOld(data, partial, ask);
  const digit = String.fromCharCode(new Cursor(data, YEAR_AT).number(1));
  if (digit === "5") return readNew(new Cursor(data, 74), SHORT, partial, ask);
  if (digit === "8") return readNew(new Cursor(data, 74), SHORT, partial, ask, "upk");
  if (digit === "6" || digit === "7") {
    const cursor = new Cursor(data, 53);
    cursor.take(cursor.number(1), "the version");
    return readNew(new Cursor(data, 71), LONG, partial, ask);
  }
  const spelled = digit.charCodeAt(0) >= 32 && digit < "\x7f" ? digit : hex(digit);
  throw byteFault(`b'${spelled}' ends no year of Minesweeper Clone`, YEAR_AT);
}

/** @param {string} digit */
const hex = (digit) => `\\x${digit.charCodeAt(0).toString(16).padStart(2, "0")}`;

/** @param {Cursor} cursor @param {number} size @param {boolean} partial @param {Ask} ask @param {string} [mode] */
async function readNew(cursor, size, partial, ask, mode) {
  const [month, day, year, hour, minute, second] = [1, 1, 2, 1, 1, 1].map((bytes) => cursor.number(bytes));
  const levelAt = cursor.at;
  const [level, modeCode] = [cursor.number(1), cursor.number(1)];
  if (!(level >= 1 && level <= MOST_LEVELS))
    throw byteFault(`${level} is no level of MVF, which has 1 to ${MOST_LEVELS}`, levelAt);
  let rtime = 0;
  if (size === SHORT) {
    rtime = cursor.number(2) * 1000 + cursor.number(1) * 10;
    for (let figure = 0; figure < 5; figure++) cursor.number(2); // of the game; not needed here
  } else rtime = cursor.number(3);
  const questions = cursor.number(1);
  const at = cursor.at;
  const [cols, rows, mines] = [1, 1, 2].map((bytes) => cursor.number(bytes));
  checkSize(rows, cols, mines, at);
  const minesAt = cursor.at;
  const listed = cursor.take(2 * mines, "the list of mines");
  const placed = readMines(listed, rows, cols, minesAt, { first: 1, across: true });
  const player = decodeText(cursor.take(cursor.number(1), "the name"));
  const key = cursor.number(2);
  let count = cursor.number(3);
  const held = Math.floor((cursor.data.length - cursor.at) / size);
  let fault = null;
  if (held < count) {
    fault = allow(byteFault(`the file has ${held} of ${count} events`, cursor.data.length), partial);
    count = held;
  }
  const states = cursor.take(count * size, "the events").slice();
  const { end, ...events } = await ask("mvf_events", [states, permutation(key, size)]);
  const pad = (/** @type {number} */ number, width = 2) => String(number).padStart(width, "0");
  const clock = `${pad(hour)}:${pad(minute)}:${pad(second)}`;
  return record({
    format: "mvf",
    rows,
    cols,
    mines: placed,
    events,
    count,
    rtime,
    questions: Boolean(questions),
    mode: mode ?? MODES[modeCode] ?? String(modeCode),
    program: "Minesweeper Clone",
    player,
    started: year && month ? `${pad(year, 4)}-${pad(month)}-${pad(day || 1)}T${clock}` : "",
    fault,
  });
}

/**
 * For each logical bit its place among the bits of an event.
 * @param {number} key @param {number} size
 */
function permutation(key, size) {
  const [a, b] = [Math.sqrt(key), Math.sqrt(key + 1000)];
  const [c, d] = [Math.sqrt(a + 1000), Math.sqrt(b + 1000)];
  const values = [
    Math.cos(c + 1000), Math.sin(Math.sqrt(b)), Math.cos(c), Math.sin(Math.sqrt(a) + 1000), Math.cos(d), Math.sin(d),
  ]; // prettier-ignore
  const spell = (/** @type {number} */ value) => String(Math.round(Math.abs(value) * 1e8)).padStart(8, "0").slice(-8);
  const digits = values.slice(0, size).map(spell).join("");
  const places = Array.from({ length: 8 * size }, (_, place) => place);
  return Uint8Array.from(places.sort((one, other) => Number(digits[one]) - Number(digits[other]) || one - other));
}

/** @param {Uint8Array} data @param {boolean} partial @param {Ask} ask */
async function readOld(data, partial, ask) {
  const cursor = new Cursor(data);
  const [cols, rows, mines] = [1, 1, 2].map((bytes) => cursor.number(bytes));
  checkSize(rows, cols, mines, 0);
  const placed = readMines(cursor.take(2 * mines, "the list of mines"), rows, cols, 4, { across: true });
  const questions = cursor.number(1);
  cursor.take(1);
  const begin = cursor.at;
  const tail = readOldTail(data, begin);
  const { buttons, times, xs, ys } = readOldEvents(data, begin, tail);
  const count = times.length;
  let fault = null;
  if (!tail) fault = allow(byteFault("the events have no end", data.length), partial);
  else if (!count) fault = allow(byteFault("there are no events", begin), partial);
  const columns = [Uint8Array.from(buttons), Float64Array.from(times), Int32Array.from(xs), Int32Array.from(ys)];
  const { end: _, ...events } = await ask("press_buttons", columns);
  const { rtime = null, player = "" } = tail ?? {};
  const told = { rtime, questions: Boolean(questions), mode: "classic", program: "Minesweeper Clone", player };
  return record({ format: "mvf", rows, cols, mines: placed, events, count, ...told, fault });
}

/**
 * The states of the buttons, as far as the times rise and the tail does not begin.
 * @param {Uint8Array} data @param {number} begin @param {Tail | null} tail
 */
function readOldEvents(data, begin, tail) {
  const end = tail?.at ?? data.length;
  /** @type {{buttons: number[], times: number[], xs: number[], ys: number[]}} */
  const states = { buttons: [], times: [], xs: [], ys: [] };
  let last = 0, raw = 0, turns = 0;
  for (let at = begin; at + OLD_EVENT <= end; at += OLD_EVENT) {
    const [seconds, hundredths, down, x, low, y, lower] = data.subarray(at, at + OLD_EVENT);
    const told = seconds * 1000 + hundredths * 10;
    // Seconds have one byte, so a time that falls by more than 200 seconds has passed 256.
    if (states.times.length && told - raw < -200_000) turns++;
    raw = told;
    const time = told + 256_000 * turns;
    if ((states.times.length && time < last) || time > (tail?.rtime ?? Infinity)) break;
    if (hundredths > 99 || down > MOST_BUTTONS) break;
    last = time;
    states.buttons.push(down);
    states.times.push(time);
    states.xs.push(x * 256 + low);
    states.ys.push(y * 256 + lower);
  }
  return states;
}

/**
 * What follows the events; null where the file is cut off, so that it has none.
 * @param {Uint8Array} data @param {number} begin @returns {Tail | null}
 */
function readOldTail(data, begin) {
  for (const [version, back] of OLD_TAILS) {
    const at = data.length - back;
    if (at < begin) continue;
    if (version === "0.96" && !(data[data.length - 1] === 0 && data[at + 103] === 0)) continue;
    if (version === "0.76" && !data.subarray(-10).every((byte) => byte >= 48 && byte <= 57)) continue;
    if (data[at + 2] > 99) continue;
    const name = version === "0.75" ? new Uint8Array() : data.subarray(at + 3, at + 103);
    const zero = name.indexOf(0);
    const player = decodeText(zero < 0 ? name : name.subarray(0, zero)).trim();
    const tail = { rtime: (data[at] * 256 + data[at + 1]) * 1000 + data[at + 2] * 10, player, at };
    // Any bytes can be a time. Most events are before it, the last one ends the game, and none follows.
    const { times } = readOldEvents(data, begin, tail);
    const few = 2 * times.length < Math.floor((at - begin) / OLD_EVENT);
    const early = times.length > 0 && tail.rtime - times[times.length - 1] > LATEST_END;
    if (!(few || early || isOldEvent(data, at + 1))) return tail;
  }
  return null;
}

/**
 * Whether bytes can be an event on a board of a usual level.
 * @param {Uint8Array} data @param {number} at
 */
function isOldEvent(data, at) {
  const [, hundredths, buttons, x, , y] = data.subarray(at, at + 6);
  return hundredths <= 99 && buttons <= MOST_BUTTONS && x <= 1 && y <= 1;
}
