/** The buttons around the board: hint, mine chances, undo, zoom, and a menu of what is used less often. */

import * as api from "../base/api.js";
import { button, h } from "../base/dom.js";
import { menuButton } from "../base/menu.js";
import { settings } from "../base/settings.js";
import { go } from "../base/router.js";
import { withoutMines, writePosition } from "../board/position.js";
import { words } from "../words/words.js";
import { exportSheet } from "./export_sheet.js";
import { newGameSheet } from "./new_game.js";
import { togglePause } from "./pause.js";
import { refusesHelp } from "./ranked.js";
import { shareSheet } from "./share.js";
import { loadSheet, openText } from "./transfer.js";

/**
 * @typedef {object} Playing  the page these buttons belong to
 * @property {import("./game_board.js").GameBoard} board
 * @property {import("../board/overlay.js").Overlay} overlay
 * @property {(chosen: import("./new_game.js").Choice) => Promise<void>} choose
 * @property {() => Promise<void>} same
 * @property {() => Promise<void>} hint
 * @property {() => void} undo
 */

/**
 * Opens the board that is shown for analysis. The server marks a running game as helped.
 * @param {import("./game_board.js").GameBoard} board
 */
export function analyseBoard(board) {
  const { game, view } = board;
  if (!game || refusesHelp(game, () => analyseBoard(board))) return;
  const { id, shape, rows, cols, mines } = game.view;
  go(`/analyse?game=${id}#position=${writePosition({ shape, rows, cols, mines, board: withoutMines(view.cells) })}`);
}

/**
 * The row of tools: those that act on this board, and the menu.
 * @param {Playing} page
 */
export function boardTools(page) {
  const { tools } = words;
  const overlay = button({
    icon: "overlay",
    text: tools.chances,
    title: tools.chancesTitle,
    kind: "narrow-only",
    pressed: settings.value.overlay,
    onclick: () => page.overlay.toggle(),
  });
  const stop = settings.watch(({ overlay: on }) => overlay.setAttribute("aria-pressed", String(on)));
  const undo = button({
    icon: "undo",
    text: tools.undo,
    title: tools.undoTitle,
    kind: "terse",
    onclick: () => page.undo(),
  });
  const pause = button({
    icon: "pause",
    title: tools.pauseTitle,
    kind: "plain.wide-only",
    onclick: () => togglePause(page.board.game),
  });
  const element = h(
    "div.row.board-tools",
    {},
    flagButton(() => page.board),
    button({
      icon: "bulb",
      text: tools.hint,
      title: tools.hintTitle,
      kind: "narrow-only",
      onclick: () => void page.hint(),
    }),
    overlay,
    undo,
    button({
      icon: "chart",
      text: words.frame.analyse,
      title: words.analyse.fromGame,
      onclick: () => analyseBoard(page.board),
    }),
    pause,
    ...zoomButtons(() => page.board.view),
    moreMenu(page),
  );
  return { element, undo, pause, close: stop };
}

/** @param {Playing} page */
function moreMenu(page) {
  const { tools } = words;
  const withGame = (/** @type {(game: import("./game.js").Game) => unknown} */ act) => () =>
    page.board.game && act(page.board.game);
  const mirror = () => page.board.view.mirror;
  return menuButton({ icon: "more", text: tools.more, title: tools.moreTitle }, [
    { icon: "again", text: tools.same, act: () => page.same() },
    { icon: "pause", text: tools.pause, act: () => togglePause(page.board.game) },
    { icon: "settings", text: tools.rules, act: () => newGameSheet((chosen) => page.choose(chosen)) },
    { icon: "share", text: tools.share, act: withGame(shareSheet) },
    { icon: "people", text: words.match.entry, act: () => go("/match") },
    { icon: "load", text: tools.importBoard, act: () => loadSheet(openText) },
    {
      icon: "save",
      text: tools.exportBoard,
      act: withGame((game) =>
        exportSheet({
          view: page.board.view,
          write: (form) => api.getText(game.id, form),
          name: `sapper-${game.view.watch ?? "game"}`,
          game: game.view,
        }),
      ),
    },
    {
      icon: "flipAcross",
      text: tools.flipAcross,
      act: () => mirror().flip("across"),
      checked: () => mirror().across,
    },
    { icon: "flipDown", text: tools.flipDown, act: () => mirror().flip("down"), checked: () => mirror().down },
  ]);
}

/**
 * The button that makes a tap mark cells.
 * @param {() => import("./game_board.js").GameBoard} board
 */
export function flagButton(board) {
  const flag = button({
    icon: "flag",
    text: words.tools.flag,
    title: words.tools.flagTitle,
    kind: "touch-only",
    pressed: false,
    onclick: () => {
      board().flagging = !board().flagging;
      flag.setAttribute("aria-pressed", String(board().flagging));
    },
  });
  return flag;
}

/** @param {() => import("../board/board_view.js").BoardView} view */
export function zoomButtons(view) {
  const { tools } = words;
  const kind = "plain.wide-only.zoom";
  return [
    button({ icon: "minus", title: tools.zoomOut, kind, onclick: () => view().zoom(1 / 1.25) }),
    button({ icon: "fit", text: tools.fit, title: tools.fitTitle, kind: "plain.terse", onclick: () => view().fit() }),
    button({ icon: "plus", title: tools.zoomIn, kind, onclick: () => view().zoom(1.25) }),
  ];
}
