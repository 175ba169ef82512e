/**
 * The review of a finished game: every move judged by the mine probabilities before it, then weighed by the win
 * probability, as in `sapper.play.review`. The weighing goes on in the background, and the page asks until it is
 * complete.
 *
 * @typedef {import("../base/api.js").ReviewPoint & {kind: string, at_ms: number}} Point
 * @typedef {{points: Point[], boards: any[], moves: number[], missed: {move: number, cells: [number, number][]}[],
 *   board: string, done: number, judged: Promise<void>}} Kept
 */

import { words } from "../words/words.js";
import { analyze, findWin } from "./insight.js";
import { isPromised, replayGame, safetyOf } from "./odds.js";
import { placeOf, placesOf } from "./places.js";
import { refuse } from "./problem.js";
import { differences } from "./walk.js";

const ROLLOUTS = 40; // games that estimate a win probability
const GUESS_ROLLOUTS = 120; // for guesses and the first move
const MISTAKE = 0.02; // a guess that loses more is a mistake; less is within the error of the estimate
const SHOWN = 12; // safe cells listed for one needless risk
const RARE = 0.001; // outcomes of a guess less likely than this are ignored
const WIDE = 0.1; // bounds further apart say nothing

/** @typedef {import("./live.js").LiveGame} LiveGame */

/** @type {{key: string, kept: Kept} | null}  the review that was read last */
let latest = null;

/** @param {LiveGame} live @returns {Promise<import("../base/api.js").Review>} */
export async function viewReview(live) {
  if (!live.over) throw refuse("move", words.local.notOver);
  const key = `${live.terms.id} ${live.version}`;
  if (latest?.key !== key) {
    /** @type {Kept} */
    const kept = { points: [], boards: [], moves: [], missed: [], board: "", done: 0, judged: Promise.resolve() };
    latest = { key, kept };
    kept.judged = judgeMoves(live, kept);
    void kept.judged.then(() => weighPoints(live, kept, key)).catch(() => {});
  }
  const { kept } = latest;
  await kept.judged;
  return summarize(live, kept);
}

/** @param {LiveGame} live @param {Kept} kept */
async function judgeMoves(live, kept) {
  const { cols } = live.level.shape;
  let signs = "";
  for await (const { number, event, before } of replayGame(live)) {
    if (event.kind !== "reveal" && event.kind !== "chord") continue;
    const now = before.signs;
    if (kept.points.length) kept.points[kept.points.length - 1].changed = differences(signs, now, cols);
    else kept.board = now;
    signs = now;
    const at_ms = live.playedMs(event.at);
    kept.boards.push(before.board);
    kept.moves.push(/** @type {number} */ (event.cell));
    kept.points.push(await judge(before, number, event, at_ms, kept));
  }
  if (kept.points.length) kept.points[kept.points.length - 1].changed = differences(signs, live.signs, cols);
}

/**
 * @param {LiveGame} before @param {number} move @param {import("./live.js").Event} event @param {number} at_ms
 * @param {Kept} kept
 * @returns {Promise<Point>}
 */
async function judge(before, move, event, at_ms, kept) {
  const cell = /** @type {number} */ (event.cell);
  const { shape } = before.level;
  const analysis = await analyze(before.board);
  const promised = isPromised(before, cell);
  const safety = promised ? 1 : await safetyOf(analysis, event.kind, cell);
  const safe = analysis.safeCells;
  const verdict = promised
    ? "start"
    : safety === 1
      ? "certain"
      : safety === 0
        ? "mine"
        : safe.length
          ? "needless"
          : "guess";
  if (safe.length && (verdict === "needless" || verdict === "mine"))
    kept.missed.push({ move, cells: placesOf(shape, safe.slice(0, SHOWN)) });
  return {
    move,
    cell: placeOf(shape, cell),
    kind: event.kind,
    at_ms,
    safety,
    verdict,
    win_probability: null,
    lost: null,
    changed: [],
    best: safe.length && safety < 1 ? placeOf(shape, safe[0]) : null,
    text: "",
  };
}

/** @param {LiveGame} live @param {Kept} kept @param {string} key */
async function weighPoints(live, kept, key) {
  const first = kept.points.findIndex(({ verdict }) => verdict !== "start");
  // Another review was asked for: this one will not be read.
  while (kept.done < kept.points.length && latest?.key === key) {
    const at = kept.done;
    /** @type {Partial<Point>} */
    let update = { lost: 0 };
    try {
      update = { ...update, ...(await weigh(live, kept, at, at === first)) };
    } catch {
      update.lost = null; // too wide: the win probability stays unknown
    }
    Object.assign(kept.points[at], update);
    kept.done++;
  }
}

/**
 * @param {LiveGame} live @param {Kept} kept @param {number} at @param {boolean} first
 * @returns {Promise<Partial<Point>>}
 */
async function weigh(live, kept, at, first) {
  const point = kept.points[at];
  const board = kept.boards[at];
  const cell = kept.moves[at];
  if (point.verdict === "start") return {};
  const guess = point.verdict === "guess";
  const value = await findWin(board, guess || first ? GUESS_ROLLOUTS : ROLLOUTS);
  const before = middle(value);
  if (before === null) return { lost: point.safety < 1 ? null : 0 };
  if (point.safety === 1) return { win_probability: before };
  // A needless risk loses its share of the win probability; a best move loses nothing.
  if (!guess || point.kind === "chord" || value.moves.includes(cell))
    return { win_probability: before, lost: guess ? 0 : before * (1 - point.safety) };
  const lost = Math.max(before - (await meanAfter(board, cell)), 0);
  const mistake = lost > MISTAKE && value.moves.length;
  const better = mistake
    ? { verdict: /** @type {const} */ ("mistake"), best: placeOf(live.level.shape, value.moves[0]) }
    : {};
  return { win_probability: before, lost, ...better };
}

/**
 * The mean win probability over the outcomes of a reveal.
 * @param {any} board @param {number} cell
 */
async function meanAfter(board, cell) {
  const { numbers } = await (await analyze(board)).outcomes(cell);
  let mean = 0;
  for (const [clue, chance] of numbers.entries())
    if (chance > RARE) mean += chance * (middle(await findWin(board.replace([[cell, clue]]), GUESS_ROLLOUTS)) ?? 0);
  return mean;
}

/**
 * One number for the timeline; null if the bounds are far apart.
 * @param {import("./guess.js").WinValue} value
 */
function middle(value) {
  if (value.type !== "bound") return value.probability;
  return value.high - value.low > WIDE ? null : (value.low + value.high) / 2;
}

/** @param {LiveGame} live @param {Kept} kept @returns {import("../base/api.js").Review} */
function summarize(live, kept) {
  const { points, done, board, missed } = kept;
  const complete = done === points.length;
  const start = points.find(({ verdict }) => verdict !== "start")?.win_probability ?? null;
  const lost = points.reduce((sum, point) => sum + (point.lost ?? 0), 0);
  const won = live.status === "won";
  return {
    board,
    points: points.map((point) => ({ ...point })),
    progress: points.length ? done / points.length : 1,
    complete,
    outcome: won ? "won" : "lost",
    win_probability: start,
    luck: complete && start !== null ? Number(won) - start + lost : null,
    skill: complete && start !== null ? 0 - lost : null,
    guesses: points.filter(({ safety }) => safety < 1).length,
    odds: points.reduce((product, { safety }) => product * safety, 1),
    needless: points.filter(({ verdict }) => verdict === "needless" || verdict === "mine").map(({ move }) => move),
    missed,
  };
}
