// Offline use, and notice of new versions.

const LOOK_AGAIN = 3_600_000;

/**
 * Registers the service worker. `onUpdate` is called when a new version is ready, with a function that activates it: every open page
 * then reloads.
 * @param {(apply: () => void) => void} onUpdate
 */
export async function keepUpdated(onUpdate) {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !isSecureContext) return;
  let hadOne = Boolean(serviceWorker.controller);
  // The first worker changes nothing for the page; a later one has other files.
  serviceWorker.addEventListener("controllerchange", () => {
    if (hadOne) location.reload();
    hadOne = true;
  });
  /** @type {ServiceWorkerRegistration} */
  let registration;
  try {
    registration = await serviceWorker.register("service-worker.js", { updateViaCache: "none" });
  } catch {
    return; // The app works without it.
  }
  const tell = () => {
    const { waiting } = registration;
    if (waiting && serviceWorker.controller) onUpdate(() => waiting.postMessage("update"));
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
  tell();
  const look = () => registration.update().catch(() => undefined);
  setInterval(look, LOOK_AGAIN);
  addEventListener("online", look);
}
