/**
 * A board zoomed far out: one pixel a cell, enlarged. Clues have a pale tint, so the frontier is visible.
 */

import { CLASSES } from "./marks.js";
import { riskLevel } from "./risk_marks.js";
import { BLAST, FLAG, HIDDEN, MINE, QUESTION, VOID, WRONG, isHidden } from "./cells.js";

/** Characters of cells and their colours. @type {[string, string][]} */
const INKS = [
  [HIDDEN, "cell-hidden"],
  [QUESTION, "question"],
  [FLAG, "flag-cloth"],
  [MINE, "cell-mine"],
  [BLAST, "cell-blast"],
  [WRONG, "cell-wrong"],
  [VOID, "cell-void"],
  ["0", "cell-open"],
];

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./painter.js").Scene} scene
 * @param {import("../base/theme.js").Colours} colours
 */
export function drawMap(pen, { rows, cols, cells, size, dx, dy, marks, pressed, mirror }, colours) {
  const inks = readInks(colours);
  const image = new ImageData(cols, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let index = 0; index < pixels.length; index++) {
    const char = cells[index];
    const risk = marks.risk?.[index];
    const known = risk !== null && risk !== undefined && char !== FLAG && isHidden(char);
    const place = mirror.index(index);
    pixels[place] = known
      ? inks[risk === 0 ? "safe" : risk === 1 ? "mine" : `risk-${riskLevel(risk)}`]
      : inks[pressed.has(index) ? "0" : char];
    const name = marks.classes?.[index];
    if (name) pixels[place] = inks[`class-${name}`];
    if (marks.mines.has(index)) pixels[place] = inks.M;
    if (marks.lit.has(index)) pixels[place] = inks.lit;
    if (marks.wanted.has(index) || index === marks.last || index === marks.best) pixels[place] = inks.warm;
    if (marks.sure.has(index)) pixels[place] = inks["ring-safe"];
    if (marks.doomed.has(index)) pixels[place] = inks["ring-mine"];
    if (marks.bad.has(index)) pixels[place] = inks.bad;
  }
  sheet.width = cols;
  sheet.height = rows;
  sheet.getContext("2d")?.putImageData(image, 0, 0);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(sheet, -dx, -dy, cols * size, rows * size);
}

const sheet = document.createElement("canvas");
/** @type {Map<import("../base/theme.js").Colours, Record<string, number>>} */
const known = new Map();

/**
 * Colours as pixels, read back from a canvas once for each theme.
 * @param {import("../base/theme.js").Colours} colours
 */
function readInks(colours) {
  const kept = known.get(colours);
  if (kept) return kept;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const pixel = (/** @type {string} */ colour, /** @type {string} */ wash = colour) => {
    pen.globalAlpha = 1;
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    pen.globalAlpha = 0.45;
    pen.fillStyle = wash;
    pen.fillRect(0, 0, 1, 1);
    return new Uint32Array(pen.getImageData(0, 0, 1, 1).data.buffer)[0];
  };
  /** @type {Record<string, number>} */
  const inks = Object.fromEntries(INKS.map(([look, name]) => [look, pixel(colours[name])]));
  for (const digit of "12345678") inks[digit] = pixel(colours["cell-open"], colours[`clue-${digit}`]);
  const levels = [1, 2, 3, 4, 5].map((level) => `risk-${level}`);
  const signs = ["safe", "mine", "lit", "warm", "bad", "ring-safe", "ring-mine"];
  const names = [...signs, ...levels, ...CLASSES.map((one) => `class-${one}`)];
  for (const name of names) inks[name] = pixel(colours[name]);
  known.clear();
  known.set(colours, inks);
  return inks;
}
