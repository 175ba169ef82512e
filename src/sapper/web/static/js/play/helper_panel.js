/**
 * The helper: overlay, hints in four levels, candidates for a guess, the win probability; of a game or of a position.
 */

import * as api from "../base/api.js";
import { candidateTable } from "./candidates.js";
import { indexOf } from "../board/cells.js";
import { button, h, toggle } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { say, spellShare } from "../board/speech.js";

const STRENGTHS = ["Is there a safe cell?", "Where to look", "Which cell", "Why, step by step"];

export class HelperPanel {
  /**
   * @param {import("../board/board_view.js").BoardView} view
   * @param {import("../board/overlay.js").Overlay} overlay
   * @param {import("./subject.js").Subject} subject
   * @param {...HTMLElement} more  what follows below
   */
  constructor(view, overlay, subject, ...more) {
    this.view = view;
    this.overlay = overlay;
    this.subject = subject;
    this.strength = 0;
    this.overlaySwitch = this.#switch("Overlay: mine probability of every cell", "overlay");
    this.percentSwitch = this.#switch("Show percentages", "percent");
    this.classSwitch = this.#switch("Colour best, good, similar and dead cells", "classes");
    this.legend = h("div");
    this.facts = h("p.small.soft", { role: "status" });
    this.hint = h("div.hint", { "aria-live": "polite" });
    this.hintButton = button({ icon: "bulb", text: "Hint", title: "Hint (H)", onclick: () => this.ask() });
    this.guesses = h("div", { "aria-live": "polite" });
    this.element = h(
      "div.stack",
      {},
      h("section.stack.tight", {}, this.overlaySwitch, this.classSwitch, this.percentSwitch, this.legend, this.facts),
      h(
        "section.stack.told",
        {},
        h(
          "div.row",
          {},
          this.hintButton,
          button({ icon: "chart", text: "Where to guess", onclick: () => this.#guess() }),
        ),
        this.hint,
        this.guesses,
      ),
      ...more,
    );
    this.#tell(null);
    // The rows and columns in a text are no longer those that are seen.
    view.on("flip", () => this.clear());
    overlay.on("analysis", (analysis) => this.#tell(analysis));
  }

  /**
   * Clears what was said about an earlier board.
   * @param {boolean} [keepStrength]
   */
  clear(keepStrength = false) {
    if (!keepStrength) this.strength = 0;
    this.hint.replaceChildren();
    this.guesses.replaceChildren();
    this.view.mark({ lit: new Set(), wanted: new Set() });
  }

  /** Shows the next level of the hint for this board; returns its text. */
  async ask() {
    if (!(await this.subject.ready())) return null;
    this.strength = Math.min(4, this.strength + 1);
    try {
      const hint = await this.subject.hint(this.strength);
      this.clear(true);
      const told = hint.steps.length > 1;
      const seen = this.view.mirror.text(hint.text);
      // The steps repeat the rest of the text, and highlight their cells.
      const words = h("p", {}, told ? seen.replace(/\. .*$/s, ".") : seen);
      const texts = told ? [words, this.#steps(hint.steps)] : [words];
      const next =
        this.strength < 4
          ? button({
              text: `More: ${STRENGTHS[this.strength].toLowerCase()}`,
              kind: "plain",
              onclick: () => this.ask(),
            })
          : null;
      this.hint.replaceChildren(
        h("p.small.soft", {}, `Hint ${this.strength} of 4${hint.technique ? ` · ${hint.technique}` : ""}`),
        ...texts,
        ...(next ? [next] : []),
      );
      this.light(hint);
      return seen;
    } catch (error) {
      this.hint.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
      return null;
    }
  }

  /**
   * Highlights the cells of a sentence.
   * @param {{cells?: api.Cell[], clues?: api.Cell[]}} thought
   */
  light({ cells = [], clues = [] }) {
    const { cols } = this.view;
    const wanted = new Set(cells.map((cell) => indexOf(cell, cols)));
    this.view.mark({ wanted, lit: new Set(clues.map((cell) => indexOf(cell, cols))) });
    const [first] = wanted;
    if (first !== undefined) this.view.show(first);
  }

  /** @param {api.Step[]} steps */
  #steps(steps) {
    const show = (/** @type {api.Step} */ step) => () => this.light(step);
    const seen = (/** @type {api.Step} */ step) => this.view.mirror.text(step.text);
    return h(
      "ol.thoughts",
      {},
      ...steps.map((step) =>
        h("li", {}, h("button.plain", { type: "button", onclick: show(step), onfocus: show(step) }, seen(step))),
      ),
    );
  }

  async #guess() {
    if (!(await this.subject.ready())) return;
    this.clear(true);
    try {
      const answer = await this.subject.guesses();
      const { mirror } = this.view;
      const table = candidateTable(answer.guesses, mirror, (cell) => this.light({ cells: [cell] }));
      this.guesses.replaceChildren(h("p", {}, mirror.text(answer.text)), table);
    } catch (error) {
      this.guesses.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
    }
  }

  /** @param {api.Analysis | null} analysis */
  #tell(analysis) {
    this.facts.textContent = analysis ? describe(analysis) : "";
    const { classes } = settings.value;
    const { isOn, always } = this.overlay;
    this.overlaySwitch.hidden = always;
    this.classSwitch.hidden = !isOn;
    this.percentSwitch.hidden = !isOn || classes;
    this.legend.replaceChildren(isOn && classes ? classLegend() : legend());
    for (const [label, key] of /** @type {const} */ ([
      [this.overlaySwitch, "overlay"],
      [this.percentSwitch, "percent"],
      [this.classSwitch, "classes"],
    ])) {
      for (const input of label.querySelectorAll("input")) input.checked = settings.value[key];
    }
    if (analysis && settings.value.speak && analysis.safe.length === 0) say("No cell is safe.");
  }

  /** @param {string} text @param {"overlay" | "percent" | "classes"} key */
  #switch(text, key) {
    return toggle(text, settings.value[key], (on) => settings.set({ [key]: on }));
  }
}

