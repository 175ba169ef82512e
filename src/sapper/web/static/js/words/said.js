/** The sentences of the language of the page. */

import { Catalogue } from "./catalogue.js";
import { language } from "./words.js";

/** @type {Record<string, () => Promise<{default: Record<string, string>}>>} */
const FILES = {
  en: () => import("../../../../words/en.json", { with: { type: "json" } }),
  de: () => import("../../../../words/de.json", { with: { type: "json" } }),
};

export const catalogue = new Catalogue((await FILES[language]()).default);
