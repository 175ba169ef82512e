/**
 * One cell that is no square of a grid: its outline, its sign, and what is drawn over it.
 *
 * @typedef {object} Form  where a cell is drawn, in device pixels
 * @property {number[]} corners  x and y of each
 * @property {number} x  of its middle
 * @property {number} y
 * @property {number} side  of the square in which its sign is drawn
 * @property {number} reach  from the middle to the nearest edge
 * @property {[number, number, number] | null} tilt  on a globe, the matrix that turns the sign away with the cell:
 *   how far right goes right, how far right goes down (and down right), how far down goes down
 * @property {boolean} sharp  whether it has no room for round corners
 */

import { BLAST, FLAG, HIDDEN, MINE, QUESTION, VOID, WRONG, clueOf, isClue, isHidden } from "./cells.js";
import { drawCross, drawFlag, drawMine, drawNumber, drawQuestion, inBox } from "./glyphs.js";
import { drawMarks } from "./marks.js";
import { FLASH_MS, OPENING_MS, isPlain } from "./painter.js";
import { HOVER } from "./sprites.js";
import { mayMove } from "../base/theme.js";

/** Cells smaller than this, in device pixels, are flat, without corners and gaps. */
const FLAT = 12;

/**
 * Makes the outline of a cell the path of the pen.
 * @param {CanvasRenderingContext2D} pen
 * @param {Form} form
 * @param {number} inset  from the edges
 * @param {number} round  radius of the corners
 */
export function trace(pen, { corners, x, y, reach, sharp }, inset, round) {
  const share = Math.max(0, 1 - inset / reach);
  const count = corners.length / 2;
  const right = (/** @type {number} */ k) => x + (corners[2 * k] - x) * share;
  const down = (/** @type {number} */ k) => y + (corners[2 * k + 1] - y) * share;
  pen.beginPath();
  // Sharp corners have less room for round ones.
  const bend = count === 3 ? 0.4 * round : round;
  if (sharp || bend < 0.5) {
    for (let k = 0; k < count; k++) pen.lineTo(right(k), down(k));
  } else {
    pen.moveTo((right(count - 1) + right(0)) / 2, (down(count - 1) + down(0)) / 2);
    for (let k = 0; k < count; k++) {
      const next = (k + 1) % count;
      pen.arcTo(right(k), down(k), (right(k) + right(next)) / 2, (down(k) + down(next)) / 2, bend);
    }
  }
  pen.closePath();
}

/**
 * What a cell looks like now.
 * @param {import("./painter.js").Scene} scene
 * @param {number} index
 */
export function lookOf({ cells, pressed, hovered }, index) {
  const char = cells[index];
  if (pressed.has(index) && isHidden(char)) return "0";
  return index === hovered && char === HIDDEN ? HOVER : char;
}

/** @param {string} look  whether it is a button to press */
const isRaised = (look) => look === HIDDEN || look === HOVER || look === FLAG || look === QUESTION;

/**
 * The name of the colour of a cell.
 * @param {string} look
 */
export function groundOf(look) {
  if (isRaised(look)) return look === HOVER ? "cell-hover" : "cell-hidden";
  return look === BLAST ? "cell-blast" : look === VOID ? "cell-void" : "cell-open";
}

/**
 * The gap between cells, and whether they are too small for anything else.
 * @param {import("../base/theme.js").Colours} colours
 * @param {number} side
 */
export function gapOf(colours, side) {
  const edged = colours["cell-edge-light"] !== "";
  return edged || side < FLAT ? (side > 5 ? 0.5 : 0) : Math.max(0.5, Math.round(side / 40));
}

/**
 * Draws a cell with everything over it.
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./painter.js").Scene} scene
 * @param {import("../base/theme.js").Colours} colours
 * @param {number} index
 * @param {Form} form
 * @param {number} now
 */
export function paintPolygon(pen, scene, colours, index, form, now) {
  const look = lookOf(scene, index);
  fillGround(pen, colours, look, form);
  paintOver(pen, scene, colours, index, form, now);
}

/**
 * Draws what is on a cell and over it.
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./painter.js").Scene} scene
 * @param {import("../base/theme.js").Colours} colours
 * @param {number} index
 * @param {Form} form
 * @param {number} now
 */
