/** The lobby of a match: links to invite, the name of the player, and the board, which the host chooses. */

import { button, choice, h, toggle } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { settings } from "../base/settings.js";
import { LEVELS, levelTitle } from "../play/new_game.js";
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
  #choices(match) {
    const { rows, cols, mines, no_guess } = match;
    const isNamed = LEVELS.some(([name]) => name === match.level);
    const size = { ...settings.value.game, ...(isNamed ? {} : { rows, cols, mines }) };
    const custom = h(
      "div.row.size",
      {},
      sizeFields(size),
      button({
        text: text.setSize,
        onclick: () =>
          this.then.terms({ rows: size.rows, cols: size.cols, mines: size.mines, no_guess: rule.no_guess }),
      }),
    );
    custom.hidden = isNamed;
    const rule = { no_guess };
    const chosen = () => (isNamed ? { level: match.level } : { rows, cols, mines });
    return [
      choice(
        words.newGame.level,
        LEVELS,
        isNamed ? match.level : "custom",
        (level) => {
          custom.hidden = level !== "custom";
          if (level !== "custom") this.then.terms({ level, no_guess: rule.no_guess });
        },
        { quiet: true },
      ),
      custom,
      toggle(text.noGuess, no_guess, (on) => {
        rule.no_guess = on;
        this.then.terms({ ...chosen(), no_guess: on });
      }),
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
export function describeBoard({ level, rows, cols, mines, no_guess }) {
  const parts = [text.size(levelTitle(level), rows, cols), text.mines(mines), no_guess ? text.noGuessing : ""];
  return parts.filter(Boolean).join(", ");
}

/** @param {Match} match */
function tellBoard(match) {
  return h("p", {}, describeBoard(match), " ", h("span.small.soft", {}, text.chosenByHost));
}
