/** The small buttons around the board: the same board, size, share, save, load, flip, zoom. */

import * as api from "../base/api.js";
import { button, h } from "../base/dom.js";
import { newGameSheet } from "./new_game.js";
import { loadSheet, openText, saveSheet, shareSheet } from "./transfer.js";

/**
 * @typedef {import("../base/icons.js").IconName} IconName
 * @typedef {object} Playing  the page these buttons belong to
 * @property {import("./game_board.js").GameBoard} board
 * @property {(chosen: import("./new_game.js").Choice) => Promise<void>} choose
 * @property {() => Promise<void>} same
 */

/** @param {Playing} page */
export function gameActions(page) {
  const tool = (/** @type {IconName} */ name, /** @type {string} */ title, /** @type {() => unknown} */ act) =>
    button({ icon: name, title, onclick: () => void act() });
  const withGame = (/** @type {(game: import("./game.js").Game) => unknown} */ act) => () =>
    page.board.game && act(page.board.game);
  return h(
    "div.row.actions",
    {},
    tool("again", "The same board again (R)", () => page.same()),
    tool("settings", "Size, first click, no guessing…", () => newGameSheet((chosen) => page.choose(chosen))),
    tool("share", "Share by link", withGame(shareSheet)),
    tool(
      "save",
      "Save as text",
      withGame((game) => saveSheet((form) => api.getText(game.id, form), `sapper-${game.id}`)),
    ),
    tool("load", "Load a board from text", () => loadSheet(openText)),
  );
}

/** @param {() => import("../board/board_view.js").BoardView} view */
export function zoomButtons(view) {
  const zoom = (/** @type {IconName} */ name, /** @type {string} */ title, /** @type {() => void} */ act) =>
    button({ icon: name, title, kind: "plain", onclick: act });
  return [
    zoom("minus", "Zoom out (−)", () => view().zoom(1 / 1.25)),
    zoom("fit", "Fit the board (0)", () => view().fit()),
    zoom("plus", "Zoom in (+)", () => view().zoom(1.25)),
  ];
}

/** @param {() => import("../board/board_view.js").BoardView} view */
export function flipButtons(view) {
  const flip = (/** @type {"across" | "down"} */ axis, /** @type {IconName} */ name, /** @type {string} */ title) => {
    const onclick = () => view().mirror.flip(axis);
    const made = button({ icon: name, title, kind: "plain", pressed: false, onclick });
    // The board is made after its buttons.
    queueMicrotask(() => view().on("flip", () => made.setAttribute("aria-pressed", String(view().mirror[axis]))));
    return made;
  };
  return [
    flip("across", "flipAcross", "Flip left and right (X)"),
    flip("down", "flipDown", "Flip top and bottom (Y)"),
  ];
}
