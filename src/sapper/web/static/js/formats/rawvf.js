/** RAWVF, a replay as text, revisions 5 and 6: read and written. */

import { Fault, spell, textFault } from "./fault.js";
import { isRawvf, readEntries, readRawvfBoard } from "./rawvf_board.js";
import { CELL, decodeText, eventsOf, KIND, record } from "./recording.js";

/** @typedef {import("./recording.js").Events} Events */

const EVENTS = /^[ \t]*events:[ \t]*$/im;
const FIRST = /^[ \t]*-?[0-9]+[.,][0-9]*[ \t]+[a-z]/im;
// Time, name, x and y.
const EVENT = new RegExp(
  String.raw`^[ \t]*(-?)([0-9]+)(?:[.,]([0-9]{1,6}))?[ \t]+([a-z]{2})(?=[ \t(])[^(\n]*` +
    String.raw`\([ \t]*(-?[0-9]{1,6})[ \t,]+(-?[0-9]{1,6})`,
  "i",
);
// Board events, marks of programs and empty lines.
const IGNORED = /^[ \t]*(?:[a-z]\w*[^\n]*|-?[0-9.,]+[ \t]+(?:start|won|boom|blast|nonstandard)[^\n]*)?$/i;
/** @type {Record<string, number>} */
const KINDS = {
  mv: KIND.MOVE, lc: KIND.LEFT_DOWN, lr: KIND.LEFT_UP, rc: KIND.RIGHT_DOWN, rr: KIND.RIGHT_UP, mc: KIND.MIDDLE_DOWN,
  mr: KIND.MIDDLE_UP, sc: KIND.SHIFT_LEFT_DOWN, mt: KIND.MARKS,
}; // prettier-ignore
const NAMES = new Map(Object.entries(KINDS).map(([name, kind]) => [kind, name]));
/** @type {Record<string, string>} */
const LEVELS = { "8x8/10": "Beginner", "9x9/10": "Beginner", "16x16/40": "Intermediate", "16x30/99": "Expert" };
const LOOK = 32; // bytes

/** @param {Uint8Array} data */
const plain = (data) => decodeText(data).replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");

/**
 * Whether bytes begin as such a file.
 * @param {Uint8Array} data
 */
export const isRawvfData = (data) =>
  // A look at the first bytes tells files that are no text.
  data.subarray(0, LOOK).every((byte) => byte >= 9) && isRawvf(plain(data.subarray(0, 1 << 17)));

/** @type {import("./recording.js").ReadRecording} */
export async function readRawvf(data, partial, ask) {
  const text = plain(data);
  const { rows, cols, layout } = readRawvfBoard(text);
  const begun = EVENTS.exec(text) ?? FIRST.exec(text);
  const entries = readEntries(begun ? text.slice(0, begun.index) : text);
  const told = (/** @type {string} */ key) => entries.get(key)?.[0] ?? "";
  let events = eventsOf([]);
  /** @type {Fault | null} */
  let fault = null;
  if (begun) {
    const after = begun.index + (begun[0].trimEnd().endsWith(":") ? begun[0].length : 0);
    ({ events, fault } = await readEvents(text, after, ask));
  } else fault = textFault("the replay has no events", text, text.length);
  if (fault && !partial) throw fault;
  const size = /^[0-9]{1,4}$/.test(told("squaresize")) ? Number(told("squaresize")) : 0;
  const signs = /** @type {string[]} */ (layout);
  return record({
    format: "rawvf",
    rows,
    cols,
    mines: signs.flatMap((line, row) =>
      Array.from(line.matchAll(/\*/g), ({ index }) => /** @type {[number, number]} */ ([row, index ?? 0])),
    ),
    events,
    cell: size || CELL,
    questions: told("marks").toLowerCase() === "on",
    mode: (entries.has("mode") ? told("mode") : "classic").toLowerCase(),
    program: [told("program"), told("version")].filter(Boolean).join(" "),
    player: told("player"),
    started: told("timestamp"),
    fault,
  });
}

