/** EVF of Metasweeper, versions 0 to 4: read, and version 4 written. EVFS, which holds many of them, is read too. */

import { byteFault, Fault, spell } from "./fault.js";
import { allow, checkSize, Cursor, decodeText, KIND, makeEvents, record, spellTime } from "./recording.js";

const NEWEST = 4;
const MOST_KIND = 12;
const OLD_EVENT = 8; // bytes of an event before version 4
const COMPLETED = 0x80, NO_FLAGS = 0x10, TRANSCODED = 0x08, QUESTIONS = 0x80;
const PAUSE = 255;
const KNOWN = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 81, 82, 83, 99, 200, 201, PAUSE]);
const MODES = [
  "classic", "upk", "cheat", "density", "win7", "classic_no_guess", "strong_no_guess", "weak_no_guess",
  "quasi_no_guess", "strong_guessable", "weak_guessable", "recursive_chord", "recursive_flag", "recursive_both",
  "no_guess_recursive_chord", "no_guess_recursive_flag", "no_guess_recursive_both",
]; // prettier-ignore
const NO_MODE = 65_535;

/** @type {import("./recording.js").ReadRecording} */
export async function readEvf(data, partial, ask) {
  const cursor = new Cursor(data);
  const version = cursor.number(1);
  if (version > NEWEST) throw byteFault(`EVF has versions 0 to ${NEWEST}, not ${version}`, 0);
  const summary = cursor.number(1);
  const settings = version >= 3 ? cursor.number(1) : 0;
  const at = cursor.at;
  const head = new Cursor(cursor.take(9));
  const [rows, cols, mines, cell, mode] = [1, 1, 2, 1, 2].map((size) => head.number(size));
  checkSize(rows, cols, mines, at);
  if (cell === 0) throw byteFault("a cell has at least one pixel", at + 4);
  const newest = version >= NEWEST;
  const rtime = cursor.number(newest ? 4 : 3);
  const texts = newest ? readNewTexts(cursor, summary) : readOldTexts(cursor, version);
  const placed = readMines(cursor, rows, cols, mines);
  if (newest) for (let names = cursor.number(2); names > 0; names--) cursor.string("the name of a metric");
  let { events, fault } = await (newest ? readNewEvents : readOldEvents)(cursor, partial, ask);
  fault ??= checkEnd(cursor, version, partial);
  return record({
    format: "evf",
    rows,
    cols,
    mines: placed,
    events,
    cell,
    rtime,
    questions: Boolean(settings & QUESTIONS),
    mode: mode === NO_MODE ? "" : MODES[mode] ?? String(mode),
    fault,
    ...texts,
  });
}

/**
 * Yields the name and the recording of every EVF in a file.
 * @param {Uint8Array} data @param {boolean} partial @param {import("./recording.js").Ask} ask
 */
