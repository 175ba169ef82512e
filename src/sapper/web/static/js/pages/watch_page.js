/** A game of another player, live and without the right to play. */

import { button, h } from "../base/dom.js";
import { Game } from "../play/game.js";
import { GameBoard } from "../play/game_board.js";
import { describeGame } from "../play/new_game.js";
import { zoomButtons } from "../play/play_tools.js";
import { go } from "../base/router.js";
import { StatusBar } from "../play/status_bar.js";
import { takeKeys } from "../board/keyboard.js";
import { words } from "../words/words.js";

/**
 * @param {HTMLElement} main
 * @param {{id?: string}} address  of the token
 */
export function openWatch(main, { id }) {
  const text = words.share;
  const title = h("h1", {}, text.watching);
  const state = h("p.soft", { role: "status" });
  const warning = h("p.offline", { role: "status", hidden: true }, text.lostConnection);
  const kind = h("p.small.soft.board-title");
  const room = h("div.room");
  const status = new StatusBar();
  const same = button({ text: text.playSame, kind: "main", onclick: () => go(`/?same=${id}`) });
  same.hidden = true;
  const board = new GameBoard(room, text.board);
  const stopKeys = takeKeys(board.view, board.grid, {});
  const table = h("section.table.watch", { "aria-label": text.board }, h("div.row.spread", {}, title, same), state);
  table.append(
    h("div.row.spread", {}, status.element, h("div.row", {}, ...zoomButtons(() => board.view))),
    warning,
    room,
    kind,
  );
  main.replaceChildren(h("div.play", {}, table));
  board.on("connection", (fine) => (warning.hidden = fine));
  board.on("view", () => {
    const { game } = board;
    if (!game) return;
    const { view } = game;
    status.show(game);
    title.textContent = view.name ? text.watchingName(view.name) : text.watching;
    const told = { ready: text.waiting, playing: text.running, won: text.won, lost: text.lost }[view.status];
    if (state.textContent !== told) state.textContent = told;
    kind.textContent = describeGame(view);
    same.hidden = !game.over;
  });
  const start = async () => {
    try {
      board.bind(await Game.watch(String(id)));
    } catch (error) {
      const { status: code, message } = /** @type {import("../base/api.js").ApiError} */ (error);
      const reason = code === 404 || code === 422 ? text.gone : message;
      table.replaceChildren(title, h("p.empty", {}, `${reason} `, h("a", { href: "/" }, text.playOwn)));
    }
  };
  void start();
  return () => {
    stopKeys();
    status.close();
    board.close();
  };
}
