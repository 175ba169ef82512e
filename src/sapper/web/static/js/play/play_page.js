/** The page of a game: the board, the counters, and beside them helper, demo and review. */

import * as api from "../base/api.js";
import { DemoPanel } from "./demo_panel.js";
import { h, note } from "../base/dom.js";
import { Game } from "./game.js";
import { gameHelper } from "./game_helper.js";
import { takeKeys } from "../board/keyboard.js";
import { keepGame, openLastGame } from "./last_game.js";
import { levelPicker } from "./level_picker.js";
import { createChosen, createFresh, describeGame, newGameButton } from "./new_game.js";
import { Overlay } from "../board/overlay.js";
import { pauseCover } from "./pause.js";
import { playKeys } from "./play_keys.js";
import { PlaySheet } from "./play_sheet.js";
import { boardTools } from "./play_tools.js";
import { isHelpOff, refusesHelp } from "./ranked.js";
import { createSame } from "./same_board.js";
import { resultBanner } from "./result.js";
import { ReviewPanel } from "./review_panel.js";
import { addAddress, reopenWhenBack, replaceAddress } from "../base/router.js";
import { settings } from "../base/settings.js";
import { levelName } from "./shapes.js";
import { StatusBar } from "./status_bar.js";
import { GameBoard } from "./game_board.js";
import { analyseShown } from "./shown.js";
import { Tabs } from "../base/tabs.js";
import { TipLine } from "./tip_line.js";
import { openText, takeDrops } from "./transfer.js";
import { words } from "../words/words.js";

/**
 * @param {HTMLElement} main
 * @param {{id?: string, query: URLSearchParams}} address
 * @returns {() => void}  what closes the page
 */
export function openPlay(main, { id, query }) {
  const page = new PlayPage(main);
  void page.start(id, query);
  return () => page.close();
}

class PlayPage {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.room = h("div.room");
    this.status = new StatusBar();
    this.result = h("div.result-place");
    this.picker = h("div.picker");
    this.warning = h(
      "p.offline",
      { role: "status", hidden: true },
      words.tools.offline,
    );
    this.title = h("p.small.soft.board-title");
    this.tip = new TipLine();
    this.tools = boardTools(this);
    this.cover = pauseCover(() => this.board.game);
    this.tabs = new Tabs(words.tools.panels);
    this.sheet = new PlaySheet(this.tabs, this.result);
    main.replaceChildren(
      h(
        "div.play",
        {},
        h("h1.unseen", {}, words.frame.game),
        h(
          "section.table",
          { "aria-label": words.frame.game },
          this.picker,
          newGameButton(() => this.fresh()),
          this.status.element,
          this.tools.element,
          this.room,
          this.cover.element,
          h("div.below", {}, this.tip.element, this.title, this.warning),
        ),
        this.sheet.element,
      ),
    );
    this.board = new GameBoard(this.room, words.tools.board);
    const { view } = this.board;
    this.overlay = new Overlay(
      view,
      (asked) => analyseShown(this.board, asked),
      () => this.board.grid.rename(),
      { refuses: (then) => refusesHelp(this.board.game, then) },
    );
    const game = () => this.board.game;
    const stage = {
      begin: (/** @type {import("../board/replay.js").Replay} */ replay) => this.#beginReplay(replay),
      end: () => this.#endReplay(),
      moved: (/** @type {number[]} */ indices) => {
        this.board.moved(indices);
        this.overlay.refreshSoon();
      },
      open: (/** @type {api.GameView} */ opened) => this.bind(new Game(opened)),
    };
    const shown = () => this.board.grid.rename();
    this.helper = gameHelper(view, this.overlay, game, shown, () => this.tabs.open("review"));
    this.demo = new DemoPanel(view, game, stage);
    this.review = new ReviewPanel(view, game, stage);
    this.tabs.add("helper", words.tools.helper, this.helper.element);
    this.tabs.add("demo", words.tools.demo, this.demo.element);
    this.tabs.add("review", words.tools.review, this.review.element);
    this.tabs.on("open", (name) => this.#openTab(name));
    this.#listen();
  }

  /** @param {string | undefined} id @param {URLSearchParams} query  `same`: a game; `move`: of a review, from 1 */
  async start(id, query) {
    const [same, move] = [query.get("same"), Number(query.get("move"))];
    this.#showPicker();
    try {
      if (id) this.bind(await Game.open(id));
      else if (same) await createSame(same, (game) => this.bind(game));
      else this.bind((await openLastGame()) ?? (await createFresh()));
      if (id && move > 0 && this.board.game?.over) {
        this.review.wanted = move;
        this.tabs.open("review");
      }
    } catch (error) {
      if (this.board.closed) return;
      const { status, message } = /** @type {api.ApiError} */ (error);
      note(status === 404 ? words.tools.gone : message, { bad: true });
      if (status !== 0) this.bind(await createFresh());
      else reopenWhenBack(this.warning);
    }
  }

