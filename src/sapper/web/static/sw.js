/**
 * Caches the page for offline use: the document, and all files, also those of pages that were not opened yet. The
 * document comes from the network, or from the cache if that fails. The address of a file changes with its content, so
 * a cached file is never outdated. API requests are not cached.
 */

// The folder of the page: / on its own server, any on a static host.
const ROOT = new URL("./", location.href).pathname;
const KEPT = ROOT === "/" ? "sapper-page" : `sapper-page ${ROOT}`;
// Below it: a name that changes with the content, or a folder whose name changes with its files.
const LASTING = /^static\/([0-9a-f]{12}\/|[\w-]+-[0-9A-Z]{8}[./])/;
const TOGETHER = 4;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  // Browsers that know routes send API requests without waking this worker first.
  /** @type {any} */ (event).addRoutes?.([{ condition: { urlPattern: "/api/*" }, source: "network" }]);
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(ROOT)) return;
  if (url.pathname.startsWith("/api")) return;
  if (request.mode !== "navigate") {
    event.respondWith(answer(request));
    return;
  }
  const fetched = fetch(request);
  event.respondWith(fetched.catch(keptDocument));
  // A newer server has newer files.
  event.waitUntil(fetched.then(keepAll).catch(() => {}));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(KEPT);
  const lasting = LASTING.test(new URL(request.url).pathname.slice(ROOT.length));
  const kept = lasting ? await cache.match(request) : undefined;
  return kept ?? fetch(request).catch(async () => (await cache.match(request)) ?? Response.error());
}

/** Every address of the page is the same document. */
async function keptDocument() {
  return (await (await caches.open(KEPT)).match(ROOT)) ?? Response.error();
}

/** Caches the document and the files that this server lists, if they are not all there, and drops those of others. */
async function keepAll() {
  const cache = await caches.open(KEPT);
  /** @type {string[]} */
  const told = await (await fetch(`${ROOT}files.json`, { cache: "no-cache" })).json();
  const listed = told.map((path) => new URL(path, location.href).pathname);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = listed.filter((path) => !kept.has(path));
  if (!missing.length && kept.has(ROOT)) return;
  // A few at a time: the player makes the first moves meanwhile.
  for (let at = 0; at < missing.length; at += TOGETHER) await cache.addAll(missing.slice(at, at + TOGETHER));
  // Last, because the document needs them.
  await cache.add(new Request(ROOT, { cache: "no-cache" }));
  const wanted = new Set([ROOT, ...listed]);
  await Promise.all([...kept].filter((path) => !wanted.has(path)).map((path) => cache.delete(path)));
}
