/**
 * The demo: a strategy plays the board, from the start or from the current position, with the reason of every move.
 *
 * @typedef {object} Stage  shows a replay in place of the game
 * @property {(replay: Replay) => void} begin
 * @property {() => void} end
 * @property {(indices: number[]) => void} moved
 */

import * as api from "../base/api.js";
import { candidateTable } from "./candidates.js";
import { indexOf } from "../board/cells.js";
import { button, choice, h, note, toggle } from "../base/dom.js";
import { Playback } from "../board/playback.js";
import { Replay } from "../board/replay.js";
import { sentence, spellCell, spellShare } from "../board/speech.js";
import { StrategyChoice } from "./strategy_choice.js";

const OUTCOMES = {
  won: "The solver wins this board.",
  lost: "The solver hits a mine on this board.",
  playing: "The solver stops here.",
};

export class DemoPanel {
  /**
   * @param {import("../board/board_view.js").BoardView} view
   * @param {() => import("./game.js").Game | null} game
   * @param {Stage} stage
   */
  constructor(view, game, stage) {
    this.view = view;
    this.game = game;
    this.stage = stage;
    this.strategy = new StrategyChoice("Strategy", "best");
    /** @type {"here" | "start"} */
    this.from = "here";
    this.halting = true;
    this.stageBox = h("div.stack");
    /** Describes the current move of the demo again. @type {(() => void) | null} */
    this.tell = null;
    view.on("flip", () => this.tell?.());
    this.element = h(
      "div.stack",
      {},
      h("p.small.soft", {}, "The solver sees only what you see, not the mines. Your own game does not change."),
      this.strategy.element,
      choice(
        "Begin",
        [
          ["here", "from here"],
          ["start", "from the start"],
        ],
        this.from,
        (from) => (this.from = from),
      ),
      toggle("Stop at guesses", this.halting, (on) => (this.halting = on)),
      h("div.row", {}, button({ icon: "robot", text: "Start the demo", kind: "main", onclick: () => this.begin() })),
      this.stageBox,
    );
  }

  /** Ends the demo, if one is on. */
  clear() {
    this.controls?.pause();
    this.controls = null;
    this.tell = null;
    this.stageBox.replaceChildren();
  }

  async begin() {
    const game = this.game();
    if (!game) return;
    this.clear();
    // The first click decides where the mines are, so a demo needs one.
    if (game.view.status === "ready")
      game.move("reveal", indexOf(game.view.start ?? middle(game.view), game.view.cols));
    await game.settled();
    try {
      const demo = await api.getDemo(game.id, this.strategy.text, this.from);
      if (!demo.steps.length) {
        note("There is no move left to play.");
        return;
      }
      this.#show(demo, game.view);
      void game.refresh();
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
  }

  /** @param {api.Demo} demo @param {api.GameView} view */
  #show(demo, view) {
    const replay = new Replay(view.rows, view.cols, demo.board, demo.steps);
    const isGuess = (/** @type {number} */ place) =>
      (demo.steps[place]?.safety ?? 1) < 1 && demo.steps[place].kind !== "start";
    const nextGuess = (/** @type {number} */ place) => {
      let goal = place + 1;
      while (goal < demo.steps.length && !isGuess(goal)) goal++;
      return Math.min(goal, demo.steps.length);
    };
    const controls = new Playback(replay, {
      halt: (place) => this.halting && isGuess(place),
      skip: { title: "To the next guess", find: nextGuess },
    });
    const words = h("div.thought", { "aria-live": "polite" });
    const light = (/** @type {api.Cell} */ cell) => this.view.mark({ wanted: new Set([indexOf(cell, view.cols)]) });
    const tell = () => {
      const step = replay.next;
      const made = replay.last;
      this.view.mark({
        last: made ? indexOf(made.cell, view.cols) : -1,
        wanted: new Set(step ? [indexOf(step.cell, view.cols)] : []),
      });
      if (step) this.view.show(indexOf(step.cell, view.cols));
      words.replaceChildren(
        h("p.small.soft.number", {}, `Move ${replay.place} of ${replay.steps.length}`),
        h("p", {}, step ? this.#describe(step, isGuess(replay.place)) : OUTCOMES[demo.outcome]),
        ...(step?.candidates.length ? [candidateTable(step.candidates, this.view.mirror, light)] : []),
      );
    };
    controls.on("place", (_place, indices) => {
      this.stage.moved(indices);
      tell();
    });
    this.controls = controls;
    this.tell = tell;
    this.stageBox.replaceChildren(
      controls.element,
      words,
      h("div.row", {}, button({ text: "Back to my game", onclick: () => this.stage.end() })),
    );
    this.stage.begin(replay);
    tell();
    controls.play();
  }

  /** @param {api.DemoStep} step @param {boolean} guess */
  #describe(step, guess) {
    const { mirror } = this.view;
    const where = `Next: ${spellCell(mirror.cell(step.cell))}.`;
    const text = mirror.text(step.text);
    if (!guess) return `${where} ${sentence(text)}`;
    return `${where} A guess, safe with probability ${spellShare(step.safety)}: ${text}.`;
  }
}

/** @param {api.GameView} view @returns {api.Cell} */
const middle = (view) => [view.rows >> 1, view.cols >> 1];
