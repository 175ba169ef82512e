/** The page that opens a board, given in its address as a text of any program: `/open#text=…`. */

import { h } from "../base/dom.js";
import { openText, receive } from "../play/transfer.js";
import { words } from "../words/words.js";

/**
 * @param {HTMLElement} main
 * @param {{query: URLSearchParams}} address
 */
export function openImport(main, { query }) {
  const said = h("p", { role: "status" }, words.replay.loading);
  main.replaceChildren(h("div.column.stack", {}, h("h1", {}, words.replay.open), said));
  receive(query.get("text") ?? "", openText).catch((/** @type {Error} */ error) => {
    said.textContent = error.message;
    said.classList.add("bad");
  });
  return () => {};
}
