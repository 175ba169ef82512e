/** Choosing the next game: a row of levels, and a dialog for size, rules and seed. */

import { button, choice, h, openDialog, toggle } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { settings } from "../base/settings.js";

/**
 * @typedef {import("../base/settings.js").NewGame} NewGame
 * @typedef {NewGame & {seed?: number}} Choice  what is kept for the next time, and a seed for this one
 */

/** @type {[string, string][]} */
export const LEVELS = [
  ["beginner", "Beginner"],
  ["intermediate", "Intermediate"],
  ["expert", "Expert"],
  ["custom", "Custom"],
];

/** @type {[NewGame["first_click"], string][]} */
const FIRST_CLICKS = [
  ["zero", "opens an area"],
  ["safe", "is safe"],
  ["moved", "moves its mine"],
  ["none", "may be a mine"],
];

/** @param {string} level  a name, or rows x columns / mines */
export const levelTitle = (level) => LEVELS.find(([name]) => name === level)?.[1] ?? "Custom";

/**
 * A game in one line.
 * @param {import("../base/api.js").GameView} view
 */
export function describeGame({ level, rows, cols, mines, first_click, no_guess, practice, helped }) {
  const rules = {
    zero: "first click opens",
    drawn: "first click opens",
    safe: "first click is safe",
    moved: "first click moves its mine",
    none: "first click may be a mine",
  };
  const kind = no_guess ? "no guessing" : rules[first_click];
  const way = practice ? "practice" : helped ? "with help" : "";
  return [levelTitle(level), `${rows} × ${cols}`, `${mines} mines`, kind, way].filter(Boolean).join(" · ");
}

/**
 * The body of the request for a new game.
 * @param {NewGame} chosen
 * @returns {object}
 */
export function gameRequest(chosen) {
  const { level, rows, cols, mines, first_click, no_guess } = chosen;
  const size = level === "custom" ? { rows, cols, mines } : { level };
  const name = settings.value.name || null;
  return { ...size, first_click, no_guess, ...(name ? { name } : {}) };
}

/**
 * The levels as a row of choices.
 * @param {string} level  of the game that is open
 * @param {{start: (chosen: Choice) => void, cancel: () => void}} then  `cancel`: the sheet was closed
 */
export function levelPicker(level, { start, cancel }) {
  return choice(
    "Level",
    LEVELS,
    LEVELS.some(([name]) => name === level) ? level : "custom",
    (chosen) => {
      if (chosen === "custom") newGameSheet(start, "custom").addEventListener("close", cancel);
      else start(remember({ level: chosen }));
    },
    { quiet: true },
  );
}

/** @param {Partial<NewGame>} part */
function remember(part) {
  settings.set({ game: { ...settings.value.game, ...part } });
  return settings.value.game;
}

/**
 * The dialog with level, size, first click and no-guess boards.
 * @param {(chosen: Choice) => void} start
 * @param {string} [level]
 */
export function newGameSheet(start, level = settings.value.game.level) {
  const chosen = { ...settings.value.game, level };
  const number = (
    /** @type {"rows" | "cols" | "mines"} */ key,
    /** @type {string} */ label,
    /** @type {number} */ most,
  ) => {
    const input = h("input", {
      type: "number",
      min: key === "mines" ? 0 : 1,
      max: most,
      required: true,
      value: chosen[key],
      oninput: () => {
        chosen[key] = input.valueAsNumber;
        check();
      },
    });
    return h("label.field", {}, label, input);
  };
  const size = h(
    "div.row",
    {},
    number("rows", "Rows", limits.rows),
    number("cols", "Columns", limits.cols),
    number("mines", "Mines", limits.rows * limits.cols),
  );
  const warning = h("p.small.warning", { role: "status" });
  const seed = h("input", { type: "text", inputmode: "numeric", pattern: "-?[0-9]{1,15}", placeholder: "any" });
  const go = h("button.main", { type: "submit" }, "Start");
  const check = () => {
    size.hidden = chosen.level !== "custom";
    const problem = size.hidden ? "" : sizeProblem(chosen);
    warning.textContent = problem;
    go.disabled = problem !== "";
  };
  const form = h(
    "form.stack",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        dialog.close();
        const seeded = seed.value.trim() ? { seed: Number(seed.value) } : {};
        start({ ...remember(chosen), ...seeded });
      },
    },
    choice("Level", LEVELS, level, (value) => {
      chosen.level = value;
      check();
    }),
    size,
    choice("The first click", FIRST_CLICKS, chosen.first_click, (value) => {
      chosen.first_click = value;
      check();
    }),
    toggle("No guessing: certain moves solve the board", chosen.no_guess, (on) => (chosen.no_guess = on)),
    h(
      "details.small",
      {},
      h("summary", {}, "Choose the seed"),
      h("label.field", {}, "Seed: same seed and first click, same board. The game counts as practice.", seed),
    ),
    warning,
    h("div.row.spread", {}, h("span"), go),
  );
  const dialog = openDialog("New game", form);
  check();
  go.focus();
  return dialog;
}

/**
 * Why a board cannot be made, or "".
 * @param {NewGame} chosen
 */
function sizeProblem({ rows, cols, mines, first_click }) {
  if (rows > limits.rows || cols > limits.cols)
    return `A board has at most ${limits.rows} rows and ${limits.cols} columns.`;
  // A safe first click needs a cell without a mine.
  const most = rows * cols - (first_click === "none" ? 0 : 1);
  return mines > most ? `At most ${most} mines fit on this board.` : "";
}

/** @param {() => void} onclick */
export const newGameButton = (onclick) =>
  button({ icon: "new", text: "New game", kind: "main.new-game", title: "New game (N)", onclick });
