/** Draws the half of a globe that faces the viewer. Every frame draws all of it: a turn moves every cell. */

import { paintPolygon } from "./polygon.js";
import { readColours } from "../base/theme.js";

/** Cells that face the viewer less than this are not drawn. */
const EDGE = 0.02;
/** Round corners of cells that face the viewer less than this would not fit into them. */
const SHARP = 0.6;

export class SpherePainter {
  /** @param {HTMLCanvasElement} canvas @param {import("./sphere_lay.js").SphereLay} lay */
  constructor(canvas, lay) {
    this.canvas = canvas;
    this.lay = lay;
    this.colours = readColours();
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    /** Where each corner is drawn. */
    this.placed = new Float64Array(2 * lay.points.length);
  }

  /** Reads the colours again. */
  restyle() {
    this.colours = readColours();
  }

  forget() {}

  /** @param {import("./painter.js").Scene} scene @param {Set<number> | "all"} _dirty @param {number} now */
  paint(scene, _dirty, now) {
    const { pen, lay, placed, canvas, colours } = this;
    const { size } = scene;
    const radius = lay.radius * size;
    const [x, y] = [canvas.width / 2, canvas.height / 2];
    pen.fillStyle = colours["cell-board"];
    pen.fillRect(0, 0, canvas.width, canvas.height);
    lay.points.forEach((point, place) => {
      const [right, down] = lay.project(point);
      placed[2 * place] = x + right * radius;
      placed[2 * place + 1] = y + down * radius;
    });
    lay.middles.forEach((middle, index) => {
      const [right, down, near] = lay.project(middle);
      if (near < EDGE) return;
      const corners = lay.outlines[index].flatMap((corner) => [placed[2 * corner], placed[2 * corner + 1]]);
      const form = {
        corners,
        x: x + right * radius,
        y: y + down * radius,
        side: lay.side * size * (0.4 + 0.6 * near),
        reach: 0.5 * size,
        tilt: { angle: Math.atan2(down, right), share: near },
        sharp: near < SHARP,
      };
      paintPolygon(pen, scene, colours, index, form, now);
    });
    this.#shade(x, y, radius);
  }

  /** Makes the edge darker, so that the globe looks round. */
  #shade(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius) {
    const { pen } = this;
    const shade = pen.createRadialGradient(x - radius * 0.25, y - radius * 0.3, radius * 0.4, x, y, radius);
    shade.addColorStop(0, "rgba(0, 0, 0, 0)");
    shade.addColorStop(1, "rgba(0, 0, 0, 0.32)");
    pen.fillStyle = shade;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
  }
}
