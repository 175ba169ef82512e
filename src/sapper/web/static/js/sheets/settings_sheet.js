/** The dialog of settings. A choice takes effect at once. */

import { choice, h, openDialog, toggle } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { settings } from "../base/settings.js";
import { words } from "../words/words.js";

const SKINS = /** @type {[import("../base/settings.js").Settings["skin"], string][]} */ (
  Object.entries(words.looks.skins)
);

export function settingsSheet() {
  const { value } = settings;
  const flip = (
    /** @type {string} */ text,
    /** @type {"ranked" | "questions" | "swapTouch" | "percent" | "speak" | "motion" | "sounds"} */ key,
  ) => toggle(text, value[key], (on) => settings.set({ [key]: on }));
  /** @type {HTMLInputElement} */
  const name = h("input", {
    type: "text",
    maxlength: limits.name,
    value: value.name,
    autocomplete: "nickname",
    onchange: () => settings.set({ name: name.value.trim() }),
  });
  openDialog(
    "Settings",
    h(
      "div.stack",
      {},
      choice(
        "Theme",
        [
          ["system", "System"],
          ["light", "Light"],
          ["dark", "Dark"],
        ],
        value.theme,
        (theme) => settings.set({ theme }),
      ),
      choice(words.looks.skin, SKINS, value.skin, (skin) => settings.set({ skin })),
      choice(
        "Colours of the overlay",
        [
          ["green-red", "Green, red"],
          ["blue-orange", "Blue, orange"],
          ["teal-pink", "Teal, pink"],
        ],
        value.palette,
        (palette) => settings.set({ palette }),
      ),
      choice(words.tools.cellSize, cellSizes(), String(value.cell), (size) => settings.set({ cell: Number(size) })),
      flip("Percentages in the overlay", "percent"),
      flip(words.helper.rankedSetting, "ranked"),
      flip("Question marks: the flag button sets one on a flagged cell", "questions"),
      flip("Touch: a tap flags, a long press reveals", "swapTouch"),
      flip("Announce every move to screen readers", "speak"),
      flip("Animations", "motion"),
      flip(words.looks.sounds, "sounds"),
      h("label.field", {}, "Your name, for scores and statistics", name),
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
