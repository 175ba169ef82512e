/**
 * Mine probabilities on cells: tiles from green over amber to red, with a number or a shape that grows with the risk.
 *
 * Floating cells have small discs, and their common risk is written once. An estimate beside the exact risk takes the
 * lower right half of the tile.
 *
 * @typedef {object} Look
 * @property {number} risk
 * @property {number | null} estimate
 * @property {boolean} far  whether the cell is floating
 * @property {boolean} labelled  whether the risk of floating cells is written here
 * @property {boolean} starred  whether it is recommended
 * @property {boolean} percent  whether numbers are shown
 *
 * @typedef {import("../base/theme.js").Colours} Colours
 * @typedef {(inset: number, round: number) => void} Outline  makes the outline of a cell the path of the pen, so far
 *   inside it and with corners so round, in device pixels
 */

import { drawMine, drawRiskShape, drawStar, drawTick, inBox } from "./glyphs.js";

/** Cells smaller than this, in device pixels, are filled, because signs would be unreadable. */
export const FILLED = 14;
/** Cells smaller than this show no numbers. */
const NUMBERED = 22;
/** Cells smaller than this show no second number. */
const TWICE_NUMBERED = 34;
/** Where the next colour begins. */
const STEPS = [0.1, 0.2, 0.35, 0.6];

/**
 * The colour of a risk that is neither 0 nor 1.
 * @param {number} risk
 */
export const riskLevel = (risk) => 1 + STEPS.filter((step) => risk >= step).length;

/**
 * The outline of a square.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {Outline}
 */
export const squareOutline = (pen, x, y, size) => (inset, round) => {
  pen.beginPath();
  pen.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, round);
};

/**
 * Draws the risk of a hidden cell; returns whether that includes the star.
 * @param {CanvasRenderingContext2D} pen
 * @param {Look} look
 * @param {boolean} free  whether the cell has no flag and no question mark
 * @param {number} x
 * @param {number} y
 * @param {number} size  in device pixels
 * @param {Colours} colours
 * @param {Outline} outline
 */
export function drawRisk(pen, look, free, x, y, size, colours, outline) {
  const { risk } = look;
  if (risk === 0 || risk === 1) {
    drawSure(pen, risk === 0 ? "safe" : "mine", free, x, y, size, colours, outline);
    return false;
  }
  const colour = colours[`risk-${riskLevel(risk)}`];
  const numbered = look.percent && size >= NUMBERED;
  if (size < FILLED) tile(pen, colour, size, outline);
  else if (!free || (look.far && !look.labelled)) {
    // A flag stays readable, and floating cells step back behind the frontier.
    const [middle, radius] = free ? [0.5, 0.13] : [0.78, 0.14];
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x + size * middle, y + size * middle, size * radius, 0, 7);
    pen.fill();
  } else {
    tile(pen, colour, size, outline);
    if (look.estimate !== null) drawEstimate(pen, look.estimate, numbered, x, y, size, colours, outline);
    const twice = look.estimate !== null && size >= TWICE_NUMBERED;
    if (numbered || look.labelled) number(pen, risk, twice ? -0.2 : 0, x, y, size, colours);
    else if (look.starred) {
      inBox(pen, x, y, size, () => drawStar(pen, colours.star, colours.ring));
      return true;
    } else if (look.estimate === null) {
      const side = size * (0.2 + 0.36 * Math.sqrt(risk));
      const inset = (size - side) / 2;
      inBox(pen, x + inset, y + inset, side, () => drawRiskShape(pen, riskLevel(risk), colours["risk-ink"]));
    }
  }
  return false;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {"safe" | "mine"} name
 * @param {boolean} free
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Colours} colours
 * @param {Outline} outline
 */
function drawSure(pen, name, free, x, y, size, colours, outline) {
  pen.globalAlpha = free ? 1 : 0.45; // a pale tint keeps the flag visible
  tile(pen, colours[name], size, outline);
  pen.globalAlpha = 1;
  if (!free || size < FILLED) return;
  const draw =
    name === "safe"
      ? () => drawTick(pen, colours["safe-ink"])
      : () => drawMine(pen, colours["mine-ink"], colours.mine);
  inBox(pen, x + size * 0.1, y + size * 0.1, size * 0.8, draw);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} estimate
 * @param {boolean} numbered
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Colours} colours
 * @param {Outline} outline
 */
function drawEstimate(pen, estimate, numbered, x, y, size, colours, outline) {
  pen.save();
  pen.beginPath();
  pen.moveTo(x + size, y);
  pen.lineTo(x + size, y + size);
  pen.lineTo(x, y + size);
  pen.clip();
  const certain = estimate === 0 ? "safe" : "mine";
  tile(pen, colours[estimate > 0 && estimate < 1 ? `risk-${riskLevel(estimate)}` : certain], size, outline);
  pen.restore();
  // What the estimate calls certain has its colour alone: its number would be hard to read there.
  if (!numbered || size < TWICE_NUMBERED || estimate === 0 || estimate === 1) return;
  number(pen, estimate, 0.2, x, y, size, colours);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} colour
 * @param {number} size
 * @param {Outline} outline
 */
function tile(pen, colour, size, outline) {
  pen.fillStyle = colour;
  outline(size * 0.07, size * 0.13);
  pen.fill();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} risk
 * @param {number} shift  towards the lower right, as a share of the cell: two numbers are smaller
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Colours} colours
 */
function number(pen, risk, shift, x, y, size, colours) {
  const share = shift ? 0.28 : size < 30 ? 0.42 : 0.38;
  pen.fillStyle = colours["risk-ink"];
  pen.font = `600 ${Math.round(size * share)}px ui-sans-serif, system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(spellPercent(risk), x + size * (0.5 + shift), y + size * (0.53 + shift), size * 0.8);
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
