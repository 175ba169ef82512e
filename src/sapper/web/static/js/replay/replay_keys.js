/** The keys of the replay viewer. */

import { settings } from "../base/settings.js";

/** What uses keys itself. */
const FIELDS = "textarea, select, input:not([type=checkbox], [type=range])";
const LEAP_MS = 5000;

/**
 * Listens to the keys. Returns a function that stops that.
 * @param {import("./timeline.js").Timeline} timeline
 * @param {import("./controls.js").Controls} controls
 * @param {() => void} nextRisk
 * @returns {() => void}
 */
export function takeReplayKeys(timeline, controls, nextRisk) {
  const step = (/** @type {number} */ by) => timeline.go(timeline.place + by);
  /** @type {Record<string, () => void>} */
  const actions = {
    " ": () => timeline.toggle(),
    k: () => timeline.toggle(),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ",": () => step(-1),
    ".": () => step(1),
    "shift+ArrowLeft": () => timeline.seek(timeline.now - LEAP_MS),
    "shift+ArrowRight": () => timeline.seek(timeline.now + LEAP_MS),
    Home: () => timeline.go(0),
    End: () => timeline.go(timeline.times.length),
    "+": () => controls.hurry(1),
    "-": () => controls.hurry(-1),
    g: nextRisk,
    o: () => settings.set({ overlay: !settings.value.overlay }),
    "%": () => settings.set({ percent: !settings.value.percent }),
  };
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector("dialog[open]") || target.closest(FIELDS)) return;
    // Space presses a focused button, and a slider has uses for arrows.
    if (event.key === " " && target.closest("input, a, button, summary")) return;
    if (target.matches("input[type=range]") && /^(Arrow|Home|End)/.test(event.key)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = actions[event.shiftKey && /^Arrow/.test(key) ? `shift+${key}` : key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
