/** Sentences whose cells light up on the board when they are pointed at. */

import { h } from "../base/dom.js";
import { isClue } from "../board/cells.js";
import { catalogue } from "../words/said.js";

/** @typedef {import("../words/catalogue.js").Said} Said */

/**
 * What is said, with cells as they are seen.
 * @param {Said} said
 * @param {import("../board/mirror.js").Mirror} mirror
 * @param {{show: (cell: import("../board/cells.js").Cell, isClue: boolean) => void, leave: () => void}} act  `show`:
 *   a cell is pointed at; `leave`: no longer
 * @returns {(Node | string)[]}
 */
export function tiedText(said, mirror, { show, leave }) {
  const { cells, cols } = mirror.view;
  return catalogue.parts(said, (cell) => mirror.name(cell)).map((part) => {
    if (typeof part === "string") return part;
    const index = mirror.indexOf(part.cell);
    const point = () => show([Math.floor(index / cols), index % cols], isClue(cells[index]));
    return h("span.place", { onmouseenter: point, onmouseleave: leave }, part.text);
  });
}

/**
 * The same as a text.
 * @param {Said} said @param {import("../board/mirror.js").Mirror} mirror
 */
export const plainText = (said, mirror) => catalogue.text(said, (cell) => mirror.name(cell));
