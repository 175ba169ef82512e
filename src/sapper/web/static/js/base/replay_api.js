/**
 * The calls for imported files and for replays.
 *
 * @typedef {object} ReplayStep
 * @property {"reveal" | "flag" | "question" | "chord"} kind
 * @property {import("../board/cells.js").Cell} cell
 * @property {number} at_ms
 * @property {import("../board/cells.js").Change[]} changed
 *
 * @typedef {{times: number[], xs: number[], ys: number[], buttons: number[]}} Path  the way of the pointer, in cells
 * @typedef {[ms: number, x: number, y: number][]} Track  where the pointer was, in cells
 *
 * @typedef {object} ReplayView
 * @property {string | null} replay  for its review; null of games that have not ended, and of games of the server
 * @property {string} name
 * @property {number} number  of the replay in a file that holds several
 * @property {number} count
 * @property {string} format
 * @property {string} program
 * @property {string} player
 * @property {string} started
 * @property {boolean} timed
 * @property {string | null} fault
 * @property {string} shape
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {"playing" | "won" | "lost"} status
 * @property {number} rtime  seconds
 * @property {string} board
 * @property {ReplayStep[]} steps
 * @property {Path} path
 * @property {Record<string, number | null>} statistics
 *
 * @typedef {object} Doubt  a cell of a picture that may be read wrong, with the characters of its two likely looks
 * @property {[number, number]} cell
 * @property {string} look
 * @property {number} probability
 * @property {string} second
 * @property {number} second_probability
 *
 * @typedef {object} PictureView  where a board lies in a picture, in pixels
 * @property {number} left
 * @property {number} top
 * @property {number} across
 * @property {number} down
 * @property {Doubt[]} doubts
 * @property {number} boards
 * @property {boolean} mines_known
 * @property {string | null} straight  of a photo: the board made upright, a JPEG in base64
 *
 * @typedef {object} Imported
 * @property {"board" | "layout" | "replay"} kind
 * @property {string | null} text
 * @property {ReplayView | null} replay
 * @property {PictureView | null} picture
 */

import { call, query } from "./calls.js";

/**
 * Reads a file or a text of any program.
 * @param {Blob} file
 * @param {{name?: string, number?: number, partial?: boolean}} options  `number`: of the replay in it; `partial`:
 *   read a broken replay as far as it goes
 * @returns {Promise<Imported>}
 */
export const importFile = (file, { name = "", number = 0, partial = false } = {}) => {
  const asked = query({ name: name.slice(-255), number: number || null, partial: partial || null });
  return call("POST", `/imports${asked}`, file);
};

/** @param {string} replay @returns {Promise<import("./api.js").Review>} */
export const reviewReplay = (replay) => call("GET", `/replays/${replay}/review`);

/** @param {string} game @param {Track} moves @returns {Promise<ReplayView>} */
export const replayGame = (game, moves) => call("POST", `/games/${encodeURIComponent(game)}/replay`, { moves });

/** @param {string} game @param {"evf" | "rawvf"} form @param {Track} moves @returns {Promise<Blob>} */
export const writeReplay = (game, form, moves) =>
  call("POST", `/games/${encodeURIComponent(game)}/replay/${form}`, { moves });
