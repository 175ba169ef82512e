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
import { spellShare } from "../board/speech.js";
import { refusesHelp } from "./ranked.js";
import { StrategyChoice } from "./strategy_choice.js";
import { tiedText } from "./tied_text.js";
import { catalogue } from "../words/said.js";
import { words } from "../words/words.js";

const text = words.helper.demo;

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
    this.strategy = new StrategyChoice(text.strategy, "best");
    /** @type {"here" | "start"} */
    this.from = "here";
    this.halting = true;
    this.stageBox = h("div.stack");
    /** Describes the current move of the demo again. @type {(() => void) | null} */
    this.tell = null;
    view.on("flip", () => this.tell?.());
    const begin = choice(
      text.begin,
      [
        ["here", text.here],
        ["start", text.start],
      ],
      this.from,
      (from) => (this.from = from),
    );
    const run = button({ icon: "robot", text: text.run, kind: "main", onclick: () => this.begin() });
    // A demo takes the place of these, so that its moves and reasons are in sight on every page.
    this.terms = h(
      "div.stack",
      {},
      h("p.small.soft", {}, text.about),
      this.strategy.element,
      begin,
      h("div.row", {}, run),
    );
    const halt = toggle(text.halt, this.halting, (on) => (this.halting = on));
    this.element = h("div.stack", {}, this.terms, this.stageBox, halt);
  }

  /** Ends the demo, if one is on. */
  clear() {
    this.controls?.pause();
    this.controls = null;
    this.tell = null;
    this.terms.hidden = false;
    this.stageBox.replaceChildren();
  }

  async begin() {
    const game = this.game();
    if (!game) return;
    // A demo on another board, which a game without mines gets, is no help; a board of the day has its mines from the
    // start.
    const isOther = game.view.status === "ready" && game.view.origin !== "daily";
    if (!isOther && refusesHelp(game, () => this.begin())) return;
    this.clear();
    await game.settled();
    try {
      const demo = await api.getDemo(game.id, this.strategy.text, this.from);
      if (!demo.steps.length) {
        note(text.none);
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
      skip: { title: text.skip, find: nextGuess },
    });
    const thought = h("div.thought", { "aria-live": "polite" });
    const places = (/** @type {api.Cell[]} */ cells) => new Set(cells.map((cell) => indexOf(cell, view.cols)));
    const light = (/** @type {api.Cell} */ cell) => this.view.mark({ wanted: places([cell]), sure: new Set() });
    const tell = () => {
      const step = replay.next;
      const made = replay.last;
      const guess = isGuess(replay.place);
      const ring = () => {
        const cells = places(step ? [step.cell] : []);
        const [wanted, sure] = guess ? [cells, new Set()] : [new Set(), cells];
        this.view.mark({ wanted, sure, lit: places(step?.clues ?? []) });
      };
      this.view.mark({ last: made ? indexOf(made.cell, view.cols) : -1 });
      ring();
      if (step) this.view.show(indexOf(step.cell, view.cols));
      const act = {
        show: (/** @type {api.Cell} */ cell, /** @type {boolean} */ isClue) =>
          this.view.mark({
            wanted: places(isClue ? [] : [cell]),
            sure: new Set(),
            lit: places(isClue ? [cell] : []),
          }),
        leave: ring,
      };
      const said = step ? this.#describe(step, guess, act) : [text.outcomes[demo.outcome]];
      thought.replaceChildren(
        h("p.small.soft.number", {}, text.move(replay.place, replay.steps.length)),
        h("p", {}, ...said),
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
      ...(demo.own ? [h("p.small.soft", {}, text.own)] : []),
      controls.element,
      thought,
      h("div.row", {}, button({ text: text.back, onclick: () => this.stage.end() })),
    );
    this.terms.hidden = true;
    this.stage.begin(replay);
    tell();
    controls.playButton.focus();
    controls.play();
  }

  /**
   * @param {api.DemoStep} step
   * @param {boolean} guess
   * @param {Parameters<typeof tiedText>[2]} act
   */
  #describe(step, guess, act) {
    const { mirror } = this.view;
    const said = guess
      ? [text.guess(spellShare(step.safety), catalogue.text(step.said))]
      : tiedText(step.said.say.startsWith("rule.") ? { say: "sentence", said: step.said } : step.said, mirror, act);
    return [`${text.next(mirror.spell(step.cell))} `, ...said];
  }
}
