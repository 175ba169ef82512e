/** Choosing the next game: a dialog for shape, size, rules and seed. */

import { ApiError } from "../base/api.js";
import { indexOf } from "../board/cells.js";
import { button, choice, h, note, openDialog, select, toggle } from "../base/dom.js";
import { Game } from "./game.js";
import { limits } from "../base/limits.js";
import { playerText } from "../base/player.js";
import { DEFAULTS, settings } from "../base/settings.js";
import {
  isShape,
  kindOfLevel,
  KINDS,
  shapeFields,
  shapeLevel,
  shapeProblem,
  shapeTitle,
  withShape,
} from "./shapes.js";
import { words } from "../words/words.js";

/**
 * @typedef {import("../base/settings.js").NewGame} NewGame
 * @typedef {NewGame & {seed?: number}} Choice  what is kept for the next time, and a seed for this one
 */

/** @type {[string, string][]} */
export const LEVELS = Object.entries(words.newGame.levels);

const FIRST_CLICKS = /** @type {[NewGame["first_click"], string][]} */ (Object.entries(words.newGame.firstClicks));

const MODES = /** @type {[NewGame["mode"], string][]} */ (Object.entries(words.newGame.modes));

/** @param {string} level  a name, rows x columns / mines, or shape / mines */
export const levelTitle = (level) =>
  kindOfLevel(level).kind !== "square" || level.includes(":")
    ? shapeTitle(level)
    : (LEVELS.find(([name]) => name === level)?.[1] ?? words.newGame.levels.custom);

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
  const { first_click, no_guess, practice, helped, origin } = view;
  const text = words.newGame;
  const rule = startOf(view) >= 0 ? text.marked : no_guess ? text.noGuessing : text.rules[first_click];
  const way = origin === "cruel" ? text.cruel : practice ? text.practice : helped ? text.helped : "";
  return [describeLevel(view), rule, way].filter(Boolean).join(" · ");
}

/**
 * A level with its size.
 * @param {{level: string, shape: string, rows: number, cols: number, mines: number}} view
 */
export function describeLevel({ level, shape, rows, cols, mines }) {
  const text = words.newGame;
  const size = rows > 1 || !shape.includes(":") ? text.size(rows, cols) : text.cellCount(cols);
  return [levelTitle(level), size, text.mineCount(mines)].join(" · ");
}

/**
 * The body of the request for a new game.
 * @param {NewGame} chosen
 * @returns {object}
 */
export function gameRequest(chosen) {
  const { first_click, no_guess, mode } = chosen;
  const name = settings.value.name || null;
  const player = name ? { name, player: playerText() } : {};
  const way = { ranked: mode === "ranked", cruel: mode === "cruel" };
  return { ...sizeRequest(chosen), first_click, no_guess, ...way, ...player };
}

/**
 * The part of a request that names a level or a size.
 * @param {NewGame} chosen
 */
export function sizeRequest(chosen) {
  const { level, rows, cols, mines } = chosen;
  if (isShape(chosen)) return { level: shapeLevel(chosen) };
  return level === "custom" ? { rows, cols, mines } : { level };
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
 * The levels of a kind of shape.
 * @param {import("./shapes.js").ShapeKind} kind
 * @returns {[string, string][]}
 */
export const levelsOf = (kind) => (kind === "square" ? LEVELS : Object.entries(words.shapes.levels));

/**
 * The dialog with level, size, first click and no-guess boards.
 * @param {(chosen: Choice) => Promise<void>} start  throws what is wrong with the choice
 * @param {NewGame} [usual]  what is chosen at first
 */
export function newGameSheet(start, usual = settings.value.game) {
  const text = words.newGame;
  let chosen = { ...usual };
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
  /** @type {HTMLElement} */
  let shapeSize = h("div.row");
  /** @type {HTMLElement} */
  let levels = h("div");
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
    size.hidden = chosen.level !== "custom" || isShape(chosen);
    shapeSize.hidden = chosen.level !== "custom" || !isShape(chosen);
    // Hidden fields must not keep the form from being sent.
    for (const fields of [size, shapeSize])
      for (const input of fields.querySelectorAll("input")) input.disabled = fields.hidden;
    about.textContent = text.modeAbout[chosen.mode];
    tell(problemOf(chosen));
  };
  const showShape = () => {
    const kind = isShape(chosen) ? /** @type {import("./shapes.js").OtherKind} */ (chosen.shape) : "square";
    const fields = kind === "square" ? h("div.row") : shapeFields(chosen, check);
    const row = choice(text.level, levelsOf(kind), chosen.level, (value) => {
      chosen.level = value;
      check();
    });
    shapeSize.replaceWith(fields);
    levels.replaceWith(row);
    [shapeSize, levels] = [fields, row];
    check();
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = true;
    try {
      const seeded = seed.value.trim() ? { seed: Number(seed.value) } : {};
      // Numbers of another size that are blank or bad are not remembered.
      const kept = chosen.level === "custom" || isShape(chosen) ? chosen : kindOf(chosen);
      await start({ ...settings.value.game, ...kept, ...seeded });
      dialog.close();
    } catch (error) {
      tell(/** @type {Error} */ (error).message);
    }
  };
  const form = h(
    "form.stack",
    { onsubmit: submit },
    select(words.shapes.shape, KINDS, isShape(chosen) ? chosen.shape : "square", (kind) => {
      chosen = withShape(chosen, kind);
      showShape();
    }),
    levels,
    size,
    shapeSize,
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
  showShape();
  go.focus({ preventScroll: true });
  return dialog;
}

/** @param {NewGame} chosen @returns {Pick<NewGame, "shape" | "level" | "first_click" | "no_guess" | "mode">} */
const kindOf = ({ shape, level, first_click, no_guess, mode }) => ({ shape, level, first_click, no_guess, mode });

/**
 * Why a game cannot be made, or "". The server decides by the same numbers.
 * @param {NewGame} chosen
 */
function problemOf(chosen) {
  const { level, rows, cols, mines, first_click, no_guess, mode } = chosen;
  const text = words.newGame;
  if (no_guess && mode === "cruel") return text.cruelNeedsGuesses;
  if (no_guess && first_click === "none") return text.needsSafeStart;
  if (isShape(chosen)) return shapeProblem(chosen);
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
