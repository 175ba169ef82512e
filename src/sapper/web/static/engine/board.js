/**
 * Boards: what a player sees. Values of cells are clues from 0 on and the negative ones of `VIEW`.
 *
 * A board has two text forms. A position is one line, `4x4:6:d/a13a/d/d`: rows x columns, mines (or p and a density),
 * and the rows, where a letter stands for 1 to 26 hidden cells. A picture has a line `mines 6` and a line a row.
 * Those of other shapes begin with the shape: `tri:4x6:5:b1d2f(11)i`, or a line `shape tri:4x6`.
 */

import { InputError, LimitError, ParseError } from "./errors.js";
import { wholeNumber } from "./level.js";
import { MAX_CELLS, quote, Shape } from "./shape.js";
import { isShaped, readShaped, writeShapedPicture, writeShapedPosition } from "./shaped.js";
import { LETTERS, PICTURE, PICTURE_SIGN, POSITION_SIGN, readCount, SIGNS, VIEW, writeRun } from "./signs.js";

export { VIEW };

const FORM = "a position is <rows>x<cols>:<mines>:<row>/<row>/...";

/** What a player sees; immutable. The engine checks it when it is first used. */
export class Board {
  /**
   * @param {Shape | string} shape
   * @param {ArrayLike<number>} views  one value a cell
   * @param {{ mines?: number | null, density?: number | null }} count  the number of mines, or their density
   */
  constructor(shape, views, { mines = null, density = null } = {}) {
    this.shape = Shape.make(shape);
    if (views.length !== this.shape.count)
      throw new InputError(`a board of ${this.shape.count} cells got ${views.length} values`);
    /** @type {Int8Array} */
    this.views =
      views instanceof Int8Array
        ? views.slice()
        : Int8Array.from(views, (view, cell) => whole(view, this.shape, cell));
    if ((mines === null) === (density === null))
      throw new InputError("a board needs either its number of mines or a density");
    this.mines = mines === null ? null : wholeNumber(mines, "mines");
    if (density !== null && !(typeof density === "number" && density > 0 && density < 1))
      throw new InputError(`a density lies between 0 and 1, unlike ${quote(density)}`);
    this.density = density;
  }

  /**
   * A board of squares from rows of values.
   * @param {ArrayLike<number>[]} rows @param {{ mines?: number | null, density?: number | null }} count
   */
  static fromRows(rows, count) {
    const lists = Array.from(rows, (row) => Array.from(row));
    if (lists.length === 0 || lists[0].length === 0)
      throw new InputError("a board needs at least one row and one column");
    for (const [k, row] of lists.entries())
      if (row.length !== lists[0].length)
        throw new InputError(`row ${k} has ${row.length} cells, but row 0 has ${lists[0].length}`);
    return new Board(Shape.square(lists.length, lists[0].length), lists.flat(), count);
  }

  /**
   * A board from a position or a picture.
   * @param {string} text
   */
  static fromText(text) {
    if (typeof text !== "string") throw new ParseError(`a board is a text, not ${quote(text)}`);
    if (isShaped(text)) {
      const { shape, views, count } = readShaped(text);
      return new Board(shape, views, count);
    }
    return /^\s*[0-9]+[xX][0-9]+:/.test(text) ? readPosition(text.trim()) : readPicture(text);
  }

  /**
   * @param {Board | string | { shape: Shape | string, views: ArrayLike<number>, mines?: number | null,
   *   density?: number | null }} board
   */
  static make(board) {
    if (board instanceof Board) return board;
    if (typeof board === "string") return Board.fromText(board);
    if (typeof board !== "object" || board === null) throw new InputError(`what is no board: ${quote(board)}`);
    return new Board(board.shape, board.views, board);
  }

  /**
   * The board with other values in some cells.
   * @param {Map<number, number> | [number, number][]} changes
   */
  replace(changes) {
    const views = this.views.slice();
    for (const [cell, view] of changes) views[this.shape.check(cell)] = whole(view, this.shape, cell);
    return new Board(this.shape, views, this);
  }

  /**
   * The cells that show one of these values.
   * @param {(view: number) => boolean} which
   * @returns {number[]}
   */
  cellsWhere(which) {
    const cells = [];
    for (let cell = 0; cell < this.views.length; cell++) if (which(this.views[cell])) cells.push(cell);
    return cells;
  }

  /** The board in one line. */
  get position() {
    if (!this.shape.isSquare) return writeShapedPosition(this);
    const count = this.mines === null ? `p${this.density}` : this.mines;
    const rows = this.rows((view) => (view >= 0 ? String(view) : POSITION_SIGN[view] ?? "."));
    const body = rows.join("/").replace(/\.+/g, ({ length }) => writeRun(length));
    return `${this.shape}:${count}:${body}`;
  }

