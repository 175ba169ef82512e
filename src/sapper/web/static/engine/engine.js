/**
 * The engine: every function resolves to an answer and can be cancelled by an AbortSignal. With several workers,
 * calls that come at the same time run at the same time, and games of a simulation are shared among them.
 *
 * @typedef {import("./board.js").Board | string |
 *   { shape: any, views: ArrayLike<number>, mines?: number | null, density?: number | null }} BoardLike
 * @typedef {import("./level.js").Level | string | { shape: any, mines: number }} LevelLike
 * @typedef {{ signal?: AbortSignal }} Cancel
 */

import { Analysis, TECHNIQUES } from "./analysis.js";
import { Board } from "./board.js";
import { errorOf, InputError, NoGuessError } from "./errors.js";
import { Game } from "./game.js";
import { chooseGuess, findMove, weighGuess } from "./guess.js";
import { Layout } from "./layout.js";
import { firstClickNumber, Level, seedNumber, wholeNumber } from "./level.js";
import { loadModule } from "./load.js";
import { DirectPort, openNodeWorker, openWebWorker, WorkerPort } from "./port.js";
import { solveRules } from "./rules.js";
import { quote } from "./shape.js";
import { joinArrays, playPieces } from "./simulate.js";
import { readStrategy } from "./strategy.js";
import { findValue } from "./value.js";

const MAKERS = ["uniform", "repair"];
/** @type {Record<string, number>} */
const DEFAULT_ATTEMPTS = { uniform: 1_000_000, repair: 20_000 };
const FOREVER = 1e9; // seconds: about thirty years, which overflows no clock
const EIGHT_WAY = "zini8"; // looks along rows and columns
const HARDER = 3; // moves of one technique that are as much work as one move of the next

/**
 * Starts the engine.
 * @param {{ workers?: number, module?: string | URL | BufferSource | WebAssembly.Module }} options
 *   workers: how many; 0 runs everything in this thread, where nothing can be cancelled. module: where sapper.wasm is
 * @returns {Promise<Engine>}
 */
export async function open({ workers = 1, module } = {}) {
  const count = wholeNumber(workers, "workers");
  const compiled = await loadModule(module);
  if (count === 0) return new Engine([new DirectPort(compiled)]);
  const opener = typeof globalThis.Worker === "function" ? openWebWorker : openNodeWorker;
  return new Engine(Array.from({ length: count }, () => new WorkerPort(compiled, opener)));
}

/** Made by `open`. */
export class Engine {
  /** @param {(DirectPort | WorkerPort)[]} ports */
  constructor(ports) {
    this.ports = ports;
    /** @type {Promise<any> | null} */
    this.described = null;
  }

  /** Ends the workers; calls that run or wait reject. */
  close() {
    for (const port of this.ports) port.close();
  }

  /**
   * Calls a function of the engine; shape spells the cells of its errors.
   * @param {string} name @param {any[]} args @param {{ name(cell: number): string } | null} shape
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async call(name, args, shape, signal) {
    const port = this.ports.reduce((least, one) => (one.waiting < least.waiting ? one : least));
    const { value, error } = await port.call(name, args, signal);
    if (error) throw errorOf(error, shape ? (cell) => shape.name(cell) : String);
    return value;
  }

  /** @param {any} recipe @param {string} name @param {number | undefined} cell @param {any} shape */
  move(recipe, name, cell, shape) {
    return this.call("move", cell === undefined ? [recipe, name] : [recipe, name, cell], shape);
  }

  /**
   * Analyses a board exactly.
   * @param {BoardLike} board @param {{ trustFlags?: boolean, maxStates?: number | null } & Cancel} options
   * @returns {Promise<Analysis>}
   */
  async analyze(board, { trustFlags = false, maxStates = null, signal } = {}) {
    const read = Board.make(board);
    const states = maxStates === null ? null : wholeNumber(maxStates, "maxStates", 1);
    const args = [...read.args, Boolean(trustFlags), states];
    return new Analysis(this, read, args, await this.call("analyze", args, read.shape, signal));
  }

  /**
   * The mine probabilities of many boards of one shape, one board after the other in one array: the quickest way.
   * @param {import("./shape.js").Shape} shape @param {Int8Array} views  one board after the other
   * @param {ArrayLike<number>} mines  of each board @param {Cancel} options @returns {Promise<Float64Array>}
   */
  async analyzeMany(shape, views, mines, { signal } = {}) {
    const counts = Int32Array.from(mines);
    const ask = (/** @type {Int8Array} */ boards, /** @type {Int32Array} */ of) =>
      this.call("analyze_many", [shape.recipe, boards, of], shape, signal);
    const size = Math.ceil(counts.length / this.ports.length);
    if (size === counts.length || views.length !== counts.length * shape.count) return ask(views, counts);
    const pieces = [];
    for (let first = 0; first < counts.length; first += size) {
      const part = counts.slice(first, first + size);
      pieces.push(ask(views.slice(first * shape.count, (first + part.length) * shape.count), part));
    }
    const answers = await Promise.allSettled(pieces);
    return joinArrays(
      answers.map((answer) => {
        if (answer.status === "rejected") throw answer.reason; // that of the first board at fault
        return answer.value;
      }),
    );
  }

