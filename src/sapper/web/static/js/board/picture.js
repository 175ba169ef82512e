/** A whole board as an image of its own, in the colours of the page. */

import { emptyMarks } from "./marks.js";

/** Some browsers draw no larger canvas: in pixels, of the whole and of a side. */
const LARGEST = { area: 2 ** 24, side: 2 ** 14 };
/** Side of a cell in pixels, where the board is not too large for it. */
const CELL = 40;

/** A canvas of fixed size with a board on it. */
export class Picture {
  /**
   * @param {{rows: number, cols: number, mirror: import("./mirror.js").Mirror, lay: import("./lay.js").Lay}} view
   * @param {number} size  of a cell in pixels
   */
  constructor({ rows, cols, mirror, lay }, size) {
    this.canvas = document.createElement("canvas");
    this.canvas.width = Math.ceil(lay.extent.width * size);
    this.canvas.height = Math.ceil(lay.extent.height * size);
    this.lay = lay;
    this.painter = lay.brush(this.canvas);
    const still = { hovered: -1, near: new Set(), pressed: new Set(), opening: new Map(), flashing: new Map() };
    this.scene = { rows, cols, mirror, size, ...still };
  }

  /**
   * Draws the board.
   * @param {string[]} cells
   * @param {Partial<import("./marks.js").Marks>} [marks]
   */
  draw(cells, marks = {}) {
    const { lay, scene } = this;
    const [dx, dy] = [lay.left, lay.top].map((offset) => Math.round(offset * scene.size));
    this.painter.paint({ ...scene, dx, dy, cells, marks: { ...emptyMarks(), ...marks } }, "all", 0);
  }
}

/**
 * The board as it is shown, with its marks, as a PNG file.
 * @param {import("./board_view.js").BoardView} view
 * @returns {Promise<Blob>}
 */
export async function savePicture(view) {
  const { width, height } = view.lay.extent;
  const size = Math.min(CELL, Math.sqrt(LARGEST.area / (width * height)), LARGEST.side / Math.max(width, height));
  const picture = new Picture(view, Math.max(1, Math.floor(size)));
  picture.draw(view.cells, view.marks);
  return new Promise((resolve, reject) => {
    picture.canvas.toBlob((file) => (file ? resolve(file) : reject(new Error("no picture"))), "image/png");
  });
}
