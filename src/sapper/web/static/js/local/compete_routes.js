/** The requests for results: best times, statistics and names of this browser, and races with the solver. */

import { readDemos, readNames, readScores, readStatistics } from "./results.js";
import { createRace, viewRace } from "./race.js";

/** @param {URLSearchParams} query */
const askedOf = (query) => ({
  level: query.get("level") ?? undefined,
  name: query.get("name") ?? undefined,
  game: query.get("game") ?? undefined,
  helped: query.get("helped") === "true",
  no_guess: query.get("no_guess") === "true",
  machine: query.get("machine") === "true",
});

/** @type {Record<string, import("./local.js").Route>} */
export const routes = {
  "GET /scores": async ({ query }) => readScores(askedOf(query)),
  "GET /statistics": async ({ query }) => readStatistics(askedOf(query)),
  "GET /statistics/demos": async ({ query }) => readDemos(askedOf(query)),
  "GET /names": () => readNames(),
  "POST /races": async ({ body }) => createRace(body),
  "GET /races/{id}": async ({ groups, query }) => viewRace(groups.id, query.get("end") === "true"),
};
