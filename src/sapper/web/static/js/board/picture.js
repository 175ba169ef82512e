/** A whole board as an image of its own, in the colours of the page. */

import { emptyMarks } from "./marks.js";
import { Painter } from "./painter.js";

/** Some browsers draw no larger canvas: in pixels, of the whole and of a side. */
const LARGEST = { area: 2 ** 24, side: 2 ** 14 };
/** Side of a cell in pixels, where the board is not too large for it. */
const CELL = 40;

/** A canvas of fixed size with a board on it. */
export class Picture {
  /**
   * @param {{rows: number, cols: number, mirror: import("./mirror.js").Mirror}} view
   * @param {number} size  of a cell in pixels
   */
  constructor({ rows, cols, mirror }, size) {
    this.canvas = document.createElement("canvas");
    this.canvas.width = cols * size;
    this.canvas.height = rows * size;
    this.painter = new Painter(this.canvas);
    const still = { hovered: -1, pressed: new Set(), opening: new Map(), flashing: new Map() };
    this.scene = { rows, cols, mirror, size, dx: 0, dy: 0, ...still };
  }

  /**
   * Draws the board.
   * @param {string[]} cells
   * @param {Partial<import("./marks.js").Marks>} [marks]
   */
  draw(cells, marks = {}) {
    this.painter.paint({ ...this.scene, cells, marks: { ...emptyMarks(), ...marks } }, "all", 0);
  }
}

/**
 * The board as it is shown, with its marks, as a PNG file.
 * @param {import("./board_view.js").BoardView} view
 * @returns {Promise<Blob>}
 */
export async function savePicture(view) {
  const { rows, cols } = view;
  const size = Math.min(CELL, Math.sqrt(LARGEST.area / (rows * cols)), LARGEST.side / Math.max(rows, cols));
  const picture = new Picture(view, Math.max(1, Math.floor(size)));
  picture.draw(view.cells, view.marks);
  return new Promise((resolve, reject) => {
    picture.canvas.toBlob((file) => (file ? resolve(file) : reject(new Error("no picture"))), "image/png");
  });
}
