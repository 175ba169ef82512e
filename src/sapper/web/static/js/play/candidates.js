/** A table of the candidates for a guess, with what was weighed. Pointing at a row highlights its cell. */

import { h } from "../base/dom.js";
import { spellShare } from "../board/speech.js";

/**
 * @typedef {[string, string, (value: number) => string]} Column  title, field, and how a value is written
 * @typedef {{cell: import("../board/cells.js").Cell} & Record<string, any>} Row
 */

const share = (/** @type {number} */ value) => spellShare(value);

/**
 * What strategies weigh.
 * @type {Column[]}
 */
const WEIGHED = [
  ["Safe", "safety", share],
  ["Estimate", "estimate", share],
  ["Progress", "progress", share],
  ["Clears", "clears", (value) => value.toFixed(2)],
  ["Game tree", "game_tree", share],
  ["Second", "secondary_safety", share],
  ["Hazard", "hazard", share],
  ["Instinct", "instinct", share],
  ["Lookahead", "lookahead", (value) => value.toFixed(3)],
  ["Rollouts", "rollouts", share],
  ["Games", "games", String],
  ["Win", "win", share],
];

/**
 * @param {Row[]} list
 * @param {import("../board/mirror.js").Mirror} mirror
 * @param {(cell: import("../board/cells.js").Cell) => void} light  highlights a cell
 */
export function candidateTable(list, mirror, light) {
  const columns = WEIGHED.filter(([, key]) => list.some((row) => row[key] !== null && row[key] !== undefined));
  const line = (/** @type {Row} */ row) => {
    const show = () => light(row.cell);
    const [seenRow, seenCol] = mirror.cell(row.cell);
    const name = mirror.spell(row.cell);
    const cell = h(
      "button.plain",
      { type: "button", onclick: show, onfocus: show, "aria-label": name },
      mirror.view.rows > 1 ? `${seenRow + 1}, ${seenCol + 1}` : name,
    );
    const values = columns.map(([, key, write]) => h("td.right", {}, row[key] == null ? "–" : write(row[key])));
    return h("tr", { onmouseenter: show }, h("td", {}, cell), ...values);
  };
  const head = ["Row, column", ...columns.map(([title]) => title)].map((text, place) =>
    h(place ? "th.right" : "th", { scope: "col" }, text),
  );
  return h(
    "div.wide",
    {},
    h("table.tight", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...list.map(line))),
  );
}
