/** The shape of an edited position, with the sizes of shapes other than squares. */

import { HIDDEN } from "../board/cells.js";
import { h, note, select } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { needShape, shapeOf } from "../board/shape.js";
import { choiceOf, isShape, KINDS, shapeFields, shapeLevel, shapeProblem, withShape } from "../play/shapes.js";
import { words } from "../words/words.js";

export class ShapeChoice {
  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.chosen = { ...settings.value.game, shape: "square" };
    this.shown = "";
    this.fields = h("div");
    this.kind = select(words.shapes.shape, KINDS, "square", (kind) => this.#choose(kind));
    this.element = h("div.stack.tight", {}, this.kind, this.fields);
  }

  /** Shows the shape of the position. */
  show() {
    const { shape, mines } = this.editor;
    const level = shape ? `${shape}/${mines}` : "";
    if (level === this.shown) return;
    const whole = this.shown.split("/")[0] !== shape;
    this.shown = level;
    this.chosen = { ...this.chosen, ...choiceOf(level), level: "custom" };
    const list = /** @type {HTMLSelectElement} */ (this.kind.querySelector("select"));
    list.value = this.chosen.shape;
    // A field that is being filled in stays.
    if (!whole && this.fields.contains(document.activeElement)) return;
    this.fields.replaceChildren(...(isShape(this.chosen) ? [shapeFields(this.chosen, () => void this.#take())] : []));
  }

  /** @param {string} kind */
  #choose(kind) {
    if (kind === "square") this.editor.load({ rows: 9, cols: 9, mines: 10, board: HIDDEN.repeat(81) });
    else {
      this.chosen = { ...withShape(this.chosen, kind) };
      const level = shapeLevel({ ...this.chosen, level: "easy" });
      this.chosen = { ...this.chosen, ...choiceOf(level), level: "custom" };
      void this.#take();
    }
  }

  /** Shows an empty board of the chosen sizes, or sets the mines of this one. */
  async #take() {
    if (shapeProblem(this.chosen)) return;
    const [shape, mines] = shapeLevel(this.chosen).split("/");
    if (shape === this.editor.shape) {
      if (Number(mines) !== this.editor.mines) this.editor.setMines(Number(mines));
      return;
    }
    try {
      await needShape(shape);
      const { rows, cols, count } = shapeOf({ shape, rows: 0, cols: 0 });
      this.editor.load({ shape, rows, cols, mines: Number(mines), board: HIDDEN.repeat(count) });
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
  }
}
