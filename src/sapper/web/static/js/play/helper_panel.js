/**
 * The helper: overlay, hints in four levels, candidates for a guess, the win probability; of a game or of a position.
 */

import * as api from "../base/api.js";
import { candidateTable } from "./candidates.js";
import { indexOf } from "../board/cells.js";
import { button, choice, h, toggle } from "../base/dom.js";
import { legend } from "./legend.js";
import { settings } from "../base/settings.js";
import { say, spellShare } from "../board/speech.js";
import { plainText, tiedText } from "./tied_text.js";
import { spellChance } from "../words/chance.js";
import { catalogue } from "../words/said.js";
import { language, words } from "../words/words.js";

/** @typedef {{cells?: api.Cell[], clues?: api.Cell[], mines?: api.Cell[]}} Cells */

const text = words.helper;
const MODES = /** @type {const} */ (["risk", "classes", "estimate"]);

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
    /** The strength of the hint that is shown. */
    this.shown = 0;
    /** Grows when the board is another one: answers about an earlier board are dropped. */
    this.board = 0;
    /** Why the board has no chances: it may be too wide to be counted. */
    this.failure = "";
    this.overlaySwitch = toggle(text.overlay, settings.value.overlay, () => {
      overlay.toggle();
      this.#tell(overlay.analysis);
    });
    this.percentSwitch = toggle(text.percent, settings.value.percent, (on) => settings.set({ percent: on }));
    this.modes = h("div");
    this.modeAbout = h("p.small.soft");
    this.legend = h("div");
    this.facts = h("p.small.soft.facts", { role: "status" });
    this.hint = h("div.hint", { "aria-live": "polite" });
    this.hintButton = button({ icon: "bulb", text: text.hint, title: text.hintTitle, onclick: () => this.ask() });
    this.guesses = h("div", { "aria-live": "polite" });
    const guess = button({ icon: "chart", text: text.guess, onclick: () => this.#guess() });
    const shown = [this.overlaySwitch, this.modes, this.modeAbout, this.percentSwitch, this.legend, this.facts];
    this.element = h(
      "div.stack",
      {},
      h("section.stack.tight", {}, ...shown),
      h("section.stack.told", {}, h("div.row", {}, this.hintButton, guess), this.hint, this.guesses),
      ...more,
    );
    this.#tell(null);
    // The rows and columns in a text are no longer those that are seen.
    view.on("flip", () => this.clear());
    overlay.on("failed", (error) => {
      const said = /** @type {Error} */ (error).message;
      const isWide = error instanceof api.ApiError && error.problem?.type.endsWith("limit");
      this.failure = isWide ? `${said} ${text.wideHints}` : said;
    });
    overlay.on("analysis", (analysis) => this.#tell(analysis));
  }

  /**
   * Clears what was said about an earlier board.
   * @param {boolean} [keepStrength]
   */
  clear(keepStrength = false) {
    if (!keepStrength) [this.strength, this.shown, this.board] = [0, 0, this.board + 1];
    this.hint.replaceChildren();
    this.guesses.replaceChildren();
    this.light({});
  }

  /** Shows the next level of the hint for this board; returns its text. */
  async ask() {
    if (!(await this.subject.ready(() => this.ask()))) return this.#refuse();
    const strength = (this.strength = Math.min(4, this.strength + 1));
    const { board } = this;
    try {
      const hint = await this.subject.hint(strength);
      // The answer to a later press may have come first.
      if (board !== this.board || strength < this.shown) return null;
      this.shown = strength;
      this.clear(true);
      const told = hint.steps.length > 1;
      // A cell that may be a mine has another ring than a safe one.
      const lit = { ...hint, isGuess: hint.kind === "guess" };
      // The steps repeat the rest of the text, and highlight their cells.
      const first = told ? { ...hint.said, steps: [] } : hint.said;
      const sentence = h("p", { onmouseenter: () => this.light(lit) }, ...this.#tie(first, lit));
      const { technique } = hint.said;
      const title = [text.level(strength), technique && catalogue.text(technique)].filter(Boolean).join(" · ");
      const onclick = () => void this.ask();
      const next =
        strength < 4 ? [button({ text: text.more(text.next[strength]), kind: "plain", onclick })] : [];
      this.hint.replaceChildren(
        h("p.small.soft", {}, title),
        sentence,
        ...(told ? [this.#steps(hint.steps)] : []),
        ...next,
      );
      this.light(lit);
      const named = hint.cells[0] ?? hint.clues[0];
      if (named) this.view.show(indexOf(named, this.view.cols));
      return plainText(hint.said, this.view.mirror);
    } catch (error) {
      this.hint.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
      return null;
    }
  }

  /**
   * Highlights the cells of a sentence.
   * @param {Cells & {isGuess?: boolean}} thought
   */
  light({ cells = [], clues = [], mines = [], isGuess = false }) {
    const places = (/** @type {api.Cell[]} */ list) => new Set(list.map((cell) => indexOf(cell, this.view.cols)));
    this.view.mark({
      wanted: places(isGuess ? cells : []),
      sure: places(isGuess ? [] : cells),
      doomed: places(mines),
      lit: places(clues),
    });
  }

  /**
   * A text whose cells light up; what the whole text is about lights up again after that.
   * @param {import("../words/catalogue.js").Said} said
   * @param {Cells & {isGuess?: boolean}} whole
   */
  #tie(said, whole) {
    return tiedText(said, this.view.mirror, {
      show: (cell, isClue) => this.light(isClue ? { clues: [cell] } : { cells: [cell], isGuess: true }),
      leave: () => this.light(whole),
    });
  }

  /** @param {api.Step[]} steps */
  #steps(steps) {
    const show = (/** @type {api.Step} */ step) => () => this.light(step);
    return h(
      "ol.thoughts",
      {},
      ...steps.map((step) => {
        const acts = { onclick: show(step), onfocus: show(step), onmouseenter: show(step) };
        const said = h("span", {}, ...this.#tie(step.said, step));
        return h("li", {}, h("button.plain", { type: "button", ...acts }, said));
      }),
    );
  }

  async #guess() {
    if (!(await this.subject.ready(() => this.#guess()))) {
      this.#refuse();
      return;
    }
    this.clear(true);
    const { board } = this;
    try {
      const answer = await this.subject.guesses();
      if (board !== this.board) return;
      const best = { cells: [answer.guesses[0].cell], isGuess: true };
      const table = candidateTable(answer.guesses, this.view.mirror, (cell) =>
        this.light({ cells: [cell], isGuess: true }),
      );
      this.guesses.replaceChildren(h("p", {}, ...this.#tie(answer.said, best)), table);
      this.light(best);
    } catch (error) {
      this.guesses.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
    }
  }

  /** Says why there is no hint now. */
  #refuse() {
    this.clear();
    this.hint.replaceChildren(...this.subject.refusal());
    return null;
  }

  /** @param {api.Analysis | null} analysis */
  #tell(analysis) {
    const { risk, label } = this.view.marks;
    const floating = risk?.[label];
    const common = floating ? text.floating(spellChance(floating, language)) : "";
    // The page of positions tells the failure itself.
    const failure = this.overlay.always ? "" : this.failure;
    this.failure = "";
    this.facts.textContent = analysis ? `${describe(analysis, this.subject.noGuess())} ${common}`.trim() : failure;
    const { speak } = settings.value;
    // The other modes are defined for squares alone.
    const { isSquare } = this.view.shape;
    const mode = isSquare ? settings.value.mode : "risk";
    const { isOn, always } = this.overlay;
    this.overlaySwitch.hidden = always;
    this.percentSwitch.hidden = !isOn || mode === "classes";
    this.modeAbout.hidden = this.legend.hidden = this.facts.hidden = !isOn;
    this.modes.hidden = !isOn || !isSquare;
    this.modeAbout.textContent = text.modeAbout[mode];
    this.legend.replaceChildren(legend(mode));
    this.#showModes();
    for (const [label, key] of /** @type {const} */ ([
      [this.overlaySwitch, "overlay"],
      [this.percentSwitch, "percent"],
    ])) {
      for (const input of label.querySelectorAll("input")) input.checked = settings.value[key];
    }
    if (analysis && speak && analysis.safe.length === 0) say(text.noneSafe);
  }

  /** Shows the modes once: another element would take the focus away. */
  #showModes() {
    const { mode } = settings.value;
    const chosen = this.modes.querySelector(`input[value=${mode}]`);
    if (chosen instanceof HTMLInputElement) chosen.checked = true;
    else {
      const options = MODES.map((one) => /** @type {const} */ ([one, text.modes[one]]));
      this.modes.replaceChildren(choice(text.mode, options, mode, (one) => settings.set({ mode: one })));
    }
  }
}

/**
 * @param {api.Analysis} analysis
 * @param {boolean} noGuess  the board is promised to need no guess, which its chances do not count
 */
function describe(analysis, noGuess) {
  const { safe, mines, worlds, win, first_click } = analysis;
  const power = [...String(worlds.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  const count = worlds.length > 15 ? text.about(power) : Number(worlds).toLocaleString(language);
  const found = `${text.certain(safe.length, mines.length)}, ${text.worlds(count, worlds === "1")}.`;
  const first = { any: text.firstAny, start: text.firstStart };
  const chance = noGuess ? text.noGuess : win ? describeWin(win) : "";
  return [first_click ? first[first_click] : found, chance].filter(Boolean).join(" ");
}

/** @param {api.Win} win */
export function describeWin(win) {
  const [low, high] = [spellShare(win.low), spellShare(win.high)];
  if (win.probability === null) return text.winBetween(low, high);
  const middle = spellShare(win.probability);
  return win.kind === "exact" ? text.winExactly(middle) : text.winAbout(middle, low, high);
}