/** @param {api.Analysis} analysis */
export function describe(analysis) {
  const { safe, mines, worlds, win } = analysis;
  const power = [...String(worlds.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  const count = worlds.length > 15 ? `about 10${power}` : Number(worlds).toLocaleString("en");
  const plural = (/** @type {boolean} */ one) => (one ? "" : "s");
  const certain = `${safe.length} safe, ${mines.length} certain mine${plural(mines.length === 1)}`;
  const found = `${certain}, ${count} world${plural(worlds === "1")} left.`;
  return win ? `${found} ${describeWin(win)}` : found;
}

/** @param {api.Win} win */
export function describeWin(win) {
  const [low, high] = [spellShare(win.low), spellShare(win.high)];
  if (win.probability === null) return `Win probability: between ${low} and ${high}.`;
  const middle = spellShare(win.probability);
  return `Win probability: ${win.kind === "exact" ? `exactly ${middle}` : `about ${middle} (${low} to ${high})`}.`;
}

/** What the colours mean. */
export function legend() {
  const entry = (/** @type {string} */ kind, /** @type {string} */ text) =>
    h("li", {}, h(`span.swatch.${kind}`, { "aria-hidden": "true" }), text);
  return h(
    "ul.legend.small.soft",
    {},
    entry("safe", "safe"),
    entry("risk", "larger disc, higher risk"),
    entry("mine", "mine"),
  );
}

/** What the colours of the classes mean, each with its sign. */
function classLegend() {
  const entry = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ text) =>
    h("li", {}, h(`span.swatch.class.${name}`, { "aria-hidden": "true" }, sign), text);
  return h(
    "ul.legend.small.soft",
    {},
    entry("best", "★", "best move"),
    entry("good", "+", "good"),
    entry("similar", "=", "similar: beside one clue"),
    entry("dead", "×", "dead: no help"),
    h("li", {}, h("span.swatch.mine", { "aria-hidden": "true" }), "mine"),
  );
}
