/** The requests for files of other programs, replays and their reviews, and finished games as replays and files. */

import { readBinary, readForm, startsWith, textOf } from "../formats/reading.js";
import { eventsOf, KIND } from "../formats/recording.js";
import { isReplay, readReplays, writeReplay } from "../formats/replays.js";
import { words } from "../words/words.js";
import { askFormats, loadEngine } from "./engine.js";
import { getGame } from "./games.js";
import { LiveGame } from "./live.js";
import { placeOf } from "./places.js";
import { figuresOf, play, playMoves, recordClicks, roundEven, timeOf } from "./played.js";
import { problemOf, refuse } from "./problem.js";
import { checkSize, describe, layoutOf, readContent, readText } from "./reading.js";
import { viewReview } from "./review.js";
import { differences } from "./walk.js";

/** @typedef {import("../base/replay_api.js").ReplayView} ReplayView */
/** @typedef {import("../base/replay_api.js").ReplayStep} ReplayStep */

const MOST_STEPS = 20_000;
const MOST_PLACES = 20_000; // of a path: more than a screen shows
const MOST_REPLAYS = 2_000; // of one file
const MOST_KEPT = 20;
// Bits of buttons that a kind of event presses, releases, or turns.
/** @type {Record<number, [number, number, number]>} */
const HELD = {
  [KIND.LEFT_DOWN]: [1, 0, 0], [KIND.LEFT_UP]: [0, 1, 0], [KIND.RIGHT_DOWN]: [2, 0, 0], [KIND.RIGHT_UP]: [0, 2, 0],
  [KIND.MIDDLE_DOWN]: [4, 0, 0], [KIND.MIDDLE_UP]: [0, 4, 0], [KIND.BOTH_DOWN]: [3, 0, 0],
  [KIND.SHIFT_LEFT_DOWN]: [1, 0, 0], [KIND.LEFT]: [0, 0, 1], [KIND.RIGHT]: [0, 0, 2], [KIND.MIDDLE]: [0, 0, 4],
}; // prettier-ignore
/** @type {Record<string, "left" | "right" | "chord">} */
const CLICKS = { reveal: "left", flag: "right", chord: "chord" };
// What a right click makes of a cell, one after another.
const MARKS = [-1, -2], MARKS_WITH_QUESTION = [-1, -2, -3];

/** @type {Map<string, LiveGame>} games of replays, to be reviewed */
const kept = new Map();

/** @typedef {{data: Uint8Array, name: string, number: number, partial: boolean}} Asked */

/** @param {Asked} asked */
async function importFile(asked) {
  const { data, name } = asked;
  const blank = (/** @type {number} */ byte) => byte === 32 || (byte >= 9 && byte <= 13);
  if (data.every(blank)) throw refuse("unreadable", words.local.emptyFile);
  if (isPicture(data)) throw refuse("unavailable", words.local.noPicture);
  if (await isReplay(data, name, askFormats)) return importReplay(asked);
  const text = textOf(data);
  const content = await (text === null ? readBinary(data, askFormats) : readForm(text, askFormats));
  if (content?.clicks.length) {
    checkSize(content.rows, content.cols);
    const layout = await layoutOf(content);
    const clicks = content.clicks.map(({ kind, cell: [row, col] }, at) => ({
      kind: CLICKS[kind],
      cell: row * content.cols + col,
      at: 1000 * at,
    }));
    const recording = recordClicks(layout, clicks, { format: "link", program: "", mode: "classic" });
    return view(asked, name, recording, 0);
  }
  const read = content ? await readContent(content) : await readText(String(text));
  const board = describe(read);
  return { kind: board.kind, text: read.layout ?? text, board, replay: null, picture: null };
}

/**
 * Whether a file holds a picture: PNG, JPEG, GIF, WebP or BMP.
 * @param {Uint8Array} data
 */
const isPicture = (data) =>
  ["\x89PNG\r\n", "\xff\xd8\xff", "GIF8"].some((begin) => startsWith(data, begin)) ||
  startsWith(data.subarray(8), "WEBP") ||
  (data.length > 6 &&
    startsWith(data, "BM") &&
    new DataView(data.buffer, data.byteOffset).getUint32(2, true) === data.length);

