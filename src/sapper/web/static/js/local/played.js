/**
 * Recordings played: the clicks that their events make, what these did, and the game of them.
 *
 * @typedef {import("../formats/recording.js").Recording} Recording
 * @typedef {{kind: "left" | "right" | "chord", cell: number, at: number}} Click  `at`: milliseconds
 * @typedef {{recording: Recording, layout: any, game: any, rtime: number}} Played  `game`: as the engine judges it
 */

import { CELL, eventsOf, KIND, record } from "../formats/recording.js";
import { loadEngine, loadModule } from "./engine.js";
import { findWay, listFigures } from "./figures.js";
import { LiveGame } from "./live.js";

const MEASURES = ["bbbv", "ops", "isls", "numbers", "zini", "hzini"];
/** @type {Record<Click["kind"], [number, number]>} */
const PRESSES = {
  left: [KIND.LEFT_DOWN, KIND.LEFT_UP],
  right: [KIND.RIGHT_DOWN, KIND.RIGHT_UP],
  chord: [KIND.MIDDLE_DOWN, KIND.MIDDLE_UP],
};
const LEFT = 0, RIGHT = 1; // kinds of clicks
const CHANGED = 1, EXPLODED = 32; // of what a click did
const NO_CELL = 0xffffffff;
const FLAG = -2, QUESTION = -3;
const BEGIN = 1; // milliseconds; a game of ours begins after time 0

/**
 * A recording of clicks on a layout of squares.
 * @param {any} layout @param {Click[]} clicks
 * @param {Partial<Recording> & {track?: import("../base/replay_api.js").Track}} told  `track`: where the pointer was
 */
export function recordClicks(layout, clicks, { track = [], ...told }) {
  const { cols, rows } = layout.shape;
  const events = track.map(([time, x, y]) => [KIND.MOVE, time, roundEven(x * CELL), roundEven(y * CELL)]);
  for (const { kind, cell, at } of clicks) {
    const place = [(cell % cols) * CELL + CELL / 2, Math.floor(cell / cols) * CELL + CELL / 2];
    for (const press of PRESSES[kind]) events.push([press, at, ...place]);
  }
  events.sort((one, other) => one[1] - other[1]);
  const mines = layout.mines.map((/** @type {number} */ cell) => [Math.floor(cell / cols), cell % cols]);
  return record({ format: "rawvf", rows, cols, mines, events: eventsOf(events), program: "Sapper", ...told });
}

/** @param {Recording} recording @returns {Promise<Played>} */
export async function play(recording) {
  const { rows, cols, mines, events, cell, questions } = recording;
  const { Layout, Shape } = await loadModule();
  const layout = Layout.fromMines(Shape.square(rows, cols), mines.map(([row, col]) => row * cols + col));
  const track = [events.kinds, events.xs, events.ys, cell, questions];
  const game = await (await loadEngine()).call("play_mouse", [...layout.args, ...track], layout.shape);
  let last = 0;
  game.revealed.forEach((/** @type {number} */ cells, /** @type {number} */ click) => {
    if (cells || game.effects[click] & EXPLODED) last = events.times[game.events[click]];
  });
  return { recording, layout, game, rtime: (recording.rtime ?? last) / 1000 };
}

/**
 * The figures of a game, with what the file tells.
 * @param {Played} played @param {boolean} path  whether the way of the pointer is known
 */
export async function figuresOf({ recording, layout, game, rtime }, path) {
  const { rows, cols, mines, count } = recording;
  const measured = await (await loadEngine()).metrics(layout, { names: MEASURES });
  const way = findWay(recording, game);
  const figures = listFigures(game, measured, `${rows}x${cols}/${mines.length}`, rtime, way);
  return { rows, cols, mines: mines.length, events: count, ...figures, path: path ? way.path : null };
}

/**
 * The game after all clicks that have an effect, and the moves that they make.
 * @param {Played} played @param {string} id
 */
export async function playMoves({ recording, layout, game }, id) {
  const { rows, cols, mines, events, questions } = recording;
  const clicks = Array.from(game.kinds, (/** @type {number} */ kind, /** @type {number} */ number) => ({
    kind,
    cell: game.cells[number],
    at: events.times[game.events[number]],
    changed: (game.effects[number] & CHANGED) !== 0,
  })).filter(({ changed }) => changed);
  const start = clicks.find(({ kind }) => kind === LEFT)?.cell ?? null;
  const safe = start !== null && !layout.mined[start];
  const stored = {
    id,
    terms: /** @type {import("./live.js").Terms} */ ({
      id,
      origin: "same",
      level: `${rows}x${cols}/${mines.length}`,
      first_click: safe ? "safe" : "none",
      no_guess: false,
      seed: 0,
      seed_chosen: false,
      start,
      position: null,
      helped: false,
      name: null,
      created_at: BEGIN,
    }),
    laid: { mined: layout.mined, start },
    events: [],
    hadEnded: false,
  };
  const live = await LiveGame.open(stored);
  /** @type {string[]} the board before each move, and after the last one */
  const boards = [live.signs];
  for (const { kind, cell, at } of clicks) {
    if (cell === NO_CELL || live.over) continue;
    const shown = live.board.views[cell];
    const turns = shown === QUESTION || (shown === FLAG && questions);
    const move = kind === LEFT ? "reveal" : kind !== RIGHT ? "chord" : turns ? "question" : "flag";
    const before = live.moves.length;
    await live.play(move, cell, BEGIN + at);
    if (live.moves.length > before) boards.push(live.signs);
  }
  return { live, boards };
}

/**
 * The time of a move of `playMoves`, in milliseconds.
 * @param {import("./live.js").Event} event
 */
export const timeOf = (event) => Math.max(event.at - BEGIN, 0);

/**
 * The nearest whole number; of two the even one, as in Python.
 * @param {number} value
 */
export function roundEven(value) {
  const low = Math.floor(value);
  const above = value - low;
  return above < 0.5 || (above === 0.5 && low % 2 === 0) ? low : low + 1;
}
