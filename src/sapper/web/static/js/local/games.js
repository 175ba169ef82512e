/**
 * The games of a page without a server: creates, changes and loads them. A change is stored before it is answered,
 * and one tab changes a game at a time.
 *
 * @typedef {import("./live.js").Terms} Terms
 * @typedef {import("./live.js").Stored} Stored
 */

import { tellChange } from "../base/changes.js";
import { words } from "../words/words.js";
import { getRow, putRow } from "./database.js";
import { checkTerms, deal, dealPosition } from "./deal.js";
import { loadModule } from "./engine.js";
import { LiveGame, UNKNOWN } from "./live.js";
import { cellAt } from "./places.js";
import { refuse } from "./problem.js";
import { readText } from "./reading.js";
import { resultOf } from "./results.js";
import { levelName, loadLevelNames } from "./view.js";

const MOST_HELD = 20; // games in memory; others are loaded when requested

/** @type {Map<string, LiveGame>} */
const held = new Map();

/** A random text that cannot be guessed. */
export const newId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12)))).replace(/\+/g, "-").replace(/\//g, "_");

/** A random whole number below 2 ** 53. */
export const newSeed = () => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
};

/**
 * A game, with what other tabs made of it.
 * @param {string} id @returns {Promise<LiveGame>}
 */
export async function getGame(id) {
  const stored = /** @type {Stored | undefined} */ (await getRow("games", id));
  const known = held.get(id);
  if (known && (!stored || known.version >= (stored.events[stored.events.length - 1]?.number ?? 0))) return known;
  if (!stored) throw refuse("missing", words.local.noGame);
  await loadLevelNames();
  return hold(await LiveGame.open(stored));
}

/** @param {LiveGame} live */
function hold(live) {
  held.delete(live.terms.id);
  held.set(live.terms.id, live);
  if (held.size > MOST_HELD) held.delete(/** @type {string} */ (held.keys().next().value));
  return live;
}

/**
 * Changes a game while no other tab does.
 * @template T
 * @param {string} id @param {(live: LiveGame) => Promise<T> | T} work
 * @returns {Promise<{live: LiveGame, result: T}>}
 */
export async function changeGame(id, work) {
  return navigator.locks.request(`sapper.game.${id}`, async () => {
    const live = await getGame(id);
    const before = live.version;
    try {
      const result = await work(live);
      if (live.version !== before) {
        await store(live);
        tellChange(`/games/${id}/events`, live.version);
      }
      return { live, result };
    } catch (error) {
      if (live.version !== before) held.delete(id); // it may be ahead of what is stored
      throw error;
    }
  });
}

/** @param {LiveGame} live */
async function store(live) {
  const first = live.over && !live.stored.hadEnded;
  if (first) live.stored.hadEnded = true;
  await putRow("games", live.stored);
  if (first && [...UNKNOWN, "same"].includes(live.terms.origin)) await putRow("results", resultOf(live, levelName));
}

/**
 * Adds a game.
 * @param {Terms} terms @param {import("./live.js").Laid | null} [laid] @param {import("./live.js").Event[]} [events]
 */
export async function addGame(terms, laid = null, events = []) {
  await loadLevelNames();
  const live = hold(await LiveGame.open({ id: terms.id, terms, laid, events, hadEnded: false }));
  await store(live);
  return live;
}

/**
 * Creates the game of a request.
 * @param {Record<string, any>} body
 */
export async function createGame(body) {
  const given = body.same_board_as || (body.from_position ?? null) !== null;
  if (body.cruel && (given || body.no_guess || body.ranked)) throw refuse("input", words.local.noCruel);
  if (body.same_board_as) return sameBoard(body);
  if (body.from_position !== undefined && body.from_position !== null) return fromPosition(body);
  const { Level } = await loadModule();
  const level = body.level ? Level.parse(body.level) : Level.parse(`${body.rows}x${body.cols}/${body.mines}`);
  const chosen = body.seed !== undefined && body.seed !== null;
  const terms = {
    ...termsOf(body, level),
    origin: /** @type {Terms["origin"]} */ (body.cruel ? "cruel" : body.ranked ? "ranked" : "new"),
    first_click: body.first_click ?? "zero",
    no_guess: Boolean(body.no_guess),
    seed: chosen ? body.seed : newSeed(),
    seed_chosen: chosen,
    start: body.start ? cellAt(level.shape, body.start) : null,
    helped: chosen,
  };
  await checkTerms(terms, level);
  return addGame(terms);
}

