/**
 * The keys of the board: arrows move the focus, letters act on the focused cell. The first
 * arrow moves the focus to the board.
 */

/** What the help sheet says, in its order. @type {[string, string][]} */
export const KEYS = [
  ["Arrows", "move; with Ctrl five cells at a time, Home and End to the edges"],
  ["Space", "reveal"],
  ["F", "flag, and question mark if switched on"],
  ["C", "chord: reveal around a clue that has its number of flags"],
  ["U", "undo, also after hitting a mine"],
  ["H", "hint; press again for the next level"],
  ["O", "overlay on or off"],
  ["P", "percentages on or off"],
  [", .", "one move back or forward in a demo or a review"],
  ["N", "new game"],
  ["R", "the same board again"],
  ["X Y", "flip the board: left and right, top and bottom"],
  ["+ − 0", "zoom in, out, fit"],
  ["?", "this help"],
];

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Listens to the keys. Returns a function that stops that.
 * @param {import("./board_view.js").BoardView} view
 * @param {import("./board_grid.js").BoardGrid} grid
 * @param {Record<string, (index: number) => void>} actions  by the key in lower case
 * @returns {() => void}
 */
export function takeKeys(view, grid, actions) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const onBoard = view.element.contains(target);
    if (!onBoard && target.closest("input, select, textarea")) return;
    const goal = destination(event, view.mirror.index(grid.focus), view.rows, view.cols);
    if (goal !== null) {
      // Fields and tabs handle arrows themselves. On the page and on buttons, arrows move the focus to the board.
      if (!onBoard && !target.matches("body, #main, button:not([role=tab])")) return;
      event.preventDefault();
      grid.go(onBoard ? view.mirror.index(goal) : grid.focus);
      return;
    }
    const key = event.key === " " || event.key === "Enter" ? "space" : event.key.toLowerCase();
    const action = actions[key];
    if (!action || event.ctrlKey) return;
    // Space presses a focused button. Letters need a focused cell.
    if (key === "space" && !onBoard) return;
    event.preventDefault();
    action(onBoard ? grid.focus : -1);
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/**
 * The cell that a key moves to.
 * @param {KeyboardEvent} event
 * @param {number} from
 * @param {number} rows
 * @param {number} cols
 * @returns {number | null}  null: the key does not move
 */
function destination(event, from, rows, cols) {
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
