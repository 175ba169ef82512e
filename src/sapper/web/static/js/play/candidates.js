/** A table of the candidates for a guess, with what was weighed. Pointing at a row highlights its cell. */

import { h } from "../base/dom.js";
import { spellNumber, spellShare } from "../board/speech.js";
import { words } from "../words/words.js";

/**
 * @typedef {keyof typeof words.candidates.weighed} Weighed
 * @typedef {{cell: import("../board/cells.js").Cell} & Record<string, any>} Row
 */

const { place, weighed } = words.candidates;
const WEIGHED = /** @type {Weighed[]} */ (Object.keys(weighed));

/**
 * How values are written that are no shares.
 * @type {Partial<Record<Weighed, (value: number) => string>>}
 */
const WRITTEN = {
  clears: (value) => spellNumber(value, 2),
  lookahead: (value) => spellNumber(value, 3),
  games: String,
};

/**
 * @param {Row[]} list
 * @param {import("../board/mirror.js").Mirror} mirror
 * @param {(cell: import("../board/cells.js").Cell) => void} light  highlights a cell
 */
export function candidateTable(list, mirror, light) {
  const columns = WEIGHED.filter((key) => list.some((row) => row[key] !== null && row[key] !== undefined));
  const line = (/** @type {Row} */ row) => {
    const show = () => light(row.cell);
    const [seenRow, seenCol] = mirror.cell(row.cell);
    const name = mirror.spell(row.cell);
    const cell = h(
      "button.plain",
      { type: "button", onclick: show, onfocus: show, "aria-label": name },
      mirror.view.rows > 1 ? `${seenRow + 1}, ${seenCol + 1}` : name,
    );
    const values = columns.map((key) =>
      h("td.right", {}, row[key] == null ? "–" : (WRITTEN[key] ?? spellShare)(row[key])),
    );
    return h("tr", { onmouseenter: show }, h("td", {}, cell), ...values);
  };
  const head = [place, ...columns.map((key) => weighed[key])].map((title, column) =>
    h(column ? "th.right" : "th", { scope: "col" }, title),
  );
  return h(
    "div.wide",
    { tabindex: 0 },
    h("table.tight", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...list.map(line))),
  );
}
