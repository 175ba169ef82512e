/**
 * A recording: what the file of a replay holds, before it is played.
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
 * @property {import("./fault.js").Fault | null} fault  where reading ended, of a file that is not whole
 *
 * @typedef {(name: string, args: any[]) => Promise<any>} Ask  calls the engine
 */

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
 * Events given one by one as kind, milliseconds, x and y; a time before that of the event before it is raised to it.
 * @param {number[][]} rows @returns {Events}
 */
export function eventsOf(rows) {
  let last = 0;
  return {
    kinds: Uint8Array.from(rows, ([kind]) => kind),
    times: Float64Array.from(rows, ([, time]) => (last = Math.max(last, time))),
    xs: Int32Array.from(rows, ([, , x]) => x),
    ys: Int32Array.from(rows, ([, , , y]) => y),
  };
}
