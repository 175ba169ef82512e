/**
 * Light and dark, palettes, and the colours of the canvas.
 *
 * css/tokens.css defines all colours. The canvas reads them once per theme and palette.
 */

import { settings } from "./settings.js";
import { Events } from "./store.js";

const system = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Emits "change" when the colours have changed.
 * @type {Events<{change: []}>}
 */
export const theme = new Events();

/** @returns {"light" | "dark"} */
export function shownTheme() {
  const chosen = settings.value.theme;
  return chosen === "system" ? (system.matches ? "dark" : "light") : chosen;
}

/** Whether animations are on. */
export const mayMove = () => settings.value.motion && !stillness.matches;

/** Applies the settings to the page, now and when they change. */
export function startTheme() {
  const show = () => {
    const root = document.documentElement;
    const { palette, skin } = settings.value;
    const looks = { theme: shownTheme(), palette, skin };
    if (Object.entries(looks).every(([key, value]) => root.dataset[key] === value)) return;
    Object.assign(root.dataset, looks);
    theme.emit("change");
  };
  show();
  system.addEventListener("change", show);
  settings.watch(show);
}

/** @typedef {Record<string, string>} Colours  by their names in tokens.css, without the dashes */

const NAMES = [
  "cell-board",
  "cell-hidden",
  "cell-hidden-top",
  "cell-hover",
  "cell-open",
  "cell-void",
  "cell-mine",
  "cell-blast",
  "cell-wrong",
  "cell-edge-light",
  "cell-edge-dark",
  "flag-pole",
  "flag-cloth",
  "question",
  "clue-1",
  "clue-2",
  "clue-3",
  "clue-4",
  "clue-5",
  "clue-6",
  "clue-7",
  "clue-8",
  "safe",
  "safe-ink",
  "mine",
  "mine-ink",
  "risk-1",
  "risk-2",
  "risk-3",
  "risk-4",
  "risk-5",
  "risk-ink",
  "star",
  "ring-safe",
  "ring-mine",
  "ring-guess",
  "class-best",
  "class-best-ink",
  "class-good",
  "class-good-ink",
  "class-similar",
  "class-similar-ink",
  "class-dead",
  "class-dead-ink",
  "lit",
  "ring",
  "bad",
  "warm",
  "accent",
  "focus",
];

/**
 * Reads the current colours.
 * @returns {Colours}
 */
export function readColours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}