/**
 * Events until the first line that is none, and what is wrong there.
 * @param {string} text @param {number} begin @param {import("./recording.js").Ask} ask
 */
async function readEvents(text, begin, ask) {
  const data = new TextEncoder().encode(text.slice(begin));
  /** @type {number[][]} */
  const rows = [];
  let at = 0;
  let fault = null;
  while (!fault) {
    const { kinds, times, xs, ys, end } = await ask("rawvf_events", [data.slice(at)]); // the usual lines
    kinds.forEach((/** @type {number} */ kind, /** @type {number} */ k) => rows.push([kind, times[k], xs[k], ys[k]]));
    at += end;
    if (at === data.length) break;
    const stop = data.indexOf(10, at);
    const line = new TextDecoder().decode(data.subarray(at, stop < 0 ? data.length : stop));
    try {
      const event = readLine(line, text, begin + new TextDecoder().decode(data.subarray(0, at)).length);
      if (event) rows.push(event);
    } catch (error) {
      fault = /** @type {Fault} */ (error);
    }
    at = stop < 0 ? data.length : stop + 1;
  }
  return { events: eventsOf(rows), fault };
}

/**
 * The event of a line that begins at a place of the text; null if it is ignored.
 * @param {string} line @param {string} text @param {number} at
 */
function readLine(line, text, at) {
  const match = EVENT.exec(line);
  if (!match) {
    if (IGNORED.test(line)) return null;
    throw textFault(`${spell(Array.from(line.trim()).slice(0, 40).join(""))} is no event`, text, at);
  }
  const [, minus, seconds, fraction, name, x, y] = match;
  const kind = KINDS[name.toLowerCase()];
  if (!kind) throw textFault(`${spell(name)} is no kind of event`, text, at + line.indexOf(name));
  const part = Number((fraction ?? "0").padEnd(3, "0").slice(0, 3));
  return [kind, minus ? 0 : Number(seconds.slice(0, 9)) * 1000 + part, Number(x), Number(y)];
}

/**
 * A file of revision 6. Flags before the game become right clicks.
 * @param {import("./recording.js").Recording} recording @param {{bbbv: number}} game
 */
export function writeRawvf(recording, { bbbv }) {
  const { rows, cols, cell, mines, events } = recording;
  const drawn = Array.from({ length: rows }, () => Array(cols).fill("0"));
  for (const [row, col] of mines) drawn[row][col] = "*";
  const [program, ...version] = recording.program.split(" ");
  const header = {
    RawVF_Version: "Rev6",
    Program: program || "Sapper",
    Version: version.join(" "),
    Player: recording.player,
    Timestamp: recording.started,
    Level: LEVELS[`${rows}x${cols}/${mines.length}`] ?? "Custom",
    Width: cols,
    Height: rows,
    Mines: String(mines.length),
    Marks: recording.questions ? "On" : "Off",
    Mode: "Classic",
    Time: recording.rtime === null ? "" : (recording.rtime / 1000).toFixed(3),
    SquareSize: cell,
    BBBV: String(bbbv),
  };
  // A line break would end the entry, and what follows it would be read as another.
  const lines = Object.entries(header)
    .map(([key, value]) => [key, String(value).split(/\s+/).filter(Boolean).join(" ")])
    .flatMap(([key, value]) => (value ? [`${key}: ${value}`] : []));
  lines.push("Board:", ...drawn.map((line) => line.join("")), "Events:", "0.000 start");
  events.kinds.forEach((kind, k) => {
    const [time, x, y] = [events.times[k], events.xs[k], events.ys[k]];
    const clock = `${Math.floor(time / 1000)}.${String(time % 1000).padStart(3, "0")}`;
    const place = `${Math.floor(x / cell) + 1} ${Math.floor(y / cell) + 1} (${x} ${y})`;
    const name = NAMES.get(kind);
    if (!name) throw new Fault("InputError", "RAWVF has no event for a button that is pressed or released");
    lines.push(`${clock} ${name} ${place}`);
  });
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

