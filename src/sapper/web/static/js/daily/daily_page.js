/** The boards of the day: what they are, what this browser did with them, and their tables. */

import { linkTo, withoutServer } from "../base/address.js";
import { button, h, note } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { go } from "../base/router.js";
import { settings } from "../base/settings.js";
import { spellShare, spellTime } from "../board/speech.js";
import { levelTitle } from "../play/new_game.js";
import { copy } from "../play/transfer.js";
import { locale, words } from "../words/words.js";
import { getDay, nameToday, openBoard } from "./daily_api.js";
import { GuessCard } from "./guess_card.js";
import { noteDay, shiftDay, streakOf } from "./own_days.js";
import { shareText } from "./share_text.js";

const text = words.daily;
const TICK_MS = 15_000; // between two updates of the time that is left

/**
 * @param {HTMLElement} main
 * @param {{query: URLSearchParams}} address
 */
export function openDaily(main, { query }) {
  const page = new DailyPage(main, query.get("day"));
  void page.load();
  return () => page.close();
}

class DailyPage {
  /** @param {HTMLElement} main @param {string | null} day  null is today */
  constructor(main, day) {
    this.day = day;
    this.closed = false;
    /** @type {GuessCard | null} */
    this.guess = null;
    this.timer = 0;
    this.left = h("p.soft.number");
    this.body = h("div.stack", { "aria-live": "polite" }, h("p.empty", {}, text.waiting));
    main.replaceChildren(h("div.column.daily.stack", {}, h("h1", {}, text.title), this.body));
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    this.guess?.close();
  }

  async load() {
    try {
      const view = await getDay(this.day);
      if (!this.closed) this.#show(view);
    } catch (error) {
      const again = button({ text: text.again, onclick: () => void this.load() });
      const words = h("p", {}, /** @type {Error} */ (error).message);
      if (!this.closed) this.body.replaceChildren(h("div.empty.stack", {}, words, h("div", {}, again)));
    }
  }

  /** @param {import("./daily_api.js").Day} view */
  #show(view) {
    this.guess?.close();
    const isToday = view.day === view.today;
    this.guess = new GuessCard(view.guess, isToday ? null : view.day, (answer) => {
      view.guess.own = answer;
      if (isToday) noteDay(view.today);
      this.#tell(view);
    });
    this.summary = h("div.row.daily-summary");
    this.body.replaceChildren(
      this.#days(view),
      h("p.small.soft", {}, isToday ? text.about : text.aboutPast),
      withoutServer ? h("p.small", {}, words.local.ownOnly) : "",
      this.summary,
      h("div.daily-cards", {}, ...view.boards.map((board) => this.#card(board, view)), this.guess.element),
    );
    this.#tell(view);
    this.guess.start();
    this.#count(view);
  }

  /** @param {import("./daily_api.js").Day} view */
  #days({ day, today }) {
    const link = (/** @type {number} */ by, /** @type {string} */ title) => {
      const to = shiftDay(day, by);
      return h("a.button", { href: to === today ? "/daily" : `/daily?day=${to}` }, title);
    };
    const date = new Date(`${day}T12:00Z`).toLocaleDateString(locale, {
      dateStyle: "full",
      timeZone: "UTC",
    });
    return h(
      "div.row.daily-days",
      {},
      link(-1, text.before),
      h("strong", {}, date),
      day === today ? this.left : link(1, text.after),
    );
  }

