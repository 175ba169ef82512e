/** Sentences of the server whose cells light up on the board when they are pointed at. */

import { h } from "../base/dom.js";

/** A cell as the server writes it in its languages, counted from 1, with its clue in front of it. */
const CLUE = /(?:(?:the|die|der) (\d+) (?:at|in) )?/;
const CELL = /(?:(?:row|Zeile) (-?\d+),? (?:column|Spalte) (-?\d+)|(?:cell|Feld) (-?\d+(?:,-?\d+)*))/;
const PLACE = new RegExp(CLUE.source + CELL.source, "gi");

/**
 * The parts of a text, with rows and columns as they are seen.
 * @param {string} text
 * @param {import("../board/mirror.js").Mirror} mirror
 * @param {{show: (cell: import("../board/cells.js").Cell, isClue: boolean) => void, leave: () => void}} act  `show`:
 *   a cell is pointed at; `leave`: no longer
 * @returns {(Node | string)[]}
 */
export function tiedText(text, mirror, { show, leave }) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(PLACE)) {
    parts.push(text.slice(end, match.index));
    end = Number(match.index) + match[0].length;
    const { shape } = mirror.view;
    /** @type {import("../board/cells.js").Cell} */
    const place = [Number(match[2]) - 1, Number(match[3]) - 1];
    /** @type {import("../board/cells.js").Cell} */
    const cell = match[4] || shape.hasPairs ? [0, shape.indexOf(match[4] ?? place)] : place;
    const point = () => show(cell, match[1] !== undefined);
    parts.push(h("span.place", { onmouseenter: point, onmouseleave: leave }, mirror.text(match[0])));
  }
  return [...parts, text.slice(end)];
}
