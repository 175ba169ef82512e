/** How large cells are, and how wide the scroll bars of a board are. */

import { h } from "../base/dom.js";
import { settings } from "../base/settings.js";

/** Limits of zooming, in CSS pixels. */
export const SMALLEST = 5;
export const LARGEST = 120;
/** A board is shown whole while its cells are at least this large; otherwise it scrolls, with usual cells. */
const CELLS = matchMedia("(pointer: coarse)").matches ? { least: 20, usual: 32 } : { least: 12, usual: 20 };

/** @typedef {"auto" | "whole" | "own"} Scale  "own": the player zoomed */

/**
 * The size of cells in CSS pixels.
 * @param {Scale} scale
 * @param {{rows: number, cols: number, size: number}} board
 * @param {{width: number, height: number}} room
 * @returns {number}
 */
export function chooseSize(scale, { rows, cols, size }, { width, height }) {
  if (scale === "own") return size;
  const fitted = Math.min(LARGEST, width / cols, height / rows);
  if (scale === "whole") return fitted;
  return settings.value.cell || (fitted < CELLS.least ? CELLS.usual : fitted);
}

/** @type {number | null} */
let bar = null;

/** The width of a scroll bar in CSS pixels, measured once. */
export function barWidth() {
  if (bar !== null) return bar;
  const probe = h("div.board-scroller.probe");
  document.body.append(probe);
  bar = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  return bar;
}
