/** Tabs with their panels. Arrow keys move between tabs. */

import { h } from "./dom.js";
import { Events } from "./store.js";

/** @extends {Events<{open: [name: string], press: [name: string, again: boolean]}>} `press`: a tab was clicked */
export class Tabs extends Events {
  /** @param {string} label */
  constructor(label) {
    super();
    this.list = h("div.tabs", {
      role: "tablist",
      "aria-label": label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.element = h("div.tabbed", {}, this.list);
    /** @type {Map<string, {tab: HTMLElement, panel: HTMLElement}>} */
    this.panels = new Map();
    this.current = "";
  }

  /** @param {string} name @param {string} title @param {HTMLElement} content */
  add(name, title, content) {
    const tab = h(
      "button.tab",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        onclick: () => this.#press(name),
      },
      title,
    );
    const panel = h(
      "div.panel",
      { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": tab.id, tabindex: "-1" },
      content,
    );
    this.panels.set(name, { tab, panel });
    this.list.append(tab);
    this.element.append(panel);
    if (this.panels.size === 1) this.current = name;
    this.#show();
  }

  /** @param {string} name */
  #press(name) {
    const again = name === this.current;
    this.open(name);
    this.emit("press", name, again);
  }

  /** @param {string} name */
  open(name) {
    if (name === this.current) return;
    this.current = name;
    this.#show();
    this.emit("open", name);
  }

  #show() {
    for (const [name, { tab, panel }] of this.panels) {
      const here = name === this.current;
      tab.setAttribute("aria-selected", String(here));
      tab.setAttribute("tabindex", here ? "0" : "-1");
      panel.hidden = !here;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const names = [...this.panels.keys()];
    const next = names[(names.indexOf(this.current) + step + names.length) % names.length];
    this.open(next);
    this.panels.get(next)?.tab.focus();
  }
}
