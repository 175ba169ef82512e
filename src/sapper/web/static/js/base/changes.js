/**
 * Changes of games that other tabs of this browser make, for a page without a server: the part of an event stream
 * that the page uses. `tellChange` announces what changed.
 */

const CHANNEL = "sapper.changes";

/** @type {BroadcastChannel | null} */
let channel = null;

const open = () => (channel ??= new BroadcastChannel(CHANNEL));

/**
 * Tells other tabs that a game has a new version.
 * @param {string} path  of the event stream of the game
 * @param {number} version
 */
export const tellChange = (path, version) => open().postMessage({ path, version });

/** Has an event `version` for every change of a game in another tab. */
export class LocalEvents extends EventTarget {
  /** @param {string} path */
  constructor(path) {
    super();
    this.readyState = EventSource.OPEN;
    this.hear = (/** @type {MessageEvent} */ { data }) => {
      if (data.path !== path) return;
      this.dispatchEvent(new MessageEvent("version", { data: JSON.stringify({ version: data.version }) }));
    };
    open().addEventListener("message", this.hear);
  }

  close() {
    this.readyState = EventSource.CLOSED;
    open().removeEventListener("message", this.hear);
  }
}
