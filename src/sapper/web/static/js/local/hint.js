/**
 * Hints in four strengths and candidates for a guess, with their sentences: those of `sapper.web.insight`, computed
 * by the engine of the page.
 *
 * @typedef {import("./insight.js").Promised} Promised
 */

import { language } from "../words/words.js";
import { loadEngine, readStrategy } from "./engine.js";
import { Facts } from "./facts.js";
import { explainGuess } from "./guess.js";
import { analyze, findMove, findWin, LARGEST_PLAYED_OUT, viewWin } from "./insight.js";
import { placeOf, placesOf } from "./places.js";
import { isKind, refuse } from "./problem.js";

const spoken = language === "de" ? await import("../words/de/spoken.js") : await import("../words/en/spoken.js");
const { hint: words } = spoken;

const CANDIDATES = 6; // that are returned
const GUESS_ROLLOUTS = 20; // games for every number that a candidate may show

/**
 * @param {any} board @param {number} strength  from 1 to 4 @param {Promised | null} promise
 * @returns {Promise<import("../base/api.js").Hint & {version: number | null}>}
 */
export async function viewHint(board, strength, promise) {
  if (promise) return promisedHint(promise, strength, board.shape);
  let analysis;
  try {
    analysis = await analyze(board);
  } catch (error) {
    if (!isKind(error, "limit") || board.mines === null) throw error;
    return wideHint(board, strength);
  }
  if (!analysis.safeCells.length) return guessHint(analysis, strength);
  const { shape } = board;
  const [cell] = await analysis.easiestSafe();
  const proof = await analysis.explain(cell, { easiest: true });
  const sentences = sayProof(board, proof);
  const technique = spoken.techniques[proof.technique];
  const place = shape.place(cell);
  const texts = [
    words.safeCells(analysis.safeCells.length),
    proof.clues.length ? words.lookAt(numbers(board, proof.clues)) : words.lookAtCounter,
    words.safe(place),
    `${words.safe(place, technique)} ${sentences.join(" ")}`,
  ];
  const steps = proof.steps.map((/** @type {import("./facts.js").ProofStep} */ step, /** @type {number} */ k) => ({
    text: sentences[k],
    cells: placesOf(shape, step.safe),
    mines: placesOf(shape, step.mines),
    clues: placesOf(shape, step.clues),
  }));
  return {
    version: null,
    strength,
    kind: "safe",
    text: texts[strength - 1],
    technique: strength === 4 ? technique : null,
    cells: strength >= 3 ? [placeOf(shape, cell)] : [],
    clues: strength >= 2 ? placesOf(shape, proof.clues) : [],
    steps: strength === 4 ? steps : [],
  };
}

/**
 * The sentences of every step of a proof.
 * @param {any} board @param {{steps: import("./facts.js").ProofStep[]}} proof @returns {string[]}
 */
export function sayProof(board, proof) {
  const facts = new Facts(board);
  return proof.steps.map((step) => {
    const text = spoken.sayStep(step, facts);
    facts.learn(step);
    return text;
  });
}

/**
 * @param {any} board @param {Promised | null} promise
 * @returns {Promise<import("../base/api.js").Guesses & {version: number | null}>}
 */
export async function viewGuesses(board, promise) {
  if (promise) throw refuse("move", words.noGuessPromised);
  const analysis = await analyze(board);
  const safe = analysis.safeCells.length;
  if (safe) throw refuse("move", words.noGuess(safe));
  const report = await reportOf(analysis);
  const { shape } = board;
  const guesses = report.candidates.slice(0, CANDIDATES).map(({ cell, safety, progress, win }) => ({
    cell: placeOf(shape, cell),
    safety,
    progress,
    win: win === null ? null : viewWin(win, shape).probability,
  }));
  const win = /** @type {any} */ (viewWin(report.win ?? (await findWin(board)), shape));
  return { version: null, text: sayReport(report, shape), guesses, win };
}

/** @param {any} analysis */
const reportOf = (analysis) =>
  explainGuess(analysis, analysis.board.shape.count <= LARGEST_PLAYED_OUT ? GUESS_ROLLOUTS : 0);

