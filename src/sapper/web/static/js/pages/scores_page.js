/** The ten best times of each level; separate tables with help, and for boards without guesses. */

import { withoutServer } from "../base/address.js";
import * as api from "../base/api.js";
import { button, choice, h, note, openDialog, toggle } from "../base/dom.js";
import { lastGameId } from "../play/last_game.js";
import { LEVELS, levelTitle } from "../play/new_game.js";
import { reopenWhenBack, replaceAddress } from "../base/router.js";
import { spellNumber, spellTime } from "../board/speech.js";
import { locale, words } from "../words/words.js";

const text = words.scores;
const DATES = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const TIMES = new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" });

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
      // It stands below the table, whose height was not known.
      reset.hidden = false;
    } catch (error) {
      table.replaceChildren(h("p.empty", {}, /** @type {Error} */ (error).message));
      if (error instanceof api.ApiError && error.status === 0) reopenWhenBack();
    }
  };
  const choose = (/** @type {string} */ level) => void show({ level });
  const levels = choice(text.level, [...named, ...own], asked.level, choose, { quiet: true });
  /** @type {[string, string][]} */
  const ways = [
    ["false", text.withoutHelp],
    ["true", text.withHelp],
  ];
  const helped = choice(text.played, ways, String(asked.helped), (value) => void show({ helped: value === "true" }), {
    quiet: true,
  });
  const logic = toggle(text.noGuess, asked.no_guess, (no_guess) => void show({ no_guess }));
  const programs = toggle(text.machine, asked.machine, (machine) => void show({ machine }));
  const reset = button({ text: text.reset, onclick: () => resetSheet(asked.level, () => void show()) });
  reset.hidden = true;
  main.replaceChildren(
    h(
      "div.column.narrow.stack",
      {},
      h("h1", {}, text.title),
      withoutServer ? h("p.small", {}, words.local.ownOnly) : null,
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
      note(text.removed(removed));
      done();
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
  };
  const dialog = openDialog(
    text.resetTitle,
    h(
      "form.stack",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void reset();
        },
      },
      h("p.soft", {}, text.resetAbout(levelTitle(level))),
      h("label.field", {}, text.resetKey, key),
      h("div.row.spread", {}, h("span"), h("button.main", { type: "submit" }, text.resetNow)),
    ),
  );
  key.focus();
}

/** @param {{rows: api.ScoreRow[], last: number | null, helped: boolean}} scores @returns {Node[]} */
function scoreTable({ rows, last, helped }) {
  if (!rows.length) {
    const none = helped ? text.noneWith : text.noneWithout;
    return [h("p.empty", {}, `${none} `, h("a", { href: "/" }, text.play))];
  }
  const head = text.columns.map((title, place) =>
    h(place === 1 || place === 4 ? "th" : "th.right", { scope: "col" }, title),
  );
  const body = h("tbody", {}, ...rows.map(scoreRow));
  const table = h("div.wide.card", { tabindex: 0 }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), body));
  return last === null ? [table] : [table, h("p.soft", {}, text.last(last))];
}

/** @param {api.ScoreRow} row */
function scoreRow(row) {
  const kind = row.broken ? "tr.broken" : row.game ? "tr.mine" : "tr";
  return h(
    kind,
    row.broken ? { title: text.broken } : {},
    h("td.right", {}, row.place === null ? "–" : String(row.place)),
    h("td", {}, row.name, row.broken ? h("span.unseen", {}, ` (${text.broken})`) : null),
    h("td.right", {}, spellTime(row.time_ms, 2)),
    h("td.right", {}, spellNumber(row.three_bv_per_s, 2)),
    h("td", {}, DATES.format(row.date), h("span.time", {}, `, ${TIMES.format(row.date)}`)),
  );
}
