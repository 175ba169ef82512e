/**
 * All looks of a cell, drawn once per size and theme. Drawing a board then copies one image per cell, which is fast
 * enough for 40,000 cells.
 */

import { BLAST, FLAG, HIDDEN, MINE, QUESTION, VOID, WRONG } from "./cells.js";
import { drawCross, drawDigit, drawFlag, drawMine, drawQuestion, inBox } from "./glyphs.js";

/** @typedef {import("../base/theme.js").Colours} Colours */

/** The look of a hidden cell under the pointer, which is no character of the board. */
export const HOVER = "hover";

const LOOKS = [HIDDEN, HOVER, FLAG, QUESTION, ..."012345678", VOID, MINE, BLAST, WRONG];

/** Cells smaller than this, in pixels, are flat, without corners and gaps. */
const FLAT = 12;

export class Sprites {
  /**
   * @param {number} size  of a cell in device pixels
   * @param {Colours} colours
   */
  constructor(size, colours) {
    this.size = size;
    this.colours = colours;
    /** @type {HTMLCanvasElement} */
    this.sheet = document.createElement("canvas");
    this.sheet.width = size * LOOKS.length;
    this.sheet.height = size;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.sheet.getContext("2d"));
    /** @type {Map<string, number>} where each look begins */
    this.places = new Map(LOOKS.map((look, place) => [look, place * size]));
    for (const [look, x] of this.places) this.#paint(pen, look, x);
  }

  /**
   * Copies a look to the canvas.
   * @param {CanvasRenderingContext2D} pen
   * @param {string} look
   * @param {number} x
   * @param {number} y
   */
  draw(pen, look, x, y) {
    const { size } = this;
    pen.drawImage(this.sheet, this.places.get(look) ?? 0, 0, size, size, x, y, size, size);
  }

  /** @param {CanvasRenderingContext2D} pen @param {string} look @param {number} x */
  #paint(pen, look, x) {
    const { size, colours } = this;
    pen.fillStyle = colours["cell-board"];
    pen.fillRect(x, 0, size, size);
    const raised = look === HIDDEN || look === HOVER || look === FLAG || look === QUESTION;
    if (raised) this.#tile(pen, x, look === HOVER ? "cell-hover" : "cell-hidden", true);
    else if (look === BLAST) this.#tile(pen, x, "cell-blast", false);
    else if (look === VOID) this.#tile(pen, x, "cell-void", false);
    else this.#tile(pen, x, "cell-open", false);
    inBox(pen, x, 0, size, () => this.#sign(pen, look));
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} x @param {string} colour @param {boolean} raised */
  #tile(pen, x, colour, raised) {
    const { size, colours } = this;
    const edged = colours["cell-edge-light"] !== "";
    const least = size > 5 ? 0.5 : 0;
    const gap = edged || size < FLAT ? least : Math.max(0.5, Math.round(size / 40));
    const side = size - 2 * gap;
    pen.fillStyle = colours[colour];
    if (raised && size >= FLAT) {
      // A slight gradient makes the cell look like a button.
      const light = pen.createLinearGradient(0, gap, 0, size - gap);
      light.addColorStop(0, colours[colour === "cell-hover" ? "cell-hover" : "cell-hidden-top"]);
      light.addColorStop(1, colours[colour]);
      pen.fillStyle = light;
    }
    pen.beginPath();
    pen.roundRect(x + gap, gap, side, side, size < FLAT || edged ? 0 : size * 0.16);
    pen.fill();
    if (edged && raised) this.#edges(pen, x, size >= FLAT ? size * 0.11 : 1);
  }

  /**
   * Light edges above and left, dark ones below and right.
   * @param {CanvasRenderingContext2D} pen
   * @param {number} x
   * @param {number} width
   */
  #edges(pen, x, width) {
    const { size, colours } = this;
    const corner = (/** @type {string} */ colour, /** @type {[number, number][]} */ points) => {
      pen.fillStyle = colours[colour];
      pen.beginPath();
      for (const [right, down] of points) pen.lineTo(x + right, down);
      pen.fill();
    };
    const inner = size - width;
    corner("cell-edge-light", [[0, size], [0, 0], [size, 0], [inner, width], [width, width], [width, inner]]);
    corner("cell-edge-dark", [[0, size], [size, size], [size, 0], [inner, width], [inner, inner], [width, inner]]);
  }

  /** @param {CanvasRenderingContext2D} pen @param {string} look */
  #sign(pen, look) {
    const { colours } = this;
    if (look === FLAG) drawFlag(pen, colours["flag-pole"], colours["flag-cloth"]);
    else if (look === QUESTION) drawQuestion(pen, colours.question);
    else if (look === MINE) drawMine(pen, colours["cell-mine"], colours["cell-open"]);
    else if (look === BLAST) drawMine(pen, "#1b1114", "#ffffff");
    else if (look === WRONG) {
      pen.globalAlpha = 0.55;
      drawFlag(pen, colours["flag-pole"], colours["flag-cloth"]);
      pen.globalAlpha = 1;
      drawCross(pen, colours["cell-wrong"]);
    } else if (look >= "1" && look <= "8") drawDigit(pen, look, colours[`clue-${look}`]);
  }
}
