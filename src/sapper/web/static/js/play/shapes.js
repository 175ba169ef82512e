/**
 * The shapes that a new game offers, with their levels and sizes.
 *
 * @typedef {keyof typeof words.shapes.kinds} ShapeKind
 * @typedef {Exclude<ShapeKind, "square">} OtherKind
 */

import { h } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { words } from "../words/words.js";

/** @type {Record<OtherKind, {word: string, levels: Record<"easy" | "medium" | "hard", string>, fields: string[]}>} */
export const SHAPES = {
  hex: shape("hex", ["9x9/15", "14x14/39", "16x24/84"], ["rows", "cols"]),
  hexagon: shape("hexagon", ["6/17", "9/45", "12/90"], ["edge"]),
  tri: shape("tri", ["8x12/16", "12x18/45", "16x24/93"], ["rows", "cols"]),
  tri3: shape("tri3", ["8x12/11", "12x18/27", "16x24/55"], ["rows", "cols"]),
  square4: shape("square4", ["9x9/13", "16x16/42", "16x30/86"], ["rows", "cols"]),
  knight: shape("knight", ["9x9/21", "16x16/73", "16x30/155"], ["rows", "cols"]),
  torus: shape("torus", ["9x9/14", "16x16/67", "16x30/132"], ["rows", "cols"]),
  cylinder: shape("cylinder", ["9x9/14", "16x16/57", "16x30/115"], ["rows", "cols"]),
  box: shape("box", ["4x4x4/18", "6x6x6/48", "7x7x7/84"], ["side", "side", "side"]),
  tesseract: shape("box", ["4x4x4x4/56", "4x4x4x4/64", "4x4x4x4/76"], ["side", "side", "side", "side"]),
  cube: shape("cube", ["5/35", "7/75", "9/132"], ["edge"]),
  globe: shape("globe", ["92/22", "162/42", "362/96"], ["cells"]),
};

/** Globes of hexagons with twelve pentagons, and of triangles. */
const GLOBES = [32, 42, 92, 162, 252, 362, 492, 642, 812, 1002, 80, 180, 320, 500, 720];

/** Levels of all shapes but squares, by the names of the server. @returns {[string, string][]} */
export const shapeLevels = () =>
  Object.values(SHAPES).flatMap(({ levels }) =>
    Object.values(levels).map((level) => /** @type {[string, string]} */ ([level, shapeTitle(level)])),
  );

/** @type {[ShapeKind, string][]} */
export const KINDS = /** @type {any} */ (Object.entries(words.shapes.kinds));

/** @param {string} word @param {[string, string, string]} sizes  with mines @param {string[]} fields */
function shape(word, [easy, medium, hard], fields) {
  const level = (/** @type {string} */ size) => `${word}:${size}`;
  return { word, levels: { easy: level(easy), medium: level(medium), hard: level(hard) }, fields };
}

/** @param {{shape: string}} chosen  whether it is another shape than squares */
export const isShape = ({ shape }) => shape in SHAPES;

/**
 * The kind of the shape of a game, and its level if it is one of those above.
 * @param {string} level  as the server names it
 * @returns {{kind: ShapeKind, level: string}}
 */
export function kindOfLevel(level) {
  // The server has names for most of these levels, such as hex-easy.
  const [, named, size] = /^(\w+)-(easy|medium|hard)$/.exec(level) ?? [];
  if (named in SHAPES) return { kind: /** @type {ShapeKind} */ (named), level: size };
  if (!level.includes(":")) return { kind: "square", level };
  for (const [kind, { levels }] of Object.entries(SHAPES)) {
    const found = Object.entries(levels).find(([, text]) => text === level);
    if (found) return { kind: /** @type {ShapeKind} */ (kind), level: found[0] };
  }
  const [word, sizes] = level.split(":");
  const sides = sizes.split("x").length;
  const known = Object.entries(SHAPES).find(([, one]) => one.word === word && one.fields.length === sides);
  return { kind: /** @type {ShapeKind} */ (known?.[0] ?? (word === "box" ? "box" : "square")), level: "custom" };
}

/**
 * The title of a level of a shape; with its sizes and mines where it is none of those above.
 * @param {string} level
 */
export function shapeTitle(level) {
  const { kind, level: name } = kindOfLevel(level);
  const { kinds, levels, titled } = words.shapes;
  if (kind === "square") return level;
  if (name === "custom") return titled(kinds[kind], level.slice(level.indexOf(":") + 1));
  return titled(kinds[kind], levels[/** @type {"easy"} */ (name)]);
}

