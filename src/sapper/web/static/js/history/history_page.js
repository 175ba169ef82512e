/** The history: every game finished in this browser, with filters, personal bests and charts. */

import { allPlayed, forgetPlayed, keepPlayed } from "../base/archive.js";
import { button, choice, h, note, openDialog, select } from "../base/dom.js";
import { seriesChart } from "../base/series_chart.js";
import { saveFile } from "../base/files.js";
import { spellNumber, spellShare, spellTime } from "../board/speech.js";
import { levelTitle } from "../play/new_game.js";
import { locale, words } from "../words/words.js";
import { BadHistory, readGames, toCsv, toJson } from "./exchange.js";
import { judgeGames } from "./judge.js";
import { bestsOf, filterGames, kindOf, paceOf, seriesOf, smooth, streaksOf } from "./records.js";

/** @typedef {import("../base/archive.js").Played} Played */

const text = words.history;
const PORTION = 50;
const DATES = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** @param {HTMLElement} main */
export function openHistory(main) {
  const page = new HistoryPage(main);
  void page.load();
  return () => page.close();
}

class HistoryPage {
  /** @param {HTMLElement} main */
  constructor(main) {
    /** @type {Played[]} */
    this.games = [];
    /** @type {import("./records.js").Filter} */
    this.filter = { level: "", status: "all", kind: "all" };
    this.shown = PORTION;
    this.leaving = new AbortController();
    this.tools = h("div.stack");
    this.figures = h("div.stack", { "aria-live": "polite" });
    main.replaceChildren(
      h(
        "div.column.stack",
        {},
        h("h1", {}, text.title),
        h("p.small.soft", {}, text.about),
        this.tools,
        this.figures,
      ),
    );
  }

  close() {
    this.leaving.abort();
  }

  async load() {
    this.games = await allPlayed();
    this.tools.replaceChildren(this.#filters(), this.#exchange());
    this.#show();
  }

  #filters() {
    const levels = [...new Set(this.games.map((game) => game.level))].sort();
    const change = (/** @type {Partial<typeof this.filter>} */ part) => {
      Object.assign(this.filter, part);
      this.shown = PORTION;
      this.#show();
    };
    /** @type {[string, string][]} */
    const names = levels.map((level) => [level, level.includes("/") ? level : levelTitle(level)]);
    return h(
      "div.row.wide-gap",
      {},
      select(text.level, [["", text.allLevels], ...names], this.filter.level, (level) => change({ level })),
      choice(
        text.result,
        /** @type {const} */ ([["all", text.all], ["won", text.won], ["lost", text.lost]]),
        this.filter.status,
        (status) => change({ status }),
      ),
      select(
        text.kind,
        [["all", text.all], ["own", text.own], ["helped", text.helped], ["practice", text.practice]],
        this.filter.kind,
        (kind) => change({ kind: /** @type {typeof this.filter.kind} */ (kind) }),
      ),
    );
  }

