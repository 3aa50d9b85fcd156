// Caches the app for offline use, one cache per version. A new version is fetched completely before it is used, and
// waits until the user agrees or no page is open: a page never mixes files of two versions.

importScripts("version.js");

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {{version: string, files: string[]}} */
const app = /** @type {any} */ (self).APP;
const PREFIX = "jungle-";
const CACHE = PREFIX + app.version;

async function install() {
  const cache = await caches.open(CACHE);
  // The browser's own cache might answer with the previous version.
  const fresh = [...app.files, "./"].map((path) => new Request(path, { cache: "no-cache" }));
  try {
    await cache.addAll(fresh);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

/** The app and its files come from the cache. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  return isolated(kept ?? (await fetch(request)));
}

/** A web space may not be able to send these headers: with them page and engine may share memory. @param {Response} response */
function isolated(response) {
  if (response.headers.has("Cross-Origin-Embedder-Policy") || !response.ok || response.type === "opaque")
    return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, headers });
}

const ours = new Set(["./", ...app.files].map((path) => new URL(path, location.href).pathname));

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => data === "update" && worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // Other pages of a server, such as those for links to games, are not handled here.
  if (request.method === "GET" && origin === location.origin && ours.has(pathname)) event.respondWith(answer(request));
});
