/** The top ten of each level, with help and without apart. */

import * as api from "./api.js";
import { choice, h } from "./dom.js";
import { LEVELS, levelTitle } from "./new_game.js";
import { replaceAddress } from "./router.js";
import { spellTime } from "./speech.js";

/**
 * @param {HTMLElement} main
 * @param {{query: URLSearchParams}} address
 */
export function openScores(main, { query }) {
  let level = query.get("level") ?? "beginner";
  let helped = query.get("helped") === "true";
  const table = h("div", { "aria-live": "polite" });
  const named = LEVELS.filter(([name]) => name !== "custom");
  /** @type {[string, string][]} */
  const levels = named.some(([name]) => name === level) ? named : [...named, [level, levelTitle(level)]];
  const show = async () => {
    replaceAddress(`/scores?level=${encodeURIComponent(level)}&helped=${helped}`);
    try {
      const scores = await api.getScores(level, helped);
      table.replaceChildren(...board(scores, helped));
    } catch (error) {
      table.replaceChildren(h("p.empty", {}, /** @type {Error} */ (error).message));
    }
  };
  main.replaceChildren(
    h(
      "div.column.narrow.stack",
      {},
      h("h1", {}, "Scores"),
      h(
        "div.row.spread",
        {},
        choice("Level", levels, level, (value) => {
          level = value;
          void show();
        }, { quiet: true }),
        choice("Played", [["false", "Without help"], ["true", "With help"]], String(helped), (value) => {
          helped = value === "true";
          void show();
        }, { quiet: true }),
      ),
      table,
    ),
  );
  void show();
  return () => {};
}

/** @param {any} scores @param {boolean} helped @returns {Node[]} */
function board(scores, helped) {
  /** @type {any[]} */
  const rows = scores.scores ?? scores.top ?? scores;
  if (!rows.length) {
    return [h("p.empty", {}, helped ? "Nobody has won with help yet." : "Nobody has won without help yet. ", h("a", { href: "/" }, "Be the first"))];
  }
  const last = scores.last ?? null;
  const head = ["Place", "Name", "Time", "3BV/s", "Date"].map((text, place) => h(place === 1 || place === 4 ? "th" : "th.right", { scope: "col" }, text));
  const line = (/** @type {any} */ row) =>
    h(
      row.broken ? "tr.broken" : last && row.place === last.place ? "tr.mine" : "tr",
      row.broken ? { title: "This row was edited: it does not count" } : {},
      h("td.right", {}, row.broken ? "–" : String(row.place)),
      h("td", {}, row.name, row.broken ? h("span.unseen", {}, " (broken: this row was edited)") : null),
      h("td.right", {}, spellTime(row.time_ms, 2)),
      h("td.right", {}, row.three_bv_per_s?.toFixed(2) ?? "–"),
      h("td", {}, spellDate(row.date)),
    );
  const table = h("div.wide.card", {}, h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows.map(line))));
  const place = last ? h("p.soft", {}, `The last game: place ${last.place}${last.name ? `, ${last.name}` : ""}, ${spellTime(last.time_ms, 2)}.`) : null;
  return place ? [table, place] : [table];
}

/** @param {string | number} date */
const spellDate = (date) => new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
