/**
 * Shapes: which cells a board has and which of them are neighbours. A cell is its place among all cells of its shape;
 * `shape.name(cell)` is what players call it: "3,4" for a row and a column counted from 0, "0,2,1" on a cube or in a
 * box, "7" on a globe.
 */

import { InputError, LimitError } from "./errors.js";
import { globeGraph, globeSteps } from "./globe.js";
import { countCells, graphOf, placeOf, stepsApart, stepsAround } from "./lattice.js";
import { outlinesOf } from "./outline.js";

export const MAX_CELLS = 1 << 24;
export const MAX_NEIGHBOURS = 124;
const MOST_SIDES = 6; // of a box
const MOST_GLOBE = 100_000;

const EIGHT = stepsAround(2);
const FOUR = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const KNIGHT = [-2, -1, 1, 2].flatMap((row) =>
  [-2, -1, 1, 2].filter((col) => Math.abs(row) !== Math.abs(col)).map((col) => [row, col]),
);
const HEXAGON = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/** @param {number[]} place */
const hexSteps = ([row]) => [
  [0, -1], [0, 1],
  ...(row % 2 === 0 ? [[-1, -1], [-1, 0], [1, -1], [1, 0]] : [[-1, 0], [-1, 1], [1, 0], [1, 1]]),
];

/** @param {number[]} place */
function triangleSteps([row, col]) {
  const tip = (row + col) % 2 === 0 ? -1 : 1; // where the triangle points
  const near = [-2, -1, 1, 2].map((step) => [0, step]);
  return [...near, ...[-1, 0, 1].map((step) => [tip, step]), ...[-2, -1, 0, 1, 2].map((step) => [-tip, step])];
}

/** @param {number[]} place */
const triangleSides = ([row, col]) => [[0, -1], [0, 1], [(row + col) % 2 === 0 ? 1 : -1, 0]];

