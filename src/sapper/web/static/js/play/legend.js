/** What the colours and signs of the overlay mean. */

import { h } from "../base/dom.js";
import { words } from "../words/words.js";

const text = words.helper.legend;

/** @param {string} kind @param {string} sign @param {string} said */
const entry = (kind, sign, said) => h("li", {}, h(`span.swatch.${kind}`, { "aria-hidden": "true" }, sign), said);

/** @param {import("../base/settings.js").Settings["mode"]} mode */
export const legend = (mode) =>
  h("ul.legend.small.soft", {}, ...(mode === "classes" ? classEntries() : riskEntries()), star());

const star = () => entry("star", "★", text.best);

const riskEntries = () => [
  entry("safe", "✓", text.safe),
  entry("risk-1", "●", text.low),
  entry("risk-3", "◆", text.middle),
  entry("risk-5", "▲", text.high),
  entry("mine", "✹", text.mine),
];

const classEntries = () => [
  entry("best", "◆", text.superloc),
  entry("good", "+", text.good),
  entry("similar", "=", text.similar),
  entry("dead", "×", text.dead),
  entry("mine", "✹", text.mine),
];
