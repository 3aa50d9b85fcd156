// Lessons, puzzles and levels that somebody has worked on: first tries, time, stars. What a server has not heard yet is marked, so
// that it is sent when there is one. No DOM.

import { claimCards, keptCards } from "./cards.js";
import { keepOwn, keptOwn, progressOwner } from "./keeping.js";
import { readProgress } from "./puzzles.js";
import { claimRecords } from "./records.js";

/** @typedef {{kind: string, key: string, stars: number, tries: number, firstTry: boolean, ms: number, at: number | null}} Item */
/** @typedef {Item & {isUnsent?: boolean}} KeptItem */

const DRAFT = "progress";
/** The lists that views read: what was done. */
const [LESSONS, BEATEN, PUZZLES] = ["lessons", "beaten", "puzzles"];
const KINDS = ["lesson", "puzzle", "level"];
const MOST_STARS = 3;
/** Longer pauses don't count as thinking: the page was left open. */
const LONGEST_MS = 3_600_000;

/** @type {Set<() => void>} */
const listeners = new Set();

/** Calls back when something was done here; returns how to stop that. @param {() => void} listener */
export function onProgress(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @type {Set<() => void>} */
const readers = new Set();

/** Calls back when progress has come from elsewhere; returns how to stop that. @param {() => void} reader */
export function onNews(reader) {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** @param {Pick<Item, "kind" | "key">} item */
const nameOf = ({ kind, key }) => `${kind} ${key}`;

/** @param {Partial<Item> | null} item @returns {item is Item} */
const isItem = (item) =>
  KINDS.includes(item?.kind ?? "") && typeof item?.key === "string" && Number.isFinite(item.tries);

/** @param {string} [owner] @returns {Map<string, KeptItem>} */
function read(owner) {
  const kept = keptOwn(DRAFT, owner);
  const items = Array.isArray(kept) ? kept.filter(isItem) : [];
  return new Map(items.map((item) => [nameOf(item), item]));
}

/** @param {Map<string, KeptItem>} items @param {string} [owner] */
const write = (items, owner) => keepOwn(DRAFT, [...items.values()], owner);

/** @param {number | null} one @param {number | null} other */
const earlier = (one, other) => (one === null ? other : other === null ? one : Math.min(one, other));

/** Merges two records of the same item: the maximum of each value, the first try of the earlier one. @param {Item} one @param {Item} other @returns {Item} */
export function mergeItems(one, other) {
  const at = earlier(one.at, other.at);
  const earliest = [one, other].filter((item) => item.at === at);
  return {
    kind: one.kind,
    key: one.key,
    stars: Math.max(one.stars, other.stars),
    tries: Math.max(one.tries, other.tries),
    firstTry: earliest.some(({ firstTry }) => firstTry),
    ms: Math.max(one.ms, other.ms),
    at,
  };
}

/**
 * Somebody tried something, and perhaps did it. Once it is done, further tries change nothing.
 * @param {"lesson" | "puzzle" | "level"} kind @param {string} key @param {{isDone: boolean, ms?: number, mistakes?: number}} how `mistakes` of this try, where they are not tries of their own
 */
export function noteTry(kind, key, { isDone, ms = 0, mistakes = 0 }) {
  const items = read();
  const before = items.get(nameOf({ kind, key })) ?? {
    kind,
    key,
    stars: 0,
    tries: 0,
    firstTry: false,
    ms: 0,
    at: null,
  };
  if (before.at !== null) return;
  const tries = before.tries + mistakes + 1;
  items.set(nameOf(before), {
    ...before,
    tries,
    stars: isDone ? Math.max(1, MOST_STARS + 1 - tries) : 0,
    firstTry: isDone && tries === 1,
    ms: before.ms + Math.round(Math.min(Math.max(0, ms), LONGEST_MS)),
    at: isDone ? Date.now() : null,
    isUnsent: true,
  });
  write(items);
  for (const listener of listeners) listener();
}

/** @param {unknown} list @returns {string[]} */
const names = (list) => (Array.isArray(list) ? list.map(String) : []);

/** All that is kept, also what was done before tries were counted. @param {string} [owner] @returns {Item[]} */
export function allItems(owner = progressOwner()) {
  const items = read(owner);
  /** @param {string} kind @param {string[]} keys @param {boolean} isDone */
  const add = (kind, keys, isDone) => {
    for (const key of keys) {
      const name = nameOf({ kind, key });
      const at = isDone ? Date.now() : null;
      if (!items.has(name))
        items.set(name, { kind, key, stars: Number(isDone), tries: 1, firstTry: false, ms: 0, at, isUnsent: true });
    }
  };
  const { solved, failed } = readProgress(keptOwn(PUZZLES, owner));
  add("lesson", names(keptOwn(LESSONS, owner)), true);
  add("level", names(keptOwn(BEATEN, owner)), true);
  add("puzzle", solved, true);
  add("puzzle", failed, false);
  return [...items.values()];
}

/** Items not yet sent to the server. @returns {Item[]} */
export const unsentItems = () => [...read().values()].filter((item) => item.isUnsent).map(plain);

/** @param {KeptItem} item @returns {Item} */
const plain = ({ kind, key, stars, tries, firstTry, ms, at }) => ({ kind, key, stars, tries, firstTry, ms, at });

/** The server has these, or does not want them. @param {Item[]} sent */
export function markSent(sent) {
  const items = read();
  for (const item of sent) {
    const kept = items.get(nameOf(item));
    // More may have been done since.
    if (kept && JSON.stringify(plain(kept)) === JSON.stringify(item)) items.set(nameOf(item), plain(kept));
  }
  write(items);
}

/**
 * Takes in what is known elsewhere; tells whether that was news.
 * @param {unknown} told @param {{isUnsent?: boolean}} [how] must the server hear of it?
 */
export function takeItems(told, { isUnsent = false } = {}) {
  const items = read();
  const before = JSON.stringify([...items.values()].map(plain));
  for (const item of Array.isArray(told) ? told.filter(isItem) : []) {
    const kept = items.get(nameOf(item));
    const merged = kept ? mergeItems(kept, item) : plain(item);
    items.set(nameOf(item), { ...merged, isUnsent: isUnsent || kept?.isUnsent });
  }
  if (JSON.stringify([...items.values()].map(plain)) === before) return false;
  write(items);
  fillLists([...items.values()]);
  for (const reader of readers) reader();
  return true;
}

/** @param {Item[]} items */
function fillLists(items) {
  /** @param {string} kind @param {boolean} isDone */
  const keys = (kind, isDone) =>
    items.filter((item) => item.kind === kind && (item.at !== null) === isDone).map(({ key }) => key);
  /** @param {string[]} one @param {string[]} other */
  const union = (one, other) => [...new Set([...one, ...other])];
  keepOwn(LESSONS, union(names(keptOwn(LESSONS)), keys("lesson", true)));
  keepOwn(BEATEN, union(names(keptOwn(BEATEN)), keys("level", true)));
  const progress = readProgress(keptOwn(PUZZLES));
  const solved = union(progress.solved, keys("puzzle", true));
  const failed = union(progress.failed, keys("puzzle", false)).filter((key) => !solved.includes(key));
  keepOwn(PUZZLES, { ...progress, solved, failed });
}

const ASKED = "progress.asked";

/** Is there progress of the device's own, which nobody has claimed, and was this account not asked about it? */
export function mayClaim() {
  const owner = progressOwner();
  return (
    Boolean(owner) &&
    !names(keptOwn(ASKED, "")).includes(owner) &&
    (allItems("").some(({ at }) => at !== null) || keptCards("").length > 0)
  );
}

/** Gives the device's own progress to the logged-in account, or leaves it where it is. @param {boolean} isMine */
export function claim(isMine) {
  const owner = progressOwner();
  if (!isMine) {
    keepOwn(ASKED, [...names(keptOwn(ASKED, "")), owner], "");
    return;
  }
  const device = allItems("");
  claimRecords();
  takeItems(device, { isUnsent: true });
  claimCards();
  for (const name of [LESSONS, BEATEN, PUZZLES, DRAFT]) keepOwn(name, undefined, "");
  for (const listener of listeners) listener();
}
