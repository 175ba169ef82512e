/** The banner at the end of a game: the outcome, how it compares, the score, and what to do next. */

import * as api from "../base/api.js";
import { compareBest } from "./bests.js";
import { button, h, note } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { settings } from "../base/settings.js";
import { spellNumber, spellShare, spellTime } from "../board/speech.js";
import { words } from "../words/words.js";

/** Fewer other wins than this say nothing. */
const FEW = 5;

/**
 * @param {import("./game.js").Game} game
 * @param {{fresh: () => void, same: () => void, undo: () => void, review: () => void}} next
 * @returns {HTMLElement}
 */
export function resultBanner(game, next) {
  const { view } = game;
  const text = words.ending;
  const won = view.status === "won";
  const more = h("span");
  const score = h("div.score");
  const element = h(
    `section.result.${won ? "won" : "lost"}`,
    { role: "status" },
    h("div.words", {}, h("strong", {}, won ? text.won : text.lost), more, h("span.soft", {}, figures(view))),
    h(
      "div.row",
      {},
      button({ text: text.newGame, kind: "main", onclick: next.fresh }),
      won ? null : button({ icon: "undo", text: text.undo, title: text.undoTitle, onclick: next.undo }),
      button({ text: text.same, onclick: next.same }),
      button({ icon: "chart", text: text.review, onclick: next.review }),
      h("a.button", { href: `/replay?game=${view.id}`, title: text.replayTitle }, text.replay),
    ),
    score,
  );
  if (view.origin === "daily") score.replaceChildren(h("p", {}, h("a", { href: "/daily" }, words.daily.seeTable)));
  if (!won) void tellOdds(game, more);
  else if (!["daily", "match"].includes(view.origin) && !view.practice && view.timed) void compare(game, more, score);
  return element;
}

/** @param {api.GameView} view */
function figures({ status, elapsed_ms, clicks, three_bv, practice, helped, origin, timed }) {
  const text = words.ending;
  const rated = status === "won" && three_bv !== null && elapsed_ms > 0;
  const rate = rated ? text.rate(spellNumber(three_bv / (elapsed_ms / 1000), 2)) : "";
  const plain = !timed ? text.untimed : helped ? text.helped : "";
  const way = origin === "cruel" ? text.cruel : practice ? text.practice : plain;
  return [spellTime(elapsed_ms, 2), text.clicks(clicks), rate, way].filter(Boolean).join(" · ");
}

/**
 * Tells the odds of the move that lost the game.
 * @param {import("./game.js").Game} game
 * @param {HTMLElement} place
 */
async function tellOdds(game, place) {
  const odds = await api.getOdds(game.id).catch(() => null);
  if (!odds || odds.last === null) return;
  const text = words.ending;
  if (game.view.origin === "cruel" && odds.last > 0) {
    place.textContent = text.cruelLost(spellShare(odds.last, 0)); // its odds are not those of a fixed layout
    return;
  }
  const last = odds.last === 0 ? text.certainMine : text.wasSafe(spellShare(odds.last, 0));
  const all = odds.odds && odds.guesses && odds.guesses > 1 ? ` ${text.survived(spellShare(odds.odds))}` : "";
  place.textContent = last + all;
}

/**
 * Tells the personal best and how many other wins took longer. Saves the score of a player who has a name.
 * @param {import("./game.js").Game} game
 * @param {HTMLElement} place
 * @param {HTMLElement} score
 */
async function compare(game, place, score) {
  const standing = await api.getStanding(game.id).catch(() => null);
  if (!standing || standing.time_ms === null) {
    if (standing && game.played) score.replaceChildren(scoreForm(game));
    return;
  }
  const text = words.ending;
  /** @type {string[]} */
  const told = [];
  if (game.played) {
    const best = compareBest(game.view);
    const own = Math.min(best.ms, standing.best_ms ?? best.ms);
    if (standing.time_ms > own) told.push(text.notBest(spellTime(own, 2)));
    else told.push(best.before === null ? text.firstWin : text.best(spellTime(best.before - best.ms, 2)));
  }
  const { others, slower } = standing;
  if (others !== null && slower !== null && others >= FEW)
    told.push(text.quicker(spellShare(slower / others, 0), others));
  place.textContent = told.join(" ");
  if (standing.place !== null)
    score.replaceChildren(saved(game, { place: standing.place, reason: null, machine: false }, standing.name ?? ""));
  else if (game.played && settings.value.name) await save(game, settings.value.name, score);
  else if (game.played) score.replaceChildren(scoreForm(game));
}

/**
 * @param {import("./game.js").Game} game
 * @param {string} name
 * @param {HTMLElement} score
 */
async function save(game, name, score) {
  try {
    score.replaceChildren(saved(game, await api.enterScore(game.id, name), name));
  } catch (error) {
    note(/** @type {Error} */ (error).message, { bad: true });
    score.replaceChildren(scoreForm(game));
  }
}

/**
 * @param {import("./game.js").Game} game
 * @param {{place: number | null, reason: string | null, machine: boolean}} answer
 * @param {string} name
 */
function saved(game, { place, reason, machine }, name) {
  const text = words.ending;
  const { level, helped, no_guess } = game.view;
  const asked = Object.entries({ level, helped, no_guess, machine }).map(([key, value]) => [key, String(value)]);
  const told =
    place === null ? text.notSaved(reason ?? "") : (machine ? text.savedBeyond : text.saved)(name, place);
  return h("p", {}, `${told} `, h("a", { href: `/scores?${new URLSearchParams(asked)}` }, text.scores));
}

/**
 * The name for the table. It is remembered, so that the next score is saved by itself.
 * @param {import("./game.js").Game} game
 */
function scoreForm(game) {
  const text = words.ending;
  const input = h("input", {
    type: "text",
    maxlength: limits.name,
    required: true,
    value: settings.value.name,
    placeholder: text.name,
    "aria-label": text.nameLabel,
    autocomplete: "nickname",
  });
  const form = h(
    "form.row",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const name = input.value.trim();
        settings.set({ name });
        if (name) void save(game, name, /** @type {HTMLElement} */ (form.parentElement));
      },
    },
    input,
    h("button", { type: "submit" }, text.save),
  );
  return form;
}
