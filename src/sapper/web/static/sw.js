/**
 * Caches the page for offline use. The document comes from the network, or from the cache if that fails. The address of
 * a file changes with its content, so a cached file is never outdated. API requests are not cached.
 */

const KEPT = "sapper-page";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.add("/"))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  // Every address of the page is the same document.
  const key = request.mode === "navigate" ? "/" : request;
  event.respondWith(answer(request, key));
});

/** @param {Request} request @param {RequestInfo} key */
async function answer(request, key) {
  const cache = await caches.open(KEPT);
  const lasting = /^\/static\/[0-9a-f]{12}\//.exec(new URL(request.url).pathname)?.[0];
  const kept = lasting ? await cache.match(key) : undefined;
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(key, response.clone());
    if (response.ok && lasting) void forget(cache, lasting);
    return response;
  } catch {
    return (await cache.match(key)) ?? Response.error();
  }
}

/**
 * Drops files of other versions.
 * @param {Cache} cache
 * @param {string} lasting  where those of this one begin
 */
async function forget(cache, lasting) {
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/static/") && !pathname.startsWith(lasting)) await cache.delete(url);
  }
}
