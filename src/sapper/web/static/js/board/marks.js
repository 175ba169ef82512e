/**
 * What is drawn over cells: the overlay of mine probabilities or of classes, highlighted cells, and shown mines.
 *
 * No information depends on colour alone: a safe cell has a tick, a mine its sign, a risk its number or shape, the
 * recommended cell a star, and every class its own sign.
 *
 * @typedef {object} Marks
 * @property {(number | null)[] | null} risk  mine probability of every hidden cell, or null for no overlay
 * @property {(number | null)[] | null} estimate  risk as the strategy automine estimates it, beside the exact one
 * @property {Uint8Array | null} far  1 for floating cells, whose risk is all the same: it is written once
 * @property {number} label  the floating cell on which it is written, or -1
 * @property {number} best  the recommended cell, or -1
 * @property {(ClassName | null)[] | null} classes  class of every cell that has one, or null for probabilities
 * @property {Set<number>} mines  mines that the player asked to see
 * @property {boolean} percent  whether the overlay shows numbers
 * @property {Set<number>} lit  clues of a text
 * @property {Set<number>} wanted  cells of a text that may be mines
 * @property {Set<number>} sure  cells that a text shows to be safe
 * @property {Set<number>} doomed  cells that a text shows to be mines
 * @property {Set<number>} bad  clues that contradict each other
 * @property {Set<number>} doubtful  cells that may be read wrong from a picture
 * @property {number} last  the cell of the last move, or -1
 * @property {number} start  the only cell at which the game may start, or -1
 *
 * @typedef {"best" | "good" | "similar" | "dead"} ClassName
 * @typedef {import("./risk_marks.js").Outline} Outline
 */

import { drawClassSign, drawMine, drawStar, inBox } from "./glyphs.js";
import { isHidden } from "./cells.js";
import { FILLED, drawRisk, squareOutline } from "./risk_marks.js";

/** @type {ClassName[]} */
export const CLASSES = ["best", "good", "similar", "dead"];

/** @returns {Marks} */
export const emptyMarks = () => ({
  risk: null,
  estimate: null,
  far: null,
  label: -1,
  best: -1,
  classes: null,
  mines: new Set(),
  percent: false,
  lit: new Set(),
  wanted: new Set(),
  sure: new Set(),
  doomed: new Set(),
  bad: new Set(),
  doubtful: new Set(),
  last: -1,
  start: -1,
});

/**
 * Whether new marks look different from the old ones.
 * @param {Marks} before
 * @param {Partial<Marks>} marks
 */
export const isNews = (before, marks) =>
  Object.entries(marks).some(([key, value]) => {
    const old = before[/** @type {keyof Marks} */ (key)];
    return old !== value && !(old instanceof Set && value instanceof Set && old.size + value.size === 0);
  });

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Marks} marks
 * @param {number} index
 * @param {string} char
 * @param {number} x
 * @param {number} y
 * @param {number} size  in device pixels
 * @param {import("../base/theme.js").Colours} colours
 * @param {Outline} [outline]  the square, unless the cell has another outline
 */
export function drawMarks(pen, marks, index, char, x, y, size, colours, outline = squareOutline(pen, x, y, size)) {
  // The start is safe, whatever the probabilities of the board say.
  const risk = index === marks.start ? 0 : marks.risk?.[index];
  const starred = index === marks.best && isHidden(char);
  let isStarDrawn = false;
  if (marks.classes && risk !== 1) {
    const name = marks.classes[index];
    if (name && isHidden(char)) drawClass(pen, name, x, y, size, colours, outline);
  } else if (risk !== null && risk !== undefined && isHidden(char)) {
    const far = marks.far?.[index] === 1;
    const estimate = marks.estimate?.[index] ?? null;
    const look = { risk, estimate, far, starred, labelled: index === marks.label, percent: marks.percent };
    isStarDrawn = drawRisk(pen, look, char === ".", x, y, size, colours, outline);
  }
  if (starred && !isStarDrawn && size >= FILLED) {
    const side = size * 0.62;
    inBox(pen, x + size - side, y, side, () => drawStar(pen, colours.star, colours.ring));
  }
  if (marks.mines.has(index) && isHidden(char)) {
    inBox(pen, x, y, size, () => drawMine(pen, colours["cell-mine"], colours["cell-hidden"]));
  }
  if (marks.bad.has(index)) {
    ring(pen, outline, size, colours.bad, 0.12);
    pen.globalAlpha = 0.18;
    pen.fillStyle = colours.bad;
    outline(0, 0);
    pen.fill();
    pen.globalAlpha = 1;
  }
  if (marks.doubtful.has(index)) edgedRing(pen, outline, size, colours["ring-guess"], colours.ring);
  if (marks.lit.has(index)) ring(pen, outline, size, colours.lit, 0.09);
  if (marks.wanted.has(index)) edgedRing(pen, outline, size, colours["ring-guess"], colours.ring);
  if (marks.sure.has(index)) edgedRing(pen, outline, size, colours["ring-safe"], colours.ring);
  if (marks.doomed.has(index)) edgedRing(pen, outline, size, colours["ring-mine"], colours.ring);
  if (index === marks.last) ring(pen, outline, size, colours.accent, 0.08);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {ClassName} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {import("../base/theme.js").Colours} colours
 * @param {Outline} outline
 */
function drawClass(pen, name, x, y, size, colours, outline) {
  pen.fillStyle = colours[`class-${name}`];
  outline(size * 0.07, size * 0.13);
  pen.fill();
  if (size < FILLED) return;
  inBox(pen, x + size * 0.1, y + size * 0.1, size * 0.8, () =>
    drawClassSign(pen, name, colours[`class-${name}-ink`]),
  );
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Outline} outline
 * @param {number} size
 * @param {string} colour
 * @param {number} width  as a share of the cell
 */
function ring(pen, outline, size, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(1.5, size * width);
  outline(Math.max(1, size * 0.06), size * 0.16);
  pen.stroke();
}

/**
 * A ring that is seen on cells of every colour.
 * @param {CanvasRenderingContext2D} pen
 * @param {Outline} outline
 * @param {number} size
 * @param {string} colour
 * @param {string} edge
 */
function edgedRing(pen, outline, size, colour, edge) {
  ring(pen, outline, size, edge, 0.2);
  ring(pen, outline, size, colour, 0.12);
}
