/**
 * The engine beside its callers: turns what they pass into numbers that the engine knows. Shapes, analyses and games
 * are described by how to make them. The host makes what it does not have, so that a new host can answer every call
 * of an old one, and it may forget any of them.
 *
 * @typedef {{ recipe: "shape", text: string, first?: Uint32Array, neighbour?: Uint32Array }} ShapeRecipe
 *   its text; a graph of the caller's with its neighbours
 * @typedef {{ recipe: "analysis", number: number, rules: boolean, args: any[] }} AnalysisRecipe
 *   a number of its own, and what makes it
 * @typedef {{ number: number, args: any[], moves: [string, number?][] }} GameRecipe
 */

import { Core } from "./core.js";
import { Shape } from "./shape.js";
import { Cells } from "./stream.js";

const MOST_SHAPES = 32;
const MOST_ANALYSES = 64;
const MOST_GAMES = 64;

/**
 * The least recently used of many things is dropped.
 * @template Thing
 */
class Kept {
  /** @param {number} most @param {(thing: Thing) => void} drop */
  constructor(most, drop) {
    this.most = most;
    this.drop = drop;
    /** @type {Map<any, Thing>} */
    this.things = new Map();
  }

  /** @param {any} key @param {() => Thing} make @returns {Thing} */
  get(key, make) {
    let thing = this.things.get(key);
    this.things.delete(key);
    if (thing === undefined) {
      thing = make();
      if (this.things.size >= this.most) {
        const [oldest, last] = /** @type {[any, Thing]} */ (this.things.entries().next().value);
        this.things.delete(oldest);
        this.drop(last);
      }
    }
    this.things.set(key, thing);
    return thing;
  }
}

/** What the engine raised, on its way to the caller. */
class Raised {
  /** @param {Record<string, any>} told */
  constructor(told) {
    this.told = told;
  }
}

export class Host {
  /** @param {Core} core */
  constructor(core) {
    this.core = core;
    /** @type {Kept<number>} */
    this.shapes = new Kept(MOST_SHAPES, (number) => this.run("drop_shape", [number]));
    /** @type {Kept<number>} */
    this.analyses = new Kept(MOST_ANALYSES, (number) => this.run("drop_analysis", [number]));
    /** @type {Kept<{ number: number, moves: number }>} */
    this.games = new Kept(MOST_GAMES, (game) => this.run("drop_game", [game.number]));
  }

  /** @param {WebAssembly.Module} module */
  static async create(module) {
    return new Host(await Core.create(module));
  }

  /**
   * Answers a call.
   * @param {string} name @param {any[]} args
   * @returns {{ value?: any, error?: Record<string, any> }}
   */
  answer(name, args) {
    try {
      if (name === "move") return { value: this.move(args[0], args[1], args[2]) };
      return { value: this.run(name, args.map((one) => this.resolve(one))) };
    } catch (raised) {
      if (raised instanceof Raised) return { error: raised.told };
      throw raised;
    }
  }

  /** @param {string} name @param {any[]} args @returns {any} */
  run(name, args) {
    const { value, error } = this.core.call(name, args);
    if (error) throw new Raised(error);
    return value;
  }

  /** @param {any} arg @returns {any} */
  resolve(arg) {
    if (arg === null || typeof arg !== "object" || ArrayBuffer.isView(arg)) return arg;
    if (Array.isArray(arg)) return arg.map((one) => this.resolve(one));
    switch (arg.recipe) {
      case "shape":
        return this.shapeNumber(arg);
      case "analysis":
        return this.analysisNumber(arg);
      case "cells":
        return new Cells(arg.cells);
      default:
        return arg;
    }
  }

  /** @param {ShapeRecipe} recipe */
  shapeNumber(recipe) {
    return this.shapes.get(recipe.text, () => {
      if (recipe.first)
        return this.run("graph_shape", [recipe.first, recipe.neighbour, Uint32Array.of(recipe.first.length - 1)]);
      const shape = Shape.parse(recipe.text);
      if (shape.isSquare) return this.run("square_shape", shape.sizes);
      const { first, neighbour } = shape.graph;
      return this.run("graph_shape", [first, neighbour, Uint32Array.from(shape.sides)]);
    });
  }

  /** @param {AnalysisRecipe} recipe */
  analysisNumber(recipe) {
    return this.analyses.get(recipe.number, () => {
      const args = recipe.args.map((one) => this.resolve(one));
      return recipe.rules ? this.run("open_rules", args)[1] : this.run("open_analysis", args);
    });
  }

  /**
   * Makes a move of a game.
   * @param {GameRecipe} recipe
   * @param {string} name
   * @param {number} [cell]
   */
  move(recipe, name, cell) {
    const game = this.game(recipe);
    const state = this.run(name, cell === undefined ? [game.number] : [game.number, cell]);
    if (state.changed) game.moves++; // the caller writes it down, too
    return state;
  }

  /** @param {GameRecipe} recipe */
  game(recipe) {
    const game = this.games.get(recipe.number, () => ({
      number: this.run("open_game", recipe.args.map((one) => this.resolve(one))),
      moves: 0,
    }));
    for (const [name, ...cell] of recipe.moves.slice(game.moves)) this.run(name, [game.number, ...cell]);
    game.moves = recipe.moves.length;
    return game;
  }
}
