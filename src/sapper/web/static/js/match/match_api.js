/**
 * The calls of a match. A seat belongs to the text that this browser keeps, so that a reload returns to it.
 *
 * @typedef {object} Seat  a player
 * @property {number} seat  from 1
 * @property {string | null} name
 * @property {boolean} ready  for the next round
 * @property {boolean} here  whether the player's page is open
 * @property {number} wins  rounds
 * @property {"waiting" | "playing" | "won" | "lost" | "left"} state
 * @property {number | null} progress  share of the 3BV that is done
 * @property {number | null} time_ms
 * @property {boolean} timed  false if several clocks measured it
 * @property {number | null} place
 * @property {string | null} watch  the token of the game; null until the round has ended
 *
 * @typedef {object} Match  the same for all who see it
 * @property {string | null} join  the token that gives a seat; null for those who only watch
 * @property {string} watch  the token that only shows it
 * @property {number} version
 * @property {number} round
 * @property {"lobby" | "countdown" | "playing" | "ended"} status
 * @property {string} level
 * @property {string} shape
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {boolean} no_guess
 * @property {number | null} host  a seat
 * @property {number | null} starts_in_ms
 * @property {number | null} elapsed_ms
 * @property {Seat[]} seats
 *
 * @typedef {{match: Match, seat: number | null, game: import("../base/api.js").GameView | null}} Seated  with the
 *   seat and the game of this browser
 */

import { call, openEvents, query } from "../base/calls.js";
import { playerText } from "../base/player.js";

const path = (/** @type {string} */ token) => `/matches/${encodeURIComponent(token)}`;

/** @param {object} options  of the board, and a name @returns {Promise<Seated>} */
export const newMatch = (options) => call("POST", "/matches", { player: playerText(), ...options });

/** @param {string} token @returns {Promise<Seated>} */
export const getMatch = (token) => call("GET", path(token) + query({ player: playerText() }));

/**
 * @param {string} token
 * @param {"seat" | "leave" | "remove" | "terms" | "ready" | "start"} what
 * @param {object} [options]
 * @returns {Promise<Seated>}
 */
export const act = (token, what, options = {}) =>
  call("POST", `${path(token)}/${what}`, { player: playerText(), ...options });

/**
 * The event stream of a match.
 * @param {string} token
 */
export const openMatchEvents = (token) => openEvents(`${path(token)}/events${query({ player: playerText() })}`);
