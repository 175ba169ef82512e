/**
 * The API of the server as functions. The page /api describes every call and every field.
 *
 * @typedef {import("../board/cells.js").Cell} Cell
 * @typedef {import("../board/cells.js").Change} Change
 *
 * @typedef {object} GameView  a game, as its player may see it
 * @property {string} id  the secret of the player
 * @property {string | null} watch  the token of links for others
 * @property {number} version  grows by one with every change
 * @property {string} level
 * @property {string} shape  its name, such as 9x9 or hex:8x8
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {"none" | "safe" | "zero" | "drawn" | "moved"} first_click
 * @property {boolean} no_guess
 * @property {number | null} seed  null until the end
 * @property {Cell | null} start
 * @property {"new" | "ranked" | "daily" | "match" | "cruel" | "same" | "position" | "branch"} origin
 * @property {"ready" | "playing" | "won" | "lost"} status
 * @property {string} board  one character a cell
 * @property {number} mines_left
 * @property {number} clicks
 * @property {number} moves
 * @property {number | null} three_bv
 * @property {number | null} efficiency
 * @property {number} elapsed_ms
 * @property {boolean} helped  hints, overlay or other help were used, or practice
 * @property {boolean} practice  a move was undone, the layout was known, or cruel: no best time
 * @property {boolean} timed  false if the game was paused, or the clock of the server changed: no best time
 * @property {boolean} paused  the clock stands still and the board is covered
 * @property {boolean} can_undo
 * @property {string | null} name
 * @property {Cell[]} [flash]
 *
 * @typedef {object} Analysis
 * @property {(number | null)[]} mine_probability
 * @property {Cell[]} safe
 * @property {Cell[]} mines
 * @property {string} worlds
 * @property {"any" | "start" | null} first_click  what the first-click rule makes safe before the first reveal
 * @property {Cell | null} best  the recommended move; null at a guess unless requested
 * @property {Win | null} win
 * @property {(number | null)[] | null} estimate  risk as the strategy automine estimates it
 * @property {Record<import("../board/marks.js").ClassName, Cell[]> | null} classes
 *
 * @typedef {{kind: "exact" | "bound" | "estimate", probability: number | null, low: number, high: number}} Win
 * @typedef {{win?: boolean, classes?: boolean, best?: boolean, estimate?: boolean}} Asked  what an analysis includes
 * @typedef {import("../words/catalogue.js").Said} Said
 * @typedef {{said: Said, cells: Cell[], clues: Cell[], mines?: Cell[]}} Step  a sentence and its cells
 * @typedef {"promised" | "safe" | "guess"} HintKind  why the cell of a hint is recommended
 * @typedef {Step & {strength: number, kind: HintKind, steps: Step[]}} Hint
 * @typedef {{cell: Cell, safety: number, progress: number | null, win: number | null}} Guess
 * @typedef {{said: Said, guesses: Guess[], win: Win}} Guesses
 * @typedef {{cell: Cell, safety: number} & Record<string, any>} Candidate  null is what was not weighed
 *
 * @typedef {object} DemoStep
 * @property {Cell} cell
 * @property {string} kind
 * @property {number} safety
 * @property {Said} said  why
 * @property {Cell[]} clues  of the text
 * @property {Change[]} changed
 * @property {Candidate[]} candidates  for a guess
 *
 * @typedef {{strategy: string, board: string, steps: DemoStep[], outcome: "won" | "lost" | "playing",
 *   own: boolean}} Demo  `own`: the board is another one than that of the game
 *
 * @typedef {object} ReviewPoint  a move of a review
 * @property {number} move  its number among all moves, flags included
 * @property {Cell} cell
 * @property {Change[]} changed
 * @property {"start" | "certain" | "guess" | "mistake" | "needless" | "mine"} verdict
 * @property {number} safety
 * @property {number | null} win_probability  before the move
 * @property {number | null} lost  win probability, by the choice
 * @property {Cell | null} best  a better move
 * @property {string} text
 *
 * @typedef {object} Review
 * @property {string} board  before the first point
 * @property {ReviewPoint[]} points
 * @property {number} progress  share of the win probabilities that are known
 * @property {boolean} complete
 * @property {"won" | "lost"} outcome
 * @property {number | null} win_probability  at the start
 * @property {number | null} luck
 * @property {number | null} skill
 * @property {number} guesses
 * @property {number} odds
 * @property {number[]} needless
 * @property {{move: number, cells: Cell[]}[]} missed
 *
 * @typedef {{version: number, odds: number | null, guesses: number | null, last: number | null}} Odds  of the risks
 *   taken so far, and of the last move
 *
 * @typedef {object} Standing  how a win compares with others; all null if its time does not count
 * @property {number | null} time_ms
 * @property {number | null} others  wins
 * @property {number | null} slower  of these
 * @property {number | null} best_ms  under the name of the game
 * @property {number | null} place  of the saved score
 * @property {string | null} name  of the saved score
 *
 * @typedef {object} ScoreRow
 * @property {number | null} place  null for an edited row
 * @property {string} name
 * @property {number} time_ms
 * @property {number} three_bv_per_s
 * @property {number} date  milliseconds since 1970
 * @property {boolean} broken  edited since it was signed
 * @property {string | null} game  set for the game in the request
 *
 * @typedef {object} Statistics
 * @property {number} games
 * @property {number} wins
 * @property {number} losses
 * @property {number} streak
 * @property {number} best_streak
 * @property {number | null} best_ms
 * @property {number | null} mean_ms
 * @property {number | null} three_bv_per_s
 * @property {number | null} win_rate
 * @property {number | null} win_rate_low
 * @property {number | null} win_rate_high
 * @property {number} judged  games whose layouts the strategy best@fast has played
 * @property {number} judged_wins  wins among these
 * @property {number} expected_wins  wins of this strategy
 *
 * @typedef {object} DemoRow  results of the demos of a strategy on a level
 * @property {string} strategy
 * @property {string} level
 * @property {boolean} from_start
 * @property {number} games
 * @property {number} wins
 * @property {number} win_rate
 * @property {number} win_rate_low
 * @property {number} win_rate_high
 * @property {number} mean_ms
 *
 * @typedef {object} BoardText  a board or a layout read from text
 * @property {"board" | "layout"} kind
 * @property {string} shape
 * @property {number} rows
 * @property {number} cols
 * @property {number | null} mines
 * @property {string} board
 * @property {string} position
 * @property {string} picture
 *
 * @typedef {object} Problem  RFC 9457
 * @property {string} type  where the API page describes its kind
 * @property {number} status
 * @property {string} detail
 * @property {Cell} [cell]
 * @property {{clues: Cell[], text: string}} [contradiction]
 */

