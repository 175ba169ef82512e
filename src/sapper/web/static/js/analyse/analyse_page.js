/** The editor of positions, with their analysis. */

import * as api from "../base/api.js";
import { BoardGrid } from "../board/board_grid.js";
import { BoardView } from "../board/board_view.js";
import { HIDDEN } from "../board/cells.js";
import { Brushes } from "./brushes.js";
import { button, h, note } from "../base/dom.js";
import { Editor } from "./editor.js";
import { editorKeys } from "./editor_keys.js";
import { HelperPanel } from "../play/helper_panel.js";
import { takeKeys } from "../board/keyboard.js";
import { limits } from "../base/limits.js";
import { menuButton } from "../base/menu.js";
import { Overlay } from "../board/overlay.js";
import { takePainting } from "./painting.js";
import { PicturePanel } from "./picture_panel.js";
import { readPosition, writePosition } from "../board/position.js";
import { zoomButtons } from "../play/play_tools.js";
import { serverBack } from "../base/connection.js";
import { positionSubject } from "../play/subject.js";
import { go, replaceAddress } from "../base/router.js";
import { settings } from "../base/settings.js";
import { needShape, shapeOf } from "../board/shape.js";
import { ShapeChoice } from "./shape_choice.js";
import { nameCell, say } from "../board/speech.js";
import { exportSheet } from "../play/export_sheet.js";
import { loadSheet, openText, readBoard, takeDrops, takePicture } from "../play/transfer.js";
import { sentence } from "../words/sentence.js";
import { words } from "../words/words.js";

const text = words.analyse;
const WAIT_MS = 60;
const EXAMPLE = "9x9:10:b1001c/111001c/000012c/00113d/001f/002f/002f/124f/i";

/**
 * @param {HTMLElement} main
 * @param {{query: URLSearchParams}} address
 */
export function openAnalyse(main, { query }) {
  const page = new AnalysePage(main, query.get("game"));
  void page.start(query.get("position") || EXAMPLE);
  return () => page.close();
}

