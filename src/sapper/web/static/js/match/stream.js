/** The changes of a match, as the server sends them. */

import { openMatchEvents } from "./match_api.js";

const AGAIN_MS = 3000; // until a stream that the server refused is opened again

export class MatchStream {
  /**
   * @param {string} token
   * @param {{match: (match: import("./match_api.js").Match) => void, connection: (fine: boolean) => void}} then
   */
  constructor(token, then) {
    this.token = token;
    this.then = then;
    this.timer = 0;
    this.#open();
  }

  close() {
    clearTimeout(this.timer);
    this.events?.close();
  }

  #open() {
    const events = openMatchEvents(this.token);
    this.events = events;
    events.addEventListener("open", () => this.then.connection(true));
    events.addEventListener("match", (event) => this.then.match(JSON.parse(event.data)));
    events.addEventListener("error", () => {
      this.then.connection(false);
      // The browser connects again by itself, unless the server refused.
      if (events.readyState === EventSource.CLOSED) this.timer = window.setTimeout(() => this.#open(), AGAIN_MS);
    });
  }
}
