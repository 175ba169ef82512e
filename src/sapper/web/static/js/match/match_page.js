/** A match: lobby, countdown, the own board beside the progress of the others, the result, and the rematch. */

import { button, h, note, openDialog } from "../base/dom.js";
import { replaceAddress, go } from "../base/router.js";
import { settings } from "../base/settings.js";
import { say } from "../board/speech.js";
import { Game } from "../play/game.js";
import { named, sizeRequest } from "../play/new_game.js";
import { words } from "../words/words.js";
import { Actions } from "./actions.js";
import { Arena } from "./arena.js";
import { inviteSheet } from "./invite.js";
import { describeBoard, Lobby } from "./lobby.js";
import { act, getMatch, newMatch } from "./match_api.js";
import { SeatList } from "./seats.js";
import { MatchStream } from "./stream.js";
import { tellMatch } from "./telling.js";

/**
 * @typedef {import("./match_api.js").Match} Match
 * @typedef {import("./match_api.js").Seated} Seated
 */

const text = words.match;
const SOON_MS = 60; // until a game that is about to begin is requested again

/**
 * @param {HTMLElement} main
 * @param {{id?: string}} address  of the token; without one a new match is made
 */
export function openMatch(main, { id }) {
  const page = new MatchPage(main);
  void page.open(id);
  return () => page.close();
}

class MatchPage {
  /** @param {HTMLElement} main */
  constructor(main) {
    /** @type {Match | null} */
    this.match = null;
    this.token = "";
    /** @type {number | null} the seat of this browser */
    this.own = null;
    /** The round whose game is on the board, or being fetched. */
    this.bound = 0;
    /** @type {number | null} the seat whose board is shown */
    this.shown = null;
    /** Whether the host chooses another board after a round. */
    this.choosing = false;
    this.closed = false;
    this.leaving = false;
    this.state = h("p", { role: "status" }, text.making);
    this.kind = h("p.small.soft.number");
    this.warning = h("p.offline", { role: "status", hidden: true }, text.lostConnection);
    this.invite = button({
      icon: "share",
      text: text.invite,
      onclick: () => this.match && inviteSheet(this.match),
    });
    this.leave = button({ text: text.leave, onclick: () => this.#leave() });
    this.invite.hidden = this.leave.hidden = true;
    this.seats = new SeatList({
      show: (seat) => void this.#showBoard(seat),
      remove: ({ seat }) => void this.#take(act(this.token, "remove", { seat })),
    });
    this.actions = new Actions({
      sit: (name) => this.#sit(name),
      ready: (on) => void this.#take(act(this.token, "ready", { ready: on })),
      start: () => {
        this.state.textContent = text.dealing;
        void this.#take(act(this.token, "start"));
      },
      change: () => this.#change(),
    });
    this.lobby = new Lobby({
      name: (name) => this.#sit(name),
      terms: (terms) => void this.#take(act(this.token, "terms", terms)),
    });
    this.arena = new Arena();
    this.place = h("div.match-main");
    const buttons = h("div.row", {}, this.invite, this.leave);
    const head = h("div.row.spread.match-head", {}, h("div", {}, h("h1", {}, text.title), this.state), buttons);
    const side = h("aside.match-side.stack", { "aria-label": text.players }, this.kind, this.seats.element);
    side.append(this.actions.element);
    this.body = h("div.match-body", { hidden: true }, this.place, side);
    this.frame = h("div.match", {}, head, this.warning, this.body);
    main.replaceChildren(this.frame);
  }

  close() {
    this.closed = true;
    this.stream?.close();
    this.arena.close();
  }

  /** @param {string | undefined} token */
  async open(token) {
    try {
      const seated = token ? await getMatch(token) : await createMatch();
      if (this.closed) return;
      this.token = token ?? String(seated.match.join);
      replaceAddress(`/m/${this.token}`);
      this.body.hidden = false;
      this.#accept(seated);
      this.#listen();
    } catch (error) {
      this.body.hidden = false;
      const { status, message } = /** @type {import("../base/api.js").ApiError} */ (error);
      const reason = status === 404 || status === 422 ? text.gone : message;
      const again = button({ text: text.again, onclick: () => void this.open(token) });
      const way = h("a.button.main", { href: "/match" }, text.newMatch);
      this.state.textContent = reason;
      this.place.replaceChildren(h("div.empty.row", {}, status === 404 ? way : again));
    }
  }

  #listen() {
    this.stream?.close();
    this.stream = new MatchStream(this.token, {
      match: (match) => this.#show(match),
      connection: (fine) => (this.warning.hidden = fine),
    });
  }

  /**
   * Does something, and shows the answer. What the server refuses is said.
   * @param {Promise<Seated>} asked
   */
  async #take(asked) {
    try {
      this.#accept(await asked);
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
      if (this.match) this.#draw(this.match);
    }
  }

