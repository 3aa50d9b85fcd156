// Notifications while the app is closed: a subscription that the browser's push service and the server keep for this device.

import { readShared, writeShared } from "../game/keeping.js";
import { settings } from "../settings.js";

/** @typedef {import("./server.js").Server} Server */
/** Minutes after midnight. @typedef {{from: number, to: number, zone: string}} Quiet */

/** The account that is notified here. */
const OWNER = "pushed";
const PATH = "/account/push";

const canPush = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis;

/** Whether the server notifies this device for an account. @param {Server} server */
export const isPushed = ({ account }) => Boolean(account) && readShared(OWNER) === account?.name;

/** The push service's key comes as text. @param {string} text */
function keyBytes(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/** @param {string} key @returns {Promise<PushSubscription>} */
async function subscription(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = keyBytes(key);
  const known = await pushManager.getSubscription();
  const isOurs =
    known && String(new Uint8Array(known.options.applicationServerKey ?? new ArrayBuffer(0))) === String(wanted);
  if (known && isOurs) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
}

/** The quiet hours of this device, or null. @param {Server} server @returns {Promise<Quiet | null>} */
export async function quietHours(server) {
  return (await server.get(PATH)).subscription?.quiet ?? null;
}

/** Subscribes this device, or changes its quiet hours. Rejects if the browser cannot. @param {Server} server @param {Quiet | null} quiet */
export async function subscribe(server, quiet) {
  if (!canPush()) throw new Error("no push");
  const { key } = await server.get(PATH);
  const made = await subscription(key);
  await server.put(PATH, { ...made.toJSON(), language: settings.language, quiet });
  writeShared(OWNER, server.account?.name);
}

/** Ends the notifications on this device. @param {Server} server */
export async function unsubscribe(server) {
  writeShared(OWNER, null);
  await server.delete(PATH);
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** After a new login, or if the browser has a new subscription: the server is told of it. @param {Server} server */
export async function renewPush(server) {
  if (!isPushed(server) || server.account?.isChild || !canPush()) return;
  const { subscription: known } = await server.get(PATH);
  const registration = await navigator.serviceWorker.getRegistration();
  const own = await registration?.pushManager.getSubscription();
  const isSame = known && own?.endpoint === known.endpoint && known.language === settings.language;
  if (!isSame) await subscribe(server, known?.quiet ?? null);
}

/** A pressed notification opens its view in a page that is open already. */
export function openPressed() {
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (String(data?.open).startsWith("#/")) location.hash = data.open;
  });
}

/** Shows how much is waiting on the icon of an installed app. @param {number} count */
export function showBadge(count) {
  const shown = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
