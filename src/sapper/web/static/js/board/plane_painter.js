/** Draws the visible part of a board of polygons. Scrolling copies what is drawn and draws the new strips. */

import { paintPolygon } from "./polygon.js";
import { FEW, shiftDrawn } from "./strips.js";
import { readColours } from "../base/theme.js";

export class PlanePainter {
  /** @param {HTMLCanvasElement} canvas @param {import("./plane_lay.js").PlaneLay} lay */
  constructor(canvas, lay) {
    this.canvas = canvas;
    this.lay = lay;
    this.colours = readColours();
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.forget();
  }

  /** Reads the colours again. */
  restyle() {
    this.colours = readColours();
    this.forget();
  }

  /** Draws everything in the next frame. */
  forget() {
    /** @type {{dx: number, dy: number, size: number} | null} */
    this.drawn = null;
  }

  /** @param {import("./painter.js").Scene} scene @param {Set<number> | "all"} dirty @param {number} now */
  paint(scene, dirty, now) {
    const { width, height } = this.canvas;
    const { size, dx, dy } = scene;
    const paintArea = (/** @type {number[]} */ ...area) => this.#paintArea(scene, area, now);
    if (dirty === "all" || dirty.size > FEW || this.drawn?.size !== size) paintArea(0, 0, width, height);
    else {
      shiftDrawn(this.pen, this.drawn, scene, paintArea);
      for (const index of dirty) this.#paintCell(scene, index, now);
    }
    this.drawn = { dx, dy, size };
  }

  /**
   * @param {import("./painter.js").Scene} scene
   * @param {number[]} area  x, y, width and height
   * @param {number} now
   */
  #paintArea(scene, [x, y, width, height], now) {
    const { pen, lay } = this;
    const { size, dx, dy } = scene;
    pen.save();
    pen.beginPath();
    pen.rect(x, y, width, height);
    pen.clip();
    pen.fillStyle = this.colours["cell-board"];
    pen.fillRect(x, y, width, height);
    const [left, top] = [(x + dx) / size, (y + dy) / size];
    for (const index of lay.within(left, top, left + width / size, top + height / size))
      this.#paintCell(scene, index, now);
    pen.restore();
  }

  /** @param {import("./painter.js").Scene} scene @param {number} index @param {number} now */
  #paintCell(scene, index, now) {
    const { corners, x, y, side, reach } = this.lay.outlines[index];
    const { size, dx, dy } = scene;
    const [middle, down] = [x * size - dx, y * size - dy];
    const far = 2 * size;
    if (middle < -far || down < -far || middle > this.canvas.width + far || down > this.canvas.height + far) return;
    const placed = new Array(corners.length);
    for (let k = 0; k < corners.length; k += 2) {
      placed[k] = corners[k] * size - dx;
      placed[k + 1] = corners[k + 1] * size - dy;
    }
    const form = { corners: placed, x: middle, y: down, side: side * size, reach: reach * size };
    const cell = { ...form, tilt: null, sharp: false };
    paintPolygon(this.pen, scene, this.colours, index, cell, now);
  }
}