/**
 * The terms of a game with a layout or position of the player.
 * @param {Record<string, any>} body @param {any} level @returns {Terms}
 */
const termsOf = (body, level) => ({
  id: newId(),
  origin: "position",
  level: String(level),
  first_click: "none",
  no_guess: false,
  seed: 0,
  seed_chosen: body.seed !== undefined && body.seed !== null,
  start: null,
  position: null,
  helped: true,
  name: body.name?.trim() || null,
  created_at: Date.now(),
});

/** @param {Record<string, any>} body */
async function sameBoard(body) {
  const other = await getGame(body.same_board_as);
  if (!other.layout) throw refuse("move", words.local.noLayout);
  other.checkFixed();
  const start = other.layout.start ?? other.terms.start ?? other.moves[0]?.cell ?? null;
  if (!other.over) await changeGame(other.terms.id, (live) => expose(live));
  const { name, id, created_at } = termsOf(body, other.level);
  const terms = { ...other.terms, name, id, created_at, start, origin: /** @type {const} */ ("same"), helped: true };
  return addGame(terms, other.stored.laid);
}

/** @param {Record<string, any>} body */
async function fromPosition(body) {
  const { board, mined, start } = await readText(body.from_position, body.mines);
  const { Level } = await loadModule();
  if (mined) {
    const level = new Level(board.shape, mined.filter(Boolean).length);
    return addGame({ ...termsOf(body, level), start }, { mined, start });
  }
  const seed = body.seed ?? newSeed();
  const world = await dealPosition(board, seed);
  const terms = { ...termsOf(body, new Level(board.shape, board.mines)), seed, position: board.views };
  return addGame(terms, { mined: world, start: null });
}

/**
 * A running game whose layout is shown elsewhere is practice from then on.
 * @param {LiveGame} live
 */
export function expose(live) {
  live.checkRunning();
  live.checkUnranked();
  if (!live.practice && !live.over) live.note("expose", Date.now());
}

/**
 * Makes a move; returns the game and the cells to flash.
 * @param {string} id @param {{kind: string, cell: [number, number], version?: number}} move
 */
export async function makeMove(id, { kind, cell: place, version }) {
  return changeGame(id, async (live) => {
    checkVersion(live, version);
    live.checkRunning();
    const cell = cellAt(live.level.shape, place);
    const flagged = live.game.board.views[cell] === -2;
    if (!live.layout && kind === "reveal" && !flagged) await live.fix(await deal(live.terms, live.level, cell));
    if (live.terms.origin === "cruel") {
      const mined = await (await import("./cruel.js")).settle(live, kind, cell, newSeed());
      if (mined) await live.fix({ mined, start: live.layout.start });
    }
    return live.play(kind, cell, Date.now());
  });
}

/** @param {LiveGame} live @param {number} [version] */
function checkVersion(live, version) {
  if (version !== undefined && version !== live.version) throw refuse("version", words.local.stale);
}

/**
 * A new game that continues another one before one of its moves.
 * @param {string} id @param {number} move
 */
export async function branchGame(id, move) {
  const other = await getGame(id);
  if (!other.layout || !(move >= 0 && move <= other.moves.length)) throw refuse("move", words.local.noMove(move));
  other.checkFixed();
  if (!other.over) await changeGame(id, (live) => expose(live));
  const now = Date.now();
  const events = other.moves.slice(0, move).map((event, k) => ({ ...event, number: k + 1, at: now }));
  const origin = /** @type {const} */ ("branch");
  const terms = { ...other.terms, id: newId(), origin, helped: true, created_at: now };
  return addGame(terms, other.stored.laid, events);
}
