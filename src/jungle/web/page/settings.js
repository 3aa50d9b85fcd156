// The user's settings, stored in the browser.

import { usualThreads } from "./engine/threads.js";
import { LANGUAGES, usualLanguage } from "./words.js";

const KEY = "jungle.settings";

/** The options, the default first. */
export const CHOICES = {
  get language() {
    return Object.keys(LANGUAGES);
  },
  pieces: ["painted", "captioned", "characters", "traditional", "letters"],
  theme: ["meadow", "parchment", "night", "lacquer"],
  look: ["system", "light", "dark"],
  animation: ["normal", "fast", "slow", "none"],
  notation: ["animals", "words", "record", "squares"],
  size: ["100", "125", "150", "200"],
  hand: ["right", "left"],
  speech: ["usual", "on", "off"],
  confirm: ["correspondence", "always", "never"],
};

/** The default pieces of each language. @param {string} language */
export function usualPieces(language) {
  return LANGUAGES[language]?.pieces ?? "painted";
}

const USUAL = {
  language: usualLanguage(),
  pieces: usualPieces(usualLanguage()),
  theme: "meadow",
  look: "system",
  animation: "normal",
  notation: "animals",
  confirm: "correspondence",
  coordinates: true,
  sound: true,
  keys: true,
  size: "100",
  hand: "right",
  speech: "usual",
  spacing: false,
  threads: usualThreads(),
};
/** @typedef {typeof USUAL} Settings */

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** Settings from stored data of any shape: unknown or missing values become the default. @param {import("./game/keeping.js").Stored} kept @returns {Settings} */
export function readSettings(kept) {
  /** @param {string} name @param {unknown} value @param {unknown} usual */
  const isKnown = (name, value, usual) => {
    const known = /** @type {Record<string, unknown[]>} */ (CHOICES)[name];
    if (typeof usual === "number") return Number.isInteger(value) && Number(value) > 0;
    return known ? known.includes(value) : typeof value === typeof usual;
  };
  const entries = Object.entries(USUAL).map(([name, usual]) => {
    // Up to version 1.0 it was either on or off.
    const value = name === "confirm" && kept?.confirm === false ? "never" : kept?.[name];
    return [name, isKnown(name, value, usual) ? value : usual];
  });
  return Object.fromEntries(entries);
}

function load() {
  try {
    return readSettings(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return { ...USUAL };
  }
}

export const settings = load();

/** Sets the attributes that style sheets use. */
export function applySettings() {
  const { dataset } = document.documentElement;
  dataset.look = settings.look;
  dataset.motion = settings.animation;
  dataset.size = settings.size;
  dataset.hand = settings.hand;
  dataset.spacing = settings.spacing ? "wide" : "normal";
}

/** @param {Settings} changed */
function tell(changed) {
  Object.assign(settings, changed);
  for (const listener of listeners) listener(settings);
}

/** @param {Partial<Settings>} changes */
export function choose(changes) {
  const changed = { ...settings, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(changed));
  } catch {
    // Without storage, settings last until the page is closed.
  }
  tell(changed);
}

/** Calls back on every change. Returns a function that unsubscribes. @param {(settings: Settings) => void} listener */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Another tab has changed them.
globalThis.addEventListener?.("storage", (event) => /** @type {StorageEvent} */ (event).key === KEY && tell(load()));