  #exchange() {
    /** @type {HTMLInputElement} */
    const file = h("input", {
      type: "file",
      accept: ".json,.csv",
      hidden: true,
      onchange: () => void this.#import(file),
    });
    const saveJson = () => saveFile(new Blob([toJson(this.#chosen())], { type: "application/json" }), "sapper.json");
    const saveCsv = () => saveFile(new Blob([toCsv(this.#chosen())], { type: "text/csv" }), "sapper.csv");
    return h(
      "div.row",
      {},
      button({ text: text.exportJson, onclick: saveJson }),
      button({ text: text.exportCsv, onclick: saveCsv }),
      button({ text: text.import, onclick: () => file.click() }),
      button({ text: text.clear, kind: "plain", onclick: () => this.#clear() }),
      file,
    );
  }

  #chosen() {
    return filterGames(this.games, this.filter);
  }

  /** @param {HTMLInputElement} input */
  async #import(input) {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    try {
      const games = readGames(await file.text());
      await keepPlayed(games);
      note(text.imported(games.length));
      await this.load();
    } catch (error) {
      const said = error instanceof BadHistory ? text.badFile(error.place, error.column) : text.unstored;
      note(said, { bad: true, seconds: 8 });
    }
  }

  #clear() {
    const games = this.#chosen();
    if (!games.length) return;
    const dialog = openDialog(
      text.clear,
      h("p", {}, text.clearAsk(games.length)),
      button({
        text: text.clearYes,
        kind: "main",
        onclick: async () => {
          dialog.close();
          await forgetPlayed(games.map((game) => game.id));
          await this.load();
        },
      }),
    );
  }

  #show() {
    const games = this.#chosen();
    if (!games.length) {
      const link = h("a", { href: "/" }, text.play);
      this.figures.replaceChildren(h("p.empty", {}, this.games.length ? text.none : text.empty, " ", link));
      return;
    }
    this.figures.replaceChildren(tiles(games), this.#charts(games), this.#table(games));
  }

  /** @param {Played[]} games */
  #charts(games) {
    const unjudged = games.filter((game) => game.luck === null || game.skill === null);
    const points = (/** @type {number} */ value) => String(Math.round(100 * value) || 0);
    const all = /** @type {const} */ ([
      [text.chartTime, (/** @type {Played} */ game) => (game.status === "won" ? game.time_ms / 1000 : null), seconds],
      [text.chartPace, paceOf, (/** @type {number} */ value) => spellNumber(value, 1)],
      [text.chartLuck, (/** @type {Played} */ game) => game.luck, points],
      [text.chartSkill, (/** @type {Played} */ game) => game.skill, points],
    ]);
    const drawn = all.flatMap(([title, value, spell]) => {
      const values = seriesOf(games, value).map((point) => Number(point.value));
      if (values.length < 2) return [];
      const means = smooth(values);
      const label = text.chartLabel(title, values.length, spell(means[means.length - 1]));
      return [h("figure", {}, h("figcaption.small", {}, title), seriesChart(values, means, label, spell))];
    });
    if (!drawn.length && !unjudged.length) return h("div");
    const judging = h("p.small.soft", { role: "status" }, text.judgeText);
    const judge = button({
      text: text.judge,
      onclick: async () => {
        judge.disabled = true;
        await judgeGames(unjudged, this.leaving.signal, (left) => (judging.textContent = text.judging(left)));
        if (!this.leaving.signal.aborted) await this.load();
      },
    });
    const asked = unjudged.length ? [h("div.row", {}, judge), judging] : [];
    return h("section.card.stack", {}, h("h2", {}, text.charts), h("div.charts", {}, ...drawn), ...asked);
  }

  /** @param {Played[]} games */
  #table(games) {
    const titles = [text.date, text.level, text.result, text.time, text.pace, text.efficiency, text.luck, text.skill];
    const head = titles.map((title, at) => h(at > 2 ? "th.right" : "th", { scope: "col" }, title));
    head.push(h("th", { scope: "col" }, h("span.unseen", {}, text.open)));
    const rows = games.slice(0, this.shown).map(row);
    const table = h("table.tight", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
    const more = button({
      text: text.more,
      onclick: () => {
        this.shown += PORTION;
        this.#show();
      },
    });
    return h("section.stack", {}, h("div.wide", { tabindex: 0 }, table), games.length > this.shown ? more : null);
  }
}

/** @param {number | null | undefined} pace */
const spellPace = (pace) => (pace === null || pace === undefined ? "–" : spellNumber(pace, 2));

/** @param {number} value */
const seconds = (value) => spellNumber(value, value < 10 ? 1 : 0);

/** @param {number | null} value */
const signed = (value) =>
  value === null ? "–" : `${value < 0 ? "−" : "+"}${spellNumber(Math.abs(100 * value), 1)} %`;

/** @param {Played} game */
function row(game) {
  const when = DATES.format(game.date);
  const kind = { own: "", helped: text.helped, practice: text.practice }[kindOf(game)];
  const texts = [when, game.level.includes("/") ? game.level : levelTitle(game.level)];
  const result = [game.status === "won" ? text.won : text.lost, kind].filter(Boolean).join(", ");
  const numbers = [
    spellTime(game.time_ms, 2),
    spellPace(paceOf(game)),
    game.efficiency === null ? "–" : spellShare(game.efficiency),
    signed(game.luck),
    signed(game.skill),
  ];
  const link = h("a", { href: `/g/${game.id}`, title: text.openTitle(when) }, text.open);
  const { replay: watch, replayTitle } = words.ending;
  const replay = h("a", { href: `/replay?game=${game.id}`, title: replayTitle }, watch);
  return h(
    "tr",
    {},
    ...[...texts, result].map((one) => h("td", {}, one)),
    ...numbers.map((one) => h("td.right.number", {}, one)),
    h("td.right", {}, link, " ", replay),
  );
}

/** @param {Played[]} games */
function tiles(games) {
  const tile = (/** @type {string} */ title, /** @type {string} */ value, /** @type {string} */ more = "") =>
    h("div", {}, h("dt", {}, title), h("dd.number", {}, value), more ? h("dd.small", {}, more) : null);
  const wins = games.filter((game) => game.status === "won").length;
  const { time, pace, efficiency } = bestsOf(games);
  const streaks = streaksOf(games);
  const on = (/** @type {Played | null} */ game) => (game ? DATES.format(game.date) : "");
  return h(
    "dl.tiles",
    {},
    tile(text.games, String(games.length), text.wonLost(wins, games.length - wins)),
    tile(text.winRate, spellShare(wins / games.length)),
    tile(text.streak, String(streaks.now), text.bestStreak(streaks.best)),
    tile(text.bestTime, time ? spellTime(time.time_ms, 2) : "–", on(time)),
    tile(text.bestPace, spellPace(pace && paceOf(pace)), on(pace)),
    tile(text.bestEfficiency, efficiency ? spellShare(Number(efficiency.efficiency)) : "–", on(efficiency)),
  );
}