/** @param {import("./guess.js").Report} report @param {any} shape */
const sayReport = (report, shape) => spoken.sayGuess(report, (cell) => shape.place(cell));

const numbers = (/** @type {any} */ board, /** @type {number[]} */ clues) => clues.map((clue) => board.views[clue]);

/** @param {Promised} promise @param {number} strength @param {any} shape */
function promisedHint({ cell, only, opens }, strength, shape) {
  const place = shape.place(cell);
  const square = shape.isSquare;
  const texts = only
    ? [words.startExists, words.lookAtStart, words.safe(place), words.safe(place, words.startPromised(opens))]
    : [
        words.allPromised,
        words.beginWhere(opens, square),
        words.goodStart(place),
        words.whyStart(place, opens, square),
      ];
  const told = tell(strength, "promised", texts[strength - 1], strength >= 3 ? [placeOf(shape, cell)] : []);
  return { ...told, technique: strength === 4 ? words.firstClick : null };
}

/**
 * @param {number} strength @param {import("../base/api.js").HintKind} kind @param {string} text
 * @param {[number, number][]} [cells] @param {[number, number][]} [clues]
 */
const tell = (strength, kind, text, cells = [], clues = []) => {
  return { version: null, strength, kind, text, technique: null, cells, clues, steps: [] };
};

/** @param {any} analysis @param {number} strength */
async function guessHint(analysis, strength) {
  const { board } = analysis;
  const { shape } = board;
  if (!analysis.cellsWith((/** @type {number} */ risk) => risk < 1).length)
    return tell(strength, "guess", words.nothingLeft); // a position that is solved
  if (strength === 1) return tell(strength, "guess", words.nothingSafe);
  if (strength === 4) {
    const report = await reportOf(analysis);
    const near = placesOf(shape, cluesBeside(board, report.best));
    return tell(strength, "guess", sayReport(report, shape), [placeOf(shape, report.best)], near);
  }
  const cell = /** @type {number} */ (await findMove(analysis));
  const clues = cluesBeside(board, cell);
  const near = placesOf(shape, clues);
  if (strength === 2) {
    const text = clues.length ? words.guessBeside(numbers(board, clues)) : words.guessApart(whereOf(shape, cell));
    return tell(strength, "guess", text, [], near);
  }
  const text = words.bestGuess(shape.place(cell), 1 - analysis.mineProbability[cell]);
  return tell(strength, "guess", text, [placeOf(shape, cell)], near);
}

/**
 * A hint where chances are estimated.
 * @param {any} board @param {number} strength
 */
async function wideHint(board, strength) {
  const { shape } = board;
  const engine = await loadEngine();
  const { settings } = await readStrategy("safest");
  const found = await engine.call("choose_move", [...board.args, false, "safest", settings, 0n, false], shape);
  const clues = cluesBeside(board, found.cell);
  const near = numbers(board, clues);
  const place = shape.place(found.cell);
  const certain = found.rule === "certain";
  const texts = certain
    ? [words.safeCells(1), words.lookBeside(near), words.safe(place), words.wideSafe(place)]
    : [
        words.wideNone,
        clues.length ? words.guessBeside(near) : words.guessApart(""),
        words.wideGuess(place, found.safety),
        words.wideLowest(place, 1 - found.safety),
      ];
  const cells = strength >= 3 ? [placeOf(shape, found.cell)] : [];
  const kind = certain ? "safe" : "guess";
  return tell(strength, kind, texts[strength - 1], cells, strength >= 2 ? placesOf(shape, clues) : []);
}

/** @param {any} board @param {number} cell @returns {number[]} */
const cluesBeside = (board, cell) =>
  board.shape.neighbours(cell).filter((/** @type {number} */ near) => board.views[near] > 0);

/**
 * Where a cell lies on a board of squares.
 * @param {any} shape @param {number} cell @returns {"corner" | "edge" | "middle" | ""}
 */
function whereOf(shape, cell) {
  if (!shape.isSquare) return "";
  const beside = shape.neighbours(cell).length;
  return beside === 3 ? "corner" : beside === 5 ? "edge" : "middle";
}
