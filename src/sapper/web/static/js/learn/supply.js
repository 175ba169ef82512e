/** Keeps exercises in stock and sends results, as far as the server can be reached. */

import { call, query } from "../base/calls.js";
import { KINDS } from "./learner.js";

const ENOUGH = 4; // exercises of a kind below which more are fetched
const COUNT = 8; // fetched at once
const MOST_SENT = 50;

/**
 * Fetches exercises of kinds that run low, one kind after the other.
 * @param {import("./learner.js").Learner} learner
 * @param {() => void} arrived  called when there are more
 * @returns {Promise<boolean>}  whether the server has only begun to make them, so that it is worth to ask again soon
 */
export async function restock(learner, arrived) {
  const { state } = learner;
  let begun = false;
  for (const kind of KINDS) {
    const stock = state.stock[kind] ?? [];
    if (stock.length >= ENOUGH) continue;
    const seen = [...(state.seen[kind] ?? []), ...stock.map(({ exercise }) => exercise.seed)];
    const asked = { kind, rating: Math.round(Math.max(0, state.standing.rating)), count: COUNT };
    /** @type {{exercises: import("./learner.js").Rated[], all: number}} */
    const found = await call("GET", `/exercises${query({ ...asked, seen: seen.join(",") })}`);
    // All were seen: they begin again.
    if (seen.length >= found.all) state.seen[kind] = [];
    const more = (state.stock[kind] = [...stock, ...found.exercises]);
    begun ||= found.exercises.length > 0 && more.length < ENOUGH;
    learner.save();
    arrived();
  }
  return begun;
}

/**
 * Sends the results that are not sent yet.
 * @param {import("./learner.js").Learner} learner
 */
export async function sendTries(learner) {
  while (learner.state.unsent.length) {
    const tries = learner.state.unsent.slice(0, MOST_SENT);
    await call("POST", "/exercises/tries", { tries });
    learner.state.unsent = learner.state.unsent.slice(tries.length);
    learner.save();
  }
}
