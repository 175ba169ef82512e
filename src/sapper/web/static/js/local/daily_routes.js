/**
 * The boards of the day without a server: the date makes them, so that everybody has the same ones, and this browser
 * keeps its own results. There are no tables of other players.
 *
 * @typedef {import("../daily/daily_api.js").Answer} Answer
 * @typedef {"no-guess" | "expert"} Kind
 * @typedef {{id: string, game?: string, cell?: [number, number]}} Kept  by day and kind
 */

import { getRow, putRow } from "./database.js";
import { loadModule } from "./engine.js";
import { addGame, getGame, newId } from "./games.js";
import { fetchMade } from "./made.js";
import { refuse } from "./problem.js";
import { loadLevelNames, viewGame } from "./view.js";
import { words } from "../words/words.js";

await loadLevelNames();

const DAY_MS = 86_400_000;
const BITS = 53n; // of a seed
/** @type {Record<Kind, string>} */
const LEVELS = { "no-guess": "intermediate", expert: "expert" };
const FIRST = "2026-01-01";

const today = () => new Date().toISOString().slice(0, 10);

/** @param {string | null | undefined} asked */
function readDay(asked) {
  const day = asked ?? today();
  const fits = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  if (!fits || day > today() || day < FIRST) throw refuse("input", words.local.noDay(FIRST, today()));
  return day;
}

/**
 * A number that follows from the day.
 * @param {string} day @param {string} kind
 */
async function seedOf(day, kind) {
  const text = new TextEncoder().encode(["sapper", "daily", day, kind].join(" "));
  const digest = new DataView(await crypto.subtle.digest("SHA-256", text));
  return Number(digest.getBigUint64(0) >> (64n - BITS));
}

/**
 * @param {Kind} kind @param {string} day @param {string | null} name @param {"daily" | "same"} origin
 * @returns {Promise<import("./live.js").Terms>}
 */
async function termsOf(kind, day, name, origin) {
  const { Level } = await loadModule();
  const level = Level.parse(LEVELS[kind]);
  const { rows, cols } = level.shape;
  return {
    id: newId(),
    origin,
    level: String(level),
    first_click: "zero",
    no_guess: kind === "no-guess",
    seed: await seedOf(day, kind),
    seed_chosen: false,
    start: Math.floor(rows / 2) * cols + Math.floor(cols / 2),
    position: null,
    helped: origin !== "daily",
    name,
    created_at: Date.now(),
  };
}

/** @param {Kind} kind @param {{day?: string | null, name?: string | null}} body */
async function openBoard(kind, { day, name = null }) {
  const wanted = readDay(day);
  const id = `${wanted} ${kind}`;
  const kept = /** @type {Kept | undefined} */ (await getRow("days", id));
  const practise = async (/** @type {"again" | "past"} */ reason) =>
    ({ game: viewGame(await addGame(await termsOf(kind, wanted, name, "same"))), counts: false, reason });
  if (wanted !== today()) return practise("past");
  if (!kept) {
    const live = await addGame(await termsOf(kind, wanted, name, "daily"));
    await putRow("days", { id, game: live.terms.id });
    return { game: viewGame(live), counts: true, reason: null };
  }
  const live = await getGame(/** @type {string} */ (kept.game));
  return live.stored.hadEnded ? practise("again") : { game: viewGame(live), counts: true, reason: null };
}

/** @param {Kind} kind @param {string} day */
async function viewBoard(kind, day) {
  const { Level } = await loadModule();
  const { shape, mines } = Level.parse(LEVELS[kind]);
  const kept = /** @type {Kept | undefined} */ (await getRow("days", `${day} ${kind}`));
  const own = kept ? await viewOwn(/** @type {string} */ (kept.game)) : null;
  const counts = own !== null && own.status !== "playing" && own.reason === null;
  const row = counts
    ? [{ place: 1, name: own.name, won: own.status === "won", time_ms: own.time_ms, cleared: own.cleared, own: true }]
    : [];
  const players = row.length;
  const wins = row.filter(({ won }) => won).length;
  const sizes = { rows: shape.rows, cols: shape.cols, mines };
  return { kind, level: LEVELS[kind], ...sizes, no_guess: kind === "no-guess", players, wins, table: row, own };
}

/** @param {string} game */
async function viewOwn(game) {
  const live = await getGame(game);
  const { shape, mines } = live.level;
  const over = live.stored.hadEnded;
  const shown = live.game.board.cellsWhere((/** @type {number} */ view) => view >= 0).length;
  return {
    game,
    name: live.terms.name,
    status: over ? (live.status === "won" ? "won" : "lost") : "playing",
    time_ms: over ? live.elapsed(Date.now()) : null,
    cleared: over ? shown / (shape.count - mines) : null,
    place: over && !live.helped ? 1 : null,
    reason: over && live.helped ? "helped" : null,
  };
}

/**
 * The position of the guess of a day.
 * @param {string} day
 */
async function guessOf(day) {
  const all = /** @type {import("../learn/learner.js").Rated[]} */ (await fetchMade("exercises/guess.json"));
  return all[(await seedOf(day, "guess")) % all.length].exercise;
}

/** @param {string} day @param {[number, number]} cell @param {boolean} counts @returns {Promise<Answer>} */
async function viewAnswer(day, cell, counts) {
  const exercise = await guessOf(day);
  const best = exercise.answers.some(([row, col]) => row === cell[0] && col === cell[1]);
  return { cell, best, counts, exercise, answers: [{ cell, players: 1 }] };
}

/** @param {string | null} asked */
async function viewDay(asked) {
  const day = readDay(asked);
  const { rows, cols, mines, board } = await guessOf(day);
  const kept = /** @type {Kept | undefined} */ (await getRow("days", `${day} guess`));
  const own = kept?.cell ? await viewAnswer(day, kept.cell, true) : null;
  return {
    day,
    today: today(),
    next_ms: DAY_MS - (Date.now() % DAY_MS),
    boards: [await viewBoard("no-guess", day), await viewBoard("expert", day)],
    guess: { rows, cols, mines, board, players: own ? 1 : 0, best: own?.best ? 1 : 0, own },
  };
}

/** @param {{cell: [number, number], day?: string | null}} body */
async function answerGuess({ cell, day }) {
  const wanted = readDay(day);
  const { cols, board } = await guessOf(wanted);
  if (board[cell[0] * cols + cell[1]] !== ".") throw refuse("input", words.local.notHidden);
  const id = `${wanted} guess`;
  const kept = /** @type {Kept | undefined} */ (await getRow("days", id));
  if (!kept && wanted === today()) await putRow("days", { id, cell });
  return viewAnswer(wanted, kept?.cell ?? cell, wanted === today());
}

/** @type {Record<string, import("./local.js").Route>} */
export const routes = {
  "GET /daily": ({ query }) => viewDay(query.get("day")),
  "POST /daily/guess": ({ body }) => answerGuess(body),
  "POST /daily/name": () => viewDay(null),
  "POST /daily/{kind}": ({ groups, body }) => openBoard(/** @type {Kind} */ (groups.kind), body),
};
