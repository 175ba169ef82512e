/** The banner at the end of a game: the outcome, the figures, the form for the scores, and what to do next. */

import * as api from "../base/api.js";
import { button, h, note } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { settings } from "../base/settings.js";
import { spellTime } from "../board/speech.js";

/**
 * @param {import("./game.js").Game} game
 * @param {{fresh: () => void, same: () => void, undo: () => void, review: () => void}} next
 * @returns {HTMLElement}
 */
export function resultBanner(game, next) {
  const { view } = game;
  const won = view.status === "won";
  const element = h(
    `section.result.${won ? "won" : "lost"}`,
    { role: "status" },
    h("div.words", {}, h("strong", {}, won ? "Cleared!" : "You hit a mine."), h("span.soft", {}, figures(view))),
    h(
      "div.row",
      {},
      button({ text: "New game", kind: "main", onclick: next.fresh }),
      button({ text: "Same board", onclick: next.same }),
      won
        ? null
        : button({ icon: "undo", text: "Undo", title: "Undo the last move (U)", onclick: next.undo }),
      button({ icon: "chart", text: "Review", onclick: next.review }),
    ),
  );
  if (won && !view.practice && view.timed) element.append(scoreForm(game));
  return element;
}

/** @param {api.GameView} view */
function figures(view) {
  const time = spellTime(view.elapsed_ms, 2);
  if (view.status === "lost") return `${time}, ${view.clicks} clicks.`;
  const rate =
    view.three_bv !== null && view.elapsed_ms > 0
      ? `, ${(view.three_bv / (view.elapsed_ms / 1000)).toFixed(2)} 3BV/s`
      : "";
  return `${time}, ${view.clicks} clicks${rate}${view.practice ? ", practice" : view.helped ? ", with help" : ""}.`;
}

/**
 * The name for the table.
 * @param {import("./game.js").Game} game
 */
function scoreForm(game) {
  const input = h("input", {
    type: "text",
    maxlength: limits.name,
    required: true,
    value: settings.value.name,
    placeholder: "Your name",
    "aria-label": "Your name for the scores",
    autocomplete: "nickname",
  });
  const form = h(
    "form.row",
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        settings.set({ name: input.value.trim() });
        try {
          const { place, reason, machine } = await api.enterScore(game.id, input.value.trim());
          const { level, helped, no_guess } = game.view;
          const table = { level, helped, no_guess, machine };
          const asked = Object.entries(table).map(([key, value]) => [key, String(value)]);
          const beyond = machine ? " of times that no person reaches" : "";
          const link = h("a", { href: `/scores?${new URLSearchParams(asked)}` }, "See the scores");
          form.replaceChildren(
            h(
              "p",
              {},
              place === null ? `Not in the table: ${reason}. ` : `Place ${place} in the table${beyond}. `,
              link,
            ),
          );
        } catch (error) {
          note(/** @type {Error} */ (error).message, { bad: true });
        }
      },
    },
    input,
    h("button", { type: "submit" }, "Save the score"),
  );
  return form;
}
