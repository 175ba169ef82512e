/** How to play and which keys there are: a sheet over the game, and a page of its own. */

import { h, openDialog } from "./dom.js";
import { KEYS } from "./keyboard.js";

export const helpSheet = () => openDialog("Help", ...content());

/** @param {HTMLElement} main */
export function openHelp(main) {
  main.replaceChildren(h("div.column.stack", {}, h("h1", {}, "Help"), ...content()));
  return () => {};
}

function content() {
  const keys = KEYS.map(([key, text]) => [
    h("dt", {}, ...key.split(" ").map((one) => h("kbd", {}, one))),
    h("dd", {}, text),
  ]);
  return [
    h(
      "div.stack",
      {},
      section(
        "The game",
        "Reveal every cell without a mine. A number tells how many of the cells around it hold one.",
      ),
      section(
        "Mouse",
        "The left button reveals, the right one flags. A click on a number that has its flags reveals the cells",
        "around it, as do both buttons together and the middle one. If the flags do not match, the hidden cells",
        "around flash and nothing is revealed. Ctrl and the wheel zoom.",
      ),
      section(
        "Touch",
        "A tap reveals, a long press flags; the settings swap them, and the flag button lets taps flag. A tap",
        "on a number chords. Two fingers zoom.",
      ),
      h("section", {}, h("h3", {}, "Keys"), h("dl.keys", {}, ...keys.flat())),
      section(
        "The helper",
        "The overlay shows what can be known: safe cells, mines, and for all others a disc whose area is the",
        "chance of a mine. It is exact. Hints come in four strengths, from “there is a safe cell” to the whole",
        "argument. Games with help have best times of their own; one with a move taken back is practice.",
      ),
      section(
        "Words",
        "3BV is the least number of clicks that clears the board without flags.",
        "Efficiency is 3BV divided by your clicks.",
      ),
    ),
  ];
}

/** @param {string} title @param {...string} text  joined by blanks */
const section = (title, ...text) => h("section", {}, h("h3", {}, title), h("p", {}, text.join(" ")));
