/**
 * Guesses that cannot be avoided, found and proved: pairs, chains and closed boxes. `sapper.explain.forced` explains
 * the method; this is the same search by questions to the engine.
 *
 * @typedef {object} Forced
 * @property {number[]} cells
 * @property {number} chance  that it is unavoidable
 * @property {import("../words/catalogue.js").Said} said
 * @property {number[]} escapes  hidden cells that would decide the guess if they were safe
 */

import { loadEngine } from "./engine.js";

const NEAR = 0.5; // guesses that are unavoidable with a lower probability are not reported
const SAMPLES = 64; // sampled worlds that suggest which cells depend on each other
const HALF = 1e-9;
const MOST_BOX = 10; // cells of a closed box
const MOST_FILLINGS = 64;
const BOX_NODES = 100_000;
const VIEW = { HIDDEN: -1, MINE: -4, VOID: -5 };

/** @param {any} analysis @returns {Promise<Forced[]>} the most certain first, then by first cell */
export async function findForced(analysis) {
  /** @type {Forced[]} */
  const found = [];
  for (const cells of await twins(analysis)) {
    const guess = await proveSwitch(analysis, cells);
    if (guess) found.push(guess);
  }
  const taken = new Set(found.flatMap((guess) => guess.cells));
  for (const { cells, clues } of await closedAreas(analysis)) {
    if (cells.some((cell) => taken.has(cell))) continue;
    const guess = await proveBox(analysis, cells, clues);
    if (guess) found.push(guess);
  }
  return found.sort((one, other) => other.chance - one.chance || one.cells[0] - other.cells[0]);
}

/**
 * Sets of cells that equal the first cell of the set, or its opposite, in every sampled world.
 * @param {any} analysis
 */
async function twins(analysis) {
  const half = analysis.cellsWith((/** @type {number} */ risk) => Math.abs(risk - 0.5) < HALF);
  if (half.length < 2) return [];
  const worlds = await analysis.sample(SAMPLES, { seed: 0 });
  /** @type {Map<string, number[]>} */
  const sets = new Map();
  for (const cell of half) {
    const column = worlds.map((/** @type {Uint8Array} */ world) => world[cell] ^ worlds[0][cell]).join("");
    sets.set(column, [...(sets.get(column) ?? []), cell]);
  }
  return [...sets.values()].filter((cells) => cells.length > 1);
}

/** @param {any} analysis @param {number[]} cells @returns {Promise<Forced | null>} */
async function proveSwitch(analysis, cells) {
  const { shape, views } = analysis.board;
  const [world] = await analysis.sample(1, { seed: 0 });
  const [one, other] = [1, 0].map((mine) => cells.filter((cell) => world[cell] === mine));
  if (one.length !== other.length) return null;
  for (const cell of cells.slice(1)) {
    const same = world[cell] === world[cells[0]];
    for (const value of [true, false])
      if ((await analysis.probabilityOf({ [cells[0]]: value, [cell]: value !== same })) > 0) return null;
  }
  const [inside, mines] = [new Set(cells), new Set(one)];
  const uneven = around(shape, cells).filter((cell) => {
    const near = shape.neighbours(cell);
    const count = (/** @type {Set<number>} */ of) => near.filter((/** @type {number} */ at) => of.has(at)).length;
    return !inside.has(cell) && count(mines) * 2 !== count(inside);
  });
  if (uneven.some((cell) => views[cell] >= 0)) return null;
  const escapes = uneven.filter((cell) => analysis.mineProbability[cell] < 1);
  const facts = Object.fromEntries(escapes.map((cell) => [cell, true]));
  const chance = escapes.length ? await analysis.probabilityOf(facts) : 1;
  if (chance < NEAR) return null;
  const say = cells.length === 2 ? "forced.pair" : "forced.chain";
  return { cells, chance, escapes, said: { say, cells, one, other, escapes, chance } };
}

/**
 * Areas whose number of mines is fixed and whose hidden neighbours are all mines, with their clues.
 * @param {any} analysis
 */
