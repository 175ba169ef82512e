/** The brushes of the editor: one for each thing that a cell can be. */

import { FLAG, HIDDEN, MINE, VOID } from "../board/cells.js";
import { h } from "../base/dom.js";
import { spellChar } from "../board/speech.js";
import { Sprites } from "../board/sprites.js";
import { readColours } from "../base/theme.js";
import { words } from "../words/words.js";

const BRUSHES = [HIDDEN, FLAG, ..."012345678", MINE, VOID];

export class Brushes {
  constructor() {
    /** What is painted. */
    this.char = "1";
    this.element = h("div.brushes", { role: "toolbar", "aria-label": words.analyse.brush });
    this.draw();
  }

  draw() {
    const ratio = devicePixelRatio || 1;
    const sprites = new Sprites(Math.round(32 * ratio), readColours());
    const one = (/** @type {string} */ char) => {
      const canvas = h("canvas", { width: sprites.size, height: sprites.size, "aria-hidden": "true" });
      sprites.draw(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), char, 0, 0);
      const name = char === MINE ? words.analyse.knownMine : spellChar(char);
      return h(
        "button.brush",
        {
          type: "button",
          title: name,
          "aria-label": name,
          "aria-pressed": String(char === this.char),
          onclick: () => {
            this.char = char;
            this.draw();
            this.element.querySelectorAll("button")[BRUSHES.indexOf(char)].focus();
          },
        },
        canvas,
      );
    };
    this.element.replaceChildren(...BRUSHES.map(one));
  }
}
