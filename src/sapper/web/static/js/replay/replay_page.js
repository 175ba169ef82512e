/**
 * The replay viewer: an imported replay or a finished game, played with the way of the pointer, its figures and the
 * judgement of every move.
 */

import * as api from "../base/api.js";
import { trackOf } from "../base/archive.js";
import { button, h, note, select, toggle } from "../base/dom.js";
import { keepReplay, keptReplay } from "../base/kept_replay.js";
import { importFile, replayGame, reviewReplay } from "../base/replay_api.js";
import { settings } from "../base/settings.js";
import { BoardGrid } from "../board/board_grid.js";
import { BoardView } from "../board/board_view.js";
import { isClue } from "../board/cells.js";
import { Overlay } from "../board/overlay.js";
import { Replay } from "../board/replay.js";
import { needShape, shapeOf, sizeOf } from "../board/shape.js";
import { zoomButtons } from "../play/play_tools.js";
import { loadSheet, openText, takeDrops } from "../play/transfer.js";
import { words } from "../words/words.js";
import { Controls } from "./controls.js";
import { figureTable, headOf } from "./figures.js";
import { Judgement } from "./judgement.js";
import { PathLayer } from "./path_layer.js";
import { takeReplayKeys } from "./replay_keys.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("../base/replay_api.js").ReplayView} ReplayView */

const text = words.replay;

/**
 * @param {HTMLElement} main
 * @param {{query: URLSearchParams}} address  `game`: the id of a finished game; without it, the last import
 */
export function openReplay(main, { query }) {
  const page = new ReplayPage(main, query.get("game"));
  void page.start();
  return () => page.close();
}

class ReplayPage {
  /** @param {HTMLElement} main @param {string | null} game */
  constructor(main, game) {
    this.game = game;
    this.closed = false;
    this.room = h("div.room");
    this.tools = h("div.row.spread");
    this.side = h("div.panel.stack");
    const load = button({ icon: "load", text: text.open, onclick: () => loadSheet(openText) });
    const zoom = zoomButtons(() => this.view);
    const back = game ? h("a.button", { href: `/g/${game}` }, text.back) : null;
    main.replaceChildren(
      h(
        "div.replay",
        {},
        h(
          "section.table.stage",
          { "aria-label": text.title },
          h("div.row.spread", {}, h("h1", {}, text.title), h("div.row", {}, ...zoom, back, load)),
          this.room,
          this.tools,
        ),
        h("aside.side", { "aria-label": text.panel }, this.side),
      ),
    );
    this.view = new BoardView(this.room);
    this.grid = new BoardGrid(this.view, { label: text.title });
    this.view.element.classList.add("locked");
    this.overlay = new Overlay(
      this.view,
      (asked) => this.#analyse(asked),
      () => this.grid.rename(),
    );
    this.overlay.on("failed", (error) => note(/** @type {Error} */ (error).message, { bad: true }));
    this.stopDrops = takeDrops(openText);
  }

  close() {
    this.closed = true;
    this.stopDrops();
    this.#clear();
    this.overlay.close();
    this.view.close();
  }

  async start() {
    this.side.replaceChildren(h("p.soft", { role: "status" }, text.loading));
    try {
      const view = this.game ? await replayGame(this.game, await trackOf(this.game)) : await this.#kept();
      if (this.closed) return;
      if (view) await this.#show(view);
      else this.side.replaceChildren(h("p", {}, text.none), h("p.small.soft", {}, text.noneHow));
    } catch (error) {
      this.side.replaceChildren(h("p.bad", { role: "alert" }, /** @type {Error} */ (error).message));
    }
  }

  /** @param {number} [number]  of the replay in the file */
  async #kept(number = 0) {
    const kept = keptReplay();
    if (!kept) return null;
    const { name, partial } = kept;
    const view = number || !kept.view ? (await importFile(kept.file, { name, number, partial })).replay : kept.view;
    if (!number) void keepReplay({ ...kept, view });
    return view;
  }

  /** @param {ReplayView} view */
  async #show(view) {
    this.#clear();
    this.shown = view;
    await needShape(view.shape);
    if (this.closed) return;
    const replay = new Replay(view.rows, view.cols, view.board, view.steps);
    const timeline = new Timeline(replay, 1000 * view.rtime);
    this.timeline = timeline;
    this.view.load(view.rows, view.cols, replay.cells, shapeOf(view));
    this.path = this.view.lay.free ? null : new PathLayer(this.view, view.path);
    this.path?.showAll(false);
    this.controls = new Controls(timeline, { nextGuess: () => this.judgement?.nextRisk() });
    const judged = view.status !== "playing";
    this.judgement = judged ? new Judgement(timeline, this.view, () => this.#review(view)) : null;
    timeline.on("time", (indices) => {
      this.view.changed(indices);
      this.grid.rename(indices);
      this.path?.draw(timeline.now);
      const { last } = replay;
      if (indices.length && last) this.view.show(last.cell[0] * view.cols + last.cell[1]);
      if (indices.length) this.overlay.refreshSoon();
    });
    this.tools.replaceChildren(this.controls.element, this.#switches());
    this.side.replaceChildren(
      ...(view.count > 1 ? [this.#choice(view)] : []),
      headOf(view),
      this.judgement?.element ?? h("p.soft", {}, text.unfinished),
      h("h2", {}, text.statistics),
      figureTable(view),
      h("details.small.soft", {}, h("summary", {}, words.help.keys), h("p", {}, text.keys)),
    );
    this.stopKeys = takeReplayKeys(timeline, this.controls, () => this.judgement?.nextRisk());
    timeline.go(0);
    void this.overlay.refresh();
  }

  /** @param {ReplayView} view */
  #choice(view) {
    /** @type {[string, string][]} */
    const names = Array.from({ length: view.count }, (_, at) => [String(at), text.one(at + 1, view.count)]);
    return select(text.several, names, String(view.number), async (value) => {
      try {
        const chosen = await this.#kept(Number(value));
        if (chosen && !this.closed) await this.#show(chosen);
      } catch (error) {
        note(/** @type {Error} */ (error).message, { bad: true });
      }
    });
  }

  #switches() {
    const { overlay, percent } = settings.value;
    const whole = toggle(text.whole, false, (on) => this.path?.showAll(on));
    return h(
      "div.row.switches",
      {},
      toggle(text.overlay, overlay, (on) => settings.set({ overlay: on })),
      toggle(words.settings.percent, percent, (on) => settings.set({ percent: on })),
      this.path && this.shown?.path.times.length ? whole : null,
    );
  }

  /**
   * The review; a server that does not keep the replay any more gets its file again.
   * @param {ReplayView} view
   */
  async #review(view) {
    if (this.game) return api.getReview(this.game);
    try {
      return await reviewReplay(String(view.replay));
    } catch (error) {
      const kept = keptReplay();
      if (!kept || /** @type {api.ApiError} */ (error).status !== 404) throw error;
      const { file, name, partial } = kept;
      await importFile(file, { name, number: view.number, partial });
      return reviewReplay(String(view.replay));
    }
  }

  /** @param {api.Asked} asked */
  #analyse(asked) {
    const { shown, view } = this;
    const board = view.cells.join("");
    // A board with mines needs no analysis, and one without a clue would need the first-click rule.
    if (!shown || /[MXW]/.test(board) || !view.cells.some(isClue) || !/[.Q]/.test(board)) return null;
    return api.analyze({ ...sizeOf(view.shape), mines: shown.mines, board }, asked);
  }

  #clear() {
    this.stopKeys?.();
    this.timeline?.close();
    this.judgement?.close();
    this.path?.remove();
  }
}
