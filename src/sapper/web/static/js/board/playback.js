/** The buttons of a replay: start, back, play at any speed, forward, end. */

import { button, h } from "../base/dom.js";
import { Events } from "../base/store.js";
import { spellNumber } from "./speech.js";
import { words } from "../words/words.js";

const text = words.playback;

/** @extends {Events<{place: [place: number, indices: number[]]}>} */
export class Playback extends Events {
  /**
   * @param {import("./replay.js").Replay} replay
   * @param {{halt?: (place: number) => boolean, skip?: {title: string, find: (place: number) => number}}} options
   *   `halt`: whether to stop by itself before this step; `skip`: a button that goes to the place `find` returns
   */
  constructor(replay, { halt = () => false, skip } = {}) {
    super();
    this.replay = replay;
    this.halt = halt;
    this.timer = 0;
    this.running = false;
    this.playButton = button({
      icon: "play",
      title: text.play,
      onclick: () => (this.running ? this.pause() : this.play()),
    });
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: replay.steps.length,
      value: 0,
      "aria-label": text.move,
      oninput: () => this.go(this.slider.valueAsNumber),
    });
    this.speed = h("input", { type: "range", min: 0, max: 100, value: 45, "aria-label": text.speed });
    this.speedText = h("span.number.small.soft");
    this.speed.addEventListener("input", () => this.#tellSpeed());
    /** @typedef {import("../base/icons.js").IconName} IconName */
    const step = (/** @type {IconName} */ name, /** @type {string} */ title, /** @type {() => number} */ goal) =>
      button({ icon: name, title, onclick: () => this.go(goal()) });
    this.element = h(
      "div.stack.tight",
      {},
      this.slider,
      h(
        "div.row.controls",
        {},
        step("first", text.first, () => 0),
        step("back", text.back, () => this.replay.place - 1),
        this.playButton,
        step("forward", text.forward, () => this.replay.place + 1),
        skip ? step("skip", skip.title, () => skip.find(this.replay.place)) : null,
        step("last", text.last, () => this.replay.steps.length),
      ),
      h("label.row.speed.small", {}, text.speed, this.speed, this.speedText),
    );
    this.#tellSpeed();
  }

  /** From one move in three seconds to fifty a second. */
  get movesPerSecond() {
    return 0.33 * Math.exp((this.speed.valueAsNumber / 100) * Math.log(150));
  }

  /** @param {number} place */
  go(place) {
    this.pause();
    this.#step(place);
  }

  play() {
    if (this.replay.next === null) this.#step(0);
    this.running = true;
    this.#showButton();
    this.#tick(true);
  }

  pause() {
    clearTimeout(this.timer);
    this.running = false;
    this.#showButton();
  }

  /** @param {boolean} first  whether the player just pressed play: then a step to halt before is made */
  #tick(first) {
    const { replay } = this;
    if (replay.next === null || (!first && this.halt(replay.place))) {
      this.pause();
      return;
    }
    this.#step(replay.place + 1);
    this.timer = window.setTimeout(() => this.#tick(false), 1000 / this.movesPerSecond);
  }

  /** @param {number} place */
  #step(place) {
    const indices = this.replay.go(place);
    this.slider.valueAsNumber = this.replay.place;
    this.emit("place", this.replay.place, indices);
  }

  #tellSpeed() {
    const rate = this.movesPerSecond;
    this.speedText.textContent = text.rate(rate < 10 ? spellNumber(rate, 1) : String(Math.round(rate)));
  }

  #showButton() {
    const made = button({
      icon: this.running ? "pause" : "play",
      title: this.running ? text.pause : text.play,
      onclick: () => {},
    });
    this.playButton.replaceChildren(...made.childNodes);
    this.playButton.title = made.title;
    this.playButton.setAttribute("aria-label", made.title);
  }
}
