// What the person has chosen, kept in the browser.

import { usualLanguage } from "./words.js";

const KEY = "jungle.settings";

export const USUAL = {
  language: usualLanguage(),
  pieces: "painted",
  theme: "meadow",
  look: "system",
  coordinates: true,
  animation: true,
  sound: true,
  notation: "record",
};
/** @typedef {typeof USUAL} Settings */

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Settings} */
function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = Object.entries(USUAL).map(([name, usual]) => [
      name,
      typeof kept?.[name] === typeof usual ? kept[name] : usual,
    ]);
    return Object.fromEntries(known);
  } catch {
    return { ...USUAL };
  }
}

export let settings = load();

/** @param {Partial<Settings>} changes */
export function choose(changes) {
  settings = { ...settings, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  for (const listener of listeners) listener(settings);
}

/** Calls back at every change; returns how to stop that. @param {(settings: Settings) => void} listener */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
