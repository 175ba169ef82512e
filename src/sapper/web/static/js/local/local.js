/**
 * Answers the requests of the page without a server: method, path and body come in, and the JSON that the server
 * would send comes out, or its refusal as an ApiError. The engine of the page computes it, and
 * IndexedDB stores the games.
 */

import { words } from "../words/words.js";
import { routes as playRoutes } from "./play_routes.js";
import { problemOf, refuse } from "./problem.js";

/**
 * @typedef {{groups: Record<string, string>, query: URLSearchParams, body: any}} Request
 * @typedef {(request: Request) => Promise<any>} Route
 */

/** @type {[RegExp, () => Promise<Record<string, Route>>][]}  the routes of each topic; most are loaded when needed */
const TOPICS = [
  [/^\/(imports|replays)\b|^\/games\/[^/]+\/replay\b/, async () => (await import("./replay_routes.js")).routes],
  [/^\/(games|analyze|formats|strategies|shapes)\b/, async () => playRoutes],
  [/^\/exercises\b/, async () => (await import("./learn_routes.js")).routes],
  [/^\/daily\b/, async () => (await import("./daily_routes.js")).routes],
  [/^\/(scores|statistics|names|races)\b/, async () => (await import("./compete_routes.js")).routes],
];

/** @type {Map<string, {match: (path: string) => RegExpExecArray | null, act: Route}[]>} compiled, by method */
const compiled = new Map();
/** @type {Set<number>} topics that are loaded */
const loaded = new Set();
let running = 0;
/** @type {(() => void)[]} */
let waiting = [];

/**
 * Resolves when every request is answered.
 * @returns {Promise<void>}
 */
export const settled = () => (running ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());

/**
 * @param {string} method @param {string} path  with its query @param {any} [body]
 * @returns {Promise<any>}
 */
export async function answer(method, path, body) {
  running++;
  try {
    const [plain, search = ""] = path.split("?");
    const found = await findRoute(method, plain);
    if (!found) throw refuse("unavailable", words.local.needsServer);
    return await found.act({ groups: found.groups, query: new URLSearchParams(search), body });
  } catch (error) {
    throw await problemOf(error);
  } finally {
    running--;
    if (!running) {
      for (const done of waiting) done();
      waiting = [];
    }
  }
}

/** @param {string} method @param {string} path */
async function findRoute(method, path) {
  for (const [number, [pattern, load]] of TOPICS.entries()) {
    if (!pattern.test(path)) continue;
    if (!loaded.has(number)) {
      for (const [key, act] of Object.entries(await load())) compile(key, act);
      loaded.add(number);
    }
    for (const { match, act } of compiled.get(method) ?? []) {
      const groups = match(path)?.groups;
      if (groups) return { groups: /** @type {Record<string, string>} */ (groups), act };
    }
  }
  return null;
}

/** @param {string} key  such as "GET /games/{id}" @param {Route} act */
function compile(key, act) {
  const [method, path] = key.split(" ");
  const pattern = new RegExp(`^(?<all>${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")})$`);
  const routes = compiled.get(method) ?? [];
  compiled.set(method, routes);
  routes.push({ match: (given) => pattern.exec(given), act });
}
