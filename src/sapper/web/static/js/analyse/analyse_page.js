/** The editor of positions, with their analysis. */

import * as api from "../base/api.js";
import { BoardGrid } from "../board/board_grid.js";
import { BoardView } from "../board/board_view.js";
import { FLAG, HIDDEN, MINE, VOID, indexOf } from "../board/cells.js";
import { button, h, note, toggle } from "../base/dom.js";
import { Editor } from "./editor.js";
import { describe, legend } from "../play/helper_panel.js";
import { takeKeys } from "../board/keyboard.js";
import { limits } from "../base/limits.js";
import { showRisk } from "../board/overlay.js";
import { go, replaceAddress } from "../base/router.js";
import { settings } from "../base/settings.js";
import { nameCell, say, sentence, spellChar } from "../board/speech.js";
import { Sprites } from "../board/sprites.js";
import { readColours } from "../base/theme.js";
import { loadSheet, openText, readBoard, saveSheet, takeDrops } from "../play/transfer.js";
import { words } from "../words/words.js";

const BRUSHES = [HIDDEN, FLAG, ..."012345678", MINE, VOID];
const WAIT_MS = 60;
const EXAMPLE = "9x9:10:b1001c/111001c/000012c/00113d/001f/002f/002f/124f/i";

/**
 * @param {HTMLElement} main
 * @param {{query: URLSearchParams}} address
 */
export function openAnalyse(main, { query }) {
  const page = new AnalysePage(main);
  void page.start(query.get("position") ?? EXAMPLE);
  return () => page.close();
}

