/** The brushes of the editor: one for each thing that a cell can be. */

import { FLAG, HIDDEN, MINE, VOID, clueChar, clueOf, isClue } from "../board/cells.js";
import { drawNumber, inBox } from "../board/glyphs.js";
import { h } from "../base/dom.js";
import { spellChar } from "../board/speech.js";
import { Sprites } from "../board/sprites.js";
import { readColours } from "../base/theme.js";
import { words } from "../words/words.js";

/** Larger clues have one field rather than a brush each. */
const MOST = 12;

export class Brushes {
  constructor() {
    /** What is painted. */
    this.char = "1";
    /** The largest clue that the board can have. */
    this.most = 8;
    this.element = h("div.brushes", { role: "toolbar", "aria-label": words.analyse.brush });
    this.draw();
  }

  /** @param {import("../board/shape.js").AnyShape} shape */
  suit(shape) {
    const most = "told" in shape ? Math.max(...shape.told.neighbours.map((near) => near.length)) : 8;
    if (most === this.most) return;
    this.most = most;
    if (isClue(this.char) && clueOf(this.char) > most) this.char = "1";
    this.draw();
  }

  draw() {
    const ratio = devicePixelRatio || 1;
    const colours = readColours();
    const sprites = new Sprites(Math.round(32 * ratio), colours);
    const clues = Array.from({ length: Math.min(this.most, MOST) + 1 }, (_one, clue) => clueChar(clue));
    const chars = [HIDDEN, FLAG, ...clues, MINE, VOID];
    const one = (/** @type {string} */ char) => {
      const canvas = h("canvas", { width: sprites.size, height: sprites.size, "aria-hidden": "true" });
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      const large = isClue(char) && clueOf(char) > 8 ? clueOf(char) : 0;
      sprites.draw(pen, large ? "0" : char, 0, 0);
      const ink = colours[`clue-${((large + 7) % 8) + 1}`];
      if (large) inBox(pen, 0, 0, sprites.size, () => drawNumber(pen, large, ink));
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
            this.element.querySelectorAll("button")[chars.indexOf(char)].focus();
          },
        },
        canvas,
      );
    };
    this.element.replaceChildren(...chars.map(one), ...(this.most > MOST ? [this.#field()] : []));
  }

  /** The field for clues that have no brush. */
  #field() {
    const chosen = isClue(this.char) && clueOf(this.char) > MOST;
    /** @type {HTMLInputElement} */
    const input = h("input.brush-number", {
      type: "number",
      min: MOST + 1,
      max: this.most,
      value: chosen ? clueOf(this.char) : MOST + 1,
      "aria-label": words.analyse.largeClue,
      title: words.analyse.largeClue,
      onchange: () => take(),
      onfocus: () => take(),
    });
    const take = () => {
      const clue = Math.min(this.most, Math.max(MOST + 1, input.valueAsNumber || 0));
      this.char = clueChar(clue);
      input.valueAsNumber = clue;
      for (const brush of this.element.querySelectorAll("button")) brush.setAttribute("aria-pressed", "false");
    };
    return input;
  }
}
