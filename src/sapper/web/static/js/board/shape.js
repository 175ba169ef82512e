/**
 * Shapes: which cells a board has, which are neighbours, what they are called, and their outlines.
 *
 * A cell is its index in the order of the shape. Squares need no request; the server describes all others once.
 *
 * @typedef {Squares | Shape} AnyShape
 */

import { getShape } from "../base/shape_api.js";
import { neighbours } from "./cells.js";
import { words } from "../words/words.js";

/** The usual board. */
export class Squares {
  /** @param {number} rows @param {number} cols */
  constructor(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.name = `${rows}x${cols}`;
  }

  /** Whether cells are squares with eight neighbours. */
  get isSquare() {
    return true;
  }

  get count() {
    return this.rows * this.cols;
  }

  /** @param {number} index @returns {number[]} */
  neighbours(index) {
    return neighbours(index, this.rows, this.cols);
  }

  /** @param {number} index  the spoken name of a cell, counted from 1 as players count */
  spell(index) {
    return words.shapes.place(Math.floor(index / this.cols) + 1, (index % this.cols) + 1);
  }

  /** Whether names are two numbers that are no row and column. */
  get hasPairs() {
    return false;
  }

  /** @param {any} name  as a problem of the server has it */
  indexOf(name) {
    return name[0] * this.cols + name[1];
  }
}

/** Any other shape, as the server describes it. */
export class Shape {
  /** @param {import("../base/shape_api.js").ShapeView} told */
  constructor(told) {
    this.told = told;
    this.name = told.name;
    this.kind = told.kind;
    this.rows = told.rows;
    this.cols = told.cols;
    /** @type {Map<string, number> | null} cells by their names */
    this.numbers = null;
  }

  get isSquare() {
    return false;
  }

  get count() {
    return this.told.neighbours.length;
  }

  /** @param {number} index @returns {number[]} */
  neighbours(index) {
    return this.told.neighbours[index];
  }

  /** @param {number} index */
  spell(index) {
    const { names } = this.told;
    if (!names) return words.shapes.place(Math.floor(index / this.cols) + 1, (index % this.cols) + 1);
    const name = names[index];
    if (this.kind === "cube") return words.shapes.face(words.shapes.faces[name[0]], name[1] + 1, name[2] + 1);
    if (this.kind !== "box") return words.shapes.cell(Array.isArray(name) ? name.join(", ") : String(name + 1));
    const places = name.map((/** @type {number} */ one) => one + 1);
    const [row, col] = [places.length > 1 ? places.at(-2) : 1, places.at(-1)];
    return places.length > 2
      ? words.shapes.layer(places.slice(0, -2).join(", "), row, col)
      : words.shapes.place(row, col);
  }

  /** Whether names are two numbers that are no row and column. */
  get hasPairs() {
    return this.kind === "hexagon";
  }

  /** @param {any} name  as a problem or a text of the server has it */
  indexOf(name) {
    const { names } = this.told;
    if (!names) return name[0] * this.cols + name[1];
    this.numbers ??= new Map(names.map((one, index) => [String(one), index]));
    return this.numbers.get(String(name)) ?? -1;
  }
}

/** @type {Map<string, Promise<Shape>>} */
const asked = new Map();
/** @type {Map<string, Shape>} */
const known = new Map();

/**
 * Gets the description of a shape from the server, unless it is known. After that `shapeOf` finds it.
 * @param {string} name
 * @returns {Promise<void>}
 */
export async function needShape(name) {
  if (!name.includes(":") || known.has(name)) return;
  const waiting = asked.get(name) ?? getShape(name).then((told) => new Shape(told));
  asked.set(name, waiting);
  try {
    known.set(name, await waiting);
  } finally {
    asked.delete(name);
  }
}

/**
 * The shape of a game or a position, which `needShape` has got before.
 * @param {{shape?: string, rows: number, cols: number}} board
 * @returns {AnyShape}
 */
export function shapeOf({ shape, rows, cols }) {
  if (!shape?.includes(":")) return new Squares(rows, cols);
  const found = known.get(shape);
  if (!found) throw new Error(`the shape ${shape} is not known yet`);
  return found;
}

/**
 * What a request says of the size of a position.
 * @param {AnyShape} shape
 */
export const sizeOf = (shape) => (shape.isSquare ? { rows: shape.rows, cols: shape.cols } : { shape: shape.name });
