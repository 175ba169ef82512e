/**
 * Draws the half of a globe that faces the viewer. Every frame draws all of it, because a turn moves every cell: the
 * ground of all cells of one colour is one path.
 */

import { addOutline, gapOf, groundOf, lookOf, paintOver } from "./polygon.js";
import { readColours } from "../base/theme.js";

/** Cells that face the viewer less than this are not drawn. */
const EDGE = 0.02;

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
    const { pen, canvas, colours } = this;
    pen.fillStyle = colours["cell-board"];
    pen.fillRect(0, 0, canvas.width, canvas.height);
    const seen = this.#place(scene.size);
    const gap = gapOf(colours, this.lay.side * scene.size);
    /** @type {Map<string, import("./polygon.js").Form[]>} */
    const grounds = new Map();
    for (const [index, form] of seen) {
      const ground = groundOf(lookOf(scene, index));
      const there = grounds.get(ground);
      if (there) there.push(form);
      else grounds.set(ground, [form]);
    }
    for (const [ground, forms] of grounds) {
      pen.fillStyle = colours[ground];
      pen.beginPath();
      for (const form of forms) addOutline(pen, form, gap);
      pen.fill();
    }
    for (const [index, form] of seen) paintOver(pen, scene, colours, index, form, now);
  }

  /**
   * The cells that are seen, and where.
   * @param {number} size
   * @returns {[number, import("./polygon.js").Form][]}
   */
  #place(size) {
    const { lay, placed, canvas } = this;
    const radius = lay.radius * size;
    const [x, y] = [canvas.width / 2, canvas.height / 2];
    const [across, over, towards] = lay.turned;
    lay.points.forEach(([a, b, c], place) => {
      placed[2 * place] = x + (across[0] * a + across[1] * b + across[2] * c) * radius;
      placed[2 * place + 1] = y + (over[0] * a + over[1] * b + over[2] * c) * radius;
    });
    /** @type {[number, import("./polygon.js").Form][]} */
    const seen = [];
    lay.middles.forEach((middle, index) => {
      const near = towards[0] * middle[0] + towards[1] * middle[1] + towards[2] * middle[2];
      if (near < EDGE) return;
      const [right, down] = lay.project(middle);
      const corners = [];
      for (const corner of lay.outlines[index]) corners.push(placed[2 * corner], placed[2 * corner + 1]);
      const tilt = { angle: Math.atan2(down, right), share: near };
      const side = lay.side * size * (0.4 + 0.6 * near);
      const middleAt = { x: x + right * radius, y: y + down * radius };
      // Round corners would not fit into cells that are turned away.
      seen.push([index, { corners, ...middleAt, side, reach: 0.5 * size, tilt, sharp: true }]);
    });
    return seen;
  }
}
