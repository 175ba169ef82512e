/** The help: how to play, and the keys. It opens as a dialog over the game and as a page. */

import { h, openDialog } from "../base/dom.js";
import { KEYS } from "../board/keyboard.js";

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
        "Reveal every cell without a mine. A number is the count of mines in the cells around it.",
      ),
      section(
        "Mouse",
        "The left button reveals, the right button flags. A click on a number that has as many flags around it",
        "reveals its other cells (a chord). So do both buttons together and the middle button. If the flags do not",
        "match, the hidden cells around the number flash and nothing is revealed. Ctrl and the wheel zoom.",
      ),
      section(
        "Touch",
        "A tap reveals, a long press flags; the settings can swap them. While the flag button is on, a tap flags.",
        "A tap on a number chords. Two fingers zoom.",
      ),
      h("section", {}, h("h3", {}, "Keys"), h("dl.keys", {}, ...keys.flat())),
      section(
        "The helper",
        "The overlay marks safe cells and mines. Every other hidden cell gets a disc whose area is its mine",
        "probability. The probabilities are exact. Hints have four levels, from “there is a safe cell” to the",
        "whole argument. Games with help have their own table of best times. A game with an undone move is practice",
        "and has no best time.",
      ),
      section(
        "Words",
        "3BV is the smallest number of clicks that clears the board without flags.",
        "Efficiency is 3BV divided by your clicks.",
      ),
    ),
  ];
}

/** @param {string} title @param {...string} text  joined by spaces */
const section = (title, ...text) => h("section", {}, h("h3", {}, title), h("p", {}, text.join(" ")));