/** @param {Asked} asked */
async function importReplay(asked) {
  const { data, name, number, partial } = asked;
  let found = null;
  let count = 0;
  for await (const one of readReplays(data, name, partial, askFormats)) {
    if (count++ === number) found = one;
    if (count === MOST_REPLAYS) break;
  }
  if (!found) throw refuse("input", words.local.noNumber(number, count));
  checkSize(found.recording.rows, found.recording.cols);
  return view(asked, found.name, found.recording, count);
}

/**
 * The view of a replay; without a count it is a path of clicks.
 * @param {Asked} asked @param {string} name @param {import("./played.js").Recording} recording @param {number} count
 */
async function view(asked, name, recording, count) {
  const played = await play(recording);
  const clicks = played.game.kinds.length;
  if (clicks > MOST_STEPS)
    throw refuse("limit", words.local.manyClicks(clicks, MOST_STEPS));
  const id = await nameOf(asked);
  const { live, boards } = await playMoves(played, id);
  if (live.over) keep(id, live);
  const { fault, rows, cols } = recording;
  /** @type {ReplayView} */
  const replay = {
    replay: live.over ? id : null,
    name: name.split(/[/\\]/).pop() ?? "",
    number: asked.number,
    count: Math.max(count, 1),
    format: recording.format,
    program: recording.program,
    player: recording.player,
    started: recording.started,
    timed: count > 0,
    fault: fault && String((await problemOf(fault)).problem?.detail),
    shape: String(played.layout.shape),
    rows,
    cols,
    mines: recording.mines.length,
    status: live.status === "ready" ? "playing" : /** @type {ReplayView["status"]} */ (live.status),
    rtime: played.rtime,
    board: ".".repeat(rows * cols),
    steps: listSteps(live, boards, timeOf),
    path: count ? thin(recording.events, recording.cell) : thin(eventsOf([]), 1),
    statistics: await figuresOf(played, true),
  };
  return { kind: "replay", text: null, board: null, replay, picture: null };
}

/**
 * The same name for the same file.
 * @param {Asked} asked
 */
async function nameOf({ data, name, number, partial }) {
  const more = new TextEncoder().encode(` ${name} ${number} ${partial}`);
  const whole = new Uint8Array(data.length + more.length);
  whole.set(data);
  whole.set(more, data.length);
  const digest = await askFormats("sha1", [whole]);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} id @param {LiveGame} live */
function keep(id, live) {
  kept.delete(id);
  kept.set(id, live);
  if (kept.size > MOST_KEPT) kept.delete(/** @type {string} */ (kept.keys().next().value));
}

/**
 * @param {LiveGame} live @param {string[]} boards  before each move, and after the last one
 * @param {(event: import("./live.js").Event) => number} time @returns {ReplayStep[]}
 */
function listSteps(live, boards, time) {
  const { shape } = live.level;
  return live.moves.map((event, move) => ({
    kind: /** @type {ReplayStep["kind"]} */ (event.kind),
    cell: placeOf(shape, /** @type {number} */ (event.cell)),
    at_ms: time(event),
    changed: differences(boards[move], boards[move + 1], shape.cols),
  }));
}

/**
 * The path of the pointer, with every press and release but fewer moves where there are many.
 * @param {import("../formats/recording.js").Events} events @param {number} cell
 */
function thin({ kinds, times, xs, ys }, cell) {
  const every = Math.max(Math.ceil(kinds.length / MOST_PLACES), 1);
  /** @type {import("../base/replay_api.js").Path} */
  const path = { times: [], xs: [], ys: [], buttons: [] };
  let held = 0, moves = 0;
  const cells = (/** @type {number} */ pixels) => roundEven((pixels / cell) * 100) / 100;
  for (let k = 0; k < kinds.length && path.times.length < MOST_PLACES; k++) {
    const [press, release, turn] = HELD[kinds[k]] ?? [0, 0, 0];
    held = ((held | press) & ~release) ^ turn;
    if (kinds[k] === KIND.MOVE && moves++ % every) continue;
    path.times.push(times[k]);
    path.xs.push(cells(xs[k]));
    path.ys.push(cells(ys[k]));
    path.buttons.push(held);
  }
  return path;
}

/** @param {string} id @returns {Promise<LiveGame>} */
async function getFinished(id) {
  const live = await getGame(id);
  if (!live.over) throw refuse("move", words.local.notOver);
  return live;
}

/**
 * A finished game played again: the board before each move and after the last one, and the clicks of a mouse.
 * @param {LiveGame} live
 */
