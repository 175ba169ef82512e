/**
 * The server, as functions. Requests and answers are described in the OpenAPI page of the server (/api/docs).
 *
 * @typedef {import("./cells.js").Cell} Cell
 * @typedef {import("./cells.js").Change} Change
 *
 * @typedef {object} GameView  what the player of a game may see
 * @property {string} id
 * @property {number} version  grows by one with every change
 * @property {string} level
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {"none" | "safe" | "zero"} first_click
 * @property {boolean} no_guess
 * @property {number | null} seed  null until the end
 * @property {Cell | null} start
 * @property {"ready" | "playing" | "won" | "lost"} status
 * @property {string} board  one character a cell
 * @property {Change[] | null} changed
 * @property {number} mines_left
 * @property {number} clicks
 * @property {number} moves
 * @property {number | null} three_bv
 * @property {number | null} efficiency
 * @property {number} elapsed_ms
 * @property {boolean} helped  by hints, the overlay and the like, or practice
 * @property {boolean} practice  undone, or a board that was known: never in best times
 * @property {boolean} can_undo
 * @property {string | null} name
 * @property {Cell[]} [flash]
 *
 * @typedef {object} Analysis
 * @property {(number | null)[]} mine_probability
 * @property {Cell[]} safe
 * @property {Cell[]} mines
 * @property {string} worlds
 * @property {Win | null} win
 *
 * @typedef {{kind: "exact" | "bound" | "estimate", probability: number | null, low: number, high: number}} Win
 * @typedef {{text: string, cells: Cell[], clues: Cell[]}} Thought  a sentence and what it speaks of
 * @typedef {Thought & {strength: number, technique?: string | null, steps: Thought[]}} Hint
 * @typedef {{cell: Cell, safety: number, progress: number | null, win: number | null}} Guess
 * @typedef {{cell: Cell, kind: string, safety: number, text: string, clues?: Cell[], changed: Change[]}} DemoStep
 */

/** What the server refused, or that it could not be reached (`status` 0). */
export class ApiError extends Error {
  /** @param {number} status @param {string} detail @param {any} [problem] */
  constructor(status, detail, problem = null) {
    super(detail);
    this.status = status;
    this.problem = problem;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      // No other site can send this header with a request to us.
      headers: { "X-Sapper": "1", ...(body ? { "Content-Type": "application/json" } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new ApiError(0, "The server cannot be reached.");
  }
  const json = response.headers.get("Content-Type")?.includes("json") ?? false;
  const answer = response.status === 204 ? null : await (json ? response.json() : response.text());
  if (!response.ok) throw new ApiError(response.status, answer?.detail ?? response.statusText, answer);
  return answer;
}

/** @param {Record<string, any>} values  null and empty ones are left out */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : "";
}

const game = (/** @type {string} */ id) => `/games/${encodeURIComponent(id)}`;

/** @param {object} options @returns {Promise<GameView>} */
export const newGame = (options) => call("POST", "/games", options);

/** @param {string} id @param {number} [since]  a version that is known @returns {Promise<GameView>} */
export const getGame = (id, since) => call("GET", game(id) + query({ since }));

/** @param {string} id @param {{kind: string, cell: Cell, version: number}} move @returns {Promise<GameView>} */
export const makeMove = (id, move) => call("POST", `${game(id)}/moves`, move);

/** @param {string} id @returns {Promise<GameView>} */
export const undo = (id) => call("POST", `${game(id)}/undo`);

/**
 * @param {string} id
 * @param {boolean} [win]  whether to find out the chance to win as well
 * @returns {Promise<Analysis>}
 */
export const getAnalysis = (id, win) => call("GET", `${game(id)}/analysis${query({ win })}`);

/** @param {string} id @param {number} strength @returns {Promise<Hint>} */
export const getHint = (id, strength) => call("GET", `${game(id)}/hint${query({ strength })}`);

/** @param {string} id @returns {Promise<any>} */
export const getGuesses = (id) => call("GET", `${game(id)}/guesses`);

/** @param {string} id @param {string} strategy @param {"start" | "here"} from */
export const getDemo = (id, strategy, from) => call("POST", `${game(id)}/demo`, { strategy, from });

/** @param {string} id */
export const getReview = (id) => call("GET", `${game(id)}/review`);

/** @param {string} id @param {number} move @returns {Promise<GameView>} */
export const branch = (id, move) => call("POST", `${game(id)}/branch`, { move });

/** @param {string} id @param {string} form @returns {Promise<string>} */
export const getText = (id, form) => call("GET", `${game(id)}/text${query({ form })}`);

/** @param {string} id @param {string} name */
export const enterScore = (id, name) => call("POST", `${game(id)}/score`, { name });

/** @param {object} position @param {boolean} [win] @returns {Promise<Analysis>} */
export const analyze = (position, win) => call("POST", `/analyze${query({ win })}`, position);

/** @param {string} text */
export const readText = (text) => call("POST", "/formats", { text });

export const getLevels = () => call("GET", "/levels");
export const getStrategies = () => call("GET", "/strategies");

/** @param {{level: string, helped: boolean, no_guess: boolean, game: string | null}} asked  `game`: tell its place */
export const getScores = (asked) => call("GET", `/scores${query(asked)}`);

/** @param {{level: string, name: string, helped: boolean, no_guess: boolean}} asked  empty texts ask for all */
export const getStatistics = (asked) => call("GET", `/statistics${query(asked)}`);

/** Names under which games have ended. @returns {Promise<string[]>} */
export const getNames = () => call("GET", "/names");

/** @param {object} options */
export const newRace = (options) => call("POST", "/races", options);

/** @param {string} id */
export const getRace = (id) => call("GET", `/races/${encodeURIComponent(id)}`);

/** Where a game tells of its changes. @param {string} id */
export const eventsOf = (id) => `/api${game(id)}/events`;
