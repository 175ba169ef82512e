/**
 * Tori and cylinders: squares whose last column lies beside the first, and perhaps the last row beside the first.
 *
 * The board scrolls without end. Where all of it is seen, a border around it repeats the cells beyond the seam,
 * faintly. It is drawn like squares, as a part of an endless board.
 */

import { h } from "../base/dom.js";
import { drawMap } from "./map.js";
import { MAP, Painter } from "./painter.js";

/** Cells of the repeated border. */
const BORDER = 2;
/** Columns of the endless board: more than are ever seen. */
const ENDLESS = 2 ** 20;
/** Sizes of the board from its start to where it is seen: large coordinates would be drawn inexactly. */
const AWAY = 8;

/** Maps every place to itself. */
const PLAIN = { index: (/** @type {number} */ place) => place, places: (/** @type {number} */ index) => [index] };

/** Maps places of the endless board to cells, as a mirror does for flips. */
class Wrap {
  /** @param {RingLay} lay */
  constructor(lay) {
    this.lay = lay;
  }

  /** @param {number} place */
  index(place) {
    const { rows, cols } = this.lay;
    return (Math.floor(place / ENDLESS) % rows) * cols + ((place % ENDLESS) % cols);
  }

  /**
   * Where a cell is seen: in the border too.
   * @param {number} index
   * @returns {number[]}
   */
  places(index) {
    const { lay } = this;
    const down = repeats(Math.floor(index / lay.cols), lay.rows, lay.top, lay.seen.height, lay.around[0]);
    const across = repeats(index % lay.cols, lay.cols, lay.left, lay.seen.width, lay.around[1]);
    return down.flatMap((row) => across.map((col) => row * ENDLESS + col));
  }
}

/** Draws the part of the endless board that is seen. */
class RingPainter extends Painter {
  /** @param {HTMLCanvasElement} canvas @param {RingLay} lay */
  constructor(canvas, lay) {
    super(canvas);
    this.lay = lay;
  }

  /**
   * @override
   * @param {import("./painter.js").Scene} scene
   * @param {Set<number> | "all"} dirty
   * @param {number} now
   */
  paint(scene, dirty, now) {
    const { lay, canvas } = this;
    if (scene.size >= MAP) {
      const rows = lay.around[0] ? ENDLESS : lay.rows;
      super.paint({ ...scene, rows, cols: ENDLESS, mirror: lay.wrap }, dirty, now);
      return;
    }
    const [wide, tall] = [lay.cols * scene.size, lay.rows * scene.size];
    for (let dx = scene.dx % wide; dx > -canvas.width; dx -= wide) {
      for (let dy = scene.dy % tall; dy > -canvas.height; dy -= tall) {
        drawMap(this.pen, { ...scene, mirror: PLAIN, dx, dy }, this.colours);
      }
    }
    this.forget();
  }
}

export class RingLay {
  /** @param {import("./shape.js").Shape} shape */
  constructor({ rows, cols, told }) {
    this.rows = rows;
    this.cols = cols;
    this.around = told.around;
    this.free = true;
    const [tall, wide] = this.around.map((around) => (around ? 2 * BORDER : 0));
    this.extent = { width: cols + wide, height: rows + tall };
    this.seen = { ...this.extent };
    this.left = this.around[1] ? AWAY * cols - BORDER : 0;
    this.top = this.around[0] ? AWAY * rows - BORDER : 0;
    this.wrap = new Wrap(this);
    this.veil = h("div.veil");
    this.seams = [h("div.seam.down"), h("div.seam.across")];
  }

  /** @param {HTMLCanvasElement} canvas */
  brush(canvas) {
    return new RingPainter(canvas, this);
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    if (x < 0 || y < 0 || x >= this.seen.width || y >= this.seen.height) return -1;
    return this.wrap.index(Math.floor(y + this.top) * ENDLESS + Math.floor(x + this.left));
  }

  /** @param {number} index */
  box(index) {
    const middle = (/** @type {number} */ length, /** @type {number} */ size) => (length - size) / 2;
    // In the middle of what is seen rather than in the border.
    const x = nearest(index % this.cols, this.cols, this.left + middle(this.seen.width, this.cols), this.around[1]);
    const y = nearest(
      Math.floor(index / this.cols),
      this.rows,
      this.top + middle(this.seen.height, this.rows),
      this.around[0],
    );
    return { x: x - this.left, y: y - this.top, side: 1 };
  }

