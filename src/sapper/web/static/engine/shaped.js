/**
 * Boards of other shapes than squares with eight neighbours as text, in the forms of the Python package. Cells stand
 * in the order of the shape. Where a clue may be above 9, blanks separate the cells of a picture, and a position
 * writes such a clue in brackets.
 *
 * @typedef {{ shape: Shape, views: ArrayLike<number>, mines: number | null, density: number | null }} Shaped
 */

import { ParseError } from "./errors.js";
import { MAX_NEIGHBOURS, quote, Shape } from "./shape.js";
import { LETTERS, PICTURE, PICTURE_SIGN, POSITION_SIGN, readCount, SIGNS, VIEW, writeRun } from "./signs.js";

const BEGIN = /^\s*(?:shape[ \t:=]|(?!mines|density)[a-z][a-z0-9]*:)/i;
const HEAD = /^\s*shape[ \t:=]+([^\n]*)\n?/i;
const COUNT = /^[ \t\n]*(mines|density)[ \t:=]+([^\n]*)\n?/i;
const TOKEN = /\(([0-9]{1,3})\)|([0-9])|([a-z])|([FQMV])|(\/)|([^])/g;
const LONGEST_LINE = 40; // cells in a line of a picture, where the shape has no rows

/**
 * Whether a text names a shape at its beginning.
 * @param {string} text
 */
export const isShaped = (text) => BEGIN.test(text);

/**
 * The shape, values and number of mines of a text.
 * @param {string} text
 */
export function readShaped(text) {
  const plain = text.replace(/\r/g, "");
  const head = HEAD.exec(plain);
  return head ? readPicture(plain.slice(head[0].length), head[1].trim()) : readPosition(plain.trim());
}

/** @param {string} text */
function readPosition(text) {
  const parts = text.split(":");
  if (parts.length !== 4)
    throw new ParseError(`a position is <shape>:<mines>:<cells>, unlike ${quote(text)}`, 1, 1);
  const [kind, sizes, count, body] = parts;
  const shape = Shape.parse(`${kind}:${sizes}`);
  const start = text.length - body.length;
  /** @type {number[]} */
  const views = [];
  for (const found of body.matchAll(TOKEN)) {
    const [sign, bracketed, digit, run, letter, slash, other] = found;
    const column = start + (found.index ?? 0) + 1;
    if (other || Number(bracketed ?? 0) > MAX_NEIGHBOURS)
      throw new ParseError(`unknown cell ${quote(sign)}; cells are 0-9 (10) a-z F Q M V`, 1, column);
    if (run) for (let k = LETTERS.indexOf(run); k >= 0; k--) views.push(VIEW.HIDDEN);
    else if (!slash) views.push(letter ? SIGNS[letter] : Number(bracketed ?? digit));
  }
  checkLength(shape, views);
  const total = readCount(count.startsWith("p"), count.replace(/^p/, ""), 1, kind.length + sizes.length + 3);
  return { shape, views, count: total };
}

/** @param {string} text  after the line of the shape @param {string} name */
function readPicture(text, name) {
  const shape = Shape.parse(name);
  const count = COUNT.exec(text);
  if (!count) throw new ParseError(`the line "shape ${name}" is followed by a line such as 'mines 10'`, 2);
  let tokens = text.slice(count[0].length).split(/[\s,]+/).filter(Boolean);
  // Where no clue has two digits, blanks between cells mean nothing.
  if (mostNeighbours(shape) <= 9 || tokens.length < shape.count) tokens = tokens.flatMap((token) => [...token]);
  const views = tokens.map((token) => {
    const view = /^[0-9]{1,3}$/.test(token) ? Number(token) : PICTURE[token];
    if (view === undefined || view > MAX_NEIGHBOURS)
      throw new ParseError(`unknown cell ${quote(token)}; cells are 0-9 10 . F ? * #`);
    return view;
  });
  checkLength(shape, views);
  return { shape, views, count: readCount(count[1].toLowerCase() === "density", count[2].trim(), 2, 1) };
}

/** @param {Shape} shape @param {number[]} views */
function checkLength(shape, views) {
  if (views.length !== shape.count)
    throw new ParseError(`shape ${shape} has ${shape.count} cells, not ${views.length}`);
}

/** @param {Shape} shape */
function mostNeighbours(shape) {
  const { first } = shape.graph;
  let most = 0;
  for (let cell = 0; cell < shape.count; cell++) most = Math.max(most, first[cell + 1] - first[cell]);
  return most;
}

/** @param {Shaped} board */
export function writeShapedPosition({ shape, views, mines, density }) {
  const write = (/** @type {number} */ view) => (view > 9 ? `(${view})` : String(view));
  const signs = Array.from(views, (view) => (view >= 0 ? write(view) : POSITION_SIGN[view] ?? "."));
  const body = signs.join("").replace(/\.+/g, ({ length }) => writeRun(length));
  return `${shape}:${mines ?? `p${density}`}:${body}`;
}

/** @param {Shaped} board */
export function writeShapedPicture({ shape, views, mines, density }) {
  const gap = mostNeighbours(shape) > 9 ? " " : "";
  const width = shape.sides.length > 1 ? shape.sides[shape.sides.length - 1] : LONGEST_LINE;
  const signs = Array.from(views, (view) => (view < 0 ? PICTURE_SIGN[view] : String(view)));
  const wide = gap ? Math.max(...signs.map((sign) => sign.length)) : 1;
  const lines = [];
  for (let first = 0; first < signs.length; first += width)
    lines.push(signs.slice(first, first + width).map((sign) => sign.padStart(wide)).join(gap));
  return [`shape ${shape}`, mines === null ? `density ${density}` : `mines ${mines}`, ...lines].join("\n");
}