  close() {
    this.stopKeys?.();
    this.stopDrops?.();
    this.demo.clear();
    this.review.clear();
    this.overlay.close();
    this.tools.close();
    this.sheet.close();
    this.status.close();
    this.board.close();
  }

  /** @param {Game} game */
  bind(game) {
    this.demo.clear();
    this.review.clear();
    this.helper.clear();
    // The back button returns to a game with moves.
    const begun = (this.board.game?.view.clicks ?? 0) > 0;
    // The overlay would count as help at the first move.
    if (isHelpOff(game)) settings.set({ overlay: false });
    this.board.bind(game);
    if (this.board.closed) return;
    (begun ? addAddress : replaceAddress)(`/g/${game.id}`);
    keepGame(game.id);
    this.#showPicker();
    this.#showGame();
    if (game.over) this.#showResult();
    else this.result.replaceChildren();
    if (this.tabs.current === "review") this.#openTab("review");
    void this.overlay.refresh();
  }

  /** Starts another game of the same kind. */
  async fresh() {
    await this.#begin(createFresh);
  }

  /** @param {import("./new_game.js").Choice} chosen  starts a game of this kind, or throws what is wrong with it */
  async choose(chosen) {
    const game = await createChosen(chosen);
    this.#endReplay();
    this.bind(game);
  }

  /** Starts a game with the same mines. */
  async same() {
    const { game } = this.board;
    if (!game || refusesHelp(game, () => this.same())) return;
    await this.#begin(() => Game.create({ same_board_as: game.id }));
  }

  /** @param {() => Promise<Game>} create */
  async #begin(create) {
    this.#endReplay();
    try {
      this.bind(await create());
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
    this.#showPicker();
  }

  #listen() {
    const { board } = this;
    board.on("view", (indices) => {
      this.#showGame();
      if (indices.length) {
        if (!board.replay) {
          this.helper.clear();
          this.sheet.unpeek();
        }
        void this.overlay.refresh();
      }
      if (!board.game?.over) this.result.replaceChildren();
    });
    board.on("ended", () => this.#showResult());
    board.on("connection", (fine) => (this.warning.hidden = fine));
    this.stopKeys = takeKeys(board.view, board.grid, playKeys(this));
    this.stopDrops = takeDrops(openText);
  }

  #showPicker() {
    const start = (/** @type {import("./new_game.js").Choice} */ chosen) => this.choose(chosen);
    const kept = settings.value.game;
    const opened = this.board.game?.view ?? { ...kept, level: levelName(kept) };
    this.picker.replaceChildren(...levelPicker(opened, { start, cancel: () => this.#showPicker() }));
  }

  #showGame() {
    const { game } = this.board;
    if (!game) return;
    this.status.show(game);
    this.tip.show(game);
    this.cover.show();
    this.tools.undo.disabled = !game.view.can_undo || game.view.paused;
    this.tools.pause.disabled = game.view.status !== "playing";
    const title = describeGame(game.view);
    if (this.title.textContent !== title) this.title.textContent = title;
  }

  #showResult() {
    const { game } = this.board;
    if (!game?.over) return;
    this.result.replaceChildren(
      resultBanner(game, {
        fresh: () => void this.fresh(),
        same: () => void this.same(),
        undo: () => this.undo(),
        review: () => this.sheet.open("review"),
      }),
    );
    void this.overlay.refresh();
  }

  /** @param {number} by  moves, of a demo or a review */
  step(by) {
    const controls = this.demo.controls ?? this.review.controls;
    controls?.go(controls.replay.place + by);
  }

  /** Undoes the last move, also one that lost the game. */
  undo() {
    if (refusesHelp(this.board.game, () => this.undo())) return;
    this.#endReplay();
    void this.board.game?.undo();
  }

  /** Shows a hint in the panel. */
  async hint() {
    if (!this.board.game || this.board.game.over) return;
    this.sheet.peek();
    await this.helper.ask();
  }

  /** @param {string} name */
  #openTab(name) {
    this.#endReplay();
    if (name === "review" && this.board.game?.over) void this.review.begin();
  }

  /** @param {import("../board/replay.js").Replay} replay */
  #beginReplay(replay) {
    this.board.begin(replay);
    void this.overlay.refresh();
  }

  #endReplay() {
    if (!this.board.replay) return;
    this.demo.clear();
    this.review.clear();
    this.board.end();
    void this.overlay.refresh();
  }
}