async function replayOwn(live) {
  const marks = live.moves.some(({ kind }) => kind === "question") ? MARKS_WITH_QUESTION : MARKS;
  const again = await LiveGame.open({ ...live.stored, events: [] });
  const boards = [again.signs];
  /** @type {import("./played.js").Click[]} */
  const clicks = [];
  for (const event of live.moves) {
    const cell = /** @type {number} */ (event.cell);
    const before = again.board.views[cell];
    await again.play(event.kind, cell, event.at);
    boards.push(again.signs);
    const at = Math.max(live.playedMs(event.at), 0);
    if (event.kind === "reveal" || event.kind === "chord") clicks.push({ kind: CLICKS[event.kind], cell, at });
    else {
      // The page takes off a flag with one key where a mouse may have to pass the question mark.
      const turns = marks.indexOf(again.board.views[cell]) - marks.indexOf(before);
      for (let k = (turns + marks.length) % marks.length; k > 0; k--) clicks.push({ kind: "right", cell, at });
    }
  }
  return { boards, clicks, questions: marks === MARKS_WITH_QUESTION };
}

/** @param {LiveGame} live */
const lastTime = (live) => live.moves.reduce((last, { at }) => Math.max(last, live.playedMs(at)), 0);

/**
 * A finished game on squares as a recording.
 * @param {LiveGame} live @param {import("../base/replay_api.js").Track} track
 * @param {{clicks: import("./played.js").Click[], questions: boolean}} made
 */
const recordOwn = (live, track, { clicks, questions }) =>
  recordClicks(live.layout, clicks, {
    track,
    player: live.terms.name ?? "",
    started: new Date(live.terms.created_at).toISOString().slice(0, 19),
    questions,
    rtime: lastTime(live),
    mode: "classic",
  });

/** @param {LiveGame} live @param {import("../base/replay_api.js").Track} track @returns {Promise<ReplayView>} */
async function viewOwn(live, track) {
  const made = await replayOwn(live);
  const { shape, mines } = live.level;
  const played = shape.isSquare && !live.terms.position ? await play(recordOwn(live, track, made)) : null;
  const moved = eventsOf(track.map(([time, x, y]) => [KIND.MOVE, time, roundEven(1000 * x), roundEven(1000 * y)]));
  return {
    replay: null,
    name: "",
    number: 0,
    count: 1,
    format: "sapper",
    program: "Sapper",
    player: live.terms.name ?? "",
    started: played?.recording.started ?? "",
    timed: true,
    fault: null,
    shape: String(shape),
    rows: shape.rows,
    cols: shape.cols,
    mines,
    status: live.status === "won" ? "won" : "lost",
    rtime: lastTime(live) / 1000,
    board: made.boards[0],
    steps: listSteps(live, made.boards, ({ at }) => Math.max(live.playedMs(at), 0)),
    path: played ? thin(played.recording.events, played.recording.cell) : thin(moved, 1000),
    statistics: played ? await figuresOf(played, track.length > 0) : {},
  };
}

/** @param {LiveGame} live @param {import("../base/replay_api.js").Track} track @param {string} form */
async function writeOwn(live, track, form) {
  const { shape } = live.level;
  if (live.terms.position) throw refuse("input", words.local.noWholeReplay);
  if (!shape.isSquare) throw refuse("input", words.local.noSquares(String(shape)));
  const recording = recordOwn(live, track, await replayOwn(live));
  const { bbbv } = await (await loadEngine()).metrics(live.layout, { names: ["bbbv"] });
  return new Blob([await writeReplay(recording, form, { won: live.status === "won", bbbv }, askFormats)]);
}

/** @type {Record<string, import("./local.js").Route>} */
export const routes = {
  "POST /imports": async ({ query, body }) =>
    importFile({
      data: new Uint8Array(await body.arrayBuffer()),
      name: query.get("name") ?? "",
      number: Number(query.get("number") ?? 0),
      partial: query.get("partial") === "true",
    }),
  "GET /replays/{replay}/review": async ({ groups }) => {
    const live = kept.get(groups.replay);
    if (!live) throw refuse("missing", words.local.noReplay);
    return viewReview(live);
  },
  "POST /games/{id}/replay": async ({ groups, body }) => viewOwn(await getFinished(groups.id), body.moves),
  "POST /games/{id}/replay/{form}": async ({ groups, body }) =>
    writeOwn(await getFinished(groups.id), body.moves, groups.form),
};
