/**
 * Exact answers for rules over any named cells, without a board. A rule says how many mines lie among some cells: an
 * exact number or a range. It is an object `{ count, cells }`, or a text such as "2:a,b,c", "0-1:a,b" or "1 mine in
 * cells (0,1) and (1,1)".
 *
 * @typedef {string | number} Name
 * @typedef {{ count: number | [number, number], cells: Iterable<Name> }} Rule
 * @typedef {Map<Name, boolean> | Record<Name, boolean>} NamedFacts
 * @typedef {{ cells?: Iterable<Name>, others?: number, mines?: number | null, density?: number | null,
 *   maxStates?: number | null, signal?: AbortSignal }} RuleOptions
 */

import { nextNumber } from "./analysis.js";
import { ContradictionError, InputError, LimitError, ParseError } from "./errors.js";
import { countOnce, reduce } from "./exact.js";
import { wholeNumber } from "./level.js";
import { MAX_CELLS, quote } from "./shape.js";

const COUNT = "\\s*([0-9]{1,9})(?:\\s*-\\s*([0-9]{1,9}))?";
const TEXT_FORM = new RegExp(`^${COUNT}\\s*:([^]*)$`);
const SENTENCE = new RegExp(`^${COUNT}\\s+mines?\\s+in\\s+(?:cell|space)s?\\s([^]*)$`, "i");
const COMMA = /,(?![^()]*\))/; // not between parentheses
const CELL = /^\(\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)$/;

/**
 * The rule of a text.
 * @param {string} text @returns {Rule}
 */
export function parseRule(text) {
  const braced = /^\s*\{([^]*)\}\s*$/.exec(text);
  const sentence = SENTENCE.exec(braced ? braced[1] : text);
  const match = sentence ?? (braced ? null : TEXT_FORM.exec(text));
  if (!match) {
    const forms = "'2:a,b,c', '0-1:a,b' or '1 mine in cells (0,1) and (1,1)'";
    throw new ParseError(`a rule looks like ${forms}, not ${quote(text)}`);
  }
  const [, lo, hi, listed] = match;
  const names = sentence ? listed.replace(/\s+and\s+/gi, ",") : listed;
  const cells = names.trim() ? names.split(COMMA).map((name) => name.trim().replace(CELL, "($1,$2)")) : [];
  if (cells.includes("") || names.includes(":"))
    throw new ParseError(`a name is empty or holds a colon in ${quote(text)}`);
  return { count: hi === undefined ? Number(lo) : [Number(lo), Number(hi)], cells };
}

/** Exact answers about solved rules. Made by `engine.solveRules`. */
export class RuleSolution {
  /**
   * @param {import("./engine.js").Engine} engine @param {any[]} args @param {Name[]} names
   * @param {Float64Array} probability  of the names, and of the other cells after them
   * @param {boolean} weighed  whether a density weighs the worlds
   */
  constructor(engine, args, names, probability, weighed) {
    this.engine = engine;
    this.names = names;
    /** Mine probability by name; exactly 0 or 1 if and only if every world agrees. */
    this.mineProbability = new Map(names.map((name, k) => [name, probability[k]]));
    /** Mine probability of each anonymous cell; null when there is none. */
    this.otherProbability = probability.length > names.length ? probability[names.length] : null;
    this.recipe = { recipe: "analysis", number: nextNumber(), rules: true, args };
    this.weighed = weighed;
    /** @type {Promise<import("./exact.js").ExactCount> | null} */
    this.counting = null;
  }

  /** Names that are a mine in no world, in the order they first appeared. */
  get safeCells() {
    return this.names.filter((name) => this.mineProbability.get(name) === 0);
  }

  /** Names that are a mine in every world, in the order they first appeared. */
  get mineCells() {
    return this.names.filter((name) => this.mineProbability.get(name) === 1);
  }

  /** @param {string} name @param {any[]} args @param {{ signal?: AbortSignal }} [options] */
  ask(name, args, options) {
    return this.engine.call(name, [this.recipe, ...args], null, options?.signal);
  }

  /** @param {{ signal?: AbortSignal }} [options] @returns {Promise<import("./exact.js").ExactCount>} */
  exact(options) {
    return countOnce(this, options);
  }

  /**
   * The exact number of placements that keep all rules, anonymous cells included.
   * @param {{ signal?: AbortSignal }} [options]
   */
  async worlds(options) {
    return (await this.exact(options)).worlds;
  }

  /**
   * The probability that all facts hold (true is a mine), given others if there are any.
   * @param {NamedFacts} facts @param {{ given?: NamedFacts, signal?: AbortSignal }} [options]
   * @returns {Promise<number>}
   */
  async probabilityOf(facts, options) {
    const [asked, given] = [this.state(facts), this.state(options?.given ?? {})];
    if (given.length && (await this.ask("rule_probability", [sent(given), []], options)) === 0)
      throw new InputError("what is given is impossible");
    return this.ask("rule_probability", [sent(asked), sent(given)], options);
  }

  /**
   * The same as a fraction of two whole numbers; not with a density.
   * @param {NamedFacts} facts @param {{ given?: NamedFacts, signal?: AbortSignal }} [options]
   * @returns {Promise<[bigint, bigint]>}
   */
  async fractionOf(facts, options) {
    if (this.weighed) throw new InputError("an exact fraction needs worlds of equal weight, not a density");
    const [asked, given] = [this.state(facts), this.state(options?.given ?? {})];
    const exact = await this.exact(options);
    const weigh = async (/** @type {any[]} */ statements) =>
      exact.weigh(await this.ask("exact_part", [sent(statements)], options));
    const whole = await weigh(given);
    if (whole === 0n) throw new InputError("what is given is impossible");
    return reduce(await weigh([...asked, ...given]), whole);
  }

