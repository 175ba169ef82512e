/** The random text by which the server recognises this browser. It makes names belong to who used them first. */

const PLACE = "sapper.player";

/** @type {string | null} */
let kept = null;

/** @returns {string} */
export function playerText() {
  if (kept) return kept;
  try {
    kept = localStorage.getItem(PLACE);
  } catch {
    // The browser forbids storage: the text lasts as long as the page.
  }
  if (!kept || !/^[\w-]{16,64}$/.test(kept)) {
    const parts = [...crypto.getRandomValues(new Uint32Array(4))];
    kept = parts.map((part) => part.toString(36).padStart(7, "0")).join("-");
    try {
      localStorage.setItem(PLACE, kept);
    } catch {
      // As above.
    }
  }
  return kept;
}