import { call, openEvents, query } from "./calls.js";
import { playerText } from "./player.js";

export { ApiError } from "./calls.js";

const game = (/** @type {string} */ id) => `/games/${encodeURIComponent(id)}`;

/** @param {object} options @returns {Promise<GameView>} */
export const newGame = (options) => call("POST", "/games", options);

/** @param {string} id @returns {Promise<GameView>} */
export const getGame = (id) => call("GET", game(id));

/** @param {string} id @param {{kind: string, cell: Cell, version?: number}} move @returns {Promise<GameView>} */
export const makeMove = (id, move) => call("POST", `${game(id)}/moves`, move);

/** @param {string} id @returns {Promise<{game: GameView, mines: Cell[]}>}  the game is practice then */
export const cheat = (id) => call("POST", `${game(id)}/cheat`);

/** @param {string} id @returns {Promise<Odds>} */
export const getOdds = (id) => call("GET", `${game(id)}/odds`);

/** @param {string} id @returns {Promise<GameView>}  helped, unless it is over */
export const help = (id) => call("POST", `${game(id)}/help`);

/** @param {string} id @returns {Promise<GameView>}  a ranked game, helped from now on */
export const unrank = (id) => call("POST", `${game(id)}/unrank`);

/** @param {string} id @returns {Promise<Standing>} */
export const getStanding = (id) => call("GET", `${game(id)}/standing`);

/** @param {string} id @returns {Promise<GameView>} */
export const undo = (id) => call("POST", `${game(id)}/undo`);

