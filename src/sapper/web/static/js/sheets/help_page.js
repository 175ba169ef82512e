/** The help: how to play, and the keys. It opens as a dialog over the game and as a page. */

import { h, note, openDialog } from "../base/dom.js";
import { bookmarklet } from "./bookmarklet.js";
import { words } from "../words/words.js";

const text = words.help;

export const helpSheet = () => openDialog(text.title, content("h3"));

/** @param {HTMLElement} main */
export function openHelp(main) {
  main.replaceChildren(h("div.column.stack", {}, h("h1", {}, text.title), content("h2")));
  return () => {};
}

/** @param {"h2" | "h3"} heading  one level below the title */
function content(heading) {
  /** @param {string} title @param {string} said */
  const section = (title, said) => h("section", {}, h(heading, {}, title), h("p", {}, said));
  const keys = words.keys.map(([key, said]) => [
    h("dt", {}, ...key.split(" ").map((one) => h("kbd", {}, one))),
    h("dd", {}, said),
  ]);
  const bookmark = bookmarklet(text.bookmarkNone, text.bookmarkCount);
  return h(
    "div.stack",
    {},
    section(text.game, text.gameText),
    section(text.mouse, text.mouseText),
    section(text.touch, text.touchText),
    h("section", {}, h(heading, {}, text.keys), h("dl.keys", {}, ...keys.flat())),
    section(text.helper, text.helperText),
    section(text.words, text.wordsText),
    h(
      "section",
      {},
      h(heading, {}, text.bookmark),
      h("p", {}, text.bookmarkText),
      h("p", {}, h("a.button", { href: bookmark, onclick: refuse }, text.bookmarkName)),
    ),
  );
}

/**
 * The bookmark does nothing on this page.
 * @param {Event} event
 */
function refuse(event) {
  event.preventDefault();
  note(text.bookmarkDrag);
}
