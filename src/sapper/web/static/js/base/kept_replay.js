/** The replay that was imported last. It is kept in this browser, so that it is still there after a reload. */

import { load, save } from "./storage.js";

const PLACE = "sapper.replay";
/** Bytes of the largest file that is kept: browsers keep about five million characters for a site. */
const MOST = 1_500_000;

/** @typedef {{file: Blob, name: string, partial: boolean, view: import("./replay_api.js").ReplayView | null}} Kept */

/** @type {Kept | null} */
let held = null;

/** @param {Kept} kept */
export async function keepReplay(kept) {
  held = kept;
  if (kept.file.size > MOST) return;
  const bytes = new Uint8Array(await kept.file.arrayBuffer());
  const chars = Array.from(bytes, (byte) => String.fromCharCode(byte));
  save(PLACE, { name: kept.name, partial: kept.partial, data: btoa(chars.join("")) });
}

/** @returns {Kept | null}  without its view after a reload */
export function keptReplay() {
  if (held) return held;
  const saved = load(PLACE);
  try {
    const bytes = Uint8Array.from(atob(saved.data), (char) => char.charCodeAt(0));
    return { file: new Blob([bytes]), name: String(saved.name), partial: saved.partial === true, view: null };
  } catch {
    return null; // nothing was kept, or it is damaged
  }
}
