/** The statistics of the games that were finished in this browser, for a player without a name. */

import { bestsOf, kindOf, paceOf, streaksOf } from "../history/records.js";

/**
 * @param {import("../base/archive.js").Played[]} played  the newest first
 * @param {{level: string, helped: boolean, no_guess: boolean}} asked  as the server is asked; practice never counts
 * @returns {import("../base/api.js").Statistics}
 */
export function ownFigures(played, { level, helped, no_guess }) {
  const kind = helped ? "helped" : "own";
  const games = played.filter(
    (game) => (!level || game.level === level) && game.no_guess === no_guess && kindOf(game) === kind,
  );
  const won = games.filter((game) => game.status === "won");
  const timed = won.filter((game) => game.timed !== false);
  const streaks = streaksOf(games);
  // Bests are those of games without help; here all games are of one kind.
  const { time, pace } = bestsOf(games.map((game) => ({ ...game, helped: false })));
  return {
    games: games.length,
    wins: won.length,
    losses: games.length - won.length,
    streak: streaks.now,
    best_streak: streaks.best,
    best_ms: time && time.timed !== false ? time.time_ms : null,
    mean_ms: timed.length ? timed.reduce((sum, game) => sum + game.time_ms, 0) / timed.length : null,
    three_bv_per_s: pace && pace.timed !== false ? paceOf(pace) : null,
    win_rate: games.length ? won.length / games.length : null,
    win_rate_low: null,
    win_rate_high: null,
    judged: 0,
    judged_wins: 0,
    expected_wins: 0,
  };
}
