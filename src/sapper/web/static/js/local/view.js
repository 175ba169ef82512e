/** The view of a game, as the server would send it to the page. */

import { loadModule } from "./engine.js";
import { placeOf, placesOf } from "./places.js";

const SEEDED = ["new", "ranked", "position"];
/** @type {Map<string, string>} names of levels by what they spell */
const names = new Map();

/**
 * The name of a level, or SHAPE/MINES if it has none.
 * @param {string} level
 */
export const levelName = (level) => names.get(level) ?? level;

/** Loads the names of levels. */
export async function loadLevelNames() {
  if (names.size) return;
  for (const [name, level] of Object.entries((await loadModule()).LEVELS)) names.set(String(level), name);
}

/**
 * @param {import("./live.js").LiveGame} live @param {number[]} [flash]
 * @returns {import("../base/api.js").GameView}
 */
export function viewGame(live, flash = []) {
  const { terms, level, signs, over } = live;
  const { shape } = level;
  const start = terms.start ?? live.layout?.start ?? null;
  const threeBv = over ? live.threeBv : null;
  const clicks = live.moves.length;
  const seen = live.paused_at === null ? signs : ".".repeat(signs.length);
  const shown = (terms.seed_chosen && terms.origin !== "cruel") || (over && SEEDED.includes(terms.origin));
  return /** @type {import("../base/api.js").GameView} */ ({
    id: terms.id,
    watch: null,
    version: live.version,
    level: levelName(terms.level),
    shape: String(shape),
    rows: shape.rows,
    cols: shape.cols,
    mines: level.mines,
    first_click: terms.first_click,
    no_guess: terms.no_guess,
    seed: shown ? terms.seed : null,
    start: start === null ? null : placeOf(shape, start),
    origin: terms.origin,
    status: live.status,
    board: seen,
    mines_left: level.mines - (signs.match(/[FW]/g) ?? []).length,
    clicks,
    moves: clicks,
    three_bv: threeBv,
    efficiency: threeBv !== null && live.status === "won" && clicks ? threeBv / clicks : null,
    elapsed_ms: live.elapsed(Date.now()),
    started_at: live.started_at,
    ended_at: live.ended_at,
    helped: live.helped,
    practice: live.practice,
    timed: live.timed,
    paused: live.paused_at !== null,
    name: terms.name,
    can_undo: clicks > 0,
    flash: placesOf(shape, flash),
  });
}
