/** The choice of a strategy and of its settings, as one text such as `automine,patterns=off`. */

import * as api from "../base/api.js";
import { h, select } from "../base/dom.js";
import { spellShare } from "../board/speech.js";
import { words } from "../words/words.js";

export class StrategyChoice {
  /**
   * @param {string} label
   * @param {string} name  the strategy that is chosen first, with its budget if there is one
   */
  constructor(label, name) {
    this.label = label;
    this.name = name;
    /** @type {api.StrategyInfo[]} */
    this.strategies = [];
    /** @type {Record<string, string>} */
    this.chosen = {};
    this.element = h("div.stack.tight.strategy-choice");
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
      this.element.replaceChildren(h("p.small", {}, words.strategies.missing));
    }
  }

  #show() {
    /** @type {[string, string][]} */
    const names = [];
    for (const { name, budgets, strengths } of this.strategies) {
      const title = (/** @type {string} */ budget) =>
        words.strategies.option(name, budget, strengths[budget] ? spellShare(strengths[budget].win_rate, 0) : null);
      names.push([name, title("normal")]);
      for (const budget of budgets.filter((one) => one !== "normal"))
        names.push([`${name}@${budget}`, title(budget)]);
    }
    if (!names.some(([name]) => name === this.name)) this.name = names[0]?.[0] ?? "";
    const [chosen, budget = "normal"] = this.name.split("@");
    const info = this.strategies.find(({ name }) => name === chosen);
    const lists = Object.entries(info?.settings ?? {}).map(([setting, values]) => this.#list(setting, values));
    const strategy = select(this.label, names, this.name, (name) => {
      this.name = name;
      this.chosen = {};
      this.#show();
      this.element.querySelector("select")?.focus();
    });
    const strength = info?.strengths[budget];
    const lines = [
      words.strategies.lines[/** @type {keyof typeof words.strategies.lines} */ (chosen)],
      strength && words.strategies.strength(spellShare(strength.win_rate), strength.games),
    ];
    this.element.replaceChildren(
      strategy,
      h("p.small.soft", {}, lines.filter(Boolean).join(" ")),
      h("div.row", {}, ...lists),
    );
  }

  /** @param {string} setting @param {string[]} values  the default first */
  #list(setting, values) {
    /** @type {Record<string, string>} */
    const titles = words.strategies.values;
    /** @type {Record<string, string>} */
    const labels = words.strategies.settings;
    /** @type {[string, string][]} */
    const options = values.map((word) => [word, titles[word] ?? word]);
    return select(labels[setting], options, this.chosen[setting] ?? values[0], (word) => {
      if (word === values[0]) delete this.chosen[setting];
      else this.chosen[setting] = word;
    });
  }
}
