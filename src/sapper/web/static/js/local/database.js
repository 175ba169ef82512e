/**
 * The database of a page without a server: its games and their results, in IndexedDB. Where the browser forbids
 * storage, they last as long as the page.
 *
 * @typedef {import("./live.js").Stored} Stored
 *
 * @typedef {object} Result  of a game that has ended once
 * @property {string} id
 * @property {string} level  its name
 * @property {boolean} no_guess
 * @property {boolean} helped
 * @property {string | null} name
 * @property {boolean} won
 * @property {boolean} time_counts
 * @property {number} time_ms
 * @property {number} three_bv
 * @property {number} ended_at
 * @property {boolean} entered  whether the player entered it as a score
 *
 * @typedef {{strategy: string, level: string, from_start: boolean, no_guess: boolean, won: boolean,
 *   time_ms: number, id: string}} DemoResult
 */

const STORES = ["games", "results", "demos", "races", "days"];

/** @typedef {"games" | "results" | "demos" | "races" | "days"} StoreName */

/** @type {Promise<IDBDatabase | null> | null} */
let opened = null;
/** @type {Map<string, Map<string, any>>}  where nothing can be stored */
const here = new Map(STORES.map((name) => [name, new Map()]));

function open() {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open("sapper.local", 1);
      request.onupgradeneeded = () => {
        for (const name of STORES) request.result.createObjectStore(name, { keyPath: "id" });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/**
 * @template T
 * @param {StoreName} name @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @param {(kept: Map<string, any>) => T} otherwise  in memory
 * @returns {Promise<T>}
 */
async function transact(name, mode, act, otherwise) {
  const database = await open();
  if (!database) return otherwise(/** @type {Map<string, any>} */ (here.get(name)));
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = act(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

/** @param {StoreName} name @param {string} id @returns {Promise<any>} */
export const getRow = (name, id) =>
  transact(name, "readonly", (store) => store.get(id), (kept) => kept.get(id));

/** @param {StoreName} name @returns {Promise<any[]>} */
export const allRows = (name) => transact(name, "readonly", (store) => store.getAll(), (kept) => [...kept.values()]);

/** @param {StoreName} name @param {{id: string} & Record<string, any>} row */
export const putRow = (name, row) =>
  transact(
    name,
    "readwrite",
    (store) => /** @type {IDBRequest<any>} */ (store.put(row)),
    (kept) => kept.set(row.id, structuredClone(row)),
  );
