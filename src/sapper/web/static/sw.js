/**
 * Caches the page for offline use: the document, and all files, also those of pages that were not opened yet. The
 * address of a file changes with its content, so a cached file is never outdated. API requests are not cached.
 */

// The folder of the page: / on its own server, any on a static host.
const ROOT = new URL("./", location.href).pathname;
const KEPT = ROOT === "/" ? "sapper-page" : `sapper-page ${ROOT}`;
// Below it: a name that changes with the content, or a folder whose name changes with its files.
const LASTING = /^static\/([0-9a-f]{12}\/|[\w-]+-[0-9A-Z]{8}[./])/;
const GAME = /^(g\/[\w-]+)?$/; // below it
const TOGETHER = 4;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  // Browsers that know routes send API requests without waking this worker first.
  /** @type {any} */ (event).addRoutes?.([{ condition: { urlPattern: "/api/*" }, source: "network" }]);
  event.waitUntil(fetch(ROOT, { cache: "no-cache" }).then(keepAll).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(ROOT)) return;
  if (url.pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(openDocument(event, url.pathname));
  else event.respondWith(answer(request));
});

/**
 * The document: the kept one at once where a game opens, so that a board stands after one round trip. A newer one is
 * fetched meanwhile, for the next visit. A server whose files change under development says no-cache.
 * @param {FetchEvent} event @param {string} path
 */
async function openDocument(event, path) {
  const fetched = fetch(event.request);
  const copied = fetched.then((response) => response.clone());
  event.waitUntil(copied.then((copy) => (copy.ok ? keepAll(copy) : undefined)).catch(() => {}));
  const kept = await keptDocument();
  const first = GAME.test(path.slice(ROOT.length)) && !kept?.headers.get("Cache-Control")?.includes("no-cache");
  return kept && first ? kept : fetched.catch(() => kept ?? Response.error());
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(KEPT);
  const lasting = LASTING.test(new URL(request.url).pathname.slice(ROOT.length));
  const kept = lasting ? await cache.match(request) : undefined;
  return kept ?? fetch(request).catch(async () => (await cache.match(request)) ?? Response.error());
}

/** Every address of the page is the same document. */
const keptDocument = async () => (await caches.open(KEPT)).match(ROOT);

/**
 * Caches the files that this server lists, if they are not all there, then the document, which needs them. The files of
 * the version before stay, because pages of it may be open; those of older ones are dropped.
 * @param {Response} document
 */
async function keepAll(document) {
  const cache = await caches.open(KEPT);
  const list = await fetch(`${ROOT}files.json`, { cache: "no-cache" });
  const before = await cache.match(list.url);
  const [listed, older] = [await paths(list.clone()), before ? await paths(before) : []];
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = listed.filter((path) => !kept.has(path));
  // A few at a time: the player makes the first moves meanwhile.
  for (let at = 0; at < missing.length; at += TOGETHER) await cache.addAll(missing.slice(at, at + TOGETHER));
  await cache.put(ROOT, document);
  if (!missing.length && before) return;
  await cache.put(list.url, list);
  const wanted = new Set([ROOT, new URL(list.url).pathname, ...listed, ...older]);
  await Promise.all([...kept].filter((path) => !wanted.has(path)).map((path) => cache.delete(path)));
}

/** @param {Response} list @returns {Promise<string[]>} */
const paths = async (list) =>
  (await list.json()).map((/** @type {string} */ path) => new URL(path, location.href).pathname);
