/**
 * Races with the solver: it plays the layout of a game at a fixed pace. Until the player's game has ended, a covered
 * race tells only what follows from the time, as on the server.
 *
 * @typedef {{id: string, game: string, strategy: string, pace_ms: number, open: boolean}} Race
 * @typedef {{outcome: string, first: string, steps: import("./walk.js").Step[]}} SolverRun
 */

import { words } from "../words/words.js";
import { getRow, putRow } from "./database.js";
import { changeGame, createGame, expose, getGame, newId } from "./games.js";
import { placeOf } from "./places.js";
import { refuse } from "./problem.js";
import { loadLevelNames, viewGame } from "./view.js";
import { walkGame } from "./walk.js";

/** @type {Map<string, Promise<SolverRun>>} */
const runs = new Map();

/** @param {Record<string, any>} body */
export async function createRace({ strategy = "best@fast", pace_ms = 1000, open = false, ...body }) {
  await loadLevelNames();
  if (body.from_position || body.cruel || body.ranked) throw refuse("input", words.local.notInRace);
  const live = await createGame(body);
  if (open) await changeGame(live.terms.id, (game) => expose(game));
  /** @type {Race} */
  const race = { id: newId(), game: live.terms.id, strategy, pace_ms, open };
  await putRow("races", race);
  return { game: viewGame(live), race: await tellRace(race, false) };
}

/** @param {string} id @param {boolean} end */
export async function viewRace(id, end) {
  const race = /** @type {Race | undefined} */ (await getRow("races", id));
  if (!race) throw refuse("missing", words.local.noGame);
  return tellRace(race, end);
}

/** @param {any} layout @param {string} strategy @returns {Promise<SolverRun>} */
async function runSolver(layout, strategy) {
  const walk = walkGame(layout, [], strategy, false);
  /** @type {import("./walk.js").Step[]} */
  const steps = [];
  let next = await walk.next();
  while (!next.done) {
    steps.push(next.value);
    next = await walk.next();
  }
  return { outcome: next.value.status, first: steps[0]?.signsBefore ?? next.value.signs, steps };
}

/** @param {Race} race @param {boolean} end */
async function tellRace(race, end) {
  const live = await getGame(race.game);
  const covered = !race.open && !live.over;
  const view = {
    id: race.id,
    watch: null,
    strategy: race.strategy,
    pace_ms: race.pace_ms,
    open: race.open,
    elapsed_ms: live.elapsed(Date.now()),
    covered,
    clicks: 0,
    progress: covered ? null : 0,
    risk: covered ? null : 0,
    guesses: covered ? null : 0,
    status: "ready",
    time_ms: /** @type {number | null} */ (null),
    board: /** @type {string | null} */ (null),
    last: /** @type {[number, number] | null} */ (null),
  };
  if (live.started_at === null) return view;
  view.clicks = Math.floor(Math.max(Date.now() - live.started_at, 0) / race.pace_ms);
  view.status = "playing";
  if (covered || !live.layout) return view;
  if (!runs.has(race.id)) runs.set(race.id, runSolver(live.layout, race.strategy));
  const run = /** @type {SolverRun} */ (await runs.get(race.id));
  if (end && live.over) view.clicks = run.steps.length;
  return uncover(view, live, run);
}

/**
 * The view with the game of the solver, whose clicks so far it knows.
 * @template {{clicks: number, pace_ms: number} & Record<string, any>} View
 * @param {View} view @param {import("./live.js").LiveGame} live @param {SolverRun} run
 */
function uncover(view, live, run) {
  const { shape, mines } = live.level;
  const clicks = Math.min(view.clicks, run.steps.length);
  const made = run.steps.slice(0, clicks);
  const done = clicks === run.steps.length;
  const signs = clicks ? made[clicks - 1].signs : run.first;
  const opened = Array.from(signs).filter((sign) => /[0-9\u0080-\u00ff]/.test(sign)).length;
  return {
    ...view,
    clicks,
    progress: opened / (shape.count - mines),
    risk: 1 - made.reduce((product, { safety }) => product * safety, 1),
    guesses: made.filter(({ safety }) => safety < 1).length,
    status: done ? (run.outcome === "won" ? "won" : "lost") : "playing",
    time_ms: done ? run.steps.length * view.pace_ms : null,
    // A finished board shows the player's mines: hide them until the player's game has ended.
    board: live.over ? signs : signs.replaceAll("M", "."),
    last: clicks ? placeOf(shape, made[clicks - 1].cell) : null,
  };
}
