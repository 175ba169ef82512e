/**
 * The finished games of this browser, kept in its own database (IndexedDB).
 *
 * The server knows no players, so the list of one's own games lives here. Where the browser forbids storage, nothing
 * is kept and the list is empty.
 *
 * @typedef {object} Played  a finished game
 * @property {string} id
 * @property {number} date  of its end, milliseconds since 1970
 * @property {string} level
 * @property {boolean} no_guess
 * @property {"won" | "lost"} status
 * @property {number} time_ms
 * @property {number | null} three_bv
 * @property {number} clicks
 * @property {number | null} efficiency
 * @property {boolean} helped
 * @property {boolean} practice
 * @property {boolean} timed  false if it was paused: no best time; games of older versions lack it
 * @property {number | null} luck  from the review, once it is complete
 * @property {number | null} skill  from the review, once it is complete
 */

const STORE = "games";
/** Where the pointer was, by the id of the game. */
const TRACKS = "tracks";

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("sapper", 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const name of [STORE, TRACKS])
        if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/**
 * Runs one transaction and returns the result of its last request.
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result> | null} act
 * @param {string} [name]  of the store
 * @returns {Promise<Result | null>}
 */
async function transact(mode, act, name = STORE) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = act(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request?.result ?? null);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @returns {Promise<Played[]>}  the newest first */
export async function allPlayed() {
  try {
    const found = (await transact("readonly", (store) => store.getAll())) ?? [];
    return found.sort((one, other) => other.date - one.date);
  } catch {
    return []; // The browser forbids storage.
  }
}

/**
 * Keeps games. One that is kept already is replaced.
 * @param {Played[]} games
 */
export async function keepPlayed(games) {
  await transact("readwrite", (store) => {
    for (const game of games) store.put(game);
    return null;
  });
}

/** @param {string[]} ids */
export async function forgetPlayed(ids) {
  for (const name of [STORE, TRACKS])
    await transact(
      "readwrite",
      (store) => {
        for (const id of ids) store.delete(id);
        return null;
      },
      name,
    );
}

/**
 * Keeps where the pointer was during a game.
 * @param {string} id
 * @param {import("./replay_api.js").Track} moves
 */
export async function keepTrack(id, moves) {
  try {
    await transact("readwrite", (store) => store.put({ id, moves }), TRACKS);
  } catch {
    // The browser forbids storage.
  }
}

/**
 * Where the pointer was during a game; nothing if that was not recorded.
 * @param {string} id
 * @returns {Promise<import("./replay_api.js").Track>}
 */
export async function trackOf(id) {
  try {
    return (await transact("readonly", (store) => store.get(id), TRACKS))?.moves ?? [];
  } catch {
    return [];
  }
}

/**
 * Adds luck and skill to a game that is kept.
 * @param {string} id
 * @param {{luck: number | null, skill: number | null}} figures
 */
export async function keepJudgement(id, { luck, skill }) {
  try {
    const database = await open();
    const store = database.transaction(STORE, "readwrite").objectStore(STORE);
    const request = store.get(id);
    request.onsuccess = () => request.result && store.put({ ...request.result, luck, skill });
  } catch {
    // The browser forbids storage.
  }
}

/**
 * A finished game as it is kept.
 * @param {import("./api.js").GameView} view
 * @returns {Played}
 */
export function playedOf(view) {
  const { id, level, no_guess, clicks, three_bv, efficiency, helped, practice, timed } = view;
  const status = view.status === "won" ? "won" : "lost";
  const figures = { id, level, no_guess, status, clicks, three_bv, efficiency, helped, practice, timed };
  return /** @type {Played} */ ({
    ...figures,
    date: Date.now(),
    time_ms: view.elapsed_ms,
    luck: null,
    skill: null,
  });
}
