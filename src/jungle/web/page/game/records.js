// The puzzle rating and personal bests, as an account keeps them: merged from every device. No DOM.

import { keepOwn, keptOwn } from "./keeping.js";
import { readProgress } from "./puzzles.js";

/** @typedef {import("./puzzles.js").Progress} Progress */
/** @typedef {{name: Name, value: number, count: number}} PuzzleRecord `count`: the puzzles that a rating is based on; 0 for a best */
/** @typedef {typeof NAMES[number]} Name as progress has it */

const NAMES = /** @type {const} */ (["rating", "best", "sprint", "run"]);
const PUZZLES = "puzzles";
/** The records that the server has confirmed. */
const SENT = "records";

/** @type {Set<() => void>} */
const listeners = new Set();

/** Calls back when a record may have changed here; returns how to stop that. @param {() => void} listener */
export function onRecords(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The progress in puzzles. @param {string} [owner] */
export const puzzleProgress = (owner) => readProgress(keptOwn(PUZZLES, owner));

/** @param {Progress} progress */
export function keepPuzzleProgress(progress) {
  keepOwn(PUZZLES, progress);
  for (const listener of listeners) listener();
}

/** Only what somebody has earned: a newcomer's rating is no record. @param {Progress} progress @returns {PuzzleRecord[]} */
const recordsOf = (progress) =>
  NAMES.map((name) => ({ name, value: progress[name], count: name === "rating" ? progress.rated : 0 })).filter(
    ({ name, value, count }) => (name === "rating" ? count : value) > 0,
  );

/** @param {any} record @returns {record is PuzzleRecord} */
const isRecord = (record) =>
  NAMES.includes(record?.name) && Number.isInteger(record.value) && Number.isInteger(record.count);

/** Is one better: a rating based on more puzzles, or a higher best? @param {PuzzleRecord} one @param {PuzzleRecord | undefined} other */
const isBetter = (one, other) =>
  !other || one.count > other.count || (one.count === other.count && one.value > other.value);

/** @param {unknown} list @returns {Map<Name, PuzzleRecord>} */
const byName = (list) =>
  new Map((Array.isArray(list) ? list.filter(isRecord) : []).map((record) => [record.name, record]));

/** Records not yet sent to the server. */
export function unsentRecords() {
  const sent = byName(keptOwn(SENT));
  return recordsOf(puzzleProgress()).filter((record) => isBetter(record, sent.get(record.name)));
}

/** The server has these. @param {PuzzleRecord[]} records */
export function markRecordsSent(records) {
  keepOwn(SENT, [...new Map([...byName(keptOwn(SENT)), ...byName(records)]).values()]);
}

/** Takes in what is known elsewhere. @param {unknown} told */
export function takeRecords(told) {
  const theirs = byName(told);
  markRecordsSent([...theirs.values()]);
  const progress = puzzleProgress();
  const mine = byName(recordsOf(progress));
  const better = [...theirs.values()].filter((record) => isBetter(record, mine.get(record.name)));
  if (!better.length) return;
  const merged = Object.fromEntries(better.map(({ name, value }) => [name, value]));
  const rating = better.find(({ name }) => name === "rating");
  keepOwn(PUZZLES, { ...progress, ...merged, rated: rating?.count ?? progress.rated });
}

/** Gives the device's own rating and bests to the account that claims them. */
export function claimRecords() {
  const device = puzzleProgress("");
  const mine = puzzleProgress();
  const isNew = !mine.rated;
  const { streak, dailyStreak, lastDaily } = device;
  // Days and the present streak are not merged: they go with the first puzzles somebody has solved.
  keepOwn(PUZZLES, isNew ? { ...mine, streak, dailyStreak, lastDaily } : mine);
  const sent = keptOwn(SENT);
  takeRecords(recordsOf(device));
  keepOwn(SENT, sent);
  for (const listener of listeners) listener();
}
