/**
 * The visible text of the page, in the language of the browser.
 *
 * An entry is a text, or a function that puts values into one. `en` is the model: the type checker requires the same
 * entries of every other language.
 */

import * as en from "./en/all.js";

/** @typedef {typeof import("./en/all.js")} Words */

/** @type {Record<string, () => Promise<Words>>} */
const OTHERS = { de: () => import("./de/all.js") };

/** The language of the page: the first one of the browser that has a catalogue. */
export const language = (navigator.languages ?? [navigator.language])
  .map((tag) => tag.slice(0, 2).toLowerCase())
  .find((tag) => tag === "en" || tag in OTHERS) ?? "en";

/** For dates, which regions write differently: the first tag of the browser that has the language of the page. */
export const locale =
  (navigator.languages ?? [navigator.language]).find((tag) => tag.slice(0, 2).toLowerCase() === language) ?? language;

/** @type {Words} */
export const words = language === "en" ? en : await OTHERS[language]();

document.documentElement.lang = language;
