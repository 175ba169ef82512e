/** The ten best times of each level; separate tables with help, and for boards without guesses. */

import * as api from "../base/api.js";
import { button, choice, h, note, openDialog, toggle } from "../base/dom.js";
import { lastGameId } from "../play/last_game.js";
import { LEVELS, levelTitle } from "../play/new_game.js";
import { reopenWhenBack, replaceAddress } from "../base/router.js";
import { spellTime } from "../board/speech.js";

/**
 * @param {HTMLElement} main
 * @param {{query: URLSearchParams}} address
 */
export function openScores(main, { query }) {
  const asked = {
    level: query.get("level") ?? "beginner",
    helped: query.get("helped") === "true",
    no_guess: query.get("no_guess") === "true",
    machine: query.get("machine") === "true",
  };
  const table = h("div.stack", { "aria-live": "polite" });
  const named = LEVELS.filter(([name]) => name !== "custom");
  /** @type {[string, string][]} */
  const own = named.some(([name]) => name === asked.level) ? [] : [[asked.level, levelTitle(asked.level)]];
  const show = async (/** @type {Partial<typeof asked>} */ part = {}) => {
    Object.assign(asked, part);
    const wanted = Object.entries(asked).map(([key, value]) => [key, String(value)]);
    replaceAddress(`/scores?${new URLSearchParams(wanted)}`);
    try {
      table.replaceChildren(...scoreTable(await api.getScores({ ...asked, game: lastGameId() })));
    } catch (error) {
      table.replaceChildren(h("p.empty", {}, /** @type {Error} */ (error).message));
      if (error instanceof api.ApiError && error.status === 0) reopenWhenBack();
    }
  };
  const levels = choice("Level", [...named, ...own], asked.level, (level) => void show({ level }), { quiet: true });
  /** @type {[string, string][]} */
  const ways = [
    ["false", "Without help"],
    ["true", "With help"],
  ];
  const helped = choice("Played", ways, String(asked.helped), (value) => void show({ helped: value === "true" }), {
    quiet: true,
  });
  const logic = toggle("Boards without guesses", asked.no_guess, (no_guess) => void show({ no_guess }));
  const programs = toggle("Times that no person reaches", asked.machine, (machine) => void show({ machine }));
  const reset = button({ text: "Reset this level", onclick: () => resetSheet(asked.level, () => void show()) });
  main.replaceChildren(
    h(
      "div.column.narrow.stack",
      {},
      h("h1", {}, "Scores"),
      h("div.row.spread", {}, levels, helped),
      logic,
      programs,
      table,
      h("div.row", {}, reset),
    ),
  );
  void show();
  return () => {};
}

/**
 * Asks for the key and removes the scores of a level.
 * @param {string} level
 * @param {() => void} done
 */
function resetSheet(level, done) {
  /** @type {HTMLInputElement} */
  const key = h("input", { type: "password", autocomplete: "off", required: true });
  const reset = async () => {
    try {
      const { removed } = await api.resetScores(key.value, level);
      dialog.close();
      note(removed === 1 ? "1 score is removed." : `${removed} scores are removed.`);
      done();
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
  };
  const dialog = openDialog(
    "Reset the scores",
    h(
      "form.stack",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void reset();
        },
      },
      h("p.soft", {}, `This removes all scores of the level ${levelTitle(level)}, with help and without, for good.`),
      h("label.field", {}, "The key of the scores, from the server's key file", key),
      h("div.row.spread", {}, h("span"), h("button.main", { type: "submit" }, "Remove them")),
    ),
  );
  key.focus();
}

/** @param {{rows: api.ScoreRow[], last: number | null, helped: boolean}} scores @returns {Node[]} */
function scoreTable({ rows, last, helped }) {
  if (!rows.length) {
    const words = `No wins ${helped ? "with" : "without"} help yet. `;
    return [h("p.empty", {}, words, h("a", { href: "/" }, "Play a game"))];
  }
  const head = ["Place", "Name", "Time", "3BV/s", "Date"].map((text, place) =>
    h(place === 1 || place === 4 ? "th" : "th.right", { scope: "col" }, text),
  );
  const body = h("tbody", {}, ...rows.map(scoreRow));
  const table = h("div.wide.card", {}, h("table", {}, h("thead", {}, h("tr", {}, ...head)), body));
  return last === null ? [table] : [table, h("p.soft", {}, `Your last game has place ${last}.`)];
}

/** @param {api.ScoreRow} row */
function scoreRow(row) {
  const kind = row.broken ? "tr.broken" : row.game ? "tr.mine" : "tr";
  return h(
    kind,
    row.broken ? { title: "This row was edited and does not count" } : {},
    h("td.right", {}, row.place === null ? "–" : String(row.place)),
    h("td", {}, row.name, row.broken ? h("span.unseen", {}, " (broken: this row was edited)") : null),
    h("td.right", {}, spellTime(row.time_ms, 2)),
    h("td.right", {}, row.three_bv_per_s.toFixed(2)),
    h("td", {}, spellDate(row.date)),
  );
}

/** @param {number} date */
const spellDate = (date) => new Date(date).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
