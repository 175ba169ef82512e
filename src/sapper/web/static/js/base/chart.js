/**
 * The timeline of win probability, drawn as SVG.
 *
 * @typedef {object} ChartPoint
 * @property {number | null} value  from 0 to 1
 * @property {string} kind  "certain", "guess", "bad": how the dot looks
 * @property {string} text  for the tooltip
 * @property {number} [at]  its place on the axis, from 0 to 1; without it the points are equally far apart
 */

import { s } from "./dom.js";
import { spellChance } from "../words/chance.js";
import { words } from "../words/words.js";

const SPACE = { width: 360, height: 150, left: 40, right: 10, top: 10, bottom: 10 };

export class Chart {
  /**
   * @param {ChartPoint[]} points
   * @param {(place: number) => void} pick  called with the number of a point that was clicked
   */
  constructor(points, pick) {
    this.points = points;
    this.cursor = s("line", { class: "chart-cursor", y1: SPACE.top, y2: SPACE.height - SPACE.bottom });
    this.dot = s("circle", { class: "chart-here", r: 5 });
    this.element = s("svg", {
      class: "chart",
      viewBox: `0 0 ${SPACE.width} ${SPACE.height}`,
      role: "img",
      "aria-label": words.playback.chart,
    });
    this.element.append(...this.#axes(), this.#area(), this.#line(), ...this.#dots(), this.cursor, this.dot);
    this.element.addEventListener("click", (event) => pick(this.#nearest(/** @type {MouseEvent} */ (event))));
    this.show(0);
  }

  /**
   * Puts the cursor on a point.
   * @param {number} place
   */
  show(place) {
    const x = this.#x(place);
    this.cursor.setAttribute("x1", String(x));
    this.cursor.setAttribute("x2", String(x));
    const value = this.points[place]?.value ?? null;
    this.dot.setAttribute("visibility", value === null ? "hidden" : "visible");
    this.dot.setAttribute("cx", String(x));
    this.dot.setAttribute("cy", String(this.#y(value ?? 0)));
  }

  /** @param {number} place */
  #x(place) {
    const share = this.points[place]?.at ?? place / Math.max(1, this.points.length - 1);
    return SPACE.left + (SPACE.width - SPACE.left - SPACE.right) * share;
  }

  /** @param {number} value */
  #y(value) {
    return SPACE.top + (SPACE.height - SPACE.top - SPACE.bottom) * (1 - value);
  }

  /** @param {MouseEvent} event */
  #nearest(event) {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * SPACE.width;
    const away = this.points.map((_point, place) => Math.abs(this.#x(place) - x));
    return away.indexOf(Math.min(...away));
  }

  #axes() {
    return [0, 0.25, 0.5, 0.75, 1].flatMap((value) => {
      const y = this.#y(value);
      const line = s("line", { class: "chart-grid", x1: SPACE.left, x2: SPACE.width - SPACE.right, y1: y, y2: y });
      if (value % 0.5) return [line];
      return [
        line,
        s(
          "text",
          { class: "chart-label", x: SPACE.left - 6, y: y + 4, "text-anchor": "end" },
          document.createTextNode(spellChance(value)),
        ),
      ];
    });
  }

  #known() {
    return this.points.flatMap((point, place) =>
      point.value === null ? [] : [`${this.#x(place)},${this.#y(point.value)}`],
    );
  }

  #line() {
    return s("polyline", { class: "chart-line", points: this.#known().join(" ") });
  }

  #area() {
    const known = this.#known();
    if (!known.length) return s("g", {});
    const floor = this.#y(0);
    const [firstX, lastX] = [known[0].split(",")[0], known[known.length - 1].split(",")[0]];
    return s("polygon", { class: "chart-area", points: `${firstX},${floor} ${known.join(" ")} ${lastX},${floor}` });
  }

  #dots() {
    return this.points.flatMap((point, place) => {
      if (point.value === null || point.kind === "certain") return [];
      const title = s("title", {}, document.createTextNode(point.text));
      return [
        s("circle", { class: `chart-dot ${point.kind}`, cx: this.#x(place), cy: this.#y(point.value), r: 4 }, title),
      ];
    });
  }
}
