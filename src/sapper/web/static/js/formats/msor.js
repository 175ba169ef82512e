/**
 * MSOR of JSMinesweeper: the clicks of a game on minesweeper.online, as JSON. The file has no layout. It is known
 * where the replay shows all cells that are safe, or all mines.
 */

import { Fault, spell } from "./fault.js";
import { latin } from "./avf.js";
import { allow, CELL, checkSize, eventsOf, KIND, record } from "./recording.js";

/** @type {Record<number, [number, number]>} */
const PRESSES = {
  0: [KIND.LEFT_DOWN, KIND.LEFT_UP],
  1: [KIND.RIGHT_DOWN, KIND.RIGHT_UP],
  3: [KIND.MIDDLE_DOWN, KIND.MIDDLE_UP],
};
const FLAG_KIND = 1;
const PER_CELL = 5; // numbers of a touched cell: x, y, value and two more
const MINE = 10, BLAST = 11, WRONG = 12;
const MOST_SIDE = 500; // a few characters can tell millions of cells
const LATEST = 1e12; // milliseconds: about 30 years

/** @param {string} message @param {{line?: number, column?: number, byte?: number}} [place] */
const fault = (message, place) => new Fault("ParseError", message, place);

/**
 * Whether bytes are an object with a header and a replay.
 * @param {Uint8Array} data
 */
export function isMsor(data) {
  if (!/^\s*\{/.test(latin(data.subarray(0, 4096)))) return false;
  const text = latin(data);
  return text.includes('"header"') && text.includes('"replay"');
}

/** @type {import("./recording.js").ReadRecording} */
export async function readMsor(data, partial) {
  let found;
  try {
    found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));
  } catch (error) {
    throw fault(`the JSON is broken: ${/** @type {Error} */ (error).message}`);
  }
  const { header, replay } = found;
  if (header === null || typeof header !== "object" || !Array.isArray(replay))
    throw fault("the object has no header and replay", { line: 1, column: 1 });
  const [cols, rows, mines] = ["width", "height", "mines"].map((key) => whole(header[key], key));
  if (Math.max(rows, cols) > MOST_SIDE)
    throw fault(`a board of ${cols}x${rows} is larger than ${MOST_SIDE}x${MOST_SIDE}`, { line: 1, column: 1 });
  checkSize(rows, cols, mines, 0);
  /** @type {number[][]} */
  const events = [];
  /** @type {Set<number>} */
  const shown = new Set();
  /** @type {Set<number>} */
  const mined = new Set();
  let wrong = null;
  for (const [number, click] of replay.entries()) {
    try {
      const { kind, time, row, col } = readClick(click, rows, cols);
      touch(click, kind, [rows, cols], shown, mined);
      const place = [col * CELL + CELL / 2, row * CELL + CELL / 2];
      for (const press of PRESSES[kind]) events.push([press, time, ...place]);
    } catch (error) {
      wrong = allow(fault(`click ${number} is none: ${/** @type {Error} */ (error).message}`), partial);
      break;
    }
  }
  return record({
    format: "msor",
    rows,
    cols,
    mines: findMines(rows, cols, mines, shown, mined),
    events: eventsOf(events),
    count: replay.length,
    program: "minesweeper.online",
    player: String(header.player ?? ""),
    mode: "classic",
    fault: wrong,
  });
}

/** @param {any} click @param {number} rows @param {number} cols */
function readClick(click, rows, cols) {
  const kind = whole(click.type, "type");
  if (!PRESSES[kind]) throw fault(`${kind} is no type of click`);
  const [row, col] = [whole(click.y, "y"), whole(click.x, "x")];
  if (!(row < rows && col < cols)) throw fault(`${col},${row} lies outside the board`);
  const time = Math.trunc(Number(click.time));
  if (!Number.isFinite(time) || click.time === null) throw fault("its time is no number");
  if (time > LATEST) throw fault(`a time of ${time} milliseconds is above ${LATEST}`);
  return { kind, time, row, col };
}

/**
 * @param {any} click @param {number} kind @param {[number, number]} size  rows and columns
 * @param {Set<number>} shown
 * @param {Set<number>} mined
 */
function touch(click, kind, [rows, cols], shown, mined) {
  const touched = click.touchCells ?? [];
  for (let at = 0; at < touched.length - 2; at += PER_CELL) {
    const [x, y, value] = [0, 1, 2].map((k) => Math.trunc(Number(touched[at + k])));
    if ([x, y, value].some((number) => !Number.isFinite(number))) throw fault("a touched cell is no number");
    if (!(x >= 0 && x < cols && y >= 0 && y < rows)) throw fault(`${x},${y} lies outside the board`);
    if ((value >= 0 && value <= 8) || value === WRONG) shown.add(y * cols + x);
    else if (value === BLAST || (value === MINE && kind !== FLAG_KIND)) mined.add(y * cols + x);
  }
}

/**
 * @param {number} rows @param {number} cols @param {number} mines @param {Set<number>} shown
 * @param {Set<number>} mined
 * @returns {[number, number][]}
 */
function findMines(rows, cols, mines, shown, mined) {
  const all = Array.from({ length: rows * cols }, (_, cell) => cell);
  const hidden = all.filter((cell) => (mined.size === mines ? mined.has(cell) : !shown.has(cell)));
  if (hidden.length !== mines)
    throw fault(`the replay leaves ${hidden.length} cells for ${mines} mines, so it has no layout`);
  return hidden.map((cell) => [Math.floor(cell / cols), cell % cols]);
}

/** @param {unknown} value @param {string} name */
function whole(value, name) {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  const told = typeof value === "string" ? spell(value) : String(value ?? "None");
  throw fault(`${name} is a whole number, not ${told}`);
}
