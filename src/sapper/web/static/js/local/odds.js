/** The odds of a game so far: the product of the exact safeties of its moves, as in `sapper.play.odds`. */

import { findPromise } from "./deal.js";
import { loadEngine } from "./engine.js";
import { hiddenBeside, LiveGame } from "./live.js";

const LARGEST = 600; // cells
const STATES = 20_000;
const MOST_KEPT = 20;

/** @type {Map<string, {number: number, safety: number}[]>} safeties of moves by game */
const kept = new Map();

/**
 * The game before each of its moves from one on, replayed.
 * @param {LiveGame} live @param {number} [begin]
 * @returns {AsyncGenerator<{number: number, event: import("./live.js").Event, before: LiveGame}>}
 */
export async function* replayGame(live, begin = 0) {
  const { moves, stored } = live;
  const events = moves.slice(0, begin);
  const before = await LiveGame.open({ ...stored, terms: { ...live.terms, helped: true }, events: [...events] });
  for (let number = begin; number < moves.length; number++) {
    const event = moves[number];
    yield { number, event, before };
    await before.play(event.kind, /** @type {number} */ (event.cell), event.at);
  }
}

/**
 * Whether the first-click rule promises that a reveal of this cell, made now, is safe.
 * @param {LiveGame} live @param {number} cell
 */
export function isPromised(live, cell) {
  const promise = findPromise(live);
  return promise !== null && (!promise.only || promise.cell === cell);
}

/**
 * The probability that a reveal or a chord hits no mine.
 * @param {any} analysis @param {string} kind @param {number} cell @returns {Promise<number>}
 */
export async function safetyOf(analysis, kind, cell) {
  const { board, mineProbability } = analysis;
  const cells = kind === "reveal" ? [cell] : hiddenBeside(board, cell);
  if (cells.length === 1) return board.views[cells[0]] < 0 ? 1 - mineProbability[cells[0]] : 1;
  if (!cells.length) return 1;
  return analysis.probabilityOf(Object.fromEntries(cells.map((/** @type {number} */ one) => [one, false])));
}

/** @param {LiveGame} live @returns {Promise<import("../base/api.js").Odds>} */
export async function viewOdds(live) {
  const { version } = live;
  if (!live.layout) return { version, odds: 1, guesses: 0, last: 1 };
  if (live.level.shape.count > LARGEST) return { version, odds: null, guesses: null, last: null };
  const known = kept.get(live.terms.id) ?? [];
  let same = 0;
  while (same < known.length && known[same].number === live.moves[same]?.number) same++;
  const made = known.slice(0, same);
  const engine = await loadEngine();
  for await (const { event, before } of replayGame(live, same)) {
    const cell = /** @type {number} */ (event.cell);
    const risky = event.kind === "reveal" || event.kind === "chord";
    const safety =
      risky && !isPromised(before, cell)
        ? await safetyOf(await engine.analyze(before.board, { maxStates: STATES }), event.kind, cell)
        : 1;
    made.push({ number: event.number, safety });
  }
  kept.delete(live.terms.id);
  kept.set(live.terms.id, made);
  if (kept.size > MOST_KEPT) kept.delete(/** @type {string} */ (kept.keys().next().value));
  return {
    version,
    odds: made.reduce((product, { safety }) => product * safety, 1),
    guesses: made.filter(({ safety }) => safety < 1).length,
    last: made.length ? made[made.length - 1].safety : 1,
  };
}