  /**
   * Solves rules over named cells exactly, without a board.
   * @param {Iterable<import("./rules.js").Rule | string>} rules @param {import("./rules.js").RuleOptions} options
   */
  solveRules(rules, options = {}) {
    return solveRules(this, rules, options);
  }

  /**
   * The chance to win a board by optimal play: proved, between two bounds, or measured.
   * @param {BoardLike} board
   * @param {{ nodes?: number, worlds?: number, rollouts?: number, seed?: number | bigint,
   *   trustFlags?: boolean } & Cancel} options
   */
  async winValue(board, options = {}) {
    const analysis = await this.analyze(board, options);
    return findValue(analysis, options);
  }

  /**
   * The move of a strategy on a board, and what it weighs.
   * @param {BoardLike} board
   * @param {{ strategy?: string, seed?: number | bigint, candidates?: boolean,
   *   trustFlags?: boolean } & Cancel} options
   */
  async choose(board, { strategy = "best", seed = 0, candidates = true, trustFlags = false, signal } = {}) {
    const read = Board.make(board);
    const analysis = await this.analyze(read, { trustFlags, signal }); // a board without a world has no move
    const { name, settings } = readStrategy(strategy, await this.strategies());
    const args = [...read.args, Boolean(trustFlags), name, settings, seedNumber(seed), Boolean(candidates)];
    const found = await this.call("choose_move", args, read.shape, signal);
    return { ...found, safety: 1 - analysis.mineProbability[found.cell] };
  }

  /**
   * The easiest safe cell with its proof, or the best guess where none is safe; null where nothing is left.
   * @param {BoardLike} board @param {{ trustFlags?: boolean } & Cancel} options
   * @returns {Promise<{ safe: boolean, cell: number, technique: number | null, proof: any, safety: number } | null>}
   */
  async hint(board, { trustFlags = false, signal } = {}) {
    const analysis = await this.analyze(board, { trustFlags, signal });
    if (analysis.safeCells.length > 0) {
      const [cell] = await analysis.easiestSafe({ signal });
      const proof = await analysis.explain(cell, { easiest: true, signal });
      return { safe: true, cell, technique: proof.technique, proof, safety: 1 };
    }
    if (!analysis.hasMove) return null;
    const cell = await chooseGuess(analysis, signal);
    return { safe: false, cell, technique: null, proof: null, safety: 1 - analysis.mineProbability[cell] };
  }

  /**
   * The best cell of a board on which nothing is safe.
   * @param {Analysis} analysis @param {Cancel} options @returns {Promise<number>}
   */
  guess(analysis, { signal } = {}) {
    return chooseGuess(analysis, signal);
  }

  /**
   * The best next move: the easiest safe cell with its proof, or a guess; with its chance to win and its candidates.
   * @param {BoardLike} board
   * @param {{ strategy?: string, rollouts?: number | null, seed?: number | bigint,
   *   trustFlags?: boolean } & Cancel} options
   *   rollouts: games for each number that a candidate may show; null: 100, and none on boards above 2,500 cells
   */
  async bestMove(board, { strategy = "best", rollouts = null, seed = 0, trustFlags = false, signal } = {}) {
    const games = rollouts === null ? null : wholeNumber(rollouts, "rollouts");
    const number = seedNumber(seed);
    readStrategy(strategy, await this.strategies());
    const analysis = await this.analyze(board, { trustFlags, signal });
    return findMove(analysis, { strategy, rollouts: games, seed: number, signal });
  }

  /**
   * The candidates of a guess: their safety, what they may show, what follows, and how often they win.
   * @param {BoardLike} board
   * @param {{ rollouts?: number, seed?: number | bigint, trustFlags?: boolean } & Cancel} options
   */
  async explainGuess(board, { rollouts = 0, seed = 0, trustFlags = false, signal } = {}) {
    const games = wholeNumber(rollouts, "rollouts");
    const number = seedNumber(seed);
    const analysis = await this.analyze(board, { trustFlags, signal });
    return weighGuess(analysis, { rollouts: games, seed: number, signal });
  }

  /**
   * The mine probability of every hidden cell as the strategy automine estimates it; NaN where nothing is hidden.
   * @param {BoardLike} board @param {Cancel} options @returns {Promise<Float64Array>}
   */
  async automineRisk(board, { signal } = {}) {
    const read = Board.make(board);
    return this.call("automine_risk", read.args, read.shape, signal);
  }

