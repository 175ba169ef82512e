/** What the kept games say: filters, personal bests, streaks and series over time. Pure functions of the list. */

/** @typedef {import("../base/archive.js").Played} Played */

/**
 * @typedef {object} Filter
 * @property {string} level  "" for all
 * @property {"all" | "won" | "lost"} status
 * @property {"all" | "own" | "helped" | "practice"} kind  "own": without help
 */

/** @param {Played} game */
export const kindOf = (game) => (game.practice ? "practice" : game.helped ? "helped" : "own");

/** @param {Played[]} games @param {Filter} filter */
export const filterGames = (games, { level, status, kind }) =>
  games.filter(
    (game) =>
      (!level || game.level === level) &&
      (status === "all" || game.status === status) &&
      (kind === "all" || kindOf(game) === kind),
  );

/** @param {Played} game  @returns {number | null} 3BV per second */
export const paceOf = ({ three_bv, time_ms, status }) =>
  three_bv === null || time_ms <= 0 || status !== "won" ? null : three_bv / (time_ms / 1000);

/**
 * The personal bests among won games without help.
 * @param {Played[]} games
 * @returns {{time: Played | null, pace: Played | null, efficiency: Played | null}}
 */
export function bestsOf(games) {
  const won = games.filter((game) => game.status === "won" && kindOf(game) === "own");
  /** @param {(game: Played) => number | null} value */
  const greatest = (value) =>
    won.reduce(
      (/** @type {Played | null} */ best, game) =>
        value(game) !== null && (best === null || Number(value(game)) > Number(value(best))) ? game : best,
      null,
    );
  return {
    time: greatest((game) => (game.timed === false ? null : -game.time_ms)),
    pace: greatest((game) => (game.timed === false ? null : paceOf(game))),
    efficiency: greatest((game) => game.efficiency),
  };
}

/**
 * The longest row of wins, and the one that lasts.
 * @param {Played[]} games  the newest first
 */
export function streaksOf(games) {
  let [now, best, run, lasts] = [0, 0, 0, true];
  for (const game of games) {
    run = game.status === "won" ? run + 1 : 0;
    if (!run) lasts = false;
    if (lasts) now = run;
    best = Math.max(best, run);
  }
  return { now, best };
}

/**
 * The values of one figure over time, the oldest first.
 * @param {Played[]} games  the newest first
 * @param {(game: Played) => number | null} value
 */
export const seriesOf = (games, value) =>
  games
    .map((game) => ({ date: game.date, value: value(game), id: game.id }))
    .filter((point) => point.value !== null)
    .reverse();

/**
 * The mean of each value with up to four before it.
 * @param {number[]} values
 */
export const smooth = (values) =>
  values.map((_, at) => {
    const near = values.slice(Math.max(0, at - 4), at + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
