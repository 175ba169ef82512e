/** The buttons of the replay viewer: play, steps, the slider of time, the speed. */

import { button, h, select } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { spellNumber } from "../board/speech.js";
import { words } from "../words/words.js";

const text = words.replay;
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

export class Controls {
  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {{nextGuess: () => void}} act
   */
  constructor(timeline, act) {
    this.timeline = timeline;
    const playback = words.playback;
    /** @typedef {import("../base/icons.js").IconName} IconName */
    const step = (/** @type {IconName} */ name, /** @type {string} */ title, /** @type {() => void} */ onclick) =>
      button({ icon: name, title, onclick });
    this.playButton = button({ icon: "play", title: playback.play, kind: "main", onclick: () => timeline.toggle() });
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: Math.ceil(timeline.end),
      step: 1,
      value: 0,
      "aria-label": text.time,
      oninput: () => timeline.seek(this.slider.valueAsNumber),
    });
    this.clock = h("span.number.small", {}, "");
    const speeds = SPEEDS.map((speed) => /** @type {[string, string]} */ ([String(speed), `${speed}×`]));
    this.speed = select(words.playback.speed, speeds, "1", (value) => (timeline.speed = Number(value)));
    this.element = h(
      "div.stack.tight.replay-controls",
      {},
      this.slider,
      h(
        "div.row.controls",
        {},
        step("first", playback.first, () => timeline.go(0)),
        step("back", playback.back, () => timeline.go(timeline.place - 1)),
        this.playButton,
        step("forward", playback.forward, () => timeline.go(timeline.place + 1)),
        step("skip", words.review.nextGuess, act.nextGuess),
        step("last", playback.last, () => timeline.go(timeline.times.length)),
        this.clock,
        this.speed,
      ),
    );
    timeline.on("time", () => this.#show());
    timeline.on("state", () => this.#showButton());
    this.#show();
  }

  /** @param {number} by  places in the list of speeds */
  hurry(by) {
    const list = /** @type {HTMLSelectElement} */ (this.speed.querySelector("select"));
    list.selectedIndex = Math.min(SPEEDS.length - 1, Math.max(0, list.selectedIndex + by));
    this.timeline.speed = SPEEDS[list.selectedIndex];
  }

  #show() {
    const { now, end, place, times } = this.timeline;
    this.slider.valueAsNumber = Math.round(now);
    const told = text.clock(spellNumber(now / 1000, 2), spellNumber(end / 1000, 2));
    this.clock.textContent = told;
    this.slider.setAttribute("aria-valuetext", `${told}, ${text.click(place, times.length)}`);
  }

  #showButton() {
    const { running } = this.timeline;
    const title = running ? words.playback.pause : words.playback.play;
    this.playButton.replaceChildren(icon(running ? "pause" : "play"));
    this.playButton.title = title;
    this.playButton.setAttribute("aria-label", title);
  }
}
