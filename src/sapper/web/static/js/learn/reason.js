/** Why an answer is right or wrong: sentences, each lights its cells on the board. */

import { indexOf } from "../board/cells.js";
import { h } from "../base/dom.js";
import { plainText } from "../play/tied_text.js";
import { words } from "../words/words.js";

const text = words.learn;
const MOST_GUESSES = 4;

/**
 * @param {import("./learner.js").Exercise} exercise
 * @param {number} index  the cell that the player chose
 * @param {boolean} solved
 * @param {import("../board/board_view.js").BoardView} view
 * @returns {{chosen: string, nodes: Node[], light: () => void}}  `light` lights what the whole reason is about
 */
export function reasonOf(exercise, index, solved, view) {
  const { cols, steps, wins } = exercise;
  const light = (/** @type {import("./learner.js").Cell[]} */ cells, /** @type {typeof cells} */ clues) =>
    view.mark({
      wanted: new Set(cells.map((cell) => indexOf(cell, cols))),
      lit: new Set(clues.map((cell) => indexOf(cell, cols))),
    });
  const place = text.place([Math.floor(index / cols), index % cols]);
  const chance = exercise.mine_probability[index] ?? 0;
  if (wins) {
    const win = wins[index] ?? 0;
    const best = wins[indexOf(exercise.cell, cols)] ?? 0;
    return {
      chosen: solved ? text.bestGuess(win) : text.worseGuess(win, best),
      nodes: [h("p", {}, plainText(/** @type {any} */ (exercise.said), view.mirror)), guessTable(exercise, light)],
      light: () => light(exercise.answers, []),
    };
  }
  const clues = steps.flatMap((step) => step.clues);
  const whole = () => light([exercise.cell], clues);
  const item = (/** @type {import("./learner.js").Step} */ step) => {
    const show = () => light([...step.safe, ...step.mines], step.clues);
    const acts = { onclick: show, onfocus: show, onmouseenter: show };
    return h("li", {}, h("button.plain", { type: "button", ...acts }, plainText(step.said, view.mirror)));
  };
  const chosen = solved ? text.isSafe(place) : chance === 1 ? text.isMine(place) : text.isUnsure(place, chance);
  return { chosen, nodes: [h("ol.thoughts", { onmouseleave: whole }, ...steps.map(item))], light: whole };
}

/**
 * The best cells by their chance to win.
 * @param {import("./learner.js").Exercise} exercise
 * @param {(cells: import("./learner.js").Cell[], clues: import("./learner.js").Cell[]) => void} light
 */
function guessTable({ wins, mine_probability: risk, cols }, light) {
  const cells = (wins ?? []).map((win, index) => ({ win: win ?? -1, index })).filter(({ win }) => win >= 0);
  const best = cells.sort((a, b) => b.win - a.win || a.index - b.index).slice(0, MOST_GUESSES);
  const titles = [text.cell, text.safety, text.winChance];
  const head = titles.map((title, at) => h(at ? "th.right" : "th", { scope: "col" }, title));
  const row = (/** @type {{win: number, index: number}} */ { win, index }) => {
    /** @type {import("./learner.js").Cell} */
    const cell = [Math.floor(index / cols), index % cols];
    const show = () => light([cell], []);
    return h(
      "tr",
      {},
      h("td", {}, h("button.plain", { type: "button", onclick: show, onfocus: show }, text.place(cell))),
      h("td.right.number", {}, text.share(1 - (risk[index] ?? 0))),
      h("td.right.number", {}, text.share(win)),
    );
  };
  return h("table.tight", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...best.map(row)));
}
