/**
 * Draws the half of a globe that faces the viewer. Every frame draws all of it, because a turn moves every cell. Each
 * cell is a path of its own: browsers fill one path of many cells ten times slower.
 */

import { gapOf, groundOf, lookOf, paintOver, trace } from "./polygon.js";
import { readColours } from "../base/theme.js";

/** Cells whose middle faces the viewer less than this show no signs. */
const EDGE = 0.02;
/** Corners beyond the edge of the globe are drawn so far out, in radii. What is drawn outside is covered. */
const BEYOND = 1.1;

export class SpherePainter {
  /** @param {HTMLCanvasElement} canvas @param {import("./sphere_lay.js").SphereLay} lay */
  constructor(canvas, lay) {
    this.canvas = canvas;
    this.lay = lay;
    this.colours = readColours();
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    /** Where each corner is drawn, and how much it faces the viewer. */
    this.placed = new Float64Array(3 * lay.points.length);
    /** @type {Uint8Array} what is seen of each cell: nothing, its ground, or its sign too */
    this.seen = new Uint8Array(lay.outlines.length);
    /** @type {import("./polygon.js").Form[]} where each cell is drawn; the same objects in every frame */
    this.forms = lay.outlines.map((corners) => ({
      corners: new Array(2 * corners.length).fill(0),
      x: 0,
      y: 0,
      side: 0,
      reach: 0,
      tilt: [1, 0, 1],
      // Round corners would not fit into cells that are turned away.
      sharp: true,
    }));
  }

  /** Reads the colours again. */
  restyle() {
    this.colours = readColours();
  }

  forget() {}

  /** @param {import("./painter.js").Scene} scene @param {Set<number> | "all"} _dirty @param {number} now */
  paint(scene, _dirty, now) {
    const { pen, canvas, colours, seen, forms } = this;
    pen.fillStyle = colours["cell-board"];
    pen.fillRect(0, 0, canvas.width, canvas.height);
    this.#place(scene.size);
    const gap = gapOf(colours, this.lay.side * scene.size);
    let ground = "";
    for (let index = 0; index < forms.length; index++) {
      if (!seen[index]) continue;
      const wanted = groundOf(lookOf(scene, index));
      if (wanted !== ground) pen.fillStyle = colours[(ground = wanted)];
      trace(pen, forms[index], gap, 0);
      pen.fill();
    }
    for (let index = 0; index < forms.length; index++) {
      if (seen[index] === 2) paintOver(pen, scene, colours, index, forms[index], now);
    }
    this.#coverOutside(this.lay.radius * scene.size);
  }

  /**
   * Finds where all cells are drawn.
   * @param {number} size
   */
  #place(size) {
    const { lay, placed, canvas, seen, forms } = this;
    const radius = lay.radius * size;
    const [x, y] = [canvas.width / 2, canvas.height / 2];
    const [across, over, towards] = lay.turned;
    lay.points.forEach(([a, b, c], place) => {
      const right = across[0] * a + across[1] * b + across[2] * c;
      const down = over[0] * a + over[1] * b + over[2] * c;
      const near = towards[0] * a + towards[1] * b + towards[2] * c;
      const far = near < 0 ? (BEYOND * radius) / Math.hypot(right, down) : radius;
      placed[3 * place] = x + right * far;
      placed[3 * place + 1] = y + down * far;
      placed[3 * place + 2] = near;
    });
    lay.middles.forEach((middle, index) => {
      const corners = lay.outlines[index];
      const [right, down, near] = lay.project(middle);
      seen[index] = near >= EDGE ? 2 : corners.some((corner) => placed[3 * corner + 2] > 0) ? 1 : 0;
      if (!seen[index]) return;
      const form = forms[index];
      corners.forEach((corner, k) => {
        form.corners[2 * k] = placed[3 * corner];
        form.corners[2 * k + 1] = placed[3 * corner + 1];
      });
      form.x = x + right * radius;
      form.y = y + down * radius;
      form.side = lay.side * size * (0.4 + 0.6 * Math.max(0, near));
      form.reach = 0.5 * size;
      // Narrower by `near` along the line to the middle of the globe.
      const narrow = (near - 1) / Math.max(1e-9, right * right + down * down);
      form.tilt = [1 + narrow * right * right, narrow * right * down, 1 + narrow * down * down];
    });
  }

  /** @param {number} radius */
  #coverOutside(radius) {
    const { pen, canvas, colours } = this;
    pen.fillStyle = colours["cell-board"];
    pen.beginPath();
    pen.rect(0, 0, canvas.width, canvas.height);
    pen.arc(canvas.width / 2, canvas.height / 2, radius, 0, 2 * Math.PI);
    pen.fill("evenodd");
  }
}
