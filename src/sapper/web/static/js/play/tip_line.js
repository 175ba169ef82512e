/**
 * One line below the board that can be closed: a tip on the first visit, where help is on, and what the first help
 * means.
 */

import { button, h } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { isHelpOff } from "./ranked.js";
import { words } from "../words/words.js";

const text = words.helper;

export class TipLine {
  constructor() {
    // From the first paint on, so that nothing moves when the game is there.
    const welcome = matchMedia("(pointer: coarse)").matches ? text.welcomeTouch : text.welcome;
    this.words = h("span", { role: "status" }, settings.value.welcomed ? "" : welcome);
    this.element = h(
      "p.tip-line.small",
      { hidden: settings.value.welcomed },
      this.words,
      button({ icon: "close", title: text.close, kind: "plain", onclick: () => this.#close() }),
    );
  }

  /** @param {import("./game.js").Game} game */
  show(game) {
    const { welcomed, warned } = settings.value;
    const { helped, practice } = game.view;
    if (helped && !practice && !game.over && !warned) {
      // A player who has found the help needs no tip.
      settings.set({ welcomed: true, warned: true });
      this.words.textContent = text.warning;
      this.game = game.id;
    } else if (welcomed && this.game !== game.id) this.words.textContent = "";
    this.element.hidden = !this.words.textContent;
    // It keeps its place, so that nothing moves.
    const useless = this.game !== game.id && (game.over || isHelpOff(game));
    this.element.style.visibility = useless ? "hidden" : "";
  }

  #close() {
    settings.set({ welcomed: true });
    this.words.textContent = "";
    this.element.hidden = true;
  }
}