  /**
   * The strategies with their settings and budgets, and the kinds of guesses.
   * @returns {Promise<any>}
   */
  strategies() {
    this.described ??= this.call("describe_strategies", [], null);
    return this.described;
  }

  /**
   * The layout of a seed: the same mines as in the Python package.
   * @param {LevelLike} level
   * @param {{ seed: number | bigint, start?: number | null, firstClick?: string } & Cancel} options
   * @returns {Promise<Layout>}
   */
  async layout(level, { seed, start = null, firstClick = "zero", signal }) {
    const { shape, spec, cell } = readSpec(level, start, firstClick);
    const number = seedNumber(seed);
    const mined = await this.call("layout_from_seed", [shape.recipe, ...spec, number], shape, signal);
    return new Layout(shape, mined, { seed: number, start: cell, firstClick });
  }

  /**
   * The seeds of games of a run, from game `first` on.
   * @param {number | bigint} seed
   * @param {number} count
   * @param {{ first?: number }} options
   * @returns {Promise<BigUint64Array>}
   */
  async gameSeeds(seed, count, { first = 1 } = {}) {
    const args = [seedNumber(seed), wholeNumber(first, "first", 1), wholeNumber(count, "count")];
    return this.call("game_seeds", args, null);
  }

  /**
   * A game on a layout, or on the layout of a level and a seed.
   * @param {Layout | LevelLike} layout @param {any} [options]
   * @returns {Promise<Game>}
   */
  async newGame(layout, options) {
    return new Game(this, layout instanceof Layout ? layout : await this.layout(layout, options));
  }

  /**
   * What every cell of a layout shows: its number, or -4 for a mine.
   * @param {Layout} layout
   * @param {Cancel} options
   * @returns {Promise<Int8Array>}
   */
  async numbers(layout, { signal } = {}) {
    return this.call("numbers", layout.args, layout.shape, signal);
  }

  /**
   * A layout that can be finished from its start without a guess, the same as in the Python package.
   * @param {LevelLike} level
   * @param {{ seed: number | bigint, start?: number | null, firstClick?: string, maker?: string, counter?: boolean,
   *   maxTechnique?: string | number | null, attempts?: number, seconds?: number,
   *   onProgress?: (progress: { attempts: number, wanted: number, revealed: number }) => void } & Cancel} options
   * @returns {Promise<Layout>}
   */
  async noGuess(level, options) {
    const { seed, start = null, firstClick = "zero", maker = "uniform", counter = true } = options;
    const { maxTechnique = null } = options;
    const { onProgress, signal, seconds = FOREVER } = options;
    if (!MAKERS.includes(maker))
      throw new InputError(`unknown maker ${quote(maker)}: it is one of ${MAKERS.join(", ")}`);
    if (firstClick === "none")
      throw new InputError(
        "a board without guesses needs a safe start, which the first-click rule none does not give",
      );
    if (!(typeof seconds === "number" && seconds > 0))
      throw new InputError(`seconds must be a number above 0, not ${quote(seconds)}`);
    const attempts = wholeNumber(options.attempts ?? DEFAULT_ATTEMPTS[maker], "attempts", 1);
    const most = Math.min(readTechnique(maxTechnique ?? "counting-cases"), counter ? 6 : 4);
    const { shape, spec, cell } = readSpec(level, start, firstClick);
    const number = seedNumber(seed);
    const end = performance.now() + Math.min(seconds, FOREVER) * 1000;
    let piece = maker === "uniform" ? 64 : 1;
    let done = 0;
    /** @type {any} */
    let furthest = null;
    while (done < attempts && (done === 0 || performance.now() < end)) {
      const begin = performance.now();
      const left = Math.max((end - begin) / 1000, 0);
      const counts = this.ports.map((_, k) => Math.min(piece, attempts - done - k * piece)).filter((count) => count > 0);
      const round = counts.map((count, k) => {
        const args = [shape.recipe, ...spec, MAKERS.indexOf(maker), most, number, done + k * piece, count, left];
        return this.call("make_no_guess", args, shape, signal);
      });
      for (const [k, made] of (await Promise.all(round)).entries()) {
        done += made.attempts;
        const origin = { start: cell, firstClick, seed: maker === "uniform" ? made.seed : null };
        if (made.solved) return new Layout(shape, made.mines, origin);
        if (furthest === null || made.revealed > furthest.revealed) furthest = { ...made, origin };
        if (made.attempts < counts[k]) break; // the time is up
      }
      onProgress?.({ attempts: done, wanted: attempts, revealed: furthest.revealed });
      if (performance.now() - begin < 200) piece *= 2;
    }
    const other = maker === "uniform" ? "; maker 'repair' makes them where few layouts are one" : "";
    const message = `no board that needs no guess was found in ${done} attempt${done === 1 ? "" : "s"}${other}`;
    if (!furthest?.mines) throw new NoGuessError(message, null, null);
    const layout = new Layout(shape, furthest.mines, furthest.origin);
    throw new NoGuessError(message, layout, new Board(shape, furthest.views, { mines: layout.mines.length }));
  }

