/** The demo of a strategy on the layout of a game, with the reason of every move. */

import { putRow } from "./database.js";
import { deal } from "./deal.js";
import { loadEngine } from "./engine.js";
import { newSeed } from "./games.js";
import { placeOf, placesOf } from "./places.js";
import { isKind } from "./problem.js";
import { levelName } from "./view.js";
import { differences, walkGame } from "./walk.js";

const CANDIDATES = 8; // returned for every guess
const CERTAIN = "certain";

/**
 * @param {import("./live.js").LiveGame} live @param {string} strategy @param {"start" | "here"} from
 * @returns {Promise<import("../base/api.js").Demo & {time_ms: number}>}
 */
export async function makeDemo(live, strategy, from) {
  const { terms, level } = live;
  const fromStart = from === "start" || !live.fixed;
  const { layout, own } = await boardOf(live);
  const opened = fromStart ? [] : live.board.cellsWhere((/** @type {number} */ view) => view >= 0);
  const clock = performance.now();
  const walk = walkGame(layout, opened, strategy, true);
  const steps = [];
  let board = "";
  let next = await walk.next();
  while (!next.done) {
    const step = next.value;
    board ||= step.signsBefore;
    steps.push(await tellStep(step, layout));
    next = await walk.next();
  }
  const { status } = next.value;
  const time_ms = Math.round(performance.now() - clock);
  const figures = { level: levelName(String(level)), from_start: fromStart, no_guess: terms.no_guess, time_ms };
  const id = `${terms.id} ${strategy} ${fromStart}`;
  await putRow("demos", { id, strategy, won: status === "won", ...figures });
  return { strategy, board, steps, outcome: /** @type {"won" | "lost"} */ (status), own, time_ms };
}

/**
 * The layout of a game; before it is fixed another one of its kind.
 * @param {import("./live.js").LiveGame} live
 */
async function boardOf({ fixed, layout, terms, level }) {
  if (fixed) return { layout, own: false };
  const start = terms.start ?? level.defaultStart(terms.first_click);
  // Another seed than that of the game, whose layout stays secret unless the player chose it.
  const known = terms.seed_chosen && terms.start !== null;
  return { layout: await deal(known ? terms : { ...terms, seed: newSeed() }, level, start), own: !known };
}

/** @param {import("./walk.js").Step} step @param {any} layout */
async function tellStep(step, layout) {
  const { shape } = layout;
  const told = {
    cell: placeOf(shape, step.cell),
    kind: step.kind,
    safety: step.safety,
    said: { say: `rule.${step.kind}` },
    clues: placesOf(shape, []),
    changed: differences(step.signsBefore, step.signs, shape.cols),
    candidates: /** @type {any[]} */ ([]),
  };
  const proof = step.kind === CERTAIN ? await prove(step) : null;
  if (proof) {
    const last = proof.steps[proof.steps.length - 1];
    told.said = last.said;
    told.clues = placesOf(shape, last.clues);
  } else if (step.kind !== CERTAIN && step.kind !== "start") {
    told.candidates = rank(step).slice(0, CANDIDATES).map((one) => viewCandidate(one, shape));
  }
  return told;
}

/**
 * The easiest proof of a certain move; null on a board that is too wide to count.
 * @param {import("./walk.js").Step} step @returns {Promise<any>}
 */
async function prove({ before, cell }) {
  try {
    const analysis = await (await loadEngine()).analyze(before);
    return await analysis.explain(cell, { easiest: true });
  } catch (error) {
    if (!isKind(error, "limit")) throw error;
    return null;
  }
}

/**
 * The chosen cell first, then those that strategies prefer.
 * @param {import("./walk.js").Step} step @returns {any[]}
 */
function rank({ cell, candidates }) {
  const columns = (/** @type {any} */ one) => {
    const corrected = one.lookahead && one.instinct !== null ? one.lookahead * (1 + one.instinct) : null;
    const { win, gameTree, lookahead, progress, clears, estimate, safety } = one;
    const ranked = [win, gameTree, corrected, lookahead, progress, clears, estimate, safety];
    return ranked.map((value) => value ?? -Infinity);
  };
  return [...candidates].sort((one, other) => {
    if ((one.cell === cell) !== (other.cell === cell)) return one.cell === cell ? -1 : 1;
    const [left, right] = [columns(one), columns(other)];
    const k = left.findIndex((value, at) => value !== right[at]);
    return k < 0 ? one.cell - other.cell : right[k] - left[k];
  });
}

/** @param {any} one @param {any} shape */
function viewCandidate({ gameTree: game_tree, secondarySafety: secondary_safety, ...one }, shape) {
  return { ...one, cell: placeOf(shape, one.cell), game_tree, secondary_safety };
}