  /** The board as a picture. */
  toString() {
    if (!this.shape.isSquare) return writeShapedPicture(this);
    const head = this.mines === null ? `density ${this.density}` : `mines ${this.mines}`;
    return [head, ...this.rows((view) => (view >= 0 ? String(view) : PICTURE_SIGN[view]))].join("\n");
  }

  /** @param {(view: number) => string} sign @returns {string[]} */
  rows(sign) {
    const { rows, cols } = this.shape;
    return Array.from({ length: rows }, (_, row) =>
      Array.from(this.views.subarray(row * cols, (row + 1) * cols), sign).join(""),
    );
  }

  /**
   * What the engine reads.
   * @returns {any[]}
   */
  get args() {
    return [this.shape.recipe, this.views, this.mines, this.density];
  }
}

/** @param {unknown} view @param {Shape} shape @param {number} cell */
function whole(view, shape, cell) {
  if (typeof view === "number" && Number.isInteger(view) && view >= -128 && view < 128) return view;
  throw new InputError(
    `unknown cell value ${quote(view)} (a clue is 0 or more, hidden -1, flag -2, question -3, mine -4, ` +
      `out of play -5), at ${shape.name(cell)}`,
    cell,
  );
}

/** @param {string} text */
function readPosition(text) {
  const [size, count, body, ...more] = text.split(":");
  if (body === undefined || more.length > 0) throw new ParseError(`${FORM}, unlike ${quote(text)}`, 1);
  const [rows, cols] = size.split(/[xX]/).map(Number);
  if (rows === 0 || cols === 0)
    throw new ParseError(`a board needs at least one row and one column, not ${quote(size)}`, 1, 1);
  if (!(rows * cols <= MAX_CELLS))
    throw new LimitError(`a board of ${size} cells is larger than the limit of ${MAX_CELLS}`);
  const start = size.length + count.length + 2;
  const stranger = /[^0-8a-zFQMV/]/.exec(body);
  if (stranger)
    throw new ParseError(
      `unknown cell ${quote(stranger[0])}; cells are 0-8 a-z F Q M V`, 1, start + stranger.index + 1,
    );
  const lines = body.split("/");
  if (lines.length !== rows)
    throw new ParseError(`${quote(body)} has ${lines.length} rows instead of ${rows}`, 1, start + 1);
  const views = [];
  let at = start;
  for (const [row, line] of lines.entries()) {
    const cells = Array.from(line).flatMap((sign) => {
      const run = LETTERS.indexOf(sign) + 1;
      return run > 0 ? Array(run).fill(VIEW.HIDDEN) : [SIGNS[sign] ?? Number(sign)];
    });
    if (cells.length !== cols)
      throw new ParseError(`row ${row} has ${cells.length} cells instead of ${cols}`, 1, at + 1);
    views.push(...cells);
    at += line.length + 1;
  }
  const total = readCount(count.startsWith("p"), count.replace(/^p/, ""), 1, size.length + 2);
  return new Board(Shape.square(rows, cols), views, total);
}

/** @param {string} text */
function readPicture(text) {
  const lines = text.replace(/\r/g, "").split("\n");
  const begin = lines.findIndex((line) => line.trim() !== "");
  const head = begin < 0 ? null : /^\s*(mines|density)\s+(\S+)\s*$/.exec(lines[begin]);
  if (head === null)
    throw new ParseError("a board begins with a line such as 'mines 10', or is a position", Math.max(begin, 0) + 1);
  const count = readCount(head[1] === "density", head[2], begin + 1, lines[begin].indexOf(head[2]) + 1);
  const rows = [];
  for (let k = begin + 1; k < lines.length; k++) {
    const line = lines[k].trimEnd();
    if (line === "" && lines.slice(k).every((one) => one.trim() === "")) break;
    rows.push(
      Array.from(line).flatMap((sign, column) => {
        if (sign === " " || sign === "\t") return []; // cells may stand apart
        const view = /[0-9]/.test(sign) ? Number(sign) : PICTURE[sign];
        if (view === undefined)
          throw new ParseError(`unknown cell ${quote(sign)}; cells are 0-8 . F ? * #`, k + 1, column + 1);
        return [view];
      }),
    );
    const { length } = rows[rows.length - 1];
    if (length !== rows[0].length)
      throw new ParseError(`a row of ${length} cells, but the first row has ${rows[0].length}`, k + 1);
  }
  if (rows.length === 0) throw new ParseError("a board needs at least one row and one column", begin + 1);
  return Board.fromRows(rows, count);
}
