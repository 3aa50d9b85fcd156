// Kid mode: hides what children should not change, and every way out of the app. An account may be a child's, or be in kid mode. Without
// an account the device itself can be locked, with a PIN that is kept in the browser. No DOM.

import { readShared, writeShared } from "./game/keeping.js";

const [LOCK, CHILD] = ["kid.lock", "kid.account"];
export const PIN = /^\d{4,8}$/;
const ROUNDS = 100_000;
/** Wrong PINs before a wait, which then doubles each time. */
const FREE_TRIES = 5;
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [60_000, 3_600_000];

/** @typedef {{salt: string, digest: string, isPlain: boolean, tries: number, until: number}} Lock */

/** @type {Set<() => void>} */
const listeners = new Set();

const tell = () => {
  for (const listener of listeners) listener();
};

/** Calls back when kid mode begins or ends; returns how to stop that. @param {() => void} listener */
export function onKidMode(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns {Lock | null} */
const lock = () => readShared(LOCK) ?? null;

/** Is the device locked for everyone? */
export const isDeviceLocked = () => lock() !== null;

/** Is it a child, or somebody in kid mode, who uses the app? */
export const isKid = () => isDeviceLocked() || readShared(CHILD) === true;

/** Is the account that is logged in here a child's, or in kid mode? The last answer holds while the server cannot be asked. @param {boolean} isChild */
export function setChildAccount(isChild) {
  const wasKid = isKid();
  writeShared(CHILD, isChild || undefined);
  if (isKid() !== wasKid) tell();
}

/** @param {ArrayBuffer | Uint8Array} bytes */
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Browsers have no hash functions on plain http; there the PIN is kept as it is. @param {string} pin @param {string} salt @param {boolean} isPlain */
async function digestOf(pin, salt, isPlain) {
  if (isPlain) return salt + pin;
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encoder.encode(pin), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: encoder.encode(salt), iterations: ROUNDS };
  return hex(await crypto.subtle.deriveBits(how, key, 256));
}

/** Locks the device. @param {string} pin */
export async function lockDevice(pin) {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  const isPlain = !globalThis.crypto.subtle;
  writeShared(LOCK, { salt, digest: await digestOf(pin, salt, isPlain), isPlain, tries: 0, until: 0 });
  tell();
}

/**
 * Unlocks the device if the PIN is right.
 * @param {string} pin @returns {Promise<{isOpen: boolean, waitMs: number}>} `waitMs`: how long no PIN is tried
 */
export async function unlockDevice(pin, now = Date.now()) {
  const kept = lock();
  if (!kept) return { isOpen: true, waitMs: 0 };
  if (kept.until > now) return { isOpen: false, waitMs: kept.until - now };
  // Counted before it is checked: a reload in between is no free try.
  const tries = kept.tries + 1;
  const over = tries - FREE_TRIES;
  const waitMs = over < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** over);
  writeShared(LOCK, { ...kept, tries, until: waitMs ? now + waitMs : 0 });
  if ((await digestOf(pin, kept.salt, kept.isPlain)) !== kept.digest) return { isOpen: false, waitMs };
  writeShared(LOCK, undefined);
  tell();
  return { isOpen: true, waitMs: 0 };
}

// Another tab has locked or unlocked the device.
globalThis.addEventListener?.("storage", (event) => {
  if ([`jungle.${LOCK}`, `jungle.${CHILD}`].includes(/** @type {StorageEvent} */ (event).key ?? "")) tell();
});
