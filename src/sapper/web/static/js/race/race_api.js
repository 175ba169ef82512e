/**
 * The calls of a race.
 *
 * @typedef {object} Race  the state of the solver in a race
 * @property {string} id
 * @property {string | null} watch  the token of the player's game
 * @property {number} pace_ms  time of one click
 * @property {boolean} covered  whether its game is hidden now; `clicks` then follows from the time alone
 * @property {number} clicks
 * @property {number | null} progress  share of the safe cells it has revealed
 * @property {number | null} risk  probability that it had hit a mine by now
 * @property {"ready" | "playing" | "won" | "lost"} status
 * @property {number | null} time_ms  when it ended
 * @property {string | null} board  null while covered
 * @property {import("../board/cells.js").Cell | null} last  its last click
 */

import { call } from "../base/calls.js";

/** @param {object} options @returns {Promise<{game: import("../base/api.js").GameView, race: Race}>} */
export const newRace = (options) => call("POST", "/races", options);

/** @param {string} id @param {boolean} [end]  ask for the end of the solver's game @returns {Promise<Race>} */
export const getRace = (id, end) => call("GET", `/races/${encodeURIComponent(id)}${end ? "?end=true" : ""}`);
