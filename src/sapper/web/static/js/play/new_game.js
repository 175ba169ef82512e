/** Choosing the next game: a row of levels, and a dialog for size, rules and seed. */

import { ApiError } from "../base/api.js";
import { indexOf } from "../board/cells.js";
import { button, choice, h, note, openDialog, toggle } from "../base/dom.js";
import { Game } from "./game.js";
import { limits } from "../base/limits.js";
import { playerText } from "../base/player.js";
import { DEFAULTS, settings } from "../base/settings.js";
import { words } from "../words/words.js";

/**
 * @typedef {import("../base/settings.js").NewGame} NewGame
 * @typedef {NewGame & {seed?: number}} Choice  what is kept for the next time, and a seed for this one
 */

/** @type {[string, string][]} */
export const LEVELS = Object.entries(words.newGame.levels);

const FIRST_CLICKS = /** @type {[NewGame["first_click"], string][]} */ (Object.entries(words.newGame.firstClicks));

const MODES = /** @type {[NewGame["mode"], string][]} */ (Object.entries(words.newGame.modes));

/** @param {string} level  a name, or rows x columns / mines */
export const levelTitle = (level) => LEVELS.find(([name]) => name === level)?.[1] ?? words.newGame.levels.custom;

/**
 * The index of the only cell at which a game may start, because its layout is fixed and the first-click rule keeps
 * its promise there; -1 if any will do, or the game has begun.
 * @param {import("../base/api.js").GameView} view
 */
export const startOf = ({ status, start, first_click, cols }) =>
  status === "ready" && start && first_click !== "none" ? indexOf(start, cols) : -1;

/**
 * A game in one line.
 * @param {import("../base/api.js").GameView} view
 */
export function describeGame(view) {
  const { level, rows, cols, mines, first_click, no_guess, practice, helped, origin } = view;
  const text = words.newGame;
  const rule = startOf(view) >= 0 ? text.marked : no_guess ? text.noGuessing : text.rules[first_click];
  const way = origin === "cruel" ? text.cruel : practice ? text.practice : helped ? text.helped : "";
  return [levelTitle(level), text.size(rows, cols), text.mineCount(mines), rule, way].filter(Boolean).join(" · ");
}

/**
 * The body of the request for a new game.
 * @param {NewGame} chosen
 * @returns {object}
 */
export function gameRequest(chosen) {
  const { level, rows, cols, mines, first_click, no_guess, mode } = chosen;
  const size = level === "custom" ? { rows, cols, mines } : { level };
  const name = settings.value.name || null;
  return { ...size, first_click, no_guess, cruel: mode === "cruel", ...(name ? { name, player: playerText() } : {}) };
}

/**
 * Makes something under the player's name. A name of another player is forgotten, and it is made without one.
 * @template Made
 * @param {() => Promise<Made>} make
 * @returns {Promise<Made>}
 */
export async function named(make) {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.problem?.type.endsWith("-name")) throw error;
    note(words.newGame.nameTaken(settings.value.name), { bad: true, seconds: 8 });
    settings.set({ name: "" });
    return make();
  }
}

/**
 * Creates a game of a chosen kind. The kind is remembered if the server can make it.
 * @param {Choice} choice
 */
export async function createChosen({ seed, ...chosen }) {
  const more = seed === undefined ? {} : { seed };
  const game = await named(() => Game.create({ ...gameRequest(chosen), ...more }));
  settings.set({ game: chosen });
  return game;
}

/** Creates a game of the remembered kind. A kind that the server refuses is forgotten. */
export async function createFresh() {
  try {
    return await named(() => Game.create(gameRequest(settings.value.game)));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    const game = await Game.create(gameRequest(DEFAULTS.game));
    settings.set({ game: DEFAULTS.game });
    note(words.newGame.forgotten(error.message), { bad: true, seconds: 8 });
    return game;
  }
}

/**
 * The levels as a row of choices, and a switch for boards without guesses. Both start a new game.
 * @param {{level: string, no_guess: boolean}} game  the game that is open
 * @param {{start: (chosen: Choice) => Promise<void>, cancel: () => void}} then  `cancel`: no game was started
 */