class AnalysePage {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.editor = new Editor();
    this.brush = "1";
    this.room = h("div.room");
    this.verdict = h("div.verdict", { role: "status" });
    this.brushes = h("div.brushes", { role: "toolbar", "aria-label": "Brush" });
    const number = (/** @type {string} */ label, /** @type {number} */ most, /** @type {() => void} */ act) => {
      const input = h("input", { type: "number", min: 0, max: most, onchange: act });
      return { input, element: h("label.field", {}, label, input) };
    };
    this.rows = number("Rows", limits.rows, () => this.#resize());
    this.cols = number("Columns", limits.cols, () => this.#resize());
    this.mines = number("Mines", limits.rows * limits.cols, () =>
      this.editor.setMines(this.mines.input.valueAsNumber || 0),
    );
    main.replaceChildren(
      h(
        "div.analyse",
        {},
        h(
          "section.table.easel",
          { "aria-label": "Position" },
          h("div.row.spread", {}, h("h1", {}, "Analyse"), this.#tools()),
          this.brushes,
          this.room,
        ),
        h(
          "aside.side",
          { "aria-label": "Analysis" },
          h(
            "div.panel.stack",
            {},
            h("div.row", {}, this.rows.element, this.cols.element, this.mines.element),
            this.verdict,
            toggle("Show percentages", settings.value.percent, (percent) => settings.set({ percent })),
            legend(),
            h(
              "p.small.soft",
              {},
              "Click or drag to paint; the right button paints hidden cells. Keys: arrows move, 0 to 8 set a clue, ",
              "F a flag, H hidden, M a known mine; Space paints with the brush.",
            ),
          ),
        ),
      ),
    );
    this.view = new BoardView(this.room);
    this.grid = new BoardGrid(this.view, {
      label: "Position",
      onactivate: (index) => this.editor.paint(index, this.brush),
    });
    this.editor.on("change", (indices) => this.#changed(indices));
    this.#takePainting();
    this.#drawBrushes();
    const set = (/** @type {string} */ char) => (/** @type {number} */ index) =>
      index >= 0 && this.editor.paint(index, char);
    const clues = Object.fromEntries([..."012345678"].map((char) => [char, set(char)]));
    const actions = {
      ...clues,
      f: set(FLAG),
      h: set(HIDDEN),
      m: set(MINE),
      space: (/** @type {number} */ index) => index >= 0 && this.editor.paint(index, this.brush),
      u: () => this.editor.undo(),
    };
    this.stopKeys = takeKeys(this.view, this.grid, actions);
    this.stopDrops = takeDrops((text) => this.read(text));
    this.stopSettings = settings.watch((_value, changed) => {
      if (changed.has("percent")) this.view.mark({ percent: settings.value.percent });
      if (changed.has("theme")) requestAnimationFrame(() => this.#drawBrushes());
    });
  }

  close() {
    clearTimeout(this.timer);
    this.stopKeys();
    this.stopDrops();
    this.stopSettings();
    this.view.close();
  }

  /**
   * Shows the board that the page opens with, or an empty one if it cannot be read.
   * @param {string} text
   */
  async start(text) {
    try {
      await this.read(text);
    } catch (error) {
      note(words.transfer.noBoard(/** @type {Error} */ (error).message), { bad: true, seconds: 8 });
      this.editor.blank(9, 9, 10);
    }
  }

  /**
   * Shows a board of any text form, and rejects what is none. A layout has nothing to analyse: it opens as a game.
   * @param {string} text
   */
  async read(text) {
    const board = await readBoard(text);
    if (board.kind === "layout") await openText(text);
    else this.editor.load(board);
  }

  #tools() {
    const { editor } = this;
    const write = async (/** @type {import("../play/transfer.js").Form} */ form) => {
      const board = await api.readText(editor.picture);
      return form === "json" ? editor.json : board[form];
    };
    return h(
      "div.row",
      {},
      button({ icon: "undo", title: "Undo (U)", onclick: () => editor.undo() }),
      button({ text: "Clear", onclick: () => editor.blank(editor.rows, editor.cols, editor.mines) }),
      button({
        icon: "load",
        title: "Load a board from text",
        onclick: () => loadSheet((text) => this.read(text)),
      }),
      button({ icon: "save", title: "Save as text", onclick: () => void saveSheet(write, "sapper-position") }),
      button({ icon: "share", title: "Copy a link to this position", onclick: () => void this.#share() }),
      button({ icon: "play", text: "Play from here", kind: "main", onclick: () => void this.#play() }),
    );
  }

  async #share() {
    try {
      const { position } = await api.readText(this.editor.picture);
      replaceAddress(`/analyse#position=${encodeURIComponent(position)}`);
      await navigator.clipboard.writeText(location.href);
      note("Link copied. It is also in the address bar.");
    } catch {
      note("The link is in the address bar.");
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

  #drawBrushes() {
    const ratio = devicePixelRatio || 1;
    const sprites = new Sprites(Math.round(32 * ratio), readColours());
    const one = (/** @type {string} */ char) => {
      const canvas = h("canvas", { width: sprites.size, height: sprites.size, "aria-hidden": "true" });
      sprites.draw(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), char, 0, 0);
      const name = char === MINE ? "known mine" : spellChar(char);
      return h(
        "button.brush",
        {
          type: "button",
          title: name,
          "aria-label": name,
          "aria-pressed": String(char === this.brush),
          onclick: () => {
            this.brush = char;
            this.#drawBrushes();
            this.brushes.querySelectorAll("button")[BRUSHES.indexOf(char)].focus();
          },
        },
        canvas,
      );
    };
    this.brushes.replaceChildren(...BRUSHES.map(one));
  }

  #takePainting() {
    const { view, editor } = this;
    let char = "";
    const paint = (/** @type {PointerEvent} */ event) => {
      const index = view.at(event.clientX, event.clientY);
      if (index >= 0) editor.paint(index, char);
    };
    view.space.addEventListener("pointerdown", (event) => {
      char = event.button === 2 ? HIDDEN : this.brush;
      if (event.pointerType === "mouse") view.space.setPointerCapture(event.pointerId);
      editor.beginStroke();
      paint(event);
    });
    view.space.addEventListener("pointermove", (event) => {
      if (editor.stroke && event.buttons) paint(event);
      else view.hover(view.at(event.clientX, event.clientY));
    });
    for (const name of ["pointerup", "pointercancel"]) view.space.addEventListener(name, () => editor.endStroke());
    view.space.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #resize() {
    const clamp = (/** @type {number} */ side, /** @type {number} */ most) => Math.min(most, Math.max(1, side || 1));
    const rows = clamp(this.rows.input.valueAsNumber, limits.rows);
    const cols = clamp(this.cols.input.valueAsNumber, limits.cols);
    const { editor } = this;
    const old = { rows: editor.rows, cols: editor.cols, cells: editor.cells };
    const board = Array.from({ length: rows * cols }, (_, index) => {
      const [row, col] = [Math.floor(index / cols), index % cols];
      return row < old.rows && col < old.cols ? old.cells[row * old.cols + col] : HIDDEN;
    });
    editor.load({ rows, cols, mines: Math.min(editor.mines, rows * cols), board: board.join("") });
  }

  /** @param {number[] | null} indices */
  #changed(indices) {
    const { editor, view } = this;
    if (indices === null) {
      view.load(editor.rows, editor.cols, editor.cells);
      for (const key of /** @type {const} */ (["rows", "cols", "mines"])) this[key].input.valueAsNumber = editor[key];
    } else {
      view.changed(indices);
      this.grid.rename(indices);
      if (indices.length === 1 && settings.value.speak)
        say(nameCell(editor.cells[indices[0]], indices[0], editor.cols));
    }
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.#analyse(), WAIT_MS);
  }

  async #analyse() {
    const { editor, view } = this;
    const request = editor.request;
    const stale = () => request.board !== editor.cells.join("") || request.mines !== editor.mines;
    try {
      const analysis = await api.analyze(request);
      if (stale()) return;
      showRisk(view, analysis);
      view.mark({ bad: new Set() });
      this.#tell("", `This position is possible. ${describe(analysis)}`);
    } catch (error) {
      if (stale()) return;
      const { problem, message } = /** @type {api.ApiError} */ (error);
      const clues = problem?.contradiction?.clues ?? (problem?.cell ? [problem.cell] : []);
      view.mark({
        risk: null,
        bad: new Set(clues.map((/** @type {api.Cell} */ cell) => indexOf(cell, editor.cols))),
      });
      this.#tell("bad", sentence(problem?.contradiction?.text ?? message));
    }
    this.grid.rename();
  }

  /** @param {string} kind @param {string} text */
  #tell(kind, text) {
    this.verdict.className = `verdict ${kind}`;
    this.verdict.textContent = text;
  }
}
