/**
 * Painting by mouse or finger. A stroke has no gaps, however fast the pointer is. Two fingers scroll and zoom. A
 * globe is turned by a drag that begins beside its cells, and by the wheel.
 */

import { HIDDEN } from "../board/cells.js";
import { takeWheel } from "../board/input.js";

/** @typedef {{x: number, y: number}} Point  of the window */

/**
 * @param {import("../board/board_view.js").BoardView} view
 * @param {import("./editor.js").Editor} editor
 * @param {() => string} brush  the character that is painted
 */
export function takePainting(view, editor, brush) {
  const surface = view.space;
  /** @type {Map<number, Point>} where each finger or the mouse is */
  const pointers = new Map();
  let char = "";
  let turning = false;
  takeWheel(view);
  const at = (/** @type {PointerEvent} */ event) => ({ x: event.clientX, y: event.clientY });
  const end = (/** @type {PointerEvent} */ event) => {
    pointers.delete(event.pointerId);
    editor.endStroke();
  };
  surface.addEventListener("pointerdown", (event) => {
    surface.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    if (pointers.size > 1) {
      takeBack(editor);
      return;
    }
    char = event.button === 2 ? HIDDEN : brush();
    turning = view.lay.free && (event.button === 1 || view.at(event.clientX, event.clientY) < 0);
    if (turning) return;
    editor.beginStroke();
    paintLine(at(event), at(event));
  });
  surface.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) view.hover(view.at(event.clientX, event.clientY));
    else if (turning) view.turn(event.clientX - before.x, event.clientY - before.y);
    else if (pointers.size === 1 && editor.stroke) paintLine(before, at(event));
    else if (pointers.size === 2) moveBoard(view, [...pointers.values()], before, at(event));
    if (before) pointers.set(event.pointerId, at(event));
  });
  surface.addEventListener("pointerup", end);
  surface.addEventListener("pointercancel", end);
  surface.addEventListener("contextmenu", (event) => event.preventDefault());

  /** @param {Point} from @param {Point} to */
  function paintLine(from, to) {
    // Half a cell at a time meets every cell that the line crosses, but for corners.
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (view.size / 2)));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const index = view.at(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
      if (index >= 0) editor.paint(index, char);
    }
  }
}

/**
 * The first of two fingers has painted already: takes that back.
 * @param {import("./editor.js").Editor} editor
 */
function takeBack(editor) {
  const painted = editor.stroke !== null && editor.stroke.board !== editor.request.board;
  editor.endStroke();
  if (painted) editor.undo();
}

/**
 * Scrolls and zooms with two fingers.
 * @param {import("../board/board_view.js").BoardView} view
 * @param {Point[]} fingers  as they were
 * @param {Point} before  the finger that moves
 * @param {Point} after
 */
function moveBoard(view, fingers, before, after) {
  const other = /** @type {Point} */ (fingers.find((finger) => finger !== before));
  const apart = (/** @type {Point} */ finger) => Math.hypot(finger.x - other.x, finger.y - other.y) || 1;
  view.zoom(apart(after) / apart(before), { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 });
  if (view.turn((after.x - before.x) / 2, (after.y - before.y) / 2)) return;
  view.scroller.scrollLeft -= (after.x - before.x) / 2;
  view.scroller.scrollTop -= (after.y - before.y) / 2;
}
