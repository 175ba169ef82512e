/** Files of replays, which the engine reads and writes. */

import { decodeText, faultOf, unlessRefused } from "./fault.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").Ask} Ask */

/** @param {string} name */
const endingOf = (name) => /[^./\\]\.([^./\\]*)$/.exec(name)?.[1].toLowerCase() ?? "";

/**
 * Whether a file is a replay rather than a board: by its name, else by its first bytes.
 * @param {Uint8Array} data @param {string} name @param {Ask} ask @returns {Promise<boolean>}
 */
export const isReplay = (data, name, ask) => ask("holds_replay", [data, endingOf(name)]);

/**
 * Yields every replay of a file: one, or all of an EVFS.
 * @param {Uint8Array} data @param {string} name @param {boolean} partial @param {Ask} ask
 * @returns {AsyncGenerator<{name: string, recording: Recording}>}
 */
export async function* readReplays(data, name, partial, ask) {
  const ending = endingOf(name);
  for (let at = 0; ; ) {
    const found = unlessRefused(await ask("read_recording", [data, ending, partial, at]));
    if (!found) return;
    at = found.end;
    const inner = decodeCoded(found.name);
    yield { name: ending === "evfs" ? `${name}:${inner}` : name, recording: recordingOf(found.recording) };
  }
}

/** @param {[bytes: Uint8Array, page: string]} coded */
const decodeCoded = ([bytes, page]) => decodeText(bytes, page);

/** @param {any} told @returns {Recording} */
function recordingOf({ kinds, times, xs, ys, texts, mines, fault, ...rest }) {
  const { cols } = rest;
  return {
    ...rest,
    mines: mines.map((/** @type {number} */ cell) => [Math.floor(cell / cols), cell % cols]),
    events: { kinds, times, xs, ys },
    program: decodeCoded(texts.program),
    player: decodeCoded(texts.player),
    started: decodeCoded(texts.started),
    mode: decodeCoded(texts.mode),
    fault: fault && faultOf(fault),
  };
}

/**
 * A file for other programs, "evf" or "rawvf".
 * @param {Recording} recording @param {string} form @param {{won: boolean, bbbv: number}} game @param {Ask} ask
 * @returns {Promise<Uint8Array>}
 */
export async function writeReplay(recording, form, { won, bbbv }, ask) {
  const { rows, cols, mines, events, cell, questions, program, player, started, mode, rtime } = recording;
  const cells = { recipe: "cells", cells: mines.map(([row, col]) => row * cols + col) };
  const told = [cell, questions, program, player, started, mode, rtime ?? 0, bbbv, won];
  const columns = [events.kinds, events.times, events.xs, events.ys];
  return unlessRefused(await ask("write_recording", [form, rows, cols, cells, ...columns, ...told]));
}