export function levelPicker({ level, no_guess }, { start, cancel }) {
  const shown = LEVELS.some(([name]) => name === level) ? level : "custom";
  const sheet = () => newGameSheet(start, "custom").addEventListener("close", cancel);
  const begin = (/** @type {Partial<NewGame>} */ part) =>
    start({ ...settings.value.game, ...part }).catch((error) => {
      note(error.message, { bad: true });
      cancel();
    });
  const levels = choice(
    words.newGame.level,
    LEVELS,
    shown,
    (chosen) => {
      if (chosen === "custom") sheet();
      else void begin({ level: chosen });
    },
    { quiet: true },
  );
  // A choice that is made already does not change, but a click on it asks for another size.
  if (shown === "custom") levels.querySelector('input[value="custom"]')?.addEventListener("click", sheet);
  const noGuess = button({
    text: words.tools.noGuess,
    title: words.tools.noGuessTitle,
    kind: "no-guess",
    pressed: no_guess,
    onclick: () => void begin(no_guess ? { no_guess: false } : { no_guess: true, mode: "plain" }),
  });
  return [levels, noGuess];
}

/**
 * The dialog with level, size, first click and no-guess boards.
 * @param {(chosen: Choice) => Promise<void>} start  throws what is wrong with the choice
 * @param {string} [level]
 */
export function newGameSheet(start, level = settings.value.game.level) {
  const text = words.newGame;
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
    number("rows", text.rows, limits.rows),
    number("cols", text.cols, limits.cols),
    number("mines", text.mines, limits.rows * limits.cols),
  );
  const warning = h("p.small.warning", { role: "status" });
  const seed = h("input", {
    type: "text",
    inputmode: "numeric",
    pattern: "-?[0-9]{1,15}",
    placeholder: text.seedAny,
  });
  const about = h("p.small.soft");
  const go = h("button.main", { type: "submit" }, text.start);
  const tell = (/** @type {string} */ problem) => {
    warning.textContent = problem;
    go.disabled = problem !== "";
  };
  const check = () => {
    size.hidden = chosen.level !== "custom";
    // Hidden fields must not keep the form from being sent.
    for (const input of size.querySelectorAll("input")) input.disabled = size.hidden;
    about.textContent = text.modeAbout[chosen.mode];
    tell(problemOf(chosen));
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = true;
    try {
      const seeded = seed.value.trim() ? { seed: Number(seed.value) } : {};
      // Numbers of another size that are blank or bad are not remembered.
      await start({ ...settings.value.game, ...(size.hidden ? kindOf(chosen) : chosen), ...seeded });
      dialog.close();
    } catch (error) {
      tell(/** @type {Error} */ (error).message);
    }
  };
  const form = h(
    "form.stack",
    { onsubmit: submit },
    choice(text.level, LEVELS, level, (value) => {
      chosen.level = value;
      check();
    }),
    size,
    choice(text.firstClick, FIRST_CLICKS, chosen.first_click, (value) => {
      chosen.first_click = value;
      check();
    }),
    toggle(text.noGuess, chosen.no_guess, (on) => {
      chosen.no_guess = on;
      check();
    }),
    choice(text.mode, MODES, chosen.mode, (value) => {
      chosen.mode = value;
      check();
    }),
    about,
    h(
      "details.small",
      {},
      h("summary", {}, text.seed),
      h("label.field", {}, text.seedHelp, seed),
    ),
    warning,
    h("div.row.spread", {}, h("span"), go),
  );
  const dialog = openDialog(text.title, form);
  check();
  go.focus();
  return dialog;
}

/** @param {NewGame} chosen @returns {Pick<NewGame, "level" | "first_click" | "no_guess" | "mode">} */
const kindOf = ({ level, first_click, no_guess, mode }) => ({ level, first_click, no_guess, mode });

/**
 * Why a game cannot be made, or "". The server decides by the same numbers.
 * @param {NewGame} chosen
 */
function problemOf({ level, rows, cols, mines, first_click, no_guess, mode }) {
  const text = words.newGame;
  if (no_guess && mode === "cruel") return text.cruelNeedsGuesses;
  if (no_guess && first_click === "none") return text.needsSafeStart;
  if (level !== "custom") return "";
  if (![rows, cols, mines].every(Number.isInteger)) return text.blank;
  if (rows > limits.rows || cols > limits.cols) return text.tooLarge(limits.rows, limits.cols);
  if (rows < 1 || cols < 1 || mines < 0) return text.tooSmall;
  const side = limits.clear_sides[first_click];
  const most = rows * cols - Math.min(side, rows) * Math.min(side, cols);
  if (mines <= most) return "";
  return most ? text.tooMany(most) : text.tooFull;
}

/** @param {() => void} onclick */
export const newGameButton = (onclick) =>
  button({
    icon: "new",
    text: words.newGame.title,
    kind: "main.new-game",
    title: words.newGame.button,
    onclick,
  });
