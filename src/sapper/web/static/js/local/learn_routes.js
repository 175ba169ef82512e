/** The requests of the trainer: exercises that the page was built with, each with its rating. */

import { fetchMade } from "./made.js";

/**
 * @typedef {import("../learn/learner.js").Rated} Rated
 */

/** @type {Record<string, import("./local.js").Route>} */
export const routes = {
  "GET /exercises": async ({ query }) => {
    const all = /** @type {Rated[]} */ (await fetchMade(`exercises/${query.get("kind")}.json`));
    const seen = new Set((query.get("seen") ?? "").split(",").map(Number));
    const rating = Number(query.get("rating") ?? 1000);
    const fresh = all.filter(({ exercise }) => !seen.has(exercise.seed));
    // All were seen: they begin again.
    const exercises = (fresh.length ? fresh : [...all])
      .sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating))
      .slice(0, Number(query.get("count") ?? 8));
    return { exercises, all: all.length };
  },
  // Ratings of exercises move with the tries of many players.
  "POST /exercises/tries": async () => ({ counted: 0 }),
};