  /** @param {Seated} seated */
  #accept({ match, seat, game }) {
    if (this.closed) return;
    const had = this.own;
    this.own = seat;
    const fresh = game && this.bound !== match.round;
    if (fresh) [this.bound, this.shown] = [match.round, seat];
    this.#show(match);
    if (this.match) this.#draw(this.match); // also if the stream has told something newer
    if (fresh) this.#bind(new Game(game), match.round); // after its place is on the page
    // The stream tells the server that the player of this seat is here.
    if (had === null && seat !== null && this.stream) this.#listen();
  }

  /** @param {Match} match */
  #show(match) {
    if (this.closed || (this.match && match.version < this.match.version)) return;
    const before = this.match?.status;
    this.match = match;
    if (this.own !== null && !this.#seat(match)) {
      this.own = null;
      if (!this.leaving) note(text.removed, { seconds: 8 });
    }
    if (match.status !== "lobby") this.choosing = false;
    if (match.status === "countdown" && before !== "countdown") this.#count(match);
    if (match.status === "playing") void this.#begin(match);
    if (match.status === "ended" && this.shown === null) void this.#showFirst(match);
    this.#draw(match);
  }

  /** @param {Match} match */
  #draw(match) {
    const { status } = match;
    const told = tellMatch(match, this.own);
    if (this.state.textContent !== told) this.state.textContent = told;
    this.kind.textContent = `${text.round(match.round)} · ${describeBoard(match)}`;
    this.invite.hidden = false;
    this.leave.hidden = this.own === null;
    const running = status === "playing" || status === "countdown";
    const plays = running && this.#seat(match)?.state === "playing";
    this.leave.textContent = plays ? text.giveUp : text.leave;
    this.seats.update(match, this.own, status === "ended" ? this.shown : null);
    this.lobby.update(match, this.own);
    const inLobby = status === "lobby" && (this.bound === 0 || this.choosing);
    const inRound = this.own !== null && this.#seat(match)?.state !== "waiting";
    if (running && !inRound) this.shown = null; // at the end a board is shown again
    this.frame.classList.toggle("plays", running && inRound);
    this.frame.classList.toggle("watches", running && !inRound);
    this.frame.classList.toggle("in-lobby", inLobby);
    this.frame.classList.toggle("guest", this.own !== match.host);
    const wanted = inLobby ? this.lobby.element : this.arena.element;
    if (this.place.firstElementChild !== wanted) this.place.replaceChildren(wanted);
    this.arena.timing(match, this.own);
    this.actions.update(match, this.#seat(match), this.bound > 0);
  }

  /** @param {Match} match  the seat of this browser */
  #seat(match) {
    return match.seats.find(({ seat }) => seat === this.own) ?? null;
  }

  /** @param {string} name  takes a seat under it, or gives it to the seat */
  #sit(name) {
    // A name of another player is forgotten, and the seat is taken without one.
    const own = () => (name && settings.value.name ? name : null);
    void this.#take(named(() => act(this.token, "seat", { name: own() })));
  }

  /** Lets the host choose another board after a round. */
  #change() {
    this.choosing = true;
    if (this.match?.status === "ended") void this.#take(act(this.token, "ready", { ready: false }));
    else if (this.match) this.#draw(this.match);
  }

  /** @param {Match} match */
  #count(match) {
    this.shown = null;
    this.arena.count(match.starts_in_ms ?? 0, () => this.match && void this.#begin(this.match));
  }

  /**
   * Fetches the own game of a round when it begins.
   * @param {Match} match
   */
  async #begin({ round }) {
    const plays = () => this.match && this.#seat(this.match)?.state === "playing";
    if (this.bound === round || !plays()) return;
    this.bound = round;
    for (;;) {
      const seated = await getMatch(this.token).catch(() => null);
      if (this.closed || (this.match?.round ?? 0) > round) return;
      if (seated?.game) return this.#bind(new Game(seated.game), round);
      if (seated && !["countdown", "playing"].includes(seated.match.status)) return this.#accept(seated);
      await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    }
  }

  /** @param {Game} game @param {number} round */
  #bind(game, round) {
    this.bound = round;
    this.shown = this.own;
    this.arena.bind(game, text.ownBoard);
    say(text.go);
    if (this.match) this.#draw(this.match);
  }

  /** @param {Match} match  shows the first board of a round that this page did not play */
  async #showFirst(match) {
    const first = match.seats.find(({ seat }) => seat === this.own) ?? match.seats.find(({ place }) => place === 1);
    if (first?.watch) await this.#showBoard(first);
  }

  /** @param {import("./match_api.js").Seat} seat */
  async #showBoard(seat) {
    if (!seat.watch) return;
    this.shown = seat.seat;
    this.bound = this.match?.round ?? 0;
    try {
      this.arena.bind(await Game.watch(seat.watch), text.boardOf(seat.name ?? text.player(seat.seat)));
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
    if (this.match) this.#draw(this.match);
  }

  #leave() {
    const { match } = this;
    if (!match) return;
    const leave = () => {
      this.leaving = true; // a seat that is gone is no news then
      return this.#take(act(this.token, "leave")).finally(() => (this.leaving = false));
    };
    if (this.#seat(match)?.state !== "playing" || match.status === "ended") {
      void leave().then(() => go("/"));
      return;
    }
    const dialog = openDialog(
      text.giveUp,
      h("p", {}, text.leaveSure),
      h(
        "div.row",
        {},
        button({ text: text.giveUp, kind: "main", onclick: () => void leave().then(() => dialog.close()) }),
        button({ text: text.stay, onclick: () => dialog.close() }),
      ),
    );
  }
}

/** Creates a match on a board of the remembered kind, or a beginner board if that cannot be made. */
async function createMatch() {
  const { game } = settings.value;
  const make = (/** @type {object} */ terms) =>
    named(() => newMatch({ ...terms, name: settings.value.name || null }));
  return make({ ...sizeRequest(game), no_guess: game.no_guess }).catch((error) => {
    if (error.status !== 422) throw error;
    return make({ level: "beginner" });
  });
}