  /**
   * Tells streak and results, with the buttons to share them and to give a name.
   * @param {import("./daily_api.js").Day} view
   */
  #tell(view) {
    const streak = streakOf(view.today);
    const ended = view.boards.filter(({ own }) => own && own.status !== "playing").length;
    const done = ended + (view.guess.own ? 1 : 0);
    const unnamed = view.day === view.today && view.boards.some(({ own }) => own?.place && !own.name);
    const share = button({
      text: text.share,
      kind: "main",
      onclick: () => void copy(shareText(view, streak, linkTo("/daily")), text.copied),
    });
    this.summary?.replaceChildren(
      h("span", {}, text.done(done)),
      streak ? h("span.daily-streak", {}, text.streak(text.streakDays(streak))) : "",
      done ? share : "",
      unnamed ? this.#nameForm() : "",
    );
  }

  #nameForm() {
    const label = { placeholder: words.ending.name, "aria-label": text.nameLabel };
    const { name: value } = settings.value;
    const input = h("input", { type: "text", maxlength: limits.name, required: true, value, ...label });
    const save = async () => {
      const name = input.value.trim();
      try {
        const view = await nameToday(name);
        settings.set({ name });
        if (!this.closed) this.#show(view);
      } catch (error) {
        note(/** @type {Error} */ (error).message, { bad: true });
      }
    };
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void save();
    };
    return h("form.row", { onsubmit }, input, h("button", { type: "submit" }, text.saveName));
  }

  /**
   * @param {import("./daily_api.js").Board} board
   * @param {import("./daily_api.js").Day} view
   */
  #card(board, { day, today }) {
    const { kind, own } = board;
    const isToday = day === today;
    const fresh = isToday && (!own || own.status === "playing");
    const act = !fresh ? text.practise : own ? text.continue : text.play;
    const open = async () => {
      try {
        const { game, counts, reason } = await openBoard(kind, isToday ? null : day);
        if (counts) noteDay(today);
        if (reason) note(text.reasons[reason]);
        go(`/g/${game.id}`);
      } catch (error) {
        note(/** @type {Error} */ (error).message, { bad: true });
      }
    };
    return h(
      "section.card.stack.tight",
      { "data-kind": kind },
      h("h2", {}, text.kinds[kind]),
      h("p.small.soft", {}, sizeWords(board)),
      h("p.daily-own", {}, own ? ownWords(own) : isToday ? text.notPlayed : ""),
      h("div.row", {}, button({ text: act, kind: fresh ? "main" : "", onclick: () => void open() })),
      h("h3", {}, text.table),
      table(board),
      board.players ? h("p.small.soft", {}, text.count(board.players, board.wins)) : "",
    );
  }

  /**
   * Counts down to the next day, and shows it then.
   * @param {import("./daily_api.js").Day} view
   */
  #count({ next_ms }) {
    clearInterval(this.timer);
    const end = Date.now() + next_ms;
    const tick = () => {
      const minutes = Math.ceil((end - Date.now()) / 60_000);
      if (minutes > 0) this.left.textContent = text.next(Math.floor(minutes / 60), minutes % 60);
      else {
        clearInterval(this.timer);
        void this.load();
      }
    };
    tick();
    this.timer = window.setInterval(tick, TICK_MS);
  }
}

/** @param {import("./daily_api.js").Board} board */
function sizeWords({ kind, level, rows, cols, mines }) {
  const size = text.size(rows, cols, mines);
  return kind === level ? size : `${levelTitle(level)}, ${size}`;
}

/** @param {import("./daily_api.js").Result} own */
function ownWords({ status, time_ms, cleared, place, reason }) {
  if (status === "playing") return text.running;
  const told = status === "won" ? text.won(spellTime(time_ms ?? 0, 1)) : text.lost(spellShare(cleared, 0));
  const more = reason ? text.uncounted[reason] : place === null ? "" : text.place(place);
  return `${told} ${more}`;
}

/** @param {import("./daily_api.js").Board} board */
function table({ table: rows }) {
  if (!rows.length) return h("p.soft", {}, text.noResult);
  const line = (/** @type {import("./daily_api.js").Row} */ row) =>
    h(
      `tr${row.own ? ".mine" : ""}${row.won ? "" : ".lost"}`,
      {},
      h("td.right.number", {}, row.place),
      h("td.daily-name", {}, row.name ?? (row.own ? text.you : text.unnamed)),
      h("td.right.number", {}, row.won ? spellTime(row.time_ms, 1) : text.lostRow(spellShare(row.cleared, 0))),
    );
  const head = [text.placeHead, text.nameHead, text.resultHead].map((title, at) =>
    h(at === 1 ? "th" : "th.right", { scope: "col" }, title),
  );
  return h("table.tight", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows.map(line)));
}
