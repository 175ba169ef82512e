/** The keys of the editor. */

import { FLAG, HIDDEN, MINE } from "../board/cells.js";

/**
 * @param {object} page
 * @param {import("./editor.js").Editor} page.editor
 * @param {import("./brushes.js").Brushes} page.brushes
 * @param {import("../board/board_view.js").BoardView} page.view
 * @returns {Record<string, (index: number) => void>}
 */
export function editorKeys({ editor, brushes, view }) {
  const set = (/** @type {string} */ char) => (/** @type {number} */ index) => {
    if (index >= 0) editor.paint(index, char);
  };
  const setClue = (/** @type {string} */ char) => (/** @type {number} */ index) => {
    if (Number(char) <= brushes.most) set(char)(index);
  };
  return {
    ...Object.fromEntries([..."0123456789"].map((char) => [char, setClue(char)])),
    f: set(FLAG),
    h: set(HIDDEN),
    m: set(MINE),
    space: (index) => set(brushes.char)(index),
    u: () => editor.undo(),
    "ctrl+z": () => editor.undo(),
    "ctrl+y": () => editor.redo(),
    "ctrl+shift+z": () => editor.redo(),
    "+": () => view.zoom(1.25),
    "-": () => view.zoom(0.8),
  };
}
