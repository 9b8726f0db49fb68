// Keeps the served page for when the server is gone: what was fetched last answers then.

const KEPT = "sapper-1";

self.addEventListener("install", (event) => {
  const keepAll = async () => {
    const cache = await caches.open(KEPT);
    const files = await (await fetch("data/files.json")).json();
    await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => {
  const dropOld = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(dropOld());
});

/** The server first, so that a newer page is never hidden; what is kept where it is gone. */
async function answer(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) (await caches.open(KEPT)).put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isOurs = event.request.method === "GET" && origin === location.origin;
  // Experiments and their progress are only true while the server runs.
  if (isOurs && !/\/(api\/|events$|report$|data\/experiments)/.test(pathname)) event.respondWith(answer(event.request));
});
