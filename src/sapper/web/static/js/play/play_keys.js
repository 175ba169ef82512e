/** The actions of the keys on the page of a game; `words/` has the texts of the help. */

import { analyseBoard } from "./play_tools.js";
import { togglePause } from "./pause.js";
import { helpSheet } from "../sheets/help_page.js";
import { settings } from "../base/settings.js";

const ZOOM = 1.2;

/**
 * @typedef {object} PlayActions  what the keys do
 * @property {import("./game_board.js").GameBoard} board
 * @property {import("../board/overlay.js").Overlay} overlay
 * @property {() => Promise<void>} fresh
 * @property {() => Promise<void>} same
 * @property {() => Promise<void>} hint
 * @property {() => void} undo
 * @property {(by: number) => void} step
 */

/**
 * @param {PlayActions} page
 * @returns {Record<string, (index: number) => void>}  by the key in lower case; the index is -1 off the board
 */
export function playKeys(page) {
  const { board } = page;
  const { view } = board;
  return {
    space: (index) => board.touch(index),
    f: (index) => index >= 0 && board.mark(index),
    c: (index) => index >= 0 && board.chord(index),
    u: () => page.undo(),
    "ctrl+z": () => page.undo(),
    h: () => void page.hint(),
    a: () => analyseBoard(board),
    o: () => page.overlay.toggle(),
    p: () => togglePause(board.game),
    "%": () => settings.set({ percent: !settings.value.percent }),
    ",": () => page.step(-1),
    ".": () => page.step(1),
    n: () => void page.fresh(),
    r: () => void page.same(),
    x: () => view.mirror.flip("across"),
    y: () => view.mirror.flip("down"),
    "+": () => view.zoom(ZOOM),
    "=": () => view.zoom(ZOOM),
    "-": () => view.zoom(1 / ZOOM),
    0: () => view.fit(),
    "?": () => helpSheet(),
  };
}
