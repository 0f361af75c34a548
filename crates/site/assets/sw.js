// Keeps all files of the site, so that it works without a network. A new version is fetched in whole before it takes over.

// A host can have several copies of the site, below different paths.
const MINE = `bouton ${registration.scope} `;
const CACHE = `${MINE}VERSION_OF_THE_SITE`;
const FILES = "FILES_OF_THE_SITE";

addEventListener("install", (event) => {
  // The module with rule files and the book are large: one after the other, so that the page has the line to itself between them.
  // The server is asked whether each is still the same: what the browser kept may be of the version before.
  const keep = async () => {
    const cache = await caches.open(CACHE);
    for (const file of FILES) if (!(await cache.match(file))) await cache.add(new Request(file, { cache: "no-cache" }));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name.startsWith(MINE) && name !== CACHE) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(drop());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const kept = async () => {
    const cache = await caches.open(CACHE);
    // A page is the same whatever is asked of it; a folder is its first page.
    const url = new URL(request.url);
    url.search = "";
    if (url.pathname.endsWith("/")) url.pathname += "index.html";
    return (await cache.match(url)) ?? fetch(request);
  };
  event.respondWith(kept());
});
