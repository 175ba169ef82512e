/** Games, wins and streaks per level and name, and the win rate against what the boards allowed. */

import * as api from "./api.js";
import { choice, h } from "./dom.js";
import { LEVELS } from "./new_game.js";
import { settings } from "./settings.js";
import { spellTime } from "./speech.js";

/** @param {HTMLElement} main */
export function openStatistics(main) {
  let level = settings.value.game.level === "custom" ? "beginner" : settings.value.game.level;
  const name = h("input", { type: "search", value: settings.value.name, placeholder: "everybody", "aria-label": "Name", onchange: () => void show() });
  const figures = h("div.stack", { "aria-live": "polite" });
  const show = async () => {
    try {
      figures.replaceChildren(...page(await api.getStatistics(level, name.value.trim())));
    } catch (error) {
      figures.replaceChildren(h("p.empty", {}, /** @type {Error} */ (error).message));
    }
  };
  main.replaceChildren(
    h(
      "div.column.narrow.stack",
      {},
      h("h1", {}, "Statistics"),
      h(
        "div.row.spread",
        {},
        choice("Level", LEVELS.filter(([key]) => key !== "custom"), level, (value) => {
          level = value;
          void show();
        }, { quiet: true }),
        h("label.field", {}, "Name", name),
      ),
      figures,
    ),
  );
  void show();
  return () => {};
}

/** @param {any} statistics @returns {Node[]} */
function page(statistics) {
  const { games, wins } = statistics;
  if (!games) return [h("p.empty", {}, "No games yet. ", h("a", { href: "/" }, "Play one"))];
  const percent = (/** @type {number | null | undefined} */ share) => (share === null || share === undefined ? "–" : `${(share * 100).toFixed(1)}%`);
  const tile = (/** @type {string} */ title, /** @type {string} */ value, /** @type {string} */ more = "") =>
    h("div", {}, h("dt", {}, title), h("dd.number", {}, value, more ? h("span.small", {}, ` ${more}`) : null));
  const time = (/** @type {number | null | undefined} */ ms) => (ms === null || ms === undefined ? "–" : spellTime(ms, 2));
  const tiles = h(
    "dl.tiles",
    {},
    tile("Games", String(games)),
    tile("Wins", String(wins)),
    tile("Win rate", percent(statistics.win_rate ?? wins / games)),
    tile("Streak", String(statistics.streak ?? 0), `best ${statistics.best_streak ?? 0}`),
    tile("Best time", time(statistics.best_ms)),
    tile("Median time", time(statistics.median_ms)),
  );
  return [tiles, ...allowed(statistics, percent)];
}

/** The win rate beside what the best strategy wins on the same boards. @param {any} statistics @param {(share: number) => string} percent */
function allowed(statistics, percent) {
  const expected = statistics.expected_wins;
  if (expected === null || expected === undefined) return [];
  const boards = statistics.expected_games ?? statistics.games;
  const bar = (/** @type {string} */ name, /** @type {number} */ share) => {
    const fill = h("div");
    fill.style.width = `${Math.min(100, share * 100)}%`;
    return h("div.line", {}, h("span", {}, name), h("div.progress", { "aria-hidden": "true" }, fill), h("span.number", {}, percent(share)));
  };
  return [
    h(
      "section.card.stack",
      {},
      h("h2", {}, "Against what the boards allowed"),
      h("div.compare", {}, bar("You", statistics.win_rate ?? statistics.wins / statistics.games), bar("The best strategy", expected / boards)),
      h("p.small.soft", {}, `On the same boards the best strategy of the house wins ${expected.toFixed(1)} of ${boards}.`),
    ),
  ];
}
