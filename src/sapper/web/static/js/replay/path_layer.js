/** The way of the pointer over a board: its last part, the pointer, and a ring for every press. Drawn as SVG. */

import { s } from "../base/dom.js";

/** How long the pointer leaves a trail, and how long a press is seen. Milliseconds of the replay. */
const TRAIL_MS = 1500;
const RING_MS = 450;
const MOST_RINGS = 6;

export class PathLayer {
  /**
   * @param {import("../board/board_view.js").BoardView} view  with a board
   * @param {import("../base/replay_api.js").Path} path
   */
  constructor(view, path) {
    this.view = view;
    this.path = path;
    const { width, height } = view.lay.extent;
    this.all = s("polyline", { class: "path-all", points: this.#points(0, path.times.length) });
    this.trail = s("polyline", { class: "path-trail" });
    this.rings = Array.from({ length: MOST_RINGS }, () => s("circle", { class: "path-ring", r: 0 }));
    this.pointer = s("circle", { class: "path-pointer", r: 0.16 });
    this.element = s(
      "svg",
      { class: "path", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      this.all,
      this.trail,
      ...this.rings,
      this.pointer,
    );
    /** @type {number[]} places at which a button is pressed */
    this.presses = path.buttons.flatMap((held, at) => (held & ~(path.buttons[at - 1] ?? 0) ? [at] : []));
    view.space.append(this.element);
  }

  remove() {
    this.element.remove();
  }

  /** @param {boolean} on  whether the whole way is drawn */
  showAll(on) {
    this.element.classList.toggle("whole", on);
  }

  /**
   * Draws the pointer at a time.
   * @param {number} now
   */
  draw(now) {
    const { times, xs, ys, buttons } = this.path;
    const after = firstAfter(times, now);
    this.element.classList.toggle("empty", after === 0);
    if (after === 0) return;
    const at = after - 1;
    const [x, y] = this.#between(at, now);
    const begin = firstAfter(times, now - TRAIL_MS);
    this.trail.setAttribute("points", `${this.#points(begin, after)} ${x},${y}`);
    this.pointer.setAttribute("cx", String(x));
    this.pointer.setAttribute("cy", String(y));
    this.pointer.dataset.held = String(buttons[at]);
    const recent = this.presses.filter((one) => times[one] <= now && times[one] > now - RING_MS).slice(-MOST_RINGS);
    this.rings.forEach((ring, number) => {
      const press = recent[number];
      const age = press === undefined ? 1 : (now - times[press]) / RING_MS;
      ring.setAttribute("r", String(press === undefined ? 0 : 0.2 + 0.4 * age));
      ring.setAttribute("opacity", String(1 - age));
      if (press === undefined) return;
      ring.setAttribute("cx", String(xs[press]));
      ring.setAttribute("cy", String(ys[press]));
      ring.dataset.held = String(buttons[press]);
    });
  }

  /**
   * Where the pointer is between two places. Between distant times it stood still, then moved.
   * @param {number} at
   * @param {number} now
   */
  #between(at, now) {
    const { times, xs, ys } = this.path;
    const next = Math.min(at + 1, times.length - 1);
    const span = times[next] - times[at];
    const share = span > 0 && span < 100 ? (now - times[at]) / span : 0;
    return [xs[at] + (xs[next] - xs[at]) * share, ys[at] + (ys[next] - ys[at]) * share];
  }

  /** @param {number} begin @param {number} end */
  #points(begin, end) {
    const { xs, ys } = this.path;
    return xs.slice(begin, end).map((x, at) => `${x},${ys[begin + at]}`).join(" ");
  }
}

/**
 * The place of the first time after another one.
 * @param {number[]} times
 * @param {number} now
 */
function firstAfter(times, now) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}
