/** The calls with which others watch a game: by its token, which allows no moves. */

import { call, openEvents } from "./calls.js";

/** @typedef {Omit<import("./api.js").GameView, "id" | "can_undo">} WatchView */

const watched = (/** @type {string} */ token) => `/watch/${encodeURIComponent(token)}`;

/** @param {string} token @returns {Promise<WatchView>} */
export const getWatched = (token) => call("GET", watched(token));

/** @param {string} token @returns {Promise<import("./api.js").Review>} */
export const getWatchedReview = (token) => call("GET", `${watched(token)}/review`);

/**
 * The event stream of a watched game.
 * @param {string} token
 */
export const openWatchEvents = (token) => openEvents(`${watched(token)}/events`);
