/** Boards and layouts as text: the forms of Sapper, and those of other programs. */

import { limits } from "../base/limits.js";
import { readForm } from "../formats/reading.js";
import { words } from "../words/words.js";
import { askFormats, loadModule } from "./engine.js";
import { refuse } from "./problem.js";

const LAYOUT = /^\s*layout\s+(\S+\/\d+)([^\n]*)\n([\s\S]*)$/;
const START = /\bstart\s+([\d,]+)/;
const JSON_BOARD = /^\s*\{/;
/** @type {Record<string, number>} */
const VALUES = { ".": -1, F: -2, Q: -3, M: -4, V: -5 };
const SIGNS = Object.fromEntries(Object.entries(VALUES).map(([sign, view]) => [view, sign]));

/** @type {Record<string, number>} of the forms of other programs */
const PICTURE = { ".": -1, F: -2, "?": -3, "*": -4 };

/**
 * @typedef {{board: any, mined: Uint8Array | null, start: number | null, layout?: string}} Read  a board, or a layout
 *   with its mines and its text
 */

/**
 * The board or layout of a text.
 * @param {string} text @param {number | null} [mines]  where the text tells none
 * @returns {Promise<Read>}
 */
export async function readText(text, mines = null) {
  const content = await readForm(text, askFormats);
  if (content) return readContent(content, mines);
  const { Board } = await loadModule();
  const layout = LAYOUT.exec(text.replace(/\r/g, ""));
  if (layout) return readLayout(layout[1], layout[2], layout[3]);
  if (JSON_BOARD.test(text)) {
    try {
      const { rows, mines: told, density } = JSON.parse(text);
      return { board: Board.fromRows(rows, { mines: told ?? mines, density }), mined: null, start: null };
    } catch (error) {
      throw error instanceof SyntaxError ? refuse("unreadable", error.message) : error;
    }
  }
  const known = mines === null || /^\s*(mines|density)\b|^\s*\d+x\d+:/i.test(text);
  return { board: Board.fromText(known ? text : `mines ${mines}\n${text}`), mined: null, start: null };
}

/** @param {number} rows @param {number} cols */
export function checkSize(rows, cols) {
  if (rows > limits.rows || cols > limits.cols)
    throw refuse("limit", words.local.largeBoard(rows, cols, limits.rows, limits.cols));
}

/**
 * The layout of a text or file of another program.
 * @param {import("../formats/reading.js").Content} content
 */
export async function layoutOf({ rows, cols, layout, start }) {
  const { Layout, Shape } = await loadModule();
  const mined = Array.from(/** @type {string[]} */ (layout).join(""), (sign) => Number(sign === "*"));
  return new Layout(Shape.square(rows, cols), mined, { start: start && start[0] * cols + start[1] });
}

/**
 * What a text or file of another program says; its position where it has one.
 * @param {import("../formats/reading.js").Content} content @param {number | null} [mines]  instead of those it tells
 * @returns {Promise<Read>}
 */
export async function readContent(content, mines = null) {
  const { rows, cols, view } = content;
  checkSize(rows, cols);
  const { Board, Shape } = await loadModule();
  if (view) {
    const views = Array.from(view.join(""), (sign) => PICTURE[sign] ?? Number(sign));
    const board = new Board(Shape.square(rows, cols), views, { mines: mines ?? content.mines });
    return { board, mined: null, start: null };
  }
  const made = await layoutOf(content);
  const { shape, mined, start } = made;
  const near = start === null ? [] : [start, ...shape.neighbours(start)];
  const rule = start !== null && mined[start] ? "none" : near.some((cell) => mined[cell]) ? "safe" : "zero";
  const begun = start === null ? "" : ` first-click ${rule} start ${shape.name(start)}`;
  const layout = [`layout ${made.level}${begun}`, .../** @type {string[]} */ (content.layout)].join("\n");
  return { ...(await laid(made)), layout };
}

/** @param {{shape: any, mined: Uint8Array, start: number | null}} layout @returns {Promise<Read>} */
async function laid({ shape, mined, start }) {
  const { Board } = await loadModule();
  const views = Int8Array.from(mined, (mine) => (mine ? -4 : -1));
  return { board: new Board(shape, views, { mines: mined.filter(Boolean).length }), mined, start };
}

/** @param {string} name @param {string} more @param {string} picture @returns {Promise<Read>} */
async function readLayout(name, more, picture) {
  const { Level } = await loadModule();
  const { shape, mines } = Level.parse(name);
  const signs = picture.replace(/\s/g, "");
  if (signs.length !== shape.count || /[^.*]/.test(signs)) throw refuse("unreadable", words.local.badLayout(name));
  const mined = Uint8Array.from(signs, (sign) => Number(sign === "*"));
  const found = mined.filter(Boolean).length;
  if (found !== mines) throw refuse("unreadable", words.local.badLayout(name));
  const start = START.exec(more);
  return laid({ shape, mined, start: start ? shape.cell(start[1]) : null });
}

/**
 * The board of a request: one text, or one character a cell.
 * @param {Record<string, any>} body @returns {Promise<any>}
 */
export async function readPosition(body) {
  if (body.position !== undefined && body.position !== null) {
    const { board, mined } = await readText(body.position, body.mines ?? null);
    if (mined) throw refuse("input", words.local.notLayout);
    return board;
  }
  const { Board, Shape } = await loadModule();
  const shape = body.shape ? Shape.parse(body.shape) : Shape.square(body.rows, body.cols);
  const views = Array.from(body.board, (/** @type {string} */ sign) => {
    const value = sign > "\u0080" ? sign.charCodeAt(0) - 128 : VALUES[sign] ?? Number(sign);
    if (Number.isNaN(value)) throw refuse("input", words.local.badSign(sign));
    return value;
  });
  return new Board(shape, views, { mines: body.mines });
}

/**
 * What the page shows of a board or a layout.
 * @param {Read} read
 */
export function describe({ board, mined }) {
  const { shape, mines, density } = board;
  const signs = Array.from(board.views, (/** @type {number} */ view) =>
    view < 0 ? SIGNS[view] : view <= 9 ? String(view) : String.fromCharCode(128 + view),
  );
  return {
    kind: mined ? "layout" : "board",
    shape: String(shape),
    rows: shape.rows,
    cols: shape.cols,
    mines,
    density,
    board: signs.join(""),
    position: board.position,
    picture: String(board),
  };
}

/**
 * A game as text; its layout only after the end.
 * @param {import("./live.js").LiveGame} live @param {string} form
 */
export function writeText(live, form) {
  const { board } = live;
  if (form === "position") return board.position;
  if (form === "picture") return String(board);
  if (form === "json") {
    const rows = Array.from({ length: board.shape.rows }, (_, row) =>
      Array.from(board.views.subarray(row * board.shape.cols, (row + 1) * board.shape.cols)),
    );
    return JSON.stringify({ rows, mines: board.mines });
  }
  if (!live.over || !live.layout) throw refuse("move", words.local.layoutHidden);
  const { shape, mined, start } = live.layout;
  const { seed, first_click } = live.terms;
  const begun = start === null ? "" : ` seed ${seed} first-click ${first_click} start ${shape.name(start)}`;
  const picture = Array.from({ length: shape.rows }, (_, row) =>
    Array.from(mined.subarray(row * shape.cols, (row + 1) * shape.cols), (mine) => (mine ? "*" : ".")).join(""),
  );
  return [`layout ${live.level}${begun}`, ...picture].join("\n");
}