// The faces of a cube as functions of (row, col): the corner at row 0 and col 0, the step of a row, that of a column.
const FACES = [
  [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
  [[0, 0, 1], [0, 0, -1], [0, 1, 0]],
  [[0, 1, 1], [0, 0, -1], [1, 0, 0]],
  [[1, 1, 1], [0, 0, -1], [0, -1, 0]],
  [[1, 0, 1], [0, 0, -1], [-1, 0, 0]],
  [[0, 1, 0], [0, -1, 0], [1, 0, 0]],
];

/**
 * Cells of the surface of a cube that share a corner.
 * @param {number} side
 */
function cubeGraph(side) {
  /** @type {Map<string, number[]>} */
  const corners = new Map();
  const sides = [6, side, side];
  const count = countCells(sides);
  for (let cell = 0; cell < count; cell++) {
    const [face, row, col] = placeOf(sides, cell);
    const [origin, down, right] = FACES[face];
    for (const [r, c] of [[row, col], [row, col + 1], [row + 1, col], [row + 1, col + 1]]) {
      const key = [0, 1, 2].map((k) => origin[k] * side + down[k] * r + right[k] * c).join();
      corners.set(key, [...(corners.get(key) ?? []), cell]);
    }
  }
  /** @type {Set<number>[]} */
  const beside = Array.from({ length: count }, () => new Set());
  for (const cells of corners.values())
    for (const one of cells) for (const other of cells) if (one !== other) beside[one].add(other);
  return graphOf(beside.map((others) => [...others]));
}

/**
 * The cells (q, r) of a hexagon of hexagons, row by row.
 * @param {number} side
 */
function hexagonNames(side) {
  const reach = side - 1;
  const names = [];
  for (let r = -reach; r <= reach; r++)
    for (let q = Math.max(-reach, -reach - r); q <= Math.min(reach, reach - r); q++) names.push([q, r]);
  return names;
}

/** @param {number} side */
function hexagonGraph(side) {
  const names = hexagonNames(side);
  const numbers = new Map(names.map((name, number) => [name.join(), number]));
  return graphOf(
    names.map(([q, r]) =>
      HEXAGON.flatMap(([right, down]) => {
        const other = numbers.get([q + right, r + down].join());
        return other === undefined ? [] : [other];
      }),
    ),
  );
}

/**
 * What is known of a kind of shapes: how its sizes are written, and what they make.
 * @typedef {{
 *   form: string, least: number[] | null,
 *   sides: (sizes: number[]) => number[],
 *   graph: (sizes: number[]) => import("./lattice.js").Graph,
 *   names?: (sizes: number[]) => number[][],
 * }} Kind
 */

/**
 * @param {(place: number[]) => number[][]} steps
 * @param {boolean[]} [rings]
 * @param {number[]} [least]
 * @returns {Kind}
 */
const rows = (steps, rings, least = [1, 1]) => ({
  form: "ROWSxCOLS",
  least,
  sides: (sizes) => sizes,
  graph: (sizes) => stepsApart(sizes, steps, rings),
});

/** @type {Record<string, Kind>} */
const KINDS = {
  square: rows(() => EIGHT),
  square4: rows(() => FOUR),
  knight: rows(() => KNIGHT),
  torus: rows(() => EIGHT, [true, true], [3, 3]),
  cylinder: rows(() => EIGHT, [false, true], [1, 3]),
  hex: rows(hexSteps),
  hexagon: {
    form: "SIDE",
    least: [1],
    sides: ([side]) => [3 * side * (side - 1) + 1],
    graph: ([side]) => hexagonGraph(side),
    names: ([side]) => hexagonNames(side),
  },
  tri: rows(triangleSteps),
  tri3: rows(triangleSides),
  box: {
    form: "SIDExSIDExSIDE...",
    least: null,
    sides: (sizes) => sizes,
    graph: (sizes) => stepsApart(sizes, () => stepsAround(sizes.length)),
  },
  cube: { form: "SIDE", least: [1], sides: ([side]) => [6, side, side], graph: ([side]) => cubeGraph(side) },
  globe: { form: "CELLS", least: [1], sides: (sizes) => sizes, graph: ([cells]) => globeGraph(cells) },
};

let graphs = 0; // shapes made by Shape.graph so far

/** The cells of a board and their neighbours. Immutable; `String(shape)` is what `Shape.parse` reads. */
export class Shape {
  /**
   * @param {string} kind
   * @param {number[]} sizes
   * @param {number[]} sides
   * @param {import("./lattice.js").Graph | null} graph
   */
  constructor(kind, sizes, sides, graph) {
    this.kind = kind;
    this.sizes = sizes;
    /** The sides of an array of cells: rows and columns where there are two. */
    this.sides = sides;
    this.count = countCells(sides);
    this.text = kind === "square" ? sizes.join("x") : `${kind}:${sizes.join("x")}`;
    this.made = graph;
    /** @type {Map<string, number> | null} */
    this.numbers = null;
  }

  /**
   * Squares with eight neighbours.
   * @param {number} rows
   * @param {number} cols
   */
  static square(rows, cols) {
    return Shape.of("square", [rows, cols]);
  }

  /**
   * The shape of a text such as 16x30, hex:8x8, torus:16x30, box:4x4x4, cube:5 or globe:162.
   * @param {string} text
   */
  static parse(text) {
    if (typeof text !== "string") throw new InputError(`a shape is a text such as hex:8x8, not ${quote(text)}`);
    const colon = text.indexOf(":");
    const kind = colon < 0 ? "square" : text.slice(0, colon);
    const sizes = text.slice(colon + 1).split("x");
    if (!Object.hasOwn(KINDS, kind) || (colon < 0 && sizes.length !== 2))
      throw new InputError(
        `unknown shape ${quote(text)}: it is one of ${Object.keys(KINDS).join(", ")} with its sizes`,
      );
    if (!sizes.every((size) => /^[0-9]+$/.test(size)))
      throw misspelt(kind, sizes);
    if (sizes.some((size) => size.length > 9))
      throw new LimitError(`${quote(sizes.join("x"))} cells are more than the limit of ${MAX_CELLS}`);
    return Shape.of(kind, sizes.map(Number));
  }

  /** @param {Shape | string} shape */
  static make(shape) {
    return shape instanceof Shape ? shape : Shape.parse(shape);
  }

  /** @param {string} kind @param {number[]} sizes */
  static of(kind, sizes) {
    checkSizes(kind, sizes);
    return new Shape(kind, sizes, KINDS[kind].sides(sizes), null);
  }

  /**
   * Any symmetric graph: for every cell the numbers of its neighbours.
   * @param {ArrayLike<number>[]} neighbours
   */
  static graph(neighbours) {
    const lists = Array.from(neighbours, (list) => Array.from(list));
    if (lists.length === 0) throw new InputError("a shape needs at least one cell");
    for (const [cell, list] of lists.entries())
      for (const other of list)
        if (!Number.isInteger(other) || other < 0 || other >= lists.length)
          throw new InputError(`cell ${cell} has no neighbour ${quote(other)}`, cell);
    return new Shape("graph", [++graphs], [lists.length], graphOf(lists));
  }

  /** Whether cells are squares with eight neighbours: the usual board. */
  get isSquare() {
    return this.kind === "square";
  }

  get rows() {
    return this.sides.length === 2 ? this.sides[0] : 1;
  }

  get cols() {
    return this.sides.length === 2 ? this.sides[1] : this.count;
  }

  /** The neighbours of all cells, made when they are first needed. */
  get graph() {
    this.made ??= KINDS[this.kind].graph(this.sizes);
    return this.made;
  }

  /**
   * The cells beside a cell, rising.
   * @param {number} cell
   * @returns {number[]}
   */
  neighbours(cell) {
    this.check(cell);
    const { first, neighbour } = this.graph;
    return Array.from(neighbour.subarray(first[cell], first[cell + 1]));
  }

  /** @param {number} cell @returns {number} the cell, if the shape has it */
  check(cell) {
    if (Number.isInteger(cell) && cell >= 0 && cell < this.count) return cell;
    throw new InputError(`there is no cell ${quote(cell)} in a shape of ${this.count} cells`);
  }

  /**
   * What messages call a cell: "3,4", "0,2,1" or "7".
   * @param {number} cell
   */
  name(cell) {
    this.check(cell);
    return this.place(cell).join(",");
  }

  /**
   * The coordinates of a cell, as the Python package names it.
   * @param {number} cell
   * @returns {number[]}
   */
  place(cell) {
    const names = KINDS[this.kind]?.names;
    return names ? names(this.sizes)[cell] : placeOf(this.sides, cell);
  }

  /**
   * The coordinates of all cells.
   * @returns {number[][]}
   */
  get places() {
    const names = KINDS[this.kind]?.names;
    return names ? names(this.sizes) : Array.from({ length: this.count }, (_, cell) => placeOf(this.sides, cell));
  }

  /**
   * The corners of every cell as drawn, in order around it: (x, y) with y downwards, (x, y, z) on a globe.
   * @returns {number[][][]}
   */
  outlines() {
    if (this.kind === "graph") throw new InputError("the cells of a graph have no outlines");
    return outlinesOf(this.kind, this.sizes, this.places);
  }

  /**
   * The cell of that name.
   * @param {string | number[]} name
   * @returns {number}
   */
  cell(name) {
    const text = String(name);
    const names = KINDS[this.kind]?.names;
    if (names) {
      this.numbers ??= new Map(names(this.sizes).map((one, number) => [one.join(), number]));
      const found = this.numbers.get(text);
      if (found !== undefined) return found;
    } else {
      const place = text.split(",");
      const inside = place.every((one, k) => /^[0-9]{1,9}$/.test(one) && Number(one) < this.sides[k]);
      if (inside && place.length === this.sides.length)
        return place.reduce((cell, one, k) => cell * this.sides[k] + Number(one), 0);
    }
    throw new InputError(`shape ${quote(this.text)} has no cell ${quote(text)}`);
  }

  /**
   * The first cell with the most neighbours, or with the fewest.
   * @param {boolean} most
   */
  roomiest(most) {
    const { first } = this.graph;
    let best = 0;
    for (let cell = 1; cell < this.count; cell++) {
      const [here, there] = [first[cell + 1] - first[cell], first[best + 1] - first[best]];
      if (most ? here > there : here < there) best = cell;
    }
    return best;
  }

  /**
   * What a host needs to make the shape.
   * @returns {import("./host.js").ShapeRecipe}
   */
  get recipe() {
    return { recipe: "shape", text: this.text, ...(this.kind === "graph" ? this.graph : {}) };
  }

  toString() {
    return this.text;
  }
}

/** @param {string} kind @param {(string | number)[]} sizes */
function misspelt(kind, sizes) {
  const text = quote(`${kind}:${sizes.join("x")}`);
  return new InputError(`a shape of this kind is written ${kind}:${KINDS[kind].form}, not ${text}`);
}

/** @param {string} kind @param {number[]} sizes */
function checkSizes(kind, sizes) {
  const { least, sides } = KINDS[kind];
  const fits = least === null ? sizes.length >= 1 && sizes.length <= MOST_SIDES : sizes.length === least.length;
  if (!fits) throw misspelt(kind, sizes);
  for (const [k, size] of sizes.entries())
    if (!Number.isInteger(size) || size < (least?.[k] ?? 1))
      throw new InputError(
        `a size of ${kind} must be a whole number of at least ${least?.[k] ?? 1}, not ${quote(size)}`,
      );
  const count = countCells(sides(sizes));
  if (count > MAX_CELLS)
    throw new LimitError(`a shape of ${count} cells is larger than the limit of ${MAX_CELLS} cells`);
  const most = sizes.reduce((product, size) => product * Math.min(size, 3), 1) - 1;
  if (kind === "box" && most > MAX_NEIGHBOURS)
    throw new LimitError(`a cell of this box has ${most} neighbours; the limit is ${MAX_NEIGHBOURS}`);
  if (kind === "globe" && count > MOST_GLOBE)
    throw new LimitError(`a globe of ${count} cells is larger than the limit of ${MOST_GLOBE} cells`);
  if (kind === "globe" && globeSteps(count) === null)
    throw new InputError(
      `there is no globe of ${count} cells: it has 10 T + 2 hexagons and pentagons or 20 T triangles with ` +
        "T = a*a + a*b + b*b",
    );
}

/**
 * A short text for any value, for use in messages.
 * @param {unknown} value
 * @returns {string}
 */
export function quote(value) {
  let text;
  try {
    if (typeof value === "string") text = `'${value}'`;
    else if (typeof value !== "bigint") text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  text ??= String(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
