/**
 * What is drawn over cells: the overlay of mine probabilities or of classes, highlighted cells, and shown mines.
 *
 * No information depends on colour alone: a safe cell has a tick, a mine its sign, a risk a disc of that area, and
 * every class its own sign.
 *
 * @typedef {object} Marks
 * @property {(number | null)[] | null} risk  mine probability of every hidden cell, or null for no overlay
 * @property {Uint8Array | null} far  1 for floating cells, whose risk is all the same: their discs step back
 * @property {(ClassName | null)[] | null} classes  class of every cell that has one, or null for probabilities
 * @property {Set<number>} mines  mines that the player asked to see
 * @property {boolean} percent  whether the overlay shows numbers
 * @property {Set<number>} lit  clues of a text
 * @property {Set<number>} wanted  cells of a text
 * @property {Set<number>} bad  clues that contradict each other
 * @property {number} last  the cell of the last move, or -1
 * @property {number} start  the only cell at which the game may start, or -1
 *
 * @typedef {"best" | "good" | "similar" | "dead"} ClassName
 */

import { drawClassSign, drawMine, drawTick, inBox } from "./glyphs.js";
import { isHidden } from "./cells.js";

/** @type {ClassName[]} */
export const CLASSES = ["best", "good", "similar", "dead"];

/** @returns {Marks} */
export const emptyMarks = () => ({
  risk: null,
  far: null,
  classes: null,
  mines: new Set(),
  percent: false,
  lit: new Set(),
  wanted: new Set(),
  bad: new Set(),
  last: -1,
  start: -1,
});

/** Cells smaller than this, in device pixels, are filled, because signs would be unreadable. */
const FILLED = 14;
/** Cells smaller than this show no numbers. */
const NUMBERED = 22;

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Marks} marks
 * @param {number} index
 * @param {string} char
 * @param {number} x
 * @param {number} y
 * @param {number} size  in device pixels
 * @param {import("../base/theme.js").Colours} colours
 */
export function drawMarks(pen, marks, index, char, x, y, size, colours) {
  // The start is safe, whatever the probabilities of the board say.
  const risk = index === marks.start ? 0 : marks.risk?.[index];
  if (marks.classes && risk !== 1) {
    const name = marks.classes[index];
    if (name && isHidden(char)) drawClass(pen, name, x, y, size, colours);
  } else if (risk !== null && risk !== undefined && isHidden(char)) {
    drawRisk(pen, risk, char, marks.percent, marks.far?.[index] === 1, x, y, size, colours);
  }
  if (marks.mines.has(index) && isHidden(char)) {
    inBox(pen, x, y, size, () => drawMine(pen, colours["cell-mine"], colours["cell-hidden"]));
  }
  if (marks.bad.has(index)) {
    ring(pen, x, y, size, colours.bad, 0.12);
    pen.globalAlpha = 0.18;
    pen.fillStyle = colours.bad;
    pen.fillRect(x, y, size, size);
    pen.globalAlpha = 1;
  }
  if (marks.lit.has(index)) ring(pen, x, y, size, colours.lit, 0.09);
  if (marks.wanted.has(index)) ring(pen, x, y, size, colours.warm, 0.12);
  if (index === marks.last) ring(pen, x, y, size, colours.accent, 0.08);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {ClassName} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {import("../base/theme.js").Colours} colours
 */
function drawClass(pen, name, x, y, size, colours) {
  const inset = size * 0.07;
  pen.fillStyle = colours[`class-${name}`];
  pen.beginPath();
  pen.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.13);
  pen.fill();
  if (size < FILLED) return;
  inBox(pen, x + size * 0.1, y + size * 0.1, size * 0.8, () =>
    drawClassSign(pen, name, colours[`class-${name}-ink`]),
  );
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {number} width  as a share of the cell
 */
function ring(pen, x, y, size, colour, width) {
  const inset = Math.max(1, size * 0.06);
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(1.5, size * width);
  pen.beginPath();
  pen.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.16);
  pen.stroke();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} risk
 * @param {string} char
 * @param {boolean} percent
 * @param {boolean} far
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {import("../base/theme.js").Colours} colours
 */
function drawRisk(pen, risk, char, percent, far, x, y, size, colours) {
  const sure = risk === 0 || risk === 1;
  const name = risk === 0 ? "safe" : risk === 1 ? "mine" : "risk";
  const free = char === ".";
  pen.fillStyle = colours[name];
  pen.beginPath();
  if (sure || size < FILLED) {
    // A pale tint keeps the flag visible.
    pen.globalAlpha = free ? (sure ? 1 : 0.35 + 0.65 * risk) : 0.45;
    const inset = size * 0.07;
    pen.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.13);
    pen.fill();
    pen.globalAlpha = 1;
    if (free && size >= FILLED) {
      const draw =
        risk === 0
          ? () => drawTick(pen, colours["safe-ink"])
          : () => drawMine(pen, colours["mine-ink"], colours.mine);
      inBox(pen, x + size * 0.1, y + size * 0.1, size * 0.8, draw);
    }
    return;
  }
  // The area of the disc is the risk. With a number the disc has its full size.
  const numbered = percent && size >= NUMBERED;
  const radius = size * (numbered ? 0.43 : 0.1 + 0.34 * Math.sqrt(risk));
  pen.globalAlpha = far ? 0.4 : free ? 1 : 0.6;
  pen.arc(x + size / 2, y + size / 2, radius, 0, 7);
  pen.fill();
  pen.globalAlpha = 1;
  if (!numbered) return;
  pen.fillStyle = colours["risk-ink"];
  pen.font = `600 ${Math.round(size * (size < 30 ? 0.42 : 0.36))}px ui-sans-serif, system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(spellPercent(risk), x + size / 2, y + size * 0.53, size * 0.8);
}

/**
 * A probability in percent; only 0 and 1 are written as 0 and 100.
 * @param {number} probability  between 0 and 1
 */
export function spellPercent(probability) {
  if (probability === 0 || probability === 1) return String(probability * 100);
  const rounded = Math.round(probability * 100);
  if (rounded === 0) return "<1";
  return rounded === 100 ? ">99" : String(rounded);
}
