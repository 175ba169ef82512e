/** Files that the player saves. */

import { h } from "./dom.js";

/**
 * Offers a file for saving.
 * @param {Blob} body
 * @param {string} name
 */
export function saveFile(body, name) {
  const link = h("a", { href: URL.createObjectURL(body), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
