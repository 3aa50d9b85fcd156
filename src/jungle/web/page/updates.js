// The app keeps itself for use without a network, and tells when a new version is there.

const LOOK_AGAIN = 3_600_000;

/**
 * Registers the service worker. `onUpdate` is called when a new version waits, with how to go over to it: every open page
 * is then loaded anew.
 * @param {(apply: () => void) => void} onUpdate
 */
export async function keepUpdated(onUpdate) {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !isSecureContext) return;
  let hadOne = Boolean(serviceWorker.controller);
  // The first one takes the page over as it is; a later one brings other files.
  serviceWorker.addEventListener("controllerchange", () => {
    if (hadOne) location.reload();
    hadOne = true;
  });
  /** @type {ServiceWorkerRegistration} */
  let registration;
  try {
    registration = await serviceWorker.register("service-worker.js", { updateViaCache: "none" });
  } catch {
    return; // A browser that keeps nothing still plays.
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