  /** @param {number} one @param {number} other @returns {[number, number]}  the shorter way around */
  from(one, other) {
    const { rows, cols } = this;
    const right = (other % cols) - (one % cols);
    const down = Math.floor(other / cols) - Math.floor(one / cols);
    const short = (/** @type {number} */ way, /** @type {number} */ size) => way - Math.round(way / size) * size;
    return [this.around[1] ? short(right, cols) : right, this.around[0] ? short(down, rows) : down];
  }

  /** @param {number} width @param {number} height */
  see(width, height) {
    const before = this.seen;
    this.seen = { width, height };
    // What was in the middle stays there.
    this.turn((width - before.width) / 2, (height - before.height) / 2);
  }

  /** @param {number} right @param {number} down */
  turn(right, down) {
    const { seen } = this;
    this.left = moveTo(this.left - right, this.cols, seen.width, this.around[1]);
    this.top = moveTo(this.top - down, this.rows, seen.height, this.around[0]);
    this.#drawFrame();
  }

  /** @param {number} index */
  show(index) {
    const { x, y } = this.box(index);
    const { width, height } = this.seen;
    const past = (/** @type {number} */ at, /** @type {number} */ size) =>
      at < 1 ? 1 - at : at > size - 2 ? size - 2 - at : 0;
    const [right, down] = [past(x, width), past(y, height)];
    if (right || down) this.turn(right, down);
  }

  frame() {
    this.#drawFrame();
    return h("div.over", {}, this.veil, ...this.seams);
  }

  /** Places the veil over the repeated border, and the lines of the seams. */
  #drawFrame() {
    const { width, height } = this.seen;
    const [wide, tall] = [Math.max(0, (width - this.cols) / 2), Math.max(0, (height - this.rows) / 2)];
    this.veil.style.setProperty("--wide", String(this.around[1] ? wide : 0));
    this.veil.style.setProperty("--tall", String(this.around[0] ? tall : 0));
    const [down, across] = this.seams;
    place(down, this.around[1], "--at", this.left, this.cols, width);
    place(across, this.around[0], "--at", this.top, this.rows, height);
  }
}

/**
 * @param {HTMLElement} line
 * @param {boolean} ring
 * @param {string} name
 * @param {number} from
 * @param {number} size
 * @param {number} seen
 */
function place(line, ring, name, from, size, seen) {
  const at = size - (from % size);
  // The seam in the middle part, not its copy in the border.
  const margin = Math.max(0, (seen - size) / 2);
  const shown = at >= size + margin - 0.001 ? at - size : at;
  line.hidden = !ring || shown < 0 || shown > seen;
  line.style.setProperty(name, String(shown));
}

/**
 * Where the part that is seen may begin: anywhere on a ring, else not beyond the borders.
 * @param {number} at
 * @param {number} size
 * @param {number} seen
 * @param {boolean} ring
 */
function moveTo(at, size, seen, ring) {
  if (!ring) return Math.min(Math.max(0, size - seen), Math.max(0, at));
  // A jump by the size of the board is not seen.
  const away = Math.floor(at / size) - AWAY;
  return Math.abs(away) > AWAY / 2 ? at - away * size : at;
}

/**
 * The first place of a row or column at or after `from`.
 * @param {number} at
 * @param {number} size
 * @param {number} from
 * @param {boolean} ring
 */
function nearest(at, size, from, ring) {
  return ring ? at + Math.ceil((from - at - 0.001) / size) * size : at;
}

/**
 * All places of a row or column that are seen.
 * @param {number} at
 * @param {number} size
 * @param {number} from
 * @param {number} seen
 * @param {boolean} ring
 * @returns {number[]}
 */
function repeats(at, size, from, seen, ring) {
  if (!ring) return [at];
  const found = [];
  for (let one = at + Math.ceil((from - 1 - at) / size) * size; one < from + seen; one += size) found.push(one);
  return found;
}