async function closedAreas(analysis) {
  const components = await analysis.components();
  const { counts } = await analysis.ask("exact_counts", []);
  const fixed = counts.map((/** @type {[number, number, any]} */ [, width, ways]) => ways.length === width);
  /** @type {{cells: number[], clues: number[]}[]} */
  const found = components.filter(
    (/** @type {any} */ { cells }, /** @type {number} */ k) => fixed[k] && isClosed(analysis, cells),
  );
  if (analysis.board.mines === null || !fixed.every(Boolean)) return found;
  const floating = await floatingCells(analysis, components);
  return floating.length && isClosed(analysis, floating) ? [...found, { cells: floating, clues: [] }] : found;
}

/**
 * Hidden cells that no component has and nothing settles.
 * @param {any} analysis @param {{cells: number[]}[]} components
 */
async function floatingCells(analysis, components) {
  const counted = new Set(components.flatMap(({ cells }) => cells));
  const { floating } = await analysis.hidden();
  const frontier = new Set((await analysis.hidden()).frontier);
  const open = analysis.cellsWith(
    (/** @type {number} */ risk, /** @type {number} */ cell) => risk > 0 && risk < 1 && frontier.has(cell),
  );
  const free = open.filter((/** @type {number} */ cell) => !counted.has(cell));
  return [...floating.filter((/** @type {number} */ cell) => !counted.has(cell)), ...free].sort((a, b) => a - b);
}

/** @param {any} analysis @param {number[]} cells */
function isClosed(analysis, cells) {
  const risk = analysis.mineProbability;
  if (cells.length > MOST_BOX || cells.some((cell) => risk[cell] === 0 || risk[cell] === 1)) return false;
  const inside = new Set(cells);
  return !around(analysis.board.shape, cells).some((cell) => !inside.has(cell) && risk[cell] < 1);
}

/** @param {any} analysis @param {number[]} cells @param {number[]} clues @returns {Promise<Forced | null>} */
async function proveBox(analysis, cells, clues) {
  const { board, mineProbability } = analysis;
  const alone = new Int8Array(board.views.length).fill(VIEW.VOID);
  let mined = 0;
  mineProbability.forEach((/** @type {number} */ risk, /** @type {number} */ cell) => {
    if (risk !== 1) return;
    alone[cell] = VIEW.MINE;
    mined++;
  });
  for (const cell of [...cells, ...clues]) alone[cell] = board.views[cell] >= 0 ? board.views[cell] : VIEW.HIDDEN;
  const fillings = await listFillings(analysis, alone, cells, clues);
  if (fillings.length > MOST_FILLINGS) return null;
  const engine = await loadEngine();
  const box = await engine.analyze({ shape: board.shape, views: alone, mines: mined + fillings[0].length });
  const found = await box.ask("search_board", [MOST_FILLINGS, BOX_NODES]);
  if (found === null || found.low !== found.high || found.low === found.total) return null;
  const [ways, mines, odds] = [fillings.length, fillings[0].length, fraction(found.low, found.total)];
  return { cells, chance: 1, escapes: [], said: { say: "forced.box", cells, ways, mines, odds } };
}

/**
 * All fillings that fit the clues or, without clues, that have the mine count of every world.
 * @param {any} analysis @param {Int8Array} alone @param {number[]} cells @param {number[]} clues
 */
async function listFillings(analysis, alone, cells, clues) {
  const { shape, views } = analysis.board;
  let ways = Array.from({ length: 2 ** cells.length }, (_, bits) =>
    cells.filter((_cell, k) => bits & (1 << (cells.length - 1 - k))),
  );
  for (const clue of clues) {
    const near = new Set(shape.neighbours(clue));
    const known = [...near].filter((cell) => alone[cell] === VIEW.MINE).length;
    ways = ways.filter((way) => way.filter((cell) => near.has(cell)).length + known === views[clue]);
  }
  if (clues.length) return ways;
  const [world] = await analysis.sample(1, { seed: 0 });
  const count = cells.filter((cell) => world[cell]).length;
  return ways.filter((way) => way.length === count);
}

/**
 * The neighbours of some cells, rising.
 * @param {any} shape @param {number[]} cells @returns {number[]}
 */
const around = (shape, cells) =>
  [...new Set(cells.flatMap((cell) => shape.neighbours(cell)))].sort((one, other) => one - other);

/** @param {number} over @param {number} under */
function fraction(over, under) {
  let [a, b] = [over, under];
  while (b) [a, b] = [b, a % b];
  return `${over / a}/${under / a}`;
}