export async function* readEvfs(data, partial, ask) {
  const cursor = new Cursor(data);
  const version = cursor.number(1);
  if (version !== 0) throw byteFault(`EVFS has version 0, not ${version}`, 0);
  const checksum = cursor.number(2);
  while (cursor.at < data.length) {
    const name = decodeText(cursor.string("the name of a replay"));
    const size = cursor.number(4);
    const begin = cursor.at;
    try {
      yield { name, recording: await readEvf(cursor.take(size, "a replay"), partial, ask) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw byteFault(`in ${spell(name)}, ${error.message}`, begin + (error.byte ?? 0));
    }
    cursor.take(checksum, "a checksum");
  }
}

/** @param {Cursor} cursor @param {number} version */
function readOldTexts(cursor, version) {
  const names = ["software", "player", "race", "unique", "start", "end", "country"];
  if (version >= 2) names.push("device");
  const texts = Object.fromEntries(names.map((name) => [name, decodeText(cursor.string(`the ${name}`))]));
  const started = /^[0-9]{1,18}$/.test(texts.start) ? spellMicroseconds(BigInt(texts.start)) : texts.start;
  return { program: texts.software, player: texts.player, started };
}

/** @param {Cursor} cursor @param {number} summary */
function readNewTexts(cursor, summary) {
  cursor.take(2); // country
  const bytes = cursor.take(8);
  const start = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  cursor.take(8);
  const program = decodeText(cursor.string("the software"));
  let encoding = "utf-8";
  if (summary & TRANSCODED) {
    cursor.string("the transcoder");
    encoding = decodeText(cursor.string("the encoding"));
  }
  const player = decodeText(cursor.string("the player"), encoding);
  cursor.string("the race");
  cursor.string("the unique id");
  cursor.take(cursor.number(2), "the device");
  return { program, player, started: spellMicroseconds(start) };
}

/** @param {bigint} number */
const spellMicroseconds = (number) => spellTime(Number(number / 1000n), Number(number % 1000n));

/** @param {Cursor} cursor @param {number} rows @param {number} cols @param {number} mines */
function readMines(cursor, rows, cols, mines) {
  const at = cursor.at;
  const packed = cursor.take(Math.floor((rows * cols + 7) / 8), "the mines");
  /** @type {[number, number][]} */
  const placed = [];
  for (let cell = 0; cell < rows * cols; cell++)
    if (packed[cell >> 3] & (0x80 >> (cell & 7))) placed.push([Math.floor(cell / cols), cell % cols]);
  if (placed.length !== mines) throw byteFault(`the board has ${placed.length} mines, not ${mines}`, at);
  return placed;
}

/** @param {Cursor} cursor @param {boolean} partial */
async function readOldEvents(cursor, partial) {
  const { data } = cursor;
  /** @type {number[][]} */
  const rows = [];
  for (; cursor.at + OLD_EVENT <= data.length; cursor.at += OLD_EVENT) {
    const event = data.subarray(cursor.at, cursor.at + OLD_EVENT);
    if (event[0] === 0 || event[0] > MOST_KIND) break;
    rows.push(Array.from(event));
  }
  const code = data[cursor.at];
  const cut = code === undefined || (code > 0 && code <= MOST_KIND);
  const what = cut ? "the events have no end" : `${code} is no kind of event`;
  const fault = code === 0 || code === 255 ? null : allow(byteFault(what, cursor.at), partial);
  const column = (/** @type {(event: number[]) => number} */ of) => rows.map(of);
  const events = makeEvents(
    column((event) => event[0]),
    column((event) => event[1] * 65_536 + event[2] * 256 + event[3]),
    column((event) => event[4] * 256 + event[5]),
    column((event) => event[6] * 256 + event[7]),
  );
  return { events, fault };
}

/** @param {Cursor} cursor @param {boolean} partial @param {import("./recording.js").Ask} ask */
async function readNewEvents(cursor, partial, ask) {
  const { end, ...events } = await ask("evf_events", [cursor.data.slice(cursor.at)]);
  cursor.at += end;
  const code = cursor.data[cursor.at] ?? -1;
  const what = code < 0 || KNOWN.has(code) ? "the events have no end" : `${code} is no kind of event`;
  return { events, fault: code === 0 ? null : allow(byteFault(what, cursor.at), partial) };
}

/**
 * Reads what follows the events: a mark, and a checksum if there is one.
 * @param {Cursor} cursor @param {number} version @param {boolean} partial
 */
function checkEnd(cursor, version, partial) {
  try {
    const mark = cursor.number(1);
    if (version >= NEWEST) cursor.take(cursor.number(2), "the checksum");
    else if (mark === 0) cursor.take(32, "the checksum");
  } catch (error) {
    return allow(/** @type {Fault} */ (error), partial);
  }
  const left = cursor.data.length - cursor.at;
  return left ? allow(byteFault(`${left} bytes follow the end`, cursor.at), partial) : null;
}

/**
 * A file of version 4 without a checksum, which no ranking takes for official.
 * @param {import("./recording.js").Recording} recording @param {{won: boolean, bbbv: number}} game
 */
export function writeEvf(recording, { won, bbbv }) {
  const { rows, cols, cell, mines, events } = recording;
  if (Math.max(rows, cols) > 255 || cell > 255 || Math.max(rows, cols) * cell > 32_767)
    throw new Fault(
      "InputError",
      `EVF holds boards of up to 255x255 cells and 32767 pixels, not ${rows}x${cols} of ${cell} pixels`,
    );
  const flags = !events.kinds.some((kind) => kind === KIND.RIGHT_DOWN || kind === KIND.PREFLAG);
  const rtime = recording.rtime ?? 0;
  const begun = BigInt(Math.max(Date.parse(`${recording.started}Z`) || 0, 0)) * 1000n;
  const texts = [recording.program || "Sapper", recording.player, "", ""]; // race and unique id are empty
  const packed = new Uint8Array(Math.floor((rows * cols + 7) / 8));
  for (const [row, col] of mines) packed[(row * cols + col) >> 3] |= 0x80 >> ((row * cols + col) & 7);
  return Uint8Array.from([
    NEWEST, (won ? COMPLETED : 0) | (flags ? NO_FLAGS : 0), recording.questions ? QUESTIONS : 0, rows, cols,
    ...bytes(mines.length, 2), cell, ...bytes(Math.max(MODES.indexOf(recording.mode), 0), 2), ...bytes(bbbv, 2),
    ...bytes(Math.min(rtime, 2 ** 32 - 1), 4),
    0, 0, ...bytes(begun, 8), ...bytes(begun + 1000n * BigInt(rtime), 8),
    ...texts.flatMap((text) => [...new TextEncoder().encode(text.replaceAll("\0", "")), 0]),
    0, 0, ...packed, 0, 0,
    ...writeEvents(events), 0, 0, 0,
  ]); // prettier-ignore
}

/** @param {import("./recording.js").Events} events */
function writeEvents({ kinds, times, xs, ys }) {
  const step = (/** @type {number} */ to, /** @type {number} */ from) =>
    Math.min(Math.max(to - from, -32_768), 32_767);
  /** @type {number[]} */
  const out = [];
  let time = 0, x = 0, y = 0;
  kinds.forEach((kind, k) => {
    let left = times[k] - time;
    for (; left > 255; left -= Math.min(left, 65_535)) out.push(PAUSE, ...bytes(Math.min(left, 65_535), 2));
    const [dx, dy] = [step(xs[k], x), step(ys[k], y)];
    out.push(kind, left, ...bytes(dx & 0xffff, 2), ...bytes(dy & 0xffff, 2));
    [time, x, y] = [times[k], x + dx, y + dy];
  });
  return out;
}

/** @param {number | bigint} number @param {number} size @returns {number[]} */
function bytes(number, size) {
  return Array.from({ length: size }, (_, k) => Number((BigInt(number) >> BigInt(8 * (size - 1 - k))) & 0xffn));
}
