/** RMV of Viennasweeper, versions 1 and 2, and UMF, which came before it. */

import { byteFault, Fault } from "./fault.js";
import { startsWith } from "./reading.js";
import { allow, CELL, checkSize, Cursor, decodeText, KIND, makeEvents } from "./recording.js";
import { readMines, record, spellTime } from "./recording.js";

const RMV = "*rmv", UMF = "*umf";
/** @type {Record<number, string>} */
const MODES = { 0: "classic", 1: "upk", 2: "cheat", 3: "density" };
const MOST_KIND = 28, UNUSED_KIND = 8;

/**
 * Whether bytes begin as such a file.
 * @param {Uint8Array} data
 */
export const isRmv = (data) => startsWith(data, RMV) || startsWith(data, UMF);

/** @type {import("./recording.js").ReadRecording} */
export async function readRmv(data, partial, ask) {
  const cursor = new Cursor(data, RMV.length);
  const old = startsWith(data, UMF);
  const kind = cursor.number(2);
  if (kind !== 1 && (old || kind !== 2)) throw byteFault(`${kind} is no type of ${old ? "UMF" : "RMV"}`, RMV.length);
  const { sizes, clone } = readSizes(cursor, kind, old);
  cursor.take(sizes.result, "the result");
  const version = decodeText(cursor.take(sizes.version, "the version")).replace(/^[\0 \n]+|[\0 \n]+$/g, "");
  const players = new Cursor(cursor.take(sizes.player, "the player"));
  if (old) cursor.take(4);
  const { rows, cols, mines, played } = readBoard(cursor);
  /** @type {number[][]} */
  let preflags = [];
  if (sizes.preflags) {
    const at = cursor.at;
    const listed = new Cursor(cursor.take(sizes.preflags, "the flags"));
    const cells = listed.take(2 * listed.number(2));
    preflags = readMines(cells, rows, cols, at + 2, { across: true });
  }
  const properties = cursor.take(sizes.properties, "the properties");
  const utf8 = kind === 2 || properties[4] === 1;
  const cell = (kind === 2 && properties[6]) || CELL;
  cursor.take(sizes.extensions, "the extensions");
  const read = await readEvents(cursor, kind, cell, preflags, partial, ask);
  return record({
    format: old ? "umf" : "rmv",
    rows,
    cols,
    mines,
    ...read,
    cell,
    questions: Boolean(properties[0]),
    mode: properties.length > 2 ? MODES[properties[2]] ?? String(properties[2]) : "",
    program: version || (clone === null ? "" : `clone ${clone}`),
    player: readPlayer(players, utf8),
    started: spellTime(played * 1000),
  });
}

/** @param {Cursor} file @param {number} kind @param {boolean} old */
function readSizes(file, kind, old) {
  const cursor = new Cursor(file.take(old ? 20 : kind === 1 ? 22 : 24));
  let clone = null;
  if (kind === 2) {
    clone = cursor.number(1);
    cursor.take(1);
  }
  cursor.take(4);
  const result = !old && kind === 1 ? cursor.number(2) : 0;
  const [version, player, board, preflags, properties] = [2, 2, 2, 2, 2].map((bytes) => cursor.number(bytes));
  const extensions = kind === 2 ? cursor.number(2) : 0;
  cursor.take(6); // the bytes of the events, which their end tells
  return { sizes: { result, version, player, board, preflags, properties, extensions }, clone };
}

/**
 * The name; "" where it is missing.
 * @param {Cursor} cursor @param {boolean} utf8
 */
function readPlayer(cursor, utf8) {
  try {
    if (!cursor.number(2)) return "";
    return decodeText(cursor.take(cursor.number(1)), utf8 ? "utf-8" : "gb18030").trim();
  } catch (error) {
    if (error instanceof Fault) return ""; // the sizes of the parts hold, so the rest of the file is read
    throw error;
  }
}

/** @param {Cursor} cursor */
function readBoard(cursor) {
  const at = cursor.at;
  const [played, cols, rows, count] = [4, 1, 1, 2].map((bytes) => cursor.number(bytes));
  checkSize(rows, cols, count, at + 4);
  const begin = cursor.at;
  const mines = readMines(cursor.take(2 * count, "the list of mines"), rows, cols, begin, { across: true });
  return { rows, cols, mines, played };
}

/**
 * The events with the press that the file leaves out, their number in the file, the time, and a fault.
 * @param {Cursor} cursor @param {number} kind @param {number} cell @param {number[][]} preflags
 * @param {boolean} partial @param {import("./recording.js").Ask} ask
 */
async function readEvents(cursor, kind, cell, preflags, partial, ask) {
  const { data, at } = cursor;
  const found = await ask("rmv_events", [data.slice(at), kind === 2]);
  const { kinds, times, xs, ys, end, duration } = found;
  let fault = null;
  if (duration === null) {
    const code = data[at + end] ?? -1;
    const known = code <= MOST_KIND && code !== UNUSED_KIND;
    fault = allow(byteFault(known ? "the events have no end" : `${code} is no kind of event`, at + end), partial);
  }
  const half = cell >> 1;
  const before = preflags.map(([row, col]) => [KIND.PREFLAG, 0, col * cell + half, row * cell + half]);
  const join = (/** @type {number} */ k, /** @type {ArrayLike<number>} */ values) => [
    ...before.map((event) => event[k]),
    ...Array.from(values),
  ];
  const events = makeEvents(join(0, kinds), join(1, times), join(2, xs), join(3, ys));
  return { events, count: Math.max(kinds.length - 1, 0), rtime: duration, fault }; // without the press
}
