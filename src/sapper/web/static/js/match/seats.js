/** The players of a match: who is ready, how far each one is, and the order of the finish. */

import { button, h } from "../base/dom.js";
import { spellShare, spellTime } from "../board/speech.js";
import { words } from "../words/words.js";

/**
 * @typedef {import("./match_api.js").Match} Match
 * @typedef {import("./match_api.js").Seat} Seat
 *
 * @typedef {object} SeatActs
 * @property {(seat: Seat) => void} show  shows the board of a player, when the round has ended
 * @property {(seat: Seat) => void} remove  takes a player out of the match, in the lobby
 */

const text = words.match;

/** @param {Seat} seat  its name, as text */
export const nameOf = ({ name, seat }) => name ?? text.player(seat);

/** The list of players. Rows stay the same elements, so that their bars move. */
export class SeatList {
  /** @param {SeatActs} act */
  constructor(act) {
    this.act = act;
    this.element = h("ol.seats", { "aria-label": text.players });
    /** @type {Map<number, SeatRow>} */
    this.rows = new Map();
  }

  /**
   * @param {Match} match
   * @param {number | null} own  the seat of this browser
   * @param {number | null} shown  the seat whose board is shown
   */
  update(match, own, shown) {
    const order = (/** @type {Seat} */ seat) => rank(seat, match);
    const seats = [...match.seats].sort((one, other) => order(one) - order(other) || one.seat - other.seat);
    for (const number of this.rows.keys())
      if (!seats.some(({ seat }) => seat === number)) this.rows.delete(number);
    seats.forEach((seat, at) => {
      const row = this.rows.get(seat.seat) ?? new SeatRow(this.act);
      this.rows.set(seat.seat, row);
      const byHost = own !== null && own === match.host;
      row.update(seat, match, { own: seat.seat === own, shown: seat.seat === shown, byHost });
      if (this.element.children[at] !== row.element)
        this.element.insertBefore(row.element, this.element.children[at] ?? null);
    });
    while (this.element.children.length > seats.length) this.element.lastElementChild?.remove();
  }
}

class SeatRow {
  /** @param {SeatActs} act */
  constructor(act) {
    /** @type {Seat | null} */
    this.seat = null;
    this.place = h("span.seat-place");
    this.name = h("span.name");
    this.tags = h("span.tags.small.soft");
    this.state = h("span.state.small");
    this.fill = h("div");
    this.bar = h("div.progress", { role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100 }, this.fill);
    const withSeat = (/** @type {(seat: Seat) => void} */ does) => () => this.seat && does(this.seat);
    this.board = button({ text: text.show, kind: "small", pressed: false, onclick: withSeat(act.show) });
    this.remove = button({ text: text.remove, kind: "small", onclick: withSeat(act.remove) });
    this.element = h(
      "li.seat",
      {},
      h("div.seat-head", {}, this.place, h("span.who", {}, this.name, this.tags), this.state),
      this.bar,
      this.board,
      this.remove,
    );
  }

  /**
   * @param {Seat} seat
   * @param {Match} match
   * @param {{own: boolean, shown: boolean, byHost: boolean}} is  `byHost`: the host looks at it
   */
  update(seat, match, { own, shown, byHost }) {
    this.seat = seat;
    const name = nameOf(seat);
    const lobby = match.status === "lobby";
    const isHost = seat.seat === match.host;
    const done = seat.progress ?? 0;
    setText(this.name, name);
    const tags = [
      own ? text.you : "",
      isHost && lobby ? text.host : "",
      seat.here ? "" : text.away,
      seat.wins ? text.wins(seat.wins) : "",
    ];
    setText(this.tags, tags.filter(Boolean).join(" · "));
    setText(this.state, !lobby ? tellState(seat) : seat.ready ? text.ready : isHost ? "" : text.notReady);
    setText(this.place, seat.place === null ? "" : `${seat.place}.`);
    this.state.title = seat.timed ? "" : text.untimed;
    this.element.className = `seat ${lobby ? (seat.ready ? "is-ready" : "") : seat.state} ${own ? "own" : ""}`;
    this.element.classList.toggle("first", match.status === "ended" && seat.place === 1);
    this.bar.hidden = lobby || match.status === "ended" || seat.progress === null;
    this.bar.setAttribute("aria-label", text.progressOf(name));
    this.bar.setAttribute("aria-valuenow", String(Math.round(100 * done)));
    this.fill.style.width = `${100 * done}%`;
    this.board.hidden = seat.watch === null;
    this.board.setAttribute("aria-pressed", String(shown));
    this.board.setAttribute("aria-label", text.boardOf(name));
    this.remove.hidden = !byHost || own || !lobby;
    this.remove.setAttribute("aria-label", text.removeName(name));
  }
}

/**
 * The order of the rows: by place when the round has ended, before that by seat.
 * @param {Seat} seat
 * @param {Match} match
 */
function rank(seat, match) {
  if (match.status !== "ended") return seat.seat;
  return seat.place ?? (seat.state === "left" ? 100 : 101);
}

/** @param {Seat} seat */
function tellState({ state, progress, time_ms }) {
  const share = spellShare(progress ?? 0, 0);
  if (state === "playing") return share;
  if (state === "won") return text.won(spellTime(time_ms ?? 0, 2));
  if (state === "lost") return text.lost(share);
  return state === "left" ? text.left : text.sitsOut;
}

/** @param {HTMLElement} element @param {string} wanted */
function setText(element, wanted) {
  if (element.textContent !== wanted) element.textContent = wanted;
}
