/**
 * Results of the games of this browser: best times, statistics, and how a win compares with others. They are the same
 * figures that the server has of all players.
 *
 * @typedef {import("./database.js").Result} Result
 */

import { allRows, getRow, putRow } from "./database.js";
import { refuse } from "./problem.js";
import { words } from "../words/words.js";

const THREE_BV_PER_S = 12;
const CLICKS_PER_S = 16;
const AT_ONCE = 6; // 3BV or clicks that are not held against the time
const Z = 1.959963984540054; // of an interval of 95 %

/**
 * Whether no person wins so quickly.
 * @param {number} time_ms @param {number} threeBv @param {number} clicks
 */
const isMachine = (time_ms, threeBv, clicks) =>
  threeBv - 1 > (THREE_BV_PER_S * time_ms) / 1000 + AT_ONCE || clicks - 1 > (CLICKS_PER_S * time_ms) / 1000 + AT_ONCE;

/** @param {import("./live.js").LiveGame} live @param {(level: string) => string} nameOf @returns {Result} */
export function resultOf(live, nameOf) {
  const ended_at = live.ended_at ?? live.terms.created_at;
  const time_ms = live.elapsed(ended_at);
  const three_bv = live.threeBv ?? 0;
  return {
    id: live.terms.id,
    level: nameOf(live.terms.level),
    no_guess: live.terms.no_guess,
    helped: live.helped,
    name: live.terms.name,
    won: live.status === "won",
    time_counts: !live.practice && live.timed && !isMachine(time_ms, three_bv, live.moves.length),
    time_ms,
    three_bv,
    ended_at,
    entered: false,
  };
}

/** @typedef {{level?: string, name?: string, helped: boolean, no_guess: boolean}} Asked */

/** @param {Asked} asked @returns {Promise<Result[]>}  the oldest first */
async function matching({ level, name, helped, no_guess }) {
  const rows = /** @type {Result[]} */ (await allRows("results"));
  const fits = (/** @type {Result} */ row) =>
    row.helped === helped &&
    row.no_guess === no_guess &&
    (!level || row.level === level) &&
    (!name || row.name === name);
  return rows.filter(fits).sort((one, other) => one.ended_at - other.ended_at);
}

/**
 * Wilson's interval.
 * @param {number} wins @param {number} games
 */
export function intervalOf(wins, games) {
  const rate = wins / games;
  const middle = (rate + Z ** 2 / (2 * games)) / (1 + Z ** 2 / games);
  const half = (Z / (1 + Z ** 2 / games)) * Math.sqrt((rate * (1 - rate)) / games + Z ** 2 / (4 * games ** 2));
  return { rate, low: wins === 0 ? 0 : middle - half, high: wins === games ? 1 : middle + half };
}