/** @param {string} id @param {boolean} on @returns {Promise<GameView>} */
export const pause = (id, on) => call("POST", `${game(id)}/${on ? "pause" : "resume"}`);

/** @param {Asked} asked */
const more = (asked) => query(Object.fromEntries(Object.entries(asked).map(([name, on]) => [name, on || null])));

/** @param {string} id @param {Asked} [asked] @returns {Promise<Analysis>} */
export const getAnalysis = (id, asked = {}) => call("GET", `${game(id)}/analysis${more(asked)}`);

/** @param {string} id @param {number} strength @returns {Promise<Hint>} */
export const getHint = (id, strength) => call("GET", `${game(id)}/hint${query({ strength })}`);

/** @param {string} id @returns {Promise<Guesses>} */
export const getGuesses = (id) => call("GET", `${game(id)}/guesses`);

/** @param {string} id @param {string} strategy @param {"start" | "here"} from @returns {Promise<Demo>} */
export const getDemo = (id, strategy, from) => call("POST", `${game(id)}/demo`, { strategy, from });

/** @param {string} id @returns {Promise<Review>} */
export const getReview = (id) => call("GET", `${game(id)}/review`);

/** @param {string} id @param {number} move @returns {Promise<GameView>} */
export const branch = (id, move) => call("POST", `${game(id)}/branch`, { move });

/** @param {string} id @param {string} form @returns {Promise<string>} */
export const getText = (id, form) => call("GET", `${game(id)}/text${query({ form })}`);

/**
 * @param {string} id
 * @param {string} name
 * @returns {Promise<{place: number | null, reason: string | null, machine: boolean}>}
 */
export const enterScore = (id, name) => call("POST", `${game(id)}/score`, { name, player: playerText() });

/** @param {object} position @param {Asked} [asked] @returns {Promise<Analysis>} */
export const analyze = (position, asked = {}) => call("POST", `/analyze${more(asked)}`, position);

/** @param {object} position @param {number} strength @returns {Promise<Hint>} */
export const hintFor = (position, strength) => call("POST", `/analyze/hint${query({ strength })}`, position);

/** @param {object} position @returns {Promise<Guesses>} */
export const guessesFor = (position) => call("POST", "/analyze/guesses", position);

/** @param {string} text @returns {Promise<BoardText>} */
export const readText = (text) => call("POST", "/formats", { text });

/**
 * @typedef {object} StrategyInfo
 * @property {string} name
 * @property {string[]} budgets
 * @property {Record<string, string[]>} settings
 * @property {Record<string, {games: number, wins: number, win_rate: number}>} strengths  by budget
 */

/** @returns {Promise<StrategyInfo[]>} */
export const getStrategies = () => call("GET", "/strategies");

/**
 * @param {{level: string, helped: boolean, no_guess: boolean, machine: boolean, game: string | null}} asked
 *   `machine`: times that no person reaches; `game`: return its place
 * @returns {Promise<{rows: ScoreRow[], last: number | null, helped: boolean}>}
 */
export const getScores = (asked) => call("GET", `/scores${query(asked)}`);

/**
 * Removes the scores of a level.
 * @param {string} key  of the server's key file
 * @param {string} level
 * @returns {Promise<{removed: number}>}
 */
export const resetScores = (key, level) => call("POST", "/scores/reset", { key, level });

/**
 * @param {{level: string, name: string, helped: boolean, no_guess: boolean}} asked  an empty text means all
 * @returns {Promise<Statistics>}
 */
export const getStatistics = (asked) => call("GET", `/statistics${query(asked)}`);

/** @param {{level: string, no_guess: boolean}} asked @returns {Promise<DemoRow[]>} */
export const getDemos = ({ level, no_guess }) => call("GET", `/statistics/demos${query({ level, no_guess })}`);

/** @returns {Promise<string[]>}  names of players whose games have ended */
export const getNames = () => call("GET", "/names");

/**
 * The event stream of a game.
 * @param {string} id
 */
export const openGameEvents = (id) => openEvents(`${game(id)}/events`);
