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

/**
 * Shows what the server has sent while the app was closed. An open page that is looked at says it itself.
 * @param {{title: string, body: string, tag: string, url: string, count: number}} told
 */
async function show({ title, body, tag, url, count }) {
  await worker.navigator.setAppBadge?.(count).catch(() => undefined);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  const icon = "icons/icon-192.png";
  // A later one of the same kind replaces it, and is heard again.
  const options = { body, tag, icon, badge: icon, data: { url }, renotify: true };
  await worker.registration.showNotification(title, options);
}

/** Opens what a notification is about, in a page that is open already if there is one. @param {string} url within the app */
async function openPage(url) {
  const [page] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) {
    await worker.clients.openWindow(new URL(url, worker.registration.scope).href);
    return;
  }
  await page.focus().catch(() => undefined); // Browsers allow it only after a real press.
  page.postMessage({ open: url });
}

/** The browser has ended a subscription: the server gets the next one. */
async function renew() {
  const path = "api/account/push";
  const { key, subscription } = await (await fetch(path)).json();
  if (!subscription) return;
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const made = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
  const body = JSON.stringify({ ...made.toJSON(), language: subscription.language, quiet: subscription.quiet });
  await fetch(path, { method: "PUT", body, headers: { "Content-Type": "application/json" } });
}

worker.addEventListener("push", (event) => event.waitUntil(event.data ? show(event.data.json()) : Promise.resolve()));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});
worker.addEventListener("pushsubscriptionchange", (event) =>
  /** @type {ExtendableEvent} */ (event).waitUntil(renew().catch(() => undefined)),
);
worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => data === "update" && worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // Other pages of a server, such as those for links to games, are not handled here.
  if (request.method === "GET" && origin === location.origin && ours.has(pathname)) event.respondWith(answer(request));
});