/**
 * The level that a request names.
 * @param {import("../base/settings.js").NewGame} chosen  of another shape than squares
 */
export function shapeLevel({ shape, level, sizes, mines }) {
  const known = SHAPES[/** @type {OtherKind} */ (shape)];
  return level === "custom" ? `${known.word}:${sizes}/${mines}` : known.levels[/** @type {"easy"} */ (level)];
}

/**
 * The name of the level of a choice.
 * @param {import("../base/settings.js").NewGame} chosen
 */
export const levelName = (chosen) => (isShape(chosen) ? shapeLevel(chosen) : chosen.level);

/**
 * What a choice has to be to make a game of a level of another shape than squares; of squares only that they are.
 * @param {string} level  as the server names it
 * @returns {Partial<import("../base/settings.js").NewGame>}
 */
export function choiceOf(level) {
  const { kind, level: name } = kindOfLevel(level);
  const text = level.includes(":") || kind === "square" ? level : SHAPES[kind].levels[/** @type {"easy"} */ (name)];
  const [, sizes, mines] = /:(.*)\/(.*)/.exec(text) ?? [];
  return kind === "square" ? { shape: kind } : { shape: kind, level: name, sizes, mines: Number(mines) };
}

/**
 * The fields of the sizes of a custom board.
 * @param {import("../base/settings.js").NewGame} chosen  changed by the fields
 * @param {() => void} changed
 */
export function shapeFields(chosen, changed) {
  const text = words.shapes;
  const { fields } = SHAPES[/** @type {OtherKind} */ (chosen.shape)];
  const sizes = chosen.sizes.split("x");
  const labels = { rows: words.newGame.rows, cols: words.newGame.cols, edge: text.edge, cells: text.cells };
  const set = (/** @type {number} */ place, /** @type {string} */ value) => {
    sizes[place] = value;
    chosen.sizes = sizes.join("x");
    changed();
  };
  const one = (/** @type {string} */ name, /** @type {number} */ place) => {
    const label = name === "side" ? text.side(place + 1) : labels[/** @type {"rows"} */ (name)];
    /** @type {HTMLSelectElement | HTMLInputElement} */
    const input =
      name === "cells"
        ? h("select", { onchange: () => set(place, input.value) })
        : h("input", {
            type: "number",
            min: 1,
            max: limits.rows,
            required: true,
            oninput: () => set(place, input.value),
          });
    if (name === "cells") input.append(...GLOBES.map((count) => h("option", { value: count }, String(count))));
    input.value = sizes[place];
    return h("label.field", {}, label, input);
  };
  /** @type {HTMLInputElement} */
  const mines = h("input", {
    type: "number",
    min: 0,
    max: limits.rows * limits.cols,
    required: true,
    value: chosen.mines,
    oninput: () => {
      chosen.mines = mines.valueAsNumber;
      changed();
    },
  });
  return h("div.row", {}, ...fields.map(one), h("label.field", {}, words.newGame.mines, mines));
}

/**
 * Why a board of this shape cannot be made, or "". What else is wrong the server says.
 * @param {import("../base/settings.js").NewGame} chosen
 */
export function shapeProblem({ shape, level, sizes, mines }) {
  if (level !== "custom") return "";
  const text = words.shapes;
  const sides = sizes.split("x").map(Number);
  if (![...sides, mines].every(Number.isInteger) || sides.some((side) => side < 1) || mines < 0) return text.blank;
  const { fields } = SHAPES[/** @type {OtherKind} */ (shape)];
  if (fields[0] === "rows")
    return Math.max(...sides) > limits.rows ? words.newGame.tooLarge(limits.rows, limits.cols) : "";
  const product = sides.reduce((one, other) => one * other);
  const cells = { cube: 6 * product ** 2, hexagon: 3 * product * (product - 1) + 1 }[shape] ?? product;
  return cells > limits.shape_cells ? text.tooManyCells(limits.shape_cells) : "";
}

/**
 * The choice with another shape: its easy level, and sizes to change.
 * @param {import("../base/settings.js").NewGame} chosen
 * @param {string} kind
 * @returns {import("../base/settings.js").NewGame}
 */
export function withShape(chosen, kind) {
  if (kind === "square") return { ...chosen, shape: kind, level: "beginner" };
  const [, sizes, mines] = /:(.*)\/(.*)/.exec(SHAPES[/** @type {OtherKind} */ (kind)].levels.medium) ?? [];
  return { ...chosen, shape: kind, level: "easy", sizes, mines: Number(mines) };
}
