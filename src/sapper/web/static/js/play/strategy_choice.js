/** The choice of a strategy and of its settings, as one text such as `automine,patterns=off`. */

import * as api from "../base/api.js";
import { h, select } from "../base/dom.js";

export class StrategyChoice {
  /**
   * @param {string} label
   * @param {string} name  the strategy that is chosen first, with its budget if there is one
   */
  constructor(label, name) {
    this.label = label;
    this.name = name;
    /** @type {Awaited<ReturnType<typeof api.getStrategies>>} */
    this.strategies = [];
    /** @type {Record<string, string>} */
    this.chosen = {};
    this.element = h("div.row");
    void this.#fill();
  }

  /** The strategy as the server reads it; settings at their defaults are left out. */
  get text() {
    return [this.name, ...Object.entries(this.chosen).map(([name, word]) => `${name}=${word}`)].join(",");
  }

  async #fill() {
    try {
      this.strategies = await api.getStrategies();
      this.#show();
    } catch {
      this.element.replaceChildren(h("p.small", {}, "The list of strategies cannot be loaded now."));
    }
  }

  #show() {
    /** @type {[string, string][]} */
    const names = [];
    for (const { name, budgets } of this.strategies) {
      names.push([name, name]); // with the budget "normal"
      for (const budget of budgets.filter((one) => one !== "normal"))
        names.push([`${name}@${budget}`, `${name}, ${budget}`]);
    }
    if (!names.some(([name]) => name === this.name)) this.name = names[0]?.[0] ?? "";
    const known = this.strategies.find(({ name }) => name === this.name.split("@")[0])?.settings ?? {};
    const lists = Object.entries(known).map(([setting, words]) => this.#list(setting, words));
    const strategy = select(this.label, names, this.name, (name) => {
      this.name = name;
      this.chosen = {};
      this.#show();
      this.element.querySelector("select")?.focus();
    });
    this.element.replaceChildren(strategy, ...lists);
  }

  /** @param {string} setting @param {string[]} words  the default first */
  #list(setting, words) {
    /** @type {[string, string][]} */
    const options = words.map((word) => [word, word]);
    return select(setting.replaceAll("_", " "), options, this.chosen[setting] ?? words[0], (word) => {
      if (word === words[0]) delete this.chosen[setting];
      else this.chosen[setting] = word;
    });
  }
}
