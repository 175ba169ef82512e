/** The random text by which the server recognises this browser. It makes names belong to who used them first. */

import { loadText, saveText } from "./storage.js";

const PLACE = "sapper.player";

/** @returns {string} */
export function playerText() {
  const kept = loadText(PLACE);
  if (kept && /^[\w-]{16,64}$/.test(kept)) return kept;
  const parts = [...crypto.getRandomValues(new Uint32Array(4))];
  const made = parts.map((part) => part.toString(36).padStart(7, "0")).join("-");
  saveText(PLACE, made);
  return made;
}
