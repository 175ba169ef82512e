/**
 * Hints in four strengths and candidates for a guess: those of `sapper.web.insight`, computed by the engine of the
 * page.
 *
 * @typedef {import("./insight.js").Promised} Promised
 * @typedef {import("../words/catalogue.js").Said} Said
 */

import { catalogue } from "../words/said.js";
import { loadEngine, readStrategy } from "./engine.js";
import { explainGuess } from "./guess.js";
import { analyze, findMove, findWin, LARGEST_PLAYED_OUT, viewWin } from "./insight.js";
import { placeOf, placesOf } from "./places.js";
import { isKind, refuse } from "./problem.js";

const CANDIDATES = 6; // that are returned
const GUESS_ROLLOUTS = 20; // games for every number that a candidate may show
const MOST_RINGED = 4; // clues that a hint names by their numbers

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
  /** @type {{said: Said, safe: number[], mines: number[], clues: number[]}[]} */
  const steps = proof.steps;
  const told = [
    { say: "hint.exists", count: analysis.safeCells.length },
    proof.clues.length ? { say: "hint.look", clues: ringed(board, proof.clues) } : { say: "hint.counter" },
    { say: "hint.safe", cell },
    {
      say: "hint.why",
      cell,
      technique: { say: `technique.${proof.technique}` },
      steps: steps.map(({ said }) => said),
    },
  ];
  const hint = tell(strength, "safe", told[strength - 1], [placeOf(shape, cell)], placesOf(shape, proof.clues));
  if (strength === 4)
    hint.steps = steps.map(({ said, safe, mines, clues }) => ({
      said,
      cells: placesOf(shape, safe),
      mines: placesOf(shape, mines),
      clues: placesOf(shape, clues),
    }));
  return hint;
}

/**
 * @param {any} board @param {Promised | null} promise
 * @returns {Promise<import("../base/api.js").Guesses & {version: number | null}>}
 */
export async function viewGuesses(board, promise) {
  if (promise) throw refuse("move", catalogue.text({ say: "move.no-guess-promised" }));
  const analysis = await analyze(board);
  const count = analysis.safeCells.length;
  if (count) throw refuse("move", catalogue.text({ say: "move.no-guess", count }));
  const report = await reportOf(analysis);
  const { shape } = board;
  const guesses = report.candidates.slice(0, CANDIDATES).map(({ cell, safety, progress, win }) => ({
    cell: placeOf(shape, cell),
    safety,
    progress,
    win: win === null ? null : viewWin(win, shape).probability,
  }));
  const win = /** @type {any} */ (viewWin(report.win ?? (await findWin(board)), shape));
  return { version: null, said: report.said, guesses, win };
}

/** @param {any} analysis */
const reportOf = (analysis) =>
  explainGuess(analysis, analysis.board.shape.count <= LARGEST_PLAYED_OUT ? GUESS_ROLLOUTS : 0);

/**
 * Clues that the page rings.
 * @param {any} board @param {number[]} clues
 */
const ringed = (board, clues) => ({
  say: "ringed",
  numbers: clues.map((clue) => board.views[clue]),
  many: clues.length > MOST_RINGED,
});

/** @param {Promised} promise @param {number} strength @param {any} shape */
function promisedHint({ cell, only, opens }, strength, shape) {
  const entries = only
    ? ["hint.start-exists", "hint.start-look", "hint.safe", "hint.start-why"]
    : ["hint.any-safe", "hint.begin", "hint.good", "hint.good-why"];
  const technique = strength === 4 ? { say: "technique.first-click" } : null;
  const said = { say: entries[strength - 1], cell, opens, square: shape.isSquare, technique };
  return tell(strength, "promised", said, [placeOf(shape, cell)]);
}

/**
 * A hint, with the clues it is about from the second strength on and the cell from the third.
 * @param {number} strength @param {import("../base/api.js").HintKind} kind @param {Said} said
 * @param {[number, number][]} [cells] @param {[number, number][]} [clues]
 */
function tell(strength, kind, said, cells = [], clues = []) {
  /** @type {import("../base/api.js").Step[]} */
  const steps = [];
  return {
    version: null,
    strength,
    kind,
    said,
    cells: strength >= 3 ? cells : [],
    clues: strength >= 2 ? clues : [],
    steps,
  };
}

/** @param {any} analysis @param {number} strength */
async function guessHint(analysis, strength) {
  const { board } = analysis;
  const { shape } = board;
  if (!analysis.cellsWith((/** @type {number} */ risk) => risk < 1).length)
    return tell(strength, "guess", { say: "hint.nothing-left" }); // a position that is solved
  if (strength === 1) return tell(strength, "guess", { say: "hint.nothing-safe" });
  if (strength === 4) {
    const report = await reportOf(analysis);
    const near = placesOf(shape, cluesBeside(board, report.best));
    return tell(strength, "guess", report.said, [placeOf(shape, report.best)], near);
  }
  const cell = /** @type {number} */ (await findMove(analysis));
  const clues = cluesBeside(board, cell);
  const beside = clues.length
    ? { say: "hint.beside", clues: ringed(board, clues) }
    : { say: "hint.apart", where: whereOf(shape, cell) };
  const best = { say: "hint.best", cell, safety: 1 - analysis.mineProbability[cell] };
  return tell(strength, "guess", strength === 2 ? beside : best, [placeOf(shape, cell)], placesOf(shape, clues));
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
  const { cell, safety } = found;
  const near = cluesBeside(board, cell);
  const clues = near.length ? ringed(board, near) : null;
  const certain = found.rule === "certain";
  const told = certain
    ? [
        { say: "hint.exists", count: 1 },
        { say: "hint.look-beside", clues },
        { say: "hint.safe", cell },
        { say: "hint.wide-safe", cell },
      ]
    : [
        { say: "hint.wide-none" },
        clues ? { say: "hint.beside", clues } : { say: "hint.apart", where: "" },
        { say: "hint.wide-best", cell, safety },
        { say: "hint.wide-lowest", cell, risk: 1 - safety },
      ];
  const kind = certain ? "safe" : "guess";
  return tell(strength, kind, told[strength - 1], [placeOf(shape, cell)], placesOf(shape, near));
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
