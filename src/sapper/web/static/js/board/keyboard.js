/**
 * The keys of the board: arrows move the focus, letters act on the cell under the mouse or, after an arrow, on the
 * focused one. The first arrow moves the focus to the board.
 */

import { neighbourTowards } from "./steps.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Fields that take letters themselves. */
const FIELDS = "textarea, select, input:not([type=checkbox], [type=radio], [type=range])";
/** What has no use for arrows itself: there they move the focus to the board. */
const IDLE = "body, #main, a, button:not([role=tab]), input[type=checkbox]";

/**
 * Listens to the keys. Returns a function that stops that.
 * @param {import("./board_view.js").BoardView} view
 * @param {import("./board_grid.js").BoardGrid} grid
 * @param {Record<string, (index: number) => void>} actions  by the key in lower case, with `ctrl+` and `shift+` first
 *   if Control (or Command), or both, are held; the index is -1 if no cell is meant
 * @returns {() => void}
 */
export function takeKeys(view, grid, actions) {
  const mouse = new MousePlace(view);
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Tab") mouse.forget();
    const target = /** @type {HTMLElement} */ (event.target);
    const onBoard = view.element.contains(target);
    if (!onBoard && target.closest(FIELDS)) return;
    const goal = destination(event, view, grid.focus);
    if (goal !== null) {
      if (event.metaKey || (!onBoard && !target.matches(IDLE))) return;
      event.preventDefault();
      mouse.forget();
      if (!(event.shiftKey && turnBy(view, event.key))) grid.go(onBoard ? goal : grid.focus);
      return;
    }
    const key = spellKey(event);
    const action = actions[key];
    if (!action) return;
    const hovered = mouse.cell;
    // Space presses a focused button. One that was clicked keeps the focus while the mouse goes on to the board.
    if (key === "space" && !onBoard && hovered < 0) return;
    event.preventDefault();
    action(hovered >= 0 ? hovered : onBoard ? grid.focus : -1);
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** @param {KeyboardEvent} event */
function spellKey(event) {
  const held = event.ctrlKey || event.metaKey;
  const name = event.key === " " || event.key === "Enter" ? "space" : event.key.toLowerCase();
  return `${held ? "ctrl+" : ""}${held && event.shiftKey ? "shift+" : ""}${name}`;
}

/** Where the mouse is on a board. */
class MousePlace {
  /** @param {import("./board_view.js").BoardView} view */
  constructor(view) {
    this.view = view;
    /** @type {{x: number, y: number} | null} */
    this.point = null;
    const see = (/** @type {PointerEvent} */ event) => {
      this.point = event.pointerType === "mouse" ? { x: event.clientX, y: event.clientY } : null;
    };
    view.space.addEventListener("pointermove", see);
    view.space.addEventListener("pointerdown", see);
    view.space.addEventListener("pointerleave", () => this.forget());
    // Only keys and screen readers focus cells.
    view.space.addEventListener("focusin", () => this.forget());
  }

  /** The cell under it, or -1. Asked for late, because the board may have scrolled or changed meanwhile. */
  get cell() {
    return this.point ? this.view.at(this.point.x, this.point.y) : -1;
  }

  /** Ignores it until it moves again. */
  forget() {
    this.point = null;
  }
}

/**
 * Turns a globe, or scrolls a board without borders, by a cell.
 * @param {import("./board_view.js").BoardView} view
 * @param {string} key
 * @returns {boolean}  false if the key is no arrow, or the board stays
 */
function turnBy(view, key) {
  const step = STEPS[key];
  return step !== undefined && view.turn(-step[1] * view.size, -step[0] * view.size);
}

/**
 * The cell that a key moves to.
 * @param {KeyboardEvent} event
 * @param {import("./board_view.js").BoardView} view
 * @param {number} from
 * @returns {number | null}  null: the key does not move
 */
function destination(event, view, from) {
  if (view.shape.isSquare) {
    const goal = squareDestination(event, view.mirror.index(from), view.rows, view.cols);
    return goal === null ? null : view.mirror.index(goal);
  }
  const [key, last] = [event.key, view.cells.length - 1];
  if (key === "Home" || key === "End") return key === "Home" ? 0 : last;
  const step = STEPS[key === "PageUp" ? "ArrowUp" : key === "PageDown" ? "ArrowDown" : key];
  if (!step) return null;
  let goal = from;
  const far = event.ctrlKey || key.startsWith("Page") ? 5 : 1;
  for (let gone = 0; gone < far; gone++) goal = neighbourTowards(view, goal, step);
  return goal;
}

/**
 * @param {KeyboardEvent} event
 * @param {number} from
 * @param {number} rows
 * @param {number} cols
 * @returns {number | null}
 */
function squareDestination(event, from, rows, cols) {
  let row = Math.floor(from / cols);
  let col = from % cols;
  const step = STEPS[event.key];
  if (step) {
    const far = event.ctrlKey ? 5 : 1;
    row += step[0] * far;
    col += step[1] * far;
  } else if (event.key === "Home") [row, col] = [event.ctrlKey ? 0 : row, 0];
  else if (event.key === "End") [row, col] = [event.ctrlKey ? rows - 1 : row, cols - 1];
  else if (event.key === "PageUp") row -= 10;
  else if (event.key === "PageDown") row += 10;
  else return null;
  return Math.min(rows - 1, Math.max(0, row)) * cols + Math.min(cols - 1, Math.max(0, col));
}
