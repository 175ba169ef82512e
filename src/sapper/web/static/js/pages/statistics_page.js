/** Games, wins and streaks of the player and of everybody, the win rates beside that of best@fast, and demos. */

import { withoutServer } from "../base/address.js";
import * as api from "../base/api.js";
import { allPlayed } from "../base/archive.js";
import { choice, h, toggle } from "../base/dom.js";
import { LEVELS, levelTitle } from "../play/new_game.js";
import { levelName } from "../play/shapes.js";
import { reopenWhenBack } from "../base/router.js";
import { settings } from "../base/settings.js";
import { ownFigures } from "./own_figures.js";
import { spellNumber, spellShare, spellTime } from "../board/speech.js";
import { words } from "../words/words.js";

const text = words.statistics;

/** @param {HTMLElement} main */
export function openStatistics(main) {
  const level = levelName(settings.value.game);
  const own = settings.value.name;
  const asked = { level: level === "custom" ? "beginner" : level, name: own, helped: false, no_guess: false };
  const figures = h("div.stack", { "aria-live": "polite" });
  const show = async (/** @type {Partial<typeof asked>} */ part = {}) => {
    Object.assign(asked, part);
    const { name: chosen, ...kind } = asked;
    try {
      const [one, everybody, demos] = await Promise.all([
        chosen ? api.getStatistics(asked) : allPlayed().then((played) => ownFigures(played, kind)),
        api.getStatistics({ ...kind, name: "" }),
        api.getDemos(asked),
      ]);
      const who = !chosen ? text.you : chosen === own ? text.youNamed(chosen) : chosen;
      figures.replaceChildren(
        ...statisticsOf(who, one, chosen ? "" : text.browser),
        ...statisticsOf(text.everybody, everybody),
        ...demosOf(demos),
      );
    } catch (error) {
      figures.replaceChildren(h("p.empty", {}, /** @type {Error} */ (error).message));
      if (error instanceof api.ApiError && error.status === 0) reopenWhenBack();
    }
  };
  const names = h("datalist", { id: "names" });
  /** @type {HTMLInputElement} */
  const name = h("input", {
    type: "search",
    list: "names",
    value: own,
    placeholder: text.namePlaceholder,
    onchange: () => void show({ name: name.value.trim() }),
  });
  /** @type {[string, string][]} */
  const shaped = level.includes(":") ? [[level, levelTitle(level)]] : [];
  const levels = [...LEVELS.filter(([key]) => key !== "custom"), ...shaped];
  main.replaceChildren(
    h(
      "div.column.narrow.stack",
      {},
      h("h1", {}, text.title),
      withoutServer ? h("p.small", {}, words.local.ownOnly) : null,
      h(
        "div.row.spread",
        {},
        choice(text.level, [...levels, ["", text.all]], asked.level, (value) => void show({ level: value }), {
          quiet: true,
        }),
        h("label.field", {}, text.name, name, names),
      ),
      h(
        "div.row.wide-gap",
        {},
        toggle(text.helped, false, (helped) => void show({ helped })),
        toggle(text.noGuess, false, (no_guess) => void show({ no_guess })),
      ),
      figures,
    ),
  );
  void show();
  void api.getNames().then(
    (known) => names.append(...known.map((one) => h("option", { value: one }))),
    () => {},
  );
  return () => {};
}

/**
 * @param {string} who  whose games they are
 * @param {api.Statistics} found
 * @param {string} [about]
 * @returns {Node[]}
 */
function statisticsOf(who, found, about = "") {
  const head = [h("h2", {}, who), ...(about ? [h("p.small.soft", {}, about)] : [])];
  if (!found.games) return [...head, h("p.empty", {}, `${text.none} `, h("a", { href: "/" }, text.play))];
  const tile = (/** @type {string} */ title, /** @type {string} */ value, /** @type {string} */ more = "") =>
    h("div", {}, h("dt", {}, title), h("dd.number", {}, value), more ? h("dd.small", {}, more) : null);
  const time = (/** @type {number | null} */ ms) => (ms === null ? "–" : spellTime(ms, 2));
  const { win_rate_low: low, win_rate_high: high } = found;
  const between = low === null ? "" : text.between(spellShare(low), spellShare(high));
  const tiles = h(
    "dl.tiles",
    {},
    tile(text.games, String(found.games), text.outcomes(found.wins, found.losses)),
    tile(text.rate, spellShare(found.win_rate), between),
    tile(text.streak, String(found.streak), text.bestStreak(found.best_streak)),
    tile(text.time, time(found.best_ms), found.mean_ms === null ? "" : text.mean(time(found.mean_ms))),
    tile(text.pace, found.three_bv_per_s === null ? "–" : spellNumber(found.three_bv_per_s, 2)),
  );
  return found.judged ? [...head, tiles, allowed(who, found)] : [...head, tiles];
}

/**
 * The win rate, compared with the strategy best@fast on the same boards.
 * @param {string} who
 * @param {api.Statistics} found
 */
function allowed(who, { judged, judged_wins: wins, expected_wins: expected }) {
  const bar = (/** @type {string} */ name, /** @type {number} */ share) => {
    const fill = h("div");
    fill.style.width = `${share * 100}%`;
    const track = h("div.progress", { "aria-hidden": "true" }, fill);
    return h("div.line", {}, h("span", {}, name), track, h("span.number", {}, spellShare(share)));
  };
  return h(
    "section.card.stack",
    {},
    h("h3", {}, text.compared),
    h("div.compare", {}, bar(who, wins / judged), bar("best@fast", expected / judged)),
    h("p.small.soft", {}, text.comparedAbout(judged, expected, wins)),
  );
}

/**
 * The results of demos, which are no games of players.
 * @param {api.DemoRow[]} rows
 * @returns {Node[]}
 */
function demosOf(rows) {
  if (!rows.length) return [];
  const head = text.demoColumns.map((title, place) => h(place > 2 ? "th.right" : "th", { scope: "col" }, title));
  const line = (/** @type {api.DemoRow} */ row) => {
    const level = row.level.includes("/") ? row.level : levelTitle(row.level);
    const texts = [row.strategy, level, row.from_start ? text.atStart : text.inGame];
    const between = `${spellShare(row.win_rate_low)} – ${spellShare(row.win_rate_high)}`;
    const time = row.mean_ms < 1 ? "< 1 ms" : `${row.mean_ms.toFixed(0)} ms`;
    const numbers = [row.games, row.wins, spellShare(row.win_rate), between, time];
    return h(
      "tr",
      {},
      ...texts.map((said) => h("td", {}, said)),
      ...numbers.map((value) => h("td.right.number", {}, String(value))),
    );
  };
  const body = h("tbody", {}, ...rows.map(line));
  return [
    h(
      "section.card.stack",
      {},
      h("h2", {}, text.demos),
      h("div.wide", { tabindex: 0 }, h("table.tight", {}, h("thead", {}, h("tr", {}, ...head)), body)),
      h("p.small.soft", {}, text.demosAbout),
    ),
  ];
}
