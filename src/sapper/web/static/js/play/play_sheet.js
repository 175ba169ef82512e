/**
 * The panels beside the board: helper, demo and review, and the result of the game.
 *
 * On a narrow page they are a sheet at the lower edge, on a low one at the right edge. The board gets the rest of the
 * page. The sheet is closed, open, or shows nothing but the last hint ("peek").
 *
 * @typedef {"closed" | "peek" | "open"} SheetState
 */

import { button, h } from "../base/dom.js";
import { words } from "../words/words.js";

/** As in css/narrow.css. */
const NARROW = matchMedia("(max-width: 64rem), (max-height: 30rem)");

export class PlaySheet {
  /**
   * @param {import("../base/tabs.js").Tabs} tabs
   * @param {HTMLElement} result  the place of the result
   */
  constructor(tabs, result) {
    this.tabs = tabs;
    const close = button({
      icon: "close",
      title: words.tools.closePanel,
      kind: "plain.close-sheet",
      onclick: () => this.show("closed"),
    });
    this.element = h("aside.side", { "aria-label": words.tools.panels }, result, tabs.element, close);
    tabs.on("press", (_name, again) => this.show(again && this.state === "open" ? "closed" : "open"));
    this.watch = () => this.#tell();
    NARROW.addEventListener("change", this.watch);
    this.show("closed");
  }

  close() {
    NARROW.removeEventListener("change", this.watch);
  }

  /** @param {SheetState} state */
  show(state) {
    /** @type {SheetState} */
    this.state = state;
    this.element.dataset.sheet = state;
    this.#tell();
  }

  /**
   * Shows a panel.
   * @param {string} name
   */
  open(name) {
    this.tabs.open(name);
    this.show("open");
  }

  /** Shows the hint, with as little of the sheet as it needs. */
  peek() {
    this.tabs.open("helper");
    if (this.state === "closed") this.show("peek");
  }

  /** The hint is out of date. */
  unpeek() {
    if (this.state === "peek") this.show("closed");
  }

  /** Where the panels are always visible, they are nothing that expands. */
  #tell() {
    for (const tab of this.tabs.list.children) {
      const here = NARROW.matches && tab.getAttribute("aria-selected") === "true";
      if (here) tab.setAttribute("aria-expanded", String(this.state === "open"));
      else tab.removeAttribute("aria-expanded");
    }
  }
}
