/** The dialog of settings. A choice takes effect at once. */

import { choice, h, openDialog, toggle } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { settings } from "../base/settings.js";
import { words } from "../words/words.js";

/** @typedef {import("../base/settings.js").Settings} Settings */

const text = words.settings;
const SKINS = /** @type {[Settings["skin"], string][]} */ (Object.entries(words.looks.skins));
const THEMES = /** @type {[Settings["theme"], string][]} */ (Object.entries(text.themes));
const PALETTES = /** @type {[Settings["palette"], string][]} */ (Object.entries(text.palettes));

export function settingsSheet() {
  const { value } = settings;
  const flip = (
    /** @type {string} */ label,
    /** @type {"questions" | "swapTouch" | "percent" | "speak" | "motion" | "sounds" | "pointer"} */ key,
  ) => toggle(label, value[key], (on) => settings.set({ [key]: on }));
  /** @type {HTMLInputElement} */
  const name = h("input", {
    type: "text",
    maxlength: limits.name,
    value: value.name,
    autocomplete: "nickname",
    onchange: () => settings.set({ name: name.value.trim() }),
  });
  openDialog(
    text.title,
    h(
      "div.stack",
      {},
      choice(
        text.theme,
        THEMES,
        value.theme,
        (theme) => settings.set({ theme }),
      ),
      choice(words.looks.skin, SKINS, value.skin, (skin) => settings.set({ skin })),
      choice(
        text.palette,
        PALETTES,
        value.palette,
        (palette) => settings.set({ palette }),
      ),
      choice(words.tools.cellSize, cellSizes(), String(value.cell), (size) => settings.set({ cell: Number(size) })),
      flip(text.percent, "percent"),
      toggle(words.helper.rankedSetting, value.game.mode === "ranked", (on) =>
        settings.set({ game: { ...settings.value.game, mode: on ? "ranked" : "plain" } }),
      ),
      flip(text.questions, "questions"),
      flip(text.swapTouch, "swapTouch"),
      flip(text.speak, "speak"),
      flip(text.motion, "motion"),
      flip(words.looks.sounds, "sounds"),
      flip(text.pointer, "pointer"),
      h("p.small.soft", {}, text.pointerText),
      h("label.field", {}, text.name, name),
    ),
  );
}

/**
 * Sizes of cells in CSS pixels, with their names.
 * @returns {[string, string][]}
 */
function cellSizes() {
  const { sizeAuto, sizeSmall, sizeMedium, sizeLarge, sizeHuge } = words.tools;
  return [
    ["0", sizeAuto],
    ["20", sizeSmall],
    ["28", sizeMedium],
    ["40", sizeLarge],
    ["56", sizeHuge],
  ];
}