/** @param {Asked} asked */
export async function readStatistics(asked) {
  const rows = await matching(asked);
  const wins = rows.filter((row) => row.won).length;
  const timed = rows.filter((row) => row.won && row.time_counts);
  let [streak, best] = [0, 0];
  for (const row of rows) {
    streak = row.won ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  const found = rows.length ? intervalOf(wins, rows.length) : null;
  const rates = timed.filter((row) => row.time_ms > 0).map((row) => (1000 * row.three_bv) / row.time_ms);
  return {
    level: asked.level ?? null,
    name: asked.name ?? null,
    helped: asked.helped,
    no_guess: asked.no_guess,
    games: rows.length,
    wins,
    losses: rows.length - wins,
    streak,
    best_streak: best,
    best_ms: timed.length ? Math.min(...timed.map((row) => row.time_ms)) : null,
    mean_ms: timed.length ? timed.reduce((sum, row) => sum + row.time_ms, 0) / timed.length : null,
    three_bv_per_s: rates.length ? Math.max(...rates) : null,
    win_rate: found?.rate ?? null,
    win_rate_low: found?.low ?? null,
    win_rate_high: found?.high ?? null,
    judged: 0,
    judged_wins: 0,
    expected_wins: 0,
  };
}

/**
 * How a win compares with the others of this browser.
 * @param {string} id
 */
export async function readStanding(id) {
  const row = /** @type {Result | undefined} */ (await getRow("results", id));
  const none = { time_ms: null, others: null, slower: null, best_ms: null, place: null, name: null };
  if (!row || !row.won || !row.time_counts) return none;
  const rows = (await matching({ ...row, name: undefined })).filter((one) => one.won && one.time_counts);
  const own = row.name ? rows.filter((one) => one.name === row.name) : [];
  const entered = rows.filter((one) => one.entered);
  return {
    time_ms: row.time_ms,
    others: rows.length - 1,
    slower: rows.filter((one) => one.time_ms > row.time_ms).length,
    best_ms: own.length ? Math.min(...own.map((one) => one.time_ms)) : null,
    place: row.entered ? placeIn(entered, row) : null,
    name: row.entered ? row.name : null,
  };
}

/** @param {Result[]} rows @param {Result} row */
const placeIn = (rows, row) => rows.filter((one) => one.time_ms < row.time_ms).length + 1;

/**
 * Enters a win into the table of this browser.
 * @param {string} id @param {string} name
 */
export async function enterScore(id, name) {
  const row = /** @type {Result | undefined} */ (await getRow("results", id));
  if (!row || !row.won || !row.time_counts) throw refuse("move", words.local.noScore);
  const entered = { ...row, name: name.trim().slice(0, 32), entered: true };
  await putRow("results", entered);
  const rows = (await matching({ ...row, name: undefined })).filter((one) => one.entered && one.won);
  return { place: placeIn(rows, entered), reason: null, machine: false };
}

/** @param {Asked & {machine?: boolean, game?: string}} asked */
export async function readScores(asked) {
  const rows = (await matching({ ...asked, name: undefined })).filter((row) => row.entered && row.won);
  rows.sort((one, other) => one.time_ms - other.time_ms);
  const told = asked.machine ? [] : rows.slice(0, 100).map((row, k) => ({
    place: k + 1,
    name: row.name ?? "",
    time_ms: row.time_ms,
    three_bv_per_s: row.time_ms ? (1000 * row.three_bv) / row.time_ms : 0,
    date: row.ended_at,
    broken: false,
    game: row.id === asked.game ? row.id : null,
  }));
  return { rows: told, last: rows.length ? rows[rows.length - 1].time_ms : null, helped: asked.helped };
}

/** Names under which games were played, the latest first. */
export async function readNames() {
  const rows = /** @type {Result[]} */ (await allRows("results"));
  const latest = rows.sort((one, other) => other.ended_at - one.ended_at).map((row) => row.name);
  return [...new Set(latest.filter(Boolean))];
}

/**
 * Results of demos by level, strategy and beginning.
 * @param {{level?: string, no_guess: boolean}} asked
 */
export async function readDemos({ level, no_guess }) {
  /** @type {Map<string, import("./database.js").DemoResult[]>} */
  const groups = new Map();
  for (const row of /** @type {import("./database.js").DemoResult[]} */ (await allRows("demos"))) {
    if (row.no_guess !== no_guess || (level && row.level !== level)) continue;
    const key = `${row.level} ${row.strategy} ${row.from_start}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.keys()].sort().map((key) => {
    const rows = /** @type {import("./database.js").DemoResult[]} */ (groups.get(key));
    const wins = rows.filter((row) => row.won).length;
    const { rate, low, high } = intervalOf(wins, rows.length);
    const mean_ms = rows.reduce((sum, row) => sum + row.time_ms, 0) / rows.length;
    const { strategy, level: of, from_start } = rows[0];
    const counts = { games: rows.length, wins, win_rate: rate, win_rate_low: low, win_rate_high: high, mean_ms };
    return { strategy, level: of, from_start, ...counts };
  });
}