  /**
   * What it takes to finish a layout from its start by logic.
   * @param {Layout} layout @param {{ start?: number | null, counter?: boolean } & Cancel} options
   */
  async rate(layout, { start = null, counter = true, signal } = {}) {
    const cell = start ?? layout.start;
    if (cell === null) throw new InputError("the layout has no start: name a start cell");
    const args = [...layout.args, layout.shape.check(cell), counter ? 6 : 4];
    const { solvable, moves, openings, bbbv, views } = await this.call("rate_layout", args, layout.shape, signal);
    let effort = 0, hardest = 0;
    for (const [rank, count] of moves.entries()) {
      effort += count * HARDER ** (rank - 1);
      if (count) hardest = rank;
    }
    return {
      start: cell,
      solvable,
      moves,
      openings,
      bbbv,
      effort,
      hardest,
      difficulty: solvable ? Math.round(Math.log2(1 + effort) * 100) / 100 : null,
      board: new Board(layout.shape, views, { mines: layout.mines.length }),
    };
  }

  /**
   * The names of the measures of a layout.
   * @returns {Promise<string[]>}
   */
  measureNames() {
    return this.call("measure_names", [], null);
  }

  /**
   * Measures of a layout, such as 3BV and ZiNi, by name; all of them unless some are named.
   * @param {Layout} layout @param {{ names?: string[] } & Cancel} options @returns {Promise<Record<string, number>>}
   */
  async metrics(layout, { names, signal } = {}) {
    const rows = layout.shape.sides.length === 2;
    const wanted = names ?? (await this.measureNames()).filter((name) => rows || name !== EIGHT_WAY);
    const values = await this.call("measure_layout", [...layout.args, wanted], layout.shape, signal);
    return Object.fromEntries(wanted.map((name, k) => [name, values[k]]));
  }

  /**
   * A lower bound of the clicks that win a layout, and clicks that win it.
   * @param {Layout} layout @param {{ maxStates?: number } & Cancel} options
   * @returns {Promise<{ low: number, path: { kind: number, cell: number }[] }>}
   */
  leastClicks(layout, { maxStates = 2_000_000, signal } = {}) {
    return this.call("least_clicks", [...layout.args, wholeNumber(maxStates, "maxStates", 1)], layout.shape, signal);
  }

  /**
   * Plays games by a strategy: the same games as the Python package plays with this seed.
   * @param {LevelLike} level
   * @param {{ games: number, seed?: number | bigint, seeds?: BigUint64Array, strategy?: string,
   *   start?: number | null, firstClick?: string, luckFree?: boolean, details?: boolean,
   *   onProgress?: (progress: { games: number, wins: number, seconds: number }) => void } & Cancel} options
   */
  async simulate(level, options) {
    const { seed = 1, strategy = "best", start = null, firstClick = "zero" } = options;
    const { luckFree = false, details = false, signal } = options;
    const { shape, spec } = readSpec(level, start, firstClick);
    const { name, settings } = readStrategy(strategy, await this.strategies());
    const seeds = options.seeds ?? (await this.gameSeeds(seed, wholeNumber(options.games, "games", 1)));
    const first = [shape.recipe, ...spec, name, settings];
    const play = (/** @type {BigUint64Array} */ piece) =>
      this.call("play_games", [...first, piece, Boolean(luckFree), Boolean(details)], shape, signal);
    return playPieces(seeds, play, this.ports.length, options.onProgress);
  }
}

/** @param {LevelLike} level @param {number | null} start @param {string} firstClick */
function readSpec(level, start, firstClick) {
  const { shape, mines } = /** @type {Level} */ (Level.make(/** @type {any} */ (level)));
  const rule = firstClickNumber(firstClick);
  const cell = start === null ? new Level(shape, mines).defaultStart(firstClick) : shape.check(start);
  return { shape, cell, spec: [mines, cell, rule] };
}

/**
 * The rank of a technique.
 * @param {unknown} technique
 */
export function readTechnique(technique) {
  const rank = typeof technique === "number" ? technique : TECHNIQUES.indexOf(String(technique).replaceAll("_", "-"));
  if (Number.isInteger(rank) && rank >= 1 && rank < TECHNIQUES.length) return rank;
  throw new InputError(
    `a technique is one of ${TECHNIQUES.slice(1).join(", ")}, or its rank from 1 to ${TECHNIQUES.length - 1}, ` +
      `not ${quote(technique)}`,
  );
}
