/** A series over time as SVG: a dot for each game, and a line of means. */

import { s } from "./dom.js";

const SPACE = { width: 360, height: 130, left: 44, right: 8, top: 10, bottom: 12 };

/**
 * @param {number[]} values  the oldest first, at least two
 * @param {number[]} means  as many
 * @param {string} label  for screen readers
 * @param {(value: number) => string} spell
 */
export function seriesChart(values, means, label, spell) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const width = SPACE.width - SPACE.left - SPACE.right;
  const height = SPACE.height - SPACE.top - SPACE.bottom;
  const x = (/** @type {number} */ at) => SPACE.left + (width * at) / Math.max(1, values.length - 1);
  const y = (/** @type {number} */ value) => SPACE.top + height * (1 - (value - low) / span);
  const axis = [low, (low + high) / 2, high].flatMap((value) => [
    s("line", { class: "chart-grid", x1: SPACE.left, x2: SPACE.width - SPACE.right, y1: y(value), y2: y(value) }),
    s(
      "text",
      { class: "chart-label", x: SPACE.left - 6, y: y(value) + 4, "text-anchor": "end" },
      document.createTextNode(spell(value)),
    ),
  ]);
  const dots = values.map((value, at) => s("circle", { class: "chart-game", cx: x(at), cy: y(value), r: 2 }));
  const points = means.map((value, at) => `${x(at)},${y(value)}`).join(" ");
  const line = s("polyline", { class: "chart-line", points });
  const box = { class: "chart", viewBox: `0 0 ${SPACE.width} ${SPACE.height}`, role: "img", "aria-label": label };
  return s("svg", box, ...axis, ...dots, line);
}