  /**
   * World `index` in a fixed order: which names are mines.
   * @param {number | bigint} index @param {{ signal?: AbortSignal }} [options] @returns {Promise<Map<Name, boolean>>}
   */
  async world(index, options) {
    const exact = await this.exact(options);
    const number = typeof index === "bigint" ? index : BigInt(wholeNumber(index, "world"));
    if (number < 0n || number >= exact.worlds)
      throw new InputError(`there is no world ${quote(number)}: the rules have ${quote(exact.worlds)}`);
    const mined = new Set(await exact.world(number, (component) => this.ask("exact_walk", [component], options)));
    return new Map(this.names.map((name, cell) => [name, mined.has(cell)]));
  }

  /** @param {NamedFacts} facts @returns {[number, number, number[]][]} */
  state(facts) {
    return (facts instanceof Map ? [...facts] : Object.entries(facts)).map(([name, mine]) => {
      const cell = this.names.findIndex((one) => one === name || (!(facts instanceof Map) && String(one) === name));
      if (cell < 0) throw new InputError(`no rule names the cell ${quote(name)}`);
      if (typeof mine !== "boolean")
        throw new InputError(`the cell ${quote(name)} is true (a mine) or false, not ${quote(mine)}`);
      return [Number(mine), Number(mine), [cell]];
    });
  }
}

/** @param {[number, number, number[]][]} statements */
const sent = (statements) => statements.map(([lo, hi, cells]) => [lo, hi, { recipe: "cells", cells }]);

/**
 * Solves rules exactly, as `solve_rules` of the Python package.
 * @param {import("./engine.js").Engine} engine @param {Iterable<Rule | string>} rules @param {RuleOptions} options
 */
export async function solveRules(engine, rules, options) {
  const { others = 0, mines = null, density = null, maxStates = null, signal } = options;
  const listed = Array.from(list(rules, "rules"), checked);
  /** @type {Map<Name, number>} */
  const index = new Map();
  for (const name of [...listed.flatMap(({ cells }) => cells), ...different(options.cells ?? [], "cells")])
    if (!index.has(name)) index.set(name, index.size);
  const count = index.size + wholeNumber(others, "others");
  if (count > MAX_CELLS) throw new LimitError(`${count} cells are more than the limit of ${MAX_CELLS}`);
  const total = mines === null ? null : wholeNumber(mines, "mines");
  if (total !== null && density !== null) throw new InputError("give mines or density, not both");
  if (total !== null && total > count) throw new InputError(`${total} mines do not fit in ${count} cells`);
  if (density !== null && !(typeof density === "number" && density > 0 && density < 1))
    throw new InputError(`a density lies between 0 and 1, unlike ${quote(density)}`);
  const states = maxStates === null ? null : wholeNumber(maxStates, "maxStates", 1);
  const statements = listed.map(({ lo, hi, cells }) => [
    lo, hi, { recipe: "cells", cells: cells.map((name) => index.get(name)) },
  ]);
  const args = [count, statements, total, density ?? 0.5, states];
  try {
    const [probability] = await engine.call("open_rules", args, null, signal);
    return new RuleSolution(engine, args, [...index.keys()], probability, density !== null);
  } catch (error) {
    if (!(error instanceof ContradictionError)) throw error;
    const told = error.tell((number) => quote(spell(listed[Number(number)])));
    throw new ContradictionError(told, error.clues, error.needsTotal);
  }
}

/** @param {Rule | string} given @param {number} number */
function checked(given, number) {
  const where = `rule ${number}, ${quote(given)},`;
  const rule = typeof given === "string" ? parseRule(given) : given;
  if (rule === null || typeof rule !== "object" || !("count" in rule))
    throw new InputError(`${where} must be a text or an object with count and cells`);
  const [low, high] = Array.isArray(rule.count) ? rule.count : [rule.count, rule.count];
  const lo = wholeNumber(low, `the count of ${where}`);
  const hi = wholeNumber(high, `the count of ${where}`);
  if (lo > hi) throw new InputError(`${where} asks for at least ${lo} but at most ${hi} mines`);
  const cells = different(rule.cells, `the cells of ${where}`);
  // A count above the number of cells is a contradiction that the engine reports.
  return { lo: Math.min(lo, cells.length + 1), hi: Math.min(hi, cells.length + 1), cells };
}

/** @param {Iterable<Name>} names @param {string} what @returns {Name[]} */
function different(names, what) {
  const listed = list(names, what);
  const twice = listed.find((name, k) => listed.indexOf(name) < k);
  if (twice !== undefined) throw new InputError(`${what} name ${quote(twice)} twice`);
  return listed;
}

/**
 * @template Value
 * @param {Iterable<Value>} values @param {string} what @returns {Value[]}
 */
function list(values, what) {
  if (typeof values === "string" || typeof values?.[Symbol.iterator] !== "function")
    throw new InputError(`${what} must be a list, not ${quote(values)}`);
  return [...values];
}

/** @param {{ lo: number, hi: number, cells: Name[] }} rule */
const spell = ({ lo, hi, cells }) => `${lo === hi ? lo : `${lo}-${hi}`}:${cells.join(",")}`;
