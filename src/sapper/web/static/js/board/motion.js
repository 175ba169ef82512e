/** Cells in motion: those that are being revealed, and those that flash. */

import { isHidden } from "./cells.js";
import { FLASH_MS, OPENING_MS } from "./painter.js";
import { mayMove } from "../base/theme.js";

const WAVE_MS = 14;
/** With more cells than this nothing moves. */
const MANY = 2500;

export class Motion {
  constructor() {
    /** @type {Map<number, number>} cells being revealed, and since when */
    this.opening = new Map();
    /** @type {Map<number, number>} cells that flash, and until when */
    this.flashing = new Map();
  }

  clear() {
    this.opening.clear();
    this.flashing.clear();
  }

  /**
   * Reveals spread from a cell.
   * @param {import("./board_view.js").BoardView} view
   * @param {number[]} indices
   * @param {number} origin
   */
  spread({ cells, lay }, indices, origin) {
    if (!mayMove() || indices.length >= MANY) return;
    const now = performance.now();
    for (const index of indices) {
      if (isHidden(cells[index])) continue;
      const away = Math.hypot(...lay.from(origin, index));
      this.opening.set(index, now + Math.min(away, 18) * WAVE_MS);
    }
  }

  /** @param {number[]} indices */
  flash(indices) {
    const until = performance.now() + FLASH_MS;
    for (const index of indices) this.flashing.set(index, until);
  }

  /**
   * The cells that the next frame draws again.
   * @param {number} now
   */
  next(now) {
    const moving = [];
    for (const [index, start] of this.opening) {
      moving.push(index);
      if (now > start + OPENING_MS) this.opening.delete(index);
    }
    for (const [index, until] of this.flashing) {
      moving.push(index);
      if (now > until) this.flashing.delete(index);
    }
    return moving;
  }
}
