/** The lobby of a match: links to invite, the name of the player, and the board, which the host chooses. */

import { button, choice, h, select, toggle } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { settings } from "../base/settings.js";
import { describeLevel, levelsOf, sizeRequest } from "../play/new_game.js";
import { choiceOf, kindOfLevel, KINDS, shapeFields, withShape } from "../play/shapes.js";
import { sizeFields } from "../play/size_fields.js";
import { words } from "../words/words.js";
import { joinLink } from "./invite.js";

/**
 * @typedef {import("./match_api.js").Match} Match
 * @typedef {{name: (name: string) => void, terms: (terms: object) => void}} Then
 */

const text = words.match;

/** What stands in the lobby. It is drawn anew only if the board, the links or the role change. */
export class Lobby {
  /** @param {Then} then */
  constructor(then) {
    this.then = then;
    this.element = h("div.lobby.stack");
    this.drawn = "";
  }

  /** @param {Match} match @param {number | null} own */
  update(match, own) {
    const { level, no_guess, join, host } = match;
    const isHost = own !== null && own === host;
    const named = match.seats.find(({ seat }) => seat === own)?.name;
    const drawn = JSON.stringify([level, no_guess, join, isHost, own !== null, named]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.element.replaceChildren(
      join && isHost ? joinLink(join) : "",
      join && own !== null && !named ? this.#nameForm() : "",
      h("div.stack.tight", {}, h("h2", {}, text.board), ...(isHost ? this.#choices(match) : [tellBoard(match)])),
      h("p.small.soft", {}, text.rules),
    );
  }

  #nameForm() {
    return nameForm(text.nameSave, (name) => this.then.name(name));
  }

  /** @param {Match} match */
  #choices({ level, rows, cols, mines, no_guess }) {
    const { kind, level: own } = kindOfLevel(level);
    const named = levelsOf(kind).some(([name]) => name === own) ? own : "custom";
    const size = named === "custom" && kind === "square" ? { rows, cols, mines } : {};
    const chosen = { ...settings.value.game, ...choiceOf(level), level: named, ...size };
    const choose = (/** @type {import("../base/settings.js").NewGame} */ other, guess = no_guess) =>
      this.then.terms({ ...sizeRequest(other), no_guess: guess });
    const fields = kind === "square" ? sizeFields(chosen) : shapeFields(chosen, () => {});
    const use = button({ text: text.setSize, onclick: () => choose({ ...chosen, level: "custom" }) });
    const custom = h("div.row.size", {}, fields, use);
    custom.hidden = named !== "custom";
    return [
      select(words.shapes.shape, KINDS, kind, (other) => choose(withShape(chosen, other))),
      choice(
        words.newGame.level,
        levelsOf(kind),
        named,
        (other) => {
          custom.hidden = other !== "custom";
          if (other !== "custom") choose({ ...chosen, level: other });
        },
        { quiet: true },
      ),
      custom,
      toggle(text.noGuess, no_guess, (on) => choose(chosen, on)),
    ];
  }
}

/**
 * A field for the name, with a button.
 * @param {string} label  of the button
 * @param {(name: string) => void} then
 */
export function nameForm(label, then) {
  const input = h("input", {
    type: "text",
    maxlength: limits.name,
    value: settings.value.name,
    placeholder: text.name,
    "aria-label": text.name,
    autocomplete: "nickname",
  });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name) settings.set({ name });
    then(name);
  };
  return h("form.row.name-form", { onsubmit }, input, h("button.main", { type: "submit" }, label));
}

/** @param {Match} match */
export const describeBoard = (match) =>
  [describeLevel(match), match.no_guess ? words.newGame.noGuessing : ""].filter(Boolean).join(" · ");

/** @param {Match} match */
function tellBoard(match) {
  return h("p", {}, describeBoard(match), " ", h("span.small.soft", {}, text.chosenByHost));
}
