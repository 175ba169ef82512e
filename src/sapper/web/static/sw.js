/**
 * Keeps the page for offline. Files come from the network and, when it fails, from the last time they did; requests to
 * the server's interface are never kept, because a game is the server's.
 */

const KEPT = "sapper-page";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.add("/"))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
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
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(key, response.clone());
    return response;
  } catch {
    return (await cache.match(key)) ?? Response.error();
  }
}
