/**
 * The drawn signs of the board: digits, flag, mine, question mark, each in a box of 100 by 100.
 *
 * They are strokes with round ends rather than letters of a font, so the board looks the same on every system.
 */

/** @type {Record<string, Path2D>} */
const DIGITS = {
  0: new Path2D("M50 27 C30 27 30 73 50 73 C70 73 70 27 50 27 Z"),
  1: new Path2D("M40 36 L52 27 V73"),
  2: new Path2D("M35 38 C37 22 65 22 64 40 C63 52 44 60 35 73 H66"),
  3: new Path2D("M36 31 C44 23 63 25 63 38 C63 46 56 49 48 49 C58 49 66 53 66 62 C66 76 42 78 34 67"),
  4: new Path2D("M56 73 V27 L33 60 H68"),
  5: new Path2D("M63 27 H41 L38 48 C48 42 66 44 66 59 C66 76 43 78 35 67"),
  6: new Path2D("M60 27 C44 33 35 46 35 58 C35 79 66 79 66 58 C66 43 44 41 36 54"),
  7: new Path2D("M34 27 H66 C56 41 49 56 47 73"),
  8: new Path2D("M50 49 C35 49 35 26 50 26 C65 26 65 49 50 49 C31 49 31 74 50 74 C69 74 69 49 50 49 Z"),
  9: new Path2D("M40 73 C56 67 65 54 65 42 C65 21 34 21 34 42 C34 57 56 59 64 46"),
};
const POLE = new Path2D("M38 78 V22 M29 78 H50");
const CLOTH = new Path2D("M38 23 C50 17 57 29 73 24 V47 C57 52 50 40 38 46 Z");
const QUESTION = new Path2D("M37 38 C37 21 64 22 64 38 C64 49 50 49 50 60");
const SPIKES = new Path2D("M50 22 V78 M22 50 H78 M30 30 L70 70 M70 30 L30 70");
const CROSS = new Path2D("M24 24 L76 76 M76 24 L24 76");
const TICK = new Path2D("M33 52 L45 64 L68 38");

/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * Runs `draw` with the box of 100 laid over a square of the canvas.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {() => void} draw
 */
export function inBox(pen, x, y, size, draw) {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 100, size / 100);
  pen.lineCap = "round";
  pen.lineJoin = "round";
  draw();
  pen.restore();
}

/** @param {Pen} pen @param {Path2D} path @param {string} colour @param {number} width */
function stroke(pen, path, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(path);
}

/** @param {Pen} pen @param {string} digit  from 1 to 8 @param {string} colour */
export function drawDigit(pen, digit, colour) {
  pen.translate(50, 50);
  pen.scale(1.12, 1.12);
  pen.translate(-50, -50);
  stroke(pen, DIGITS[digit], colour, 11);
}

/** @param {Pen} pen @param {number} number  from 1 to 127 @param {string} colour */
export function drawNumber(pen, number, colour) {
  const digits = [...String(number)];
  if (digits.length === 1) {
    drawDigit(pen, digits[0], colour);
    return;
  }
  const [share, step] = digits.length === 2 ? [0.92, 36] : [0.7, 27];
  pen.translate(50, 50);
  pen.scale(share, share);
  pen.translate(-50 - ((digits.length - 1) * step) / 2, -50);
  for (const digit of digits) {
    stroke(pen, DIGITS[digit], colour, 10);
    pen.translate(step, 0);
  }
}

/** @param {Pen} pen @param {string} pole @param {string} cloth */
export function drawFlag(pen, pole, cloth) {
  pen.fillStyle = cloth;
  pen.fill(CLOTH);
  stroke(pen, CLOTH, cloth, 4);
  stroke(pen, POLE, pole, 7);
}

/** @param {Pen} pen @param {string} colour */
export function drawQuestion(pen, colour) {
  stroke(pen, QUESTION, colour, 9);
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(50, 75, 6, 0, 7);
  pen.fill();
}

/** @param {Pen} pen @param {string} colour @param {string} shine */
export function drawMine(pen, colour, shine) {
  stroke(pen, SPIKES, colour, 7);
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(50, 50, 20, 0, 7);
  pen.fill();
  pen.fillStyle = shine;
  pen.beginPath();
  pen.arc(43, 43, 5, 0, 7);
  pen.fill();
}

/** @param {Pen} pen @param {string} colour */
export const drawCross = (pen, colour) => stroke(pen, CROSS, colour, 9);

/** @param {Pen} pen @param {string} colour */
export const drawTick = (pen, colour) => stroke(pen, TICK, colour, 9);

const STAR = new Path2D("M50 20 58 40 80 42 63 56 68 78 50 66 32 78 37 56 20 42 42 40Z");

/** @param {Pen} pen @param {string} colour @param {string} edge */
export function drawStar(pen, colour, edge) {
  stroke(pen, STAR, edge, 16);
  stroke(pen, STAR, colour, 4);
  pen.fillStyle = colour;
  pen.fill(STAR);
}

/** Signs of risks by their colours: a disc for the lowest, a diamond for the next two, a triangle for the others. */
const RISK_SHAPES = [
  new Path2D("M50 0 A50 50 0 1 1 49.9 0Z"),
  new Path2D("M50 -8 108 50 50 108 -8 50Z"),
  new Path2D("M50 -12 112 95 -12 95Z"),
];

/** @param {Pen} pen @param {number} level  from 1 to 5 @param {string} colour */
export function drawRiskShape(pen, level, colour) {
  pen.fillStyle = colour;
  pen.fill(RISK_SHAPES[level >> 1]);
}

/** Signs of the classes of cells: a diamond, plus, equals and a cross. */
const CLASS_SIGNS = {
  best: new Path2D("M50 20 80 50 50 80 20 50Z"),
  good: new Path2D("M50 28V72M28 50H72"),
  similar: new Path2D("M28 40H72M28 60H72"),
  dead: CROSS,
};

/** @param {Pen} pen @param {keyof typeof CLASS_SIGNS} name @param {string} colour */
export function drawClassSign(pen, name, colour) {
  stroke(pen, CLASS_SIGNS[name], colour, name === "best" ? 5 : 9);
  if (name !== "best") return;
  pen.fillStyle = colour;
  pen.fill(CLASS_SIGNS.best);
}
