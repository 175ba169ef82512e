/** What a player can do now: join, be ready, start, play again. */

import { button, h } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { words } from "../words/words.js";
import { nameForm } from "./lobby.js";

/**
 * @typedef {import("./match_api.js").Match} Match
 * @typedef {import("./match_api.js").Seat} Seat
 * @typedef {object} Then  what the buttons do
 * @property {(name: string) => void} sit
 * @property {(on: boolean) => void} ready
 * @property {() => void} start
 * @property {() => void} change  choose another board
 */

const text = words.match;

/** The buttons. They are made anew only if they change, so that the focus stays. */
export class Actions {
  /** @param {Then} then */
  constructor(then) {
    this.then = then;
    this.element = h("div.stack.actions");
    this.drawn = "";
  }

  /** @param {Match} match @param {Seat | null} own @param {boolean} played  whether a round was played here */
  update(match, own, played) {
    const { status, round, host, join } = match;
    const isFull = match.seats.length >= limits.seats;
    const role = own ? [own.ready, own.seat === host] : [];
    const drawn = JSON.stringify([status, round > 1, role, join, isFull, played]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.element.replaceChildren(...this.#make(match, own, played));
    }
    const start = this.element.querySelector("button.start");
    const others = match.seats.some(({ seat, ready, here }) => ready && here && seat !== own?.seat);
    if (start instanceof HTMLButtonElement) start.disabled = !others;
  }

  /** @param {Match} match @param {Seat | null} own @param {boolean} played @returns {Node[]} */
  #make({ status, host, round, join, seats }, own, played) {
    const isHost = own?.seat === host;
    if (!own) {
      if (!join) return [];
      if (seats.length >= limits.seats) return [h("p.small.soft", {}, text.full)];
      return [nameForm(status === "lobby" ? text.join : text.joinNext, (name) => this.then.sit(name))];
    }
    const change = isHost ? [button({ text: text.change, onclick: () => this.then.change() })] : [];
    if (status === "ended") return [this.#ready(text.rematch, true), ...change];
    if (status !== "lobby") return [];
    if (!isHost && own.ready) return [this.#ready(text.notReady, false)];
    if (!isHost) return [this.#ready(round > 1 ? text.rematch : text.beReady, true)];
    const start = button({
      text: text.start,
      title: text.startTitle,
      kind: "main.start",
      onclick: () => this.then.start(),
    });
    return round > 1 && played ? [start, ...change] : [start];
  }

  /** @param {string} label @param {boolean} on */
  #ready(label, on) {
    return button({ text: label, kind: on ? "main" : "", onclick: () => this.then.ready(on) });
  }
}
