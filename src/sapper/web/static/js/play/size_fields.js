/** The fields for rows, columns and mines of a custom board. */

import { h } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { words } from "../words/words.js";

/** @param {import("../base/settings.js").NewGame} chosen  gets what is entered */
export function sizeFields(chosen) {
  const most = { rows: limits.rows, cols: limits.cols, mines: limits.rows * limits.cols };
  const fields = /** @type {const} */ (["rows", "cols", "mines"]).map((key) => {
    /** @type {HTMLInputElement} */
    const input = h("input", {
      type: "number",
      min: key === "mines" ? 0 : 1,
      max: most[key],
      value: chosen[key],
      oninput: () => (chosen[key] = input.valueAsNumber || 0),
    });
    return h("label.field", {}, words.newGame[key], input);
  });
  return h("div.row", {}, ...fields);
}
