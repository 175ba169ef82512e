/** Games, wins and streaks per level and name, the win rate beside that of the strategy best@fast, and demos. */

import * as api from "../base/api.js";
import { choice, h, toggle } from "../base/dom.js";
import { LEVELS, levelTitle } from "../play/new_game.js";
import { levelName } from "../play/shapes.js";
import { reopenWhenBack } from "../base/router.js";
import { settings } from "../base/settings.js";
import { spellShare, spellTime } from "../board/speech.js";

/** @param {HTMLElement} main */
export function openStatistics(main) {
  const level = levelName(settings.value.game);
  const asked = { level: level === "custom" ? "beginner" : level, name: "", helped: false, no_guess: false };
  const figures = h("div.stack", { "aria-live": "polite" });
  const show = async (/** @type {Partial<typeof asked>} */ part = {}) => {
    Object.assign(asked, part);
    try {
      const [found, demos] = await Promise.all([api.getStatistics(asked), api.getDemos(asked)]);
      figures.replaceChildren(...statisticsOf(found), ...demosOf(demos));
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
    placeholder: "all players",
    onchange: () => void show({ name: name.value.trim() }),
  });
  /** @type {[string, string][]} */
  const own = level.includes(":") ? [[level, levelTitle(level)]] : [];
  const levels = [...LEVELS.filter(([key]) => key !== "custom"), ...own];
  main.replaceChildren(
    h(
      "div.column.narrow.stack",
      {},
      h("h1", {}, "Statistics"),
      h(
        "div.row.spread",
        {},
        choice("Level", [...levels, ["", "All"]], asked.level, (value) => void show({ level: value }), {
          quiet: true,
        }),
        h("label.field", {}, "Name", name, names),
      ),
      h(
        "div.row.wide-gap",
        {},
        toggle("Games with help", false, (helped) => void show({ helped })),
        toggle("Boards without guesses", false, (no_guess) => void show({ no_guess })),
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

/** @param {api.Statistics} found @returns {Node[]} */
function statisticsOf(found) {
  if (!found.games) return [h("p.empty", {}, "No games of this kind yet. ", h("a", { href: "/" }, "Play one"))];
  const tile = (/** @type {string} */ title, /** @type {string} */ value, /** @type {string} */ more = "") =>
    h("div", {}, h("dt", {}, title), h("dd.number", {}, value), more ? h("dd.small", {}, more) : null);
  const time = (/** @type {number | null} */ ms) => (ms === null ? "–" : spellTime(ms, 2));
  const between = `95%: ${spellShare(found.win_rate_low)} to ${spellShare(found.win_rate_high)}`;
  const tiles = h(
    "dl.tiles",
    {},
    tile("Games", String(found.games), `${found.wins} won, ${found.losses} lost`),
    tile("Win rate", spellShare(found.win_rate), between),
    tile("Streak", String(found.streak), `best ${found.best_streak}`),
    tile("Best time", time(found.best_ms), found.mean_ms === null ? "" : `mean ${time(found.mean_ms)}`),
    tile("Best 3BV/s", found.three_bv_per_s === null ? "–" : found.three_bv_per_s.toFixed(2)),
  );
  return found.judged ? [tiles, allowed(found)] : [tiles];
}

/**
 * The win rate, compared with the strategy best@fast on the same boards.
 * @param {api.Statistics} found
 */
function allowed({ judged, judged_wins: wins, expected_wins: expected }) {
  const bar = (/** @type {string} */ name, /** @type {number} */ share) => {
    const fill = h("div");
    fill.style.width = `${share * 100}%`;
    const track = h("div.progress", { "aria-hidden": "true" }, fill);
    return h("div.line", {}, h("span", {}, name), track, h("span.number", {}, spellShare(share)));
  };
  const words = `On the same ${judged} boards the strategy best@fast wins ${expected}; you won ${wins}.`;
  return h(
    "section.card.stack",
    {},
    h("h2", {}, "Compared with the strategy best@fast"),
    h("div.compare", {}, bar("You", wins / judged), bar("best@fast", expected / judged)),
    h("p.small.soft", {}, words),
  );
}

/**
 * The results of demos, which are no games of players.
 * @param {api.DemoRow[]} rows
 * @returns {Node[]}
 */
function demosOf(rows) {
  if (!rows.length) return [];
  const titles = ["Strategy", "Level", "Begun", "Games", "Won", "Win rate", "95%", "Time"];
  const head = titles.map((text, place) => h(place > 2 ? "th.right" : "th", { scope: "col" }, text));
  const line = (/** @type {api.DemoRow} */ row) => {
    const level = row.level.includes("/") ? row.level : levelTitle(row.level);
    const texts = [row.strategy, level, row.from_start ? "at the start" : "in a game"];
    const between = `${spellShare(row.win_rate_low)} to ${spellShare(row.win_rate_high)}`;
    const time = row.mean_ms < 1 ? "< 1 ms" : `${row.mean_ms.toFixed(0)} ms`;
    const numbers = [row.games, row.wins, spellShare(row.win_rate), between, time];
    return h(
      "tr",
      {},
      ...texts.map((text) => h("td", {}, text)),
      ...numbers.map((value) => h("td.right.number", {}, String(value))),
    );
  };
  const body = h("tbody", {}, ...rows.map(line));
  return [
    h(
      "section.card.stack",
      {},
      h("h2", {}, "Demos"),
      h("div.wide", {}, h("table.tight", {}, h("thead", {}, h("tr", {}, ...head)), body)),
      h("p.small.soft", {}, "Each game counts once for a strategy. Time is the mean for all moves of a game."),
    ),
  ];
}
