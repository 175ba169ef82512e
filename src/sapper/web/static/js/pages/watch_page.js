/** A game of another player: live, without the right to play, and after its end with its review. */

import { button, h } from "../base/dom.js";
import { Game } from "../play/game.js";
import { GameBoard } from "../play/game_board.js";
import { describeGame } from "../play/new_game.js";
import { PlaySheet } from "../play/play_sheet.js";
import { zoomButtons } from "../play/play_tools.js";
import { ReviewPanel } from "../play/review_panel.js";
import { go } from "../base/router.js";
import { StatusBar } from "../play/status_bar.js";
import { Tabs } from "../base/tabs.js";
import { takeKeys } from "../board/keyboard.js";
import { words } from "../words/words.js";

const text = words.share;

/**
 * @param {HTMLElement} main
 * @param {{id?: string, query: URLSearchParams}} address  of the token; `move`: of the review, from 1
 */
export function openWatch(main, { id, query }) {
  const page = new WatchPage(main, String(id));
  void page.start(Number(query.get("move")) || 0);
  return () => page.close();
}

class WatchPage {
  /** @param {HTMLElement} main @param {string} token */
  constructor(main, token) {
    this.token = token;
    this.title = h("h1", {}, text.watching);
    this.state = h("p.soft", { role: "status" });
    this.warning = h("p.offline", { role: "status", hidden: true }, text.lostConnection);
    this.kind = h("p.small.soft.board-title");
    this.status = new StatusBar();
    this.same = button({ text: text.playSame, kind: "main", onclick: () => go(`/?same=${token}`) });
    this.begin = button({ text: words.helper.review, onclick: () => this.#openReview() });
    this.same.hidden = this.begin.hidden = true;
    const room = h("div.room");
    this.board = new GameBoard(room, text.board);
    this.tabs = new Tabs(words.tools.review);
    this.sheet = new PlaySheet(this.tabs, h("div.result-place"));
    this.review = new ReviewPanel(this.board.view, () => this.board.game, {
      begin: (replay) => this.board.begin(replay),
      end: () => this.#closeReview(),
      moved: (indices) => this.board.moved(indices),
      open: () => {}, // a game of another player is not continued
    });
    this.tabs.add("review", words.tools.review, h("div.stack", {}, this.begin, this.review.element));
    const step = (/** @type {number} */ by) => () => {
      const { controls } = this.review;
      controls?.go(controls.replay.place + by);
    };
    this.stopKeys = takeKeys(this.board.view, this.board.grid, { ",": step(-1), ".": step(1) });
    const zoom = zoomButtons(() => this.board.view);
    this.table = h(
      "section.table.watch",
      { "aria-label": text.board },
      h("div.row.spread.watch-head", {}, h("div", {}, this.title, this.state), this.same),
      this.status.element,
      h("div.row.board-tools", {}, ...zoom),
      room,
      h("div.below", {}, this.warning, this.kind),
    );
    main.replaceChildren(h("div.play", {}, this.table, this.sheet.element));
    this.board.on("connection", (fine) => (this.warning.hidden = fine));
    this.board.on("view", () => this.#show());
  }

  close() {
    this.stopKeys();
    this.review.clear();
    this.sheet.close();
    this.status.close();
    this.board.close();
  }

  /** @param {number} move  of the review, from 1; 0: no review */
  async start(move) {
    try {
      this.board.bind(await Game.watch(this.token));
    } catch (error) {
      const { status: code, message } = /** @type {import("../base/api.js").ApiError} */ (error);
      const reason = code === 404 || code === 422 ? text.gone : message;
      this.sheet.element.remove();
      this.table.replaceChildren(this.title, h("p.empty", {}, `${reason} `, h("a", { href: "/" }, text.playOwn)));
      return;
    }
    if (!move || !this.board.game?.over) return;
    this.review.wanted = move;
    this.#openReview();
  }

  #show() {
    const { game } = this.board;
    if (!game) return;
    const { view } = game;
    this.status.show(game);
    this.title.textContent = view.name ? text.watchingName(view.name) : text.watching;
    const told = { ready: text.waiting, playing: text.running, won: text.won, lost: text.lost }[view.status];
    if (this.state.textContent !== told) this.state.textContent = told;
    this.kind.textContent = describeGame(view);
    this.same.hidden = !game.over;
    this.#offerReview();
  }

  /** Shows the button of the review when there is one to open. */
  #offerReview() {
    const { game, replay } = this.board;
    this.begin.hidden = !game?.over || replay !== null;
    this.review.element.hidden = !this.begin.hidden;
  }

  #openReview() {
    this.sheet.open("review");
    this.begin.hidden = true;
    this.review.element.hidden = false;
    void this.review.begin();
  }

  #closeReview() {
    this.review.clear();
    this.board.end();
    this.sheet.show("closed");
    this.#offerReview();
  }
}
