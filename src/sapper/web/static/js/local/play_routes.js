/** The requests to play and to get help: games, analyses, hints, demos, reviews, texts, shapes. */

import { words } from "../words/words.js";
import { findPromise } from "./deal.js";
import { branchGame, changeGame, createGame, expose, getGame, makeMove } from "./games.js";
import { viewAnalysis } from "./insight.js";
import { fetchMade } from "./made.js";
import { viewOdds } from "./odds.js";
import { placesOf } from "./places.js";
import { refuse } from "./problem.js";
import { describe, readPosition, readText, writeText } from "./reading.js";
import { enterScore, readStanding } from "./results.js";
import { viewGame } from "./view.js";

const asked = (/** @type {URLSearchParams} */ query) =>
  Object.fromEntries(["win", "classes", "best", "estimate"].map((name) => [name, query.get(name) === "true"]));

/**
 * Marks a game as helped and returns it.
 * @param {string} id @param {boolean} [unrank]
 */
async function help(id, unrank = false) {
  const { live } = await changeGame(id, (game) => {
    game.checkRunning();
    if (!unrank) game.checkUnranked();
    if (!game.helped && !game.over) game.note("help", Date.now());
  });
  return live;
}

/**
 * The board of a game that is helped from then on.
 * @param {string} id
 */
async function helped(id) {
  const live = await help(id);
  if (live.over) throw refuse("move", words.local.over);
  return { live, version: live.version, board: live.board, promise: findPromise(live) };
}

/** @type {Record<string, import("./local.js").Route>} */
export const routes = {
  "POST /games": async ({ body }) => viewGame(await createGame(body)),
  "GET /games/{id}": async ({ groups }) => viewGame(await getGame(groups.id)),
  "POST /games/{id}/moves": async ({ groups, body }) => {
    const { live, result } = await makeMove(groups.id, body);
    return viewGame(live, result);
  },
  "POST /games/{id}/undo": async ({ groups }) => {
    const { live } = await changeGame(groups.id, (game) => game.undo(Date.now()));
    return viewGame(live);
  },
  "POST /games/{id}/pause": async ({ groups }) => {
    const { live } = await changeGame(groups.id, (game) => {
      if (game.started_at === null || game.over) throw refuse("move", words.local.notBegun);
      if (game.paused_at === null) game.note("pause", Date.now());
    });
    return viewGame(live);
  },
  "POST /games/{id}/resume": async ({ groups }) => {
    const { live } = await changeGame(groups.id, (game) => {
      if (game.paused_at !== null) game.note("resume", Date.now());
    });
    return viewGame(live);
  },
  "POST /games/{id}/help": async ({ groups }) => viewGame(await help(groups.id)),
  "POST /games/{id}/unrank": async ({ groups }) => viewGame(await help(groups.id, true)),
  "POST /games/{id}/cheat": async ({ groups }) => {
    const { live } = await changeGame(groups.id, (game) => {
      if (!game.layout) throw refuse("move", words.local.noMines);
      game.checkFixed();
      game.checkRunning();
      game.checkUnranked();
      if (!game.cheated && !game.over) game.note("cheat", Date.now());
    });
    return { game: viewGame(live), mines: placesOf(live.level.shape, live.layout.mines) };
  },
  "GET /games/{id}/odds": async ({ groups }) => viewOdds(await getGame(groups.id)),
  "POST /games/{id}/branch": async ({ groups, body }) => viewGame(await branchGame(groups.id, body.move)),
  "GET /games/{id}/standing": async ({ groups }) => readStanding(groups.id),
  "POST /games/{id}/score": async ({ groups, body }) => enterScore(groups.id, body.name),
  "GET /games/{id}/text": async ({ groups, query }) =>
    writeText(await getGame(groups.id), query.get("form") ?? "picture"),

  "GET /games/{id}/analysis": async ({ groups, query }) => {
    const { board, promise, version } = await helped(groups.id);
    return { ...(await viewAnalysis(board, asked(query), promise)), version };
  },
  "GET /games/{id}/hint": async ({ groups, query }) => {
    const { board, promise, version } = await helped(groups.id);
    const { viewHint } = await import("./hint.js");
    return { ...(await viewHint(board, Number(query.get("strength") ?? 1), promise)), version };
  },
  "GET /games/{id}/guesses": async ({ groups }) => {
    const { board, promise, version } = await helped(groups.id);
    const { viewGuesses } = await import("./hint.js");
    return { ...(await viewGuesses(board, promise)), version };
  },
  "POST /games/{id}/demo": async ({ groups, body }) => {
    const { makeDemo } = await import("./demo.js");
    const live = await getGame(groups.id);
    if (live.fixed) await changeGame(groups.id, (game) => expose(game));
    return makeDemo(live, body.strategy, body.from);
  },
  "GET /games/{id}/review": async ({ groups }) => {
    const { viewReview } = await import("./review.js");
    return viewReview(await getGame(groups.id));
  },

  "POST /analyze": async ({ query, body }) => viewAnalysis(await readPosition(body), asked(query), null),
  "POST /analyze/hint": async ({ query, body }) => {
    const { viewHint } = await import("./hint.js");
    return viewHint(await readPosition(body), Number(query.get("strength") ?? 1), null);
  },
  "POST /analyze/guesses": async ({ body }) => {
    const { viewGuesses } = await import("./hint.js");
    return viewGuesses(await readPosition(body), null);
  },
  "POST /formats": async ({ body }) => describe(await readText(body.text)),
  "GET /strategies": async () => fetchMade("strategies.json"),
  "GET /shapes/{name}": async ({ groups }) =>
    (await import("./shapes.js")).viewShape(decodeURIComponent(groups.name)),
};