class AnalysePage {
  /** @param {HTMLElement} main @param {string | null} game  the id of the game that is analysed */
  constructor(main, game) {
    this.game = game;
    this.closed = false;
    this.editor = new Editor();
    this.room = h("div.room");
    this.verdict = h("div.verdict", { role: "status" });
    this.brushes = new Brushes();
    const number = (/** @type {string} */ label, /** @type {number} */ most, /** @type {() => void} */ act) => {
      const input = h("input", { type: "number", min: 0, max: most, onchange: act });
      return { input, element: h("label.field", {}, label, input) };
    };
    this.rows = number(text.rows, limits.rows, () => this.#resize());
    this.cols = number(text.cols, limits.cols, () => this.#resize());
    this.mines = number(text.mines, limits.rows * limits.cols, () => this.#setMines());
    this.size = h("div.row", {}, this.rows.element, this.cols.element, this.mines.element);
    this.shape = new ShapeChoice(this.editor);
    this.undoButton = button({ icon: "undo", title: text.undo, onclick: () => this.editor.undo() });
    this.redoButton = button({ icon: "redo", title: text.redo, onclick: () => this.editor.redo() });
    this.help = h("div");
    this.back = h("div");
    if (game) this.back.append(h("a.button", { href: `/g/${game}` }, text.back));
    main.replaceChildren(
      h(
        "div.analyse",
        {},
        h(
          "section.table.easel",
          { "aria-label": text.position },
          h("div.row.spread", {}, h("div.row", {}, h("h1", {}, words.frame.analyse), this.back), this.#tools()),
          this.brushes.element,
          this.room,
        ),
        h(
          "aside.side",
          { "aria-label": text.analysis },
          h(
            "div.panel.stack",
            {},
            this.shape.element,
            this.size,
            this.verdict,
            this.help,
            h(
              "p.small.soft",
              {},
              text.painting,
            ),
          ),
        ),
      ),
    );
    this.view = new BoardView(this.room);
    this.picture = new PicturePanel(this.editor, this.view);
    this.help.before(this.picture.element);
    this.grid = new BoardGrid(this.view, {
      label: text.position,
      onactivate: (index) => this.editor.paint(index, this.brushes.char),
    });
    this.overlay = new Overlay(
      this.view,
      (asked) => api.analyze(this.editor.request, asked),
      () => this.grid.rename(),
      { always: true },
    );
    const subject = positionSubject(() => this.editor.request);
    this.helper = new HelperPanel(this.view, this.overlay, subject);
    this.help.replaceChildren(this.helper.element);
    this.overlay.on("failed", (error) => this.#refuse(error));
    this.overlay.on("analysis", (analysis) => {
      if (!analysis) return;
      this.view.mark({ bad: new Set() });
      this.#tell("", text.possible);
    });
    this.editor.on("change", (indices) => this.#changed(indices));
    takePainting(this.view, this.editor, () => this.brushes.char);
    this.stopKeys = takeKeys(this.view, this.grid, editorKeys(this));
    this.stopDrops = takeDrops((text) => this.read(text));
    this.stopSettings = settings.watch((_value, changed) => {
      if (changed.has("theme")) requestAnimationFrame(() => this.brushes.draw());
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.stopKeys();
    this.stopDrops();
    this.stopSettings();
    this.picture.close();
    this.overlay.close();
    this.view.close();
  }

  /**
   * Shows the board that the page opens with, or an empty one if it cannot be read.
   * @param {string} given
   */
  async start(given) {
    try {
      if (this.game) await api.help(this.game);
    } catch {
      this.game = null; // it no longer exists
      this.back.remove();
    }
    if (this.closed) return;
    try {
      await this.read(given);
    } catch (error) {
      note(words.transfer.noBoard(/** @type {Error} */ (error).message), { bad: true, seconds: 8 });
      this.editor.load({ rows: 9, cols: 9, mines: 10, board: HIDDEN.repeat(81) });
    }
  }

  /**
   * Shows a board of any text form, and rejects what is none. A layout has nothing to analyse: it opens as a game.
   * @param {string} given
   */
  async read(given) {
    const picture = takePicture();
    const position = readPosition(given);
    if (position && position.rows <= limits.rows && position.cols <= limits.cols) {
      this.editor.load(position);
      this.picture.show(picture);
      return;
    }
    const board = await readBoard(given);
    if (this.closed) return;
    if (board.kind === "layout") {
      await openText(given);
      return;
    }
    await needShape(board.shape);
    this.editor.load(board);
    this.picture.show(picture);
  }

  #tools() {
    const { editor } = this;
    const write = async (/** @type {import("../play/export_sheet.js").Form} */ form) => {
      const board = await api.readText(editor.picture);
      if (form === "json") return editor.json;
      return form === "position" ? board.position : board.picture;
    };
    return h(
      "div.row",
      {},
      this.undoButton,
      this.redoButton,
      button({ text: text.clear, onclick: () => editor.clear() }),
      ...zoomButtons(() => this.view),
      button({ icon: "play", text: text.play, kind: "main", onclick: () => void this.#play() }),
      menuButton({ icon: "more", text: words.tools.more, title: words.tools.moreTitle }, [
        { icon: "load", text: words.tools.importBoard, act: () => loadSheet((text) => this.read(text)) },
        {
          icon: "save",
          text: words.tools.exportBoard,
          act: () => exportSheet({ view: this.view, write, name: "sapper-position" }),
        },
        { icon: "share", text: text.share, act: () => this.#share() },
      ]),
    );
  }

  async #share() {
    try {
      replaceAddress(`/analyse#position=${writePosition(this.editor.request)}`);
      await navigator.clipboard.writeText(location.href);
      note(text.copied);
    } catch {
      note(text.inAddress);
    }
  }

  async #play() {
    try {
      const game = await api.newGame({ from_position: this.editor.picture });
      go(`/g/${game.id}`);
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
  }

  #resize() {
    const { editor } = this;
    const read = (/** @type {number} */ side, /** @type {number} */ most) => (side >= 1 ? Math.min(most, side) : NaN);
    const rows = read(this.rows.input.valueAsNumber, limits.rows);
    const cols = read(this.cols.input.valueAsNumber, limits.cols);
    // A field that was emptied says nothing about the board.
    if (Number.isInteger(rows * cols) && (rows !== editor.rows || cols !== editor.cols)) editor.resize(rows, cols);
    this.#showFields();
  }

  #setMines() {
    const mines = this.mines.input.valueAsNumber;
    if (Number.isInteger(mines) && mines >= 0 && mines !== this.editor.mines) this.editor.setMines(mines);
    this.#showFields();
  }

  #showFields() {
    this.size.hidden = this.editor.shape !== "";
    this.shape.show();
    for (const key of /** @type {const} */ (["rows", "cols", "mines"]))
      this[key].input.valueAsNumber = this.editor[key];
    this.undoButton.disabled = !this.editor.past.length;
    this.redoButton.disabled = !this.editor.future.length;
  }

  /** @param {number[] | null} indices */
  #changed(indices) {
    const { editor, view } = this;
    if (indices === null) {
      view.load(editor.rows, editor.cols, editor.cells, shapeOf(editor));
      this.brushes.suit(view.shape);
    } else {
      view.changed(indices);
      this.grid.rename(indices);
      if (indices.length === 1 && settings.value.speak)
        say(nameCell(editor.cells[indices[0]], view.shape.spell(indices[0])));
    }
    this.#showFields();
    this.helper.clear();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.#settled(), WAIT_MS);
  }

  /** Nothing has changed for a moment. */
  #settled() {
    const of = this.game ? `?game=${this.game}` : "";
    replaceAddress(`/analyse${of}#position=${writePosition(this.editor.request)}`);
    void this.overlay.refresh();
  }

  /** @param {unknown} error  why the position has no analysis */
  #refuse(error) {
    const { problem, message, status } = /** @type {api.ApiError} */ (error);
    const clues = problem?.contradiction?.clues ?? (problem?.cell ? [problem.cell] : []);
    this.view.mark({ bad: new Set(clues.map((cell) => this.view.shape.indexOf(cell))) });
    this.#tell("bad", problem?.contradiction ? sentence(this.view.mirror.text(problem.contradiction.text)) : message);
    if (status === 0) void serverBack().then(() => this.overlay.refresh());
  }

  /** @param {string} kind @param {string} said */
  #tell(kind, said) {
    this.verdict.className = `verdict ${kind}`;
    this.verdict.textContent = said;
  }
}