export function paintOver(pen, scene, colours, index, form, now) {
  const look = lookOf(scene, index);
  const { x, y, side } = form;
  const edged = isRaised(look) && colours["cell-edge-light"] !== "";
  if (edged) drawEdges(pen, colours, form, side < FLAT ? 1 : side * 0.1);
  const isBlank = look === HIDDEN || look === HOVER || look === VOID || look === "0";
  if (!isBlank && side >= FLAT) inTilt(pen, form, () => drawSign(pen, colours, look));
  if (isPlain(scene, index) && !scene.near.has(index)) return;
  const start = scene.opening.get(index);
  if (start !== undefined && now < start + OPENING_MS) {
    pen.globalAlpha = Math.min(1, Math.max(0, 1 - (now - start) / OPENING_MS));
    fillGround(pen, colours, HIDDEN, form);
    pen.globalAlpha = 1;
  }
  const outline = (/** @type {number} */ inset, /** @type {number} */ round) => trace(pen, form, inset, round);
  drawMarks(pen, scene.marks, index, scene.cells[index], x - side / 2, y - side / 2, side, colours, outline);
  if (scene.near.has(index)) {
    outline(side * 0.08, side * 0.12);
    pen.strokeStyle = colours.accent;
    pen.lineWidth = Math.max(1.5, side * 0.07);
    pen.stroke();
  }
  const until = scene.flashing.get(index);
  if (until === undefined || now >= until) return;
  pen.globalAlpha = mayMove() ? 0.75 * Math.abs(Math.sin(((until - now) / FLASH_MS) * Math.PI * 1.5)) : 0.6;
  pen.fillStyle = colours.ring;
  outline(side * 0.06, side * 0.14);
  pen.fill();
  pen.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {import("../base/theme.js").Colours} colours
 * @param {string} look
 * @param {Form} form
 */
function fillGround(pen, colours, look, form) {
  const { side } = form;
  const square = side < FLAT || colours["cell-edge-light"] !== "";
  pen.fillStyle = colours["cell-board"];
  trace(pen, form, 0, 0);
  pen.fill();
  pen.fillStyle = colours[groundOf(look)];
  trace(pen, form, gapOf(colours, side), square ? 0 : side * 0.14);
  pen.fill();
}

/**
 * Light edges above and left, dark ones below and right.
 * @param {CanvasRenderingContext2D} pen
 * @param {import("../base/theme.js").Colours} colours
 * @param {Form} form
 * @param {number} width
 */
function drawEdges(pen, colours, { corners, x, y, reach }, width) {
  const share = 1 - width / reach;
  const inner = (/** @type {number} */ at, /** @type {number} */ middle) => middle + (at - middle) * share;
  for (let k = 0; k < corners.length; k += 2) {
    const [x0, y0] = [corners[k], corners[k + 1]];
    const [x1, y1] = [corners[(k + 2) % corners.length], corners[(k + 3) % corners.length]];
    const light = (x0 + x1) / 2 - x + 1.5 * ((y0 + y1) / 2 - y) < 0;
    pen.fillStyle = colours[light ? "cell-edge-light" : "cell-edge-dark"];
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    pen.lineTo(inner(x1, x), inner(y1, y));
    pen.lineTo(inner(x0, x), inner(y0, y));
    pen.fill();
  }
}

/**
 * Runs `draw` with the box of 100 over the sign of a cell, turned away with the cell.
 * @param {CanvasRenderingContext2D} pen
 * @param {Form} form
 * @param {() => void} draw
 */
function inTilt(pen, { x, y, side, tilt }, draw) {
  if (!tilt) {
    inBox(pen, x - side / 2, y - side / 2, side, draw);
    return;
  }
  pen.save();
  pen.transform(tilt[0], tilt[1], tilt[1], tilt[2], x, y);
  inBox(pen, -side / 2, -side / 2, side, draw);
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen @param {import("../base/theme.js").Colours} colours @param {string} look */
function drawSign(pen, colours, look) {
  if (look === FLAG) drawFlag(pen, colours["flag-pole"], colours["flag-cloth"]);
  else if (look === QUESTION) drawQuestion(pen, colours.question);
  else if (look === MINE) drawMine(pen, colours["cell-mine"], colours["cell-open"]);
  else if (look === BLAST) drawMine(pen, "#1b1114", "#ffffff");
  else if (look === WRONG) {
    const shown = pen.globalAlpha;
    pen.globalAlpha = 0.55 * shown;
    drawFlag(pen, colours["flag-pole"], colours["flag-cloth"]);
    pen.globalAlpha = shown;
    drawCross(pen, colours["cell-wrong"]);
  } else if (isClue(look)) {
    const clue = clueOf(look);
    drawNumber(pen, clue, colours[`clue-${((clue - 1) % 8) + 1}`]);
  }
}
