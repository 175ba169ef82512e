/** The picture that a board was read from, with the cells that may be wrong; a click corrects one. */

import { button, h } from "../base/dom.js";
import { spellPercent } from "../board/risk_marks.js";
import { nameCell } from "../board/speech.js";
import { words } from "../words/words.js";

const text = words.picture;
/** Doubtful cells that are listed. */
const MOST = 12;
/** Cells shown around the board. */
const MARGIN = 1;

/** @param {string} base64 */
function toBlob(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: "image/jpeg" });
}

export class PicturePanel {
  /** @param {import("./editor.js").Editor} editor @param {import("../board/board_view.js").BoardView} view */
  constructor(editor, view) {
    this.editor = editor;
    this.view = view;
    this.element = h("section.stack.pictured", { hidden: true, "aria-label": text.title });
    /** @type {ImageBitmap | null} */
    this.bitmap = null;
  }

  /** @param {import("../play/transfer.js").Pictured | null} picture  null: the board came from elsewhere */
  show(picture) {
    this.close();
    if (picture) void this.#draw(picture);
  }

  close() {
    this.bitmap?.close();
    this.bitmap = null;
    this.element.hidden = true;
    this.element.replaceChildren();
    this.view.mark({ doubtful: new Set() });
  }

  /** @param {import("../play/transfer.js").Pictured} picture */
  async #draw({ file, view: found }) {
    const { rows, cols } = this.editor;
    this.bitmap = await createImageBitmap(found.straight ? toBlob(found.straight) : file);
    const left = found.left - MARGIN * found.across;
    const top = found.top - MARGIN * found.down;
    const width = (cols + 2 * MARGIN) * found.across;
    const height = (rows + 2 * MARGIN) * found.down;
    const canvas = h("canvas", { role: "img", "aria-label": text.drawn, width, height });
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.drawImage(this.bitmap, left, top, width, height, 0, 0, width, height);
    pen.lineWidth = Math.max(2, found.across / 8);
    pen.strokeStyle = "#e8590c";
    for (const { cell } of found.doubts) {
      const x = (cell[1] + MARGIN) * found.across;
      const y = (cell[0] + MARGIN) * found.down;
      pen.strokeRect(x, y, found.across, found.down);
    }
    const notes = [];
    if (found.boards > 1) notes.push(text.several(found.boards));
    if (!found.mines_known) notes.push(text.noMines);
    notes.push(found.doubts.length ? text.doubts(found.doubts.length) : text.sure);
    this.element.replaceChildren(
      h(
        "div.row.spread",
        {},
        h("h2", {}, text.title),
        button({ icon: "close", title: text.close, onclick: () => this.close() }),
      ),
      canvas,
      ...notes.map((note) => h("p.small", {}, note)),
      ...found.doubts.slice(0, MOST).map((doubt) => this.#choice(doubt)),
    );
    this.element.hidden = false;
    this.view.mark({ doubtful: new Set(found.doubts.map(({ cell }) => cell[0] * cols + cell[1])) });
  }

  /**
   * The two likely looks of a cell as buttons.
   * @param {import("../base/replay_api.js").Doubt} doubt
   */
  #choice({ cell, look, probability, second, second_probability: other }) {
    const index = cell[0] * this.editor.cols + cell[1];
    const where = this.view.shape.spell(index);
    const choose = (/** @type {string} */ char) => {
      this.editor.paint(index, char);
      const doubtful = new Set(this.view.marks.doubtful);
      doubtful.delete(index);
      this.view.mark({ doubtful });
    };
    const one = (/** @type {string} */ char, /** @type {number} */ chance) =>
      button({ text: `${nameCell(char, "")} ${spellPercent(chance)} %`, onclick: () => choose(char) });
    return h("div.row.doubt", {}, h("span.small", {}, where), one(look, probability), one(second, other));
  }
}
