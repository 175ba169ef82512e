/** The clock of a replay: plays its steps at their times, at any speed, and goes to any time. */

import { Events } from "../base/store.js";

/** @extends {Events<{time: [indices: number[]], state: []}>} */
export class Timeline extends Events {
  /**
   * @param {import("../board/replay.js").Replay<import("../base/replay_api.js").ReplayStep>} replay
   * @param {number} end  milliseconds
   */
  constructor(replay, end) {
    super();
    this.replay = replay;
    this.times = replay.steps.map((step) => step.at_ms);
    this.end = Math.max(end, this.times[this.times.length - 1] ?? 0, 1);
    /** Milliseconds. */
    this.now = 0;
    this.speed = 1;
    this.frame = 0;
    this.last = 0;
  }

  get running() {
    return this.frame !== 0;
  }

  /** Steps made. */
  get place() {
    return this.replay.place;
  }

  close() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.listeners = {};
  }

  play() {
    if (this.now >= this.end) this.#set(0, 0);
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.#tick(now));
    this.emit("state");
  }

  pause() {
    if (!this.running) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.emit("state");
  }

  toggle() {
    if (this.running) this.pause();
    else this.play();
  }

  /**
   * Goes to a time.
   * @param {number} ms
   */
  seek(ms) {
    const now = Math.min(this.end, Math.max(0, ms));
    this.#set(now, this.#count(now));
  }

  /**
   * Stops where so many steps are made.
   * @param {number} place
   */
  go(place) {
    this.pause();
    const goal = Math.min(this.times.length, Math.max(0, place));
    this.#set(goal === this.times.length ? this.end : (this.times[goal - 1] ?? 0), goal);
  }

  /** @param {number} now  of the browser's clock */
  #tick(now) {
    const passed = Math.max(0, now - this.last) * this.speed;
    this.last = now;
    this.seek(this.now + passed);
    if (this.now >= this.end) this.pause();
    else if (this.running) this.frame = requestAnimationFrame((next) => this.#tick(next));
  }

  /** @param {number} now @param {number} place */
  #set(now, place) {
    this.now = now;
    this.emit("time", this.replay.go(place));
  }

  /**
   * Steps that are made by a time.
   * @param {number} now
   */
  #count(now) {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= now) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
