/**
 * A replay as a film. The browser records a canvas while the moves are drawn on it, so a film takes as long to make
 * as to watch.
 */

import { indexOf } from "./cells.js";
import { Picture } from "./picture.js";

const FILM_TYPE = "video/webm";
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 4_000_000;
/** Largest sides in pixels. */
const LARGEST = { width: 1280, height: 960 };
const CELL = 40;
/** Time of a move: what makes a film of the wanted length, within bounds. All in milliseconds. */
const PACE = { film: 15_000, shortest: 40, longest: 500 };
/** The first and the last board are shown for so long. */
const HOLD_MS = 1200;

/** Whether this browser can record films. */
export const canFilm = () =>
  typeof MediaRecorder === "function" &&
  "captureStream" in HTMLCanvasElement.prototype &&
  MediaRecorder.isTypeSupported(FILM_TYPE);

export class Film {
  /**
   * @param {import("./replay.js").Replay} replay  at its start
   * @param {import("./board_view.js").BoardView} view  which shows the same game
   */
  constructor(replay, view) {
    const { width, height } = view.lay.extent;
    const size = Math.min(CELL, LARGEST.width / width, LARGEST.height / height);
    this.replay = replay;
    // Encoders want even sides.
    this.picture = new Picture(view, Math.max(2, 2 * Math.floor(size / 2)));
    this.canvas = this.picture.canvas;
  }

  /**
   * Makes the film; null if it was stopped.
   * @param {(share: number) => void} onprogress
   * @param {AbortSignal} stop
   * @returns {Promise<Blob | null>}
   */
  async record(onprogress, stop) {
    const { replay } = this;
    this.#draw();
    const stream = this.canvas.captureStream(FRAMES_PER_SECOND);
    const recorder = new MediaRecorder(stream, { mimeType: FILM_TYPE, videoBitsPerSecond: BITS_PER_SECOND });
    /** @type {Blob[]} */
    const parts = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    const pace = Math.min(PACE.longest, Math.max(PACE.shortest, PACE.film / replay.steps.length));
    recorder.start();
    await this.#hold(recorder, HOLD_MS, stop);
    while (replay.next !== null && !stop.aborted) {
      replay.go(replay.place + 1);
      onprogress(replay.place / replay.steps.length);
      await this.#hold(recorder, pace, stop);
    }
    await this.#hold(recorder, HOLD_MS, stop);
    recorder.stop();
    await ended;
    for (const track of stream.getTracks()) track.stop();
    return stop.aborted ? null : new Blob(parts, { type: FILM_TYPE });
  }

  /**
   * Shows the current board for some time.
   * @param {MediaRecorder} recorder
   * @param {number} ms
   * @param {AbortSignal} stop
   */
  async #hold(recorder, ms, stop) {
    // A hidden tab draws nothing.
    if (document.hidden) {
      recorder.pause();
      await shown();
      recorder.resume();
    }
    const end = performance.now() + ms;
    // Without a drawing there is no frame, and players of films jump over the pause.
    for (let left = ms; left > 0 && !stop.aborted; left = end - performance.now()) {
      this.#draw();
      await new Promise((resolve) => setTimeout(resolve, Math.min(left, 1000 / FRAMES_PER_SECOND)));
    }
  }

  #draw() {
    const { cells, cols, last } = this.replay;
    this.picture.draw(cells, { last: last ? indexOf(last.cell, cols) : -1 });
  }
}

/** Resolves when the tab is seen again. */
const shown = () =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve(null);
    };
    document.addEventListener("visibilitychange", look);
  });
