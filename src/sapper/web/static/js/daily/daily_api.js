/**
 * The boards of the day, as the server tells them.
 *
 * @typedef {import("../board/cells.js").Cell} Cell
 * @typedef {{place: number, name: string | null, won: boolean, time_ms: number, cleared: number, own: boolean}} Row
 *
 * @typedef {object} Result  the first game of this browser on a board
 * @property {string} game
 * @property {string | null} name
 * @property {"playing" | "won" | "lost"} status
 * @property {number | null} time_ms
 * @property {number | null} cleared
 * @property {number | null} place
 * @property {"helped" | "late" | "time" | null} reason  why it does not count
 *
 * @typedef {object} Board
 * @property {"no-guess" | "expert"} kind
 * @property {string} level
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {number} players
 * @property {number} wins
 * @property {Row[]} table
 * @property {Result | null} own
 *
 * @typedef {object} Answer
 * @property {Cell} cell
 * @property {boolean} best
 * @property {boolean} counts
 * @property {import("../learn/learner.js").Exercise} exercise
 * @property {{cell: Cell, players: number}[]} answers
 *
 * @typedef {object} Position
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {string} board
 * @property {number} players
 * @property {number} best
 * @property {Answer | null} own
 *
 * @typedef {{day: string, today: string, next_ms: number, boards: Board[], guess: Position}} Day
 * @typedef {import("../base/api.js").GameView} GameView
 * @typedef {{game: GameView, counts: boolean, reason: "again" | "name" | "past" | null}} Start
 */

import { call, query } from "../base/calls.js";
import { settings } from "../base/settings.js";
import { playerText } from "../base/player.js";

const own = () => ({ player: playerText(), name: settings.value.name || null });

/** @param {string | null} day  null is today @returns {Promise<Day>} */
export const getDay = (day) => call("GET", `/daily${query({ day, player: playerText() })}`);

/** @param {string} kind @param {string | null} day @returns {Promise<Start>} */
export const openBoard = (kind, day) => call("POST", `/daily/${kind}`, { ...own(), day });

/** @param {Cell} cell @param {string | null} day @returns {Promise<Answer>} */
export const answerGuess = (cell, day) => call("POST", "/daily/guess", { ...own(), cell, day });

/** @param {string} name @returns {Promise<Day>} */
export const nameToday = (name) => call("POST", "/daily/name", { player: playerText(), name });
