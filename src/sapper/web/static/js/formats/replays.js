/** Recognises the format of a replay and reads it. */

import { isAvf, readAvf } from "./avf.js";
import { readEvf, readEvfs } from "./evf.js";
import { byteFault } from "./fault.js";
import { isMbf } from "./mbf.js";
import { isMsor, readMsor } from "./msor.js";
import { isMvf, readMvf } from "./mvf.js";
import { isRawvfData, readRawvf } from "./rawvf.js";
import { startsWith, textOf } from "./reading.js";
import { isRmv, readRmv } from "./rmv.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").Ask} Ask */

/** @type {Record<string, import("./recording.js").ReadRecording>} by the ending of the name */
const READERS = {
  avf: readAvf,
  fsvf: readAvf,
  evf: readEvf,
  mvf: readMvf,
  rmv: readRmv,
  umf: readRmv,
  rawvf: readRawvf,
  msor: readMsor,
};
const BOARDS = ["mbf", "abf", "board", "mine"];
const NEWEST_EVF = 4;

/** @param {string} name */
const endingOf = (name) => /[^./\\]\.([^./\\]*)$/.exec(name)?.[1].toLowerCase() ?? "";

/**
 * Whether a file is a replay: by its name, else by its first bytes.
 * @param {Uint8Array} data @param {string} name @param {Ask} ask
 */
export async function isReplay(data, name, ask) {
  const ending = endingOf(name);
  if (ending in READERS || ending === "evfs") return !(ending === "rawvf" && (await isBoardAlone(data, ask)));
  if (BOARDS.includes(ending)) return false;
  if (textOf(data) === null) return !isMbf(data);
  return isMsor(data) || (isRawvfData(data) && !(await isBoardAlone(data, ask)));
}

/**
 * Whether a RAWVF has no events.
 * @param {Uint8Array} data @param {Ask} ask
 */
async function isBoardAlone(data, ask) {
  try {
    return (await readRawvf(data, true, ask)).count === 0;
  } catch {
    return false;
  }
}

/**
 * Yields every replay of a file: one, or all of an EVFS.
 * @param {Uint8Array} data @param {string} name @param {boolean} partial @param {Ask} ask
 * @returns {AsyncGenerator<{name: string, recording: Recording}>}
 */
export async function* readReplays(data, name, partial, ask) {
  const ending = endingOf(name);
  if (ending === "evfs") {
    let found = false;
    for await (const one of readEvfs(data, partial, ask)) {
      found = true;
      yield { name: `${name}:${one.name}`, recording: one.recording };
    }
    if (!found) throw byteFault("the file holds no replay", data.length);
    return;
  }
  yield { name, recording: await READERS[recognise(data, ending)](data, partial, ask) };
}

/** @param {Uint8Array} data @param {string} ending */
function recognise(data, ending) {
  if (isRmv(data)) return "rmv";
  if (startsWith(data, "\x11M")) return "mvf";
  if (isMsor(data)) return "msor";
  if (isRawvfData(data)) return "rawvf";
  if (ending in READERS) return ending;
  if (isMvf(data)) return "mvf";
  // EVF begins with its version, AVF with that of Arbiter (from 0.35 on). Freesweeper writes 0.
  return data[0] > NEWEST_EVF || (data[0] === 0 && isAvf(data)) ? "avf" : "evf";
}
