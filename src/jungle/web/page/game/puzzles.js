// Puzzles: rating and streak, and which one is next. No DOM.

import { loadText } from "../words.js";

/** @typedef {{id: string, fen: string, moves: string[], goal: string, plies: number, rating: number, themes: string[], rules?: string}} Puzzle without `rules` of the usual ones; those of a teacher's own have no goal, no rating and no theme */
/** @typedef {{rating: number, streak: number, best: number, solved: string[], failed: string[], dailyStreak: number, lastDaily: string}} Progress */

const DAY_MS = 86_400_000;
const FIRST_RATING = 800;
/** The most that one puzzle changes the rating. */
const STEP = 32;

/** Progress from stored data of any shape. @param {import("./keeping.js").Stored} kept @returns {Progress} */
export function readProgress(kept) {
  /** @param {string} name @param {number} usual */
  const number = (name, usual) => (Number.isFinite(kept?.[name]) ? Number(kept[name]) : usual);
  /** @param {string} name */
  const ids = (name) => (Array.isArray(kept?.[name]) ? kept[name].map(String) : []);
  return {
    rating: number("rating", FIRST_RATING),
    streak: number("streak", 0),
    best: number("best", 0),
    solved: ids("solved"),
    failed: ids("failed"),
    dailyStreak: number("dailyStreak", 0),
    lastDaily: String(kept?.lastDaily ?? ""),
  };
}

/** A day as 2026-11-16. @param {Date} date */
export const dayName = (date) =>
  new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10);

/** @param {Progress} progress @param {string} day */
function onDay(progress, day) {
  if (progress.lastDaily === day) return progress;
  const before = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
  return { ...progress, dailyStreak: progress.lastDaily === before ? progress.dailyStreak + 1 : 1, lastDaily: day };
}

/**
 * The progress after an attempt, as `jungle.puzzles` has it: a puzzle counts once, later attempts change nothing but `solved`; the first of all is
 * not rated.
 * @param {Progress} before @param {Puzzle} puzzle @param {boolean} isSolved @param {string} [day] where the puzzle was that day's
 * @returns {Progress}
 */
export function progressAfter(before, puzzle, isSolved, day) {
  const { id } = puzzle;
  const progress = day && isSolved ? onDay(before, day) : before;
  const hasFailed = before.failed.includes(id);
  if (before.solved.includes(id) || (hasFailed && !isSolved)) return progress;
  if (hasFailed) {
    return { ...progress, solved: [...before.solved, id], failed: before.failed.filter((each) => each !== id) };
  }
  // The very first puzzle is not rated.
  const isFirst = !before.solved.length && !before.failed.length;
  const expected = isFirst ? Number(isSolved) : 1 / (1 + 10 ** ((puzzle.rating - before.rating) / 400));
  const streak = isSolved ? before.streak + 1 : 0;
  return {
    ...progress,
    rating: before.rating + Math.round(STEP * (Number(isSolved) - expected)),
    streak,
    best: Math.max(before.best, streak),
    solved: isSolved ? [...before.solved, id] : before.solved,
    failed: isSolved ? before.failed : [...before.failed, id],
  };
}

/**
 * The puzzle with the nearest rating, the first in the file if several are equal; untried ones come first.
 * @param {Puzzle[]} puzzles @param {Progress} progress @param {string} theme "" for all @returns {Puzzle | undefined}
 */
export function nextPuzzle(puzzles, progress, theme = "") {
  const [solved, failed] = [new Set(progress.solved), new Set(progress.failed)];
  const fitting = puzzles.filter(({ id, themes }) => !solved.has(id) && (!theme || themes.includes(theme)));
  const fresh = fitting.filter(({ id }) => !failed.has(id));
  /** @param {Puzzle} given */
  const distance = ({ rating }) => Math.abs(rating - progress.rating);
  const [first, ...rest] = fresh.length ? fresh : fitting;
  return rest.reduce((best, puzzle) => (distance(puzzle) < distance(best) ? puzzle : best), first);
}

/** A theme with fewer puzzles is not offered. */
const ENOUGH = 10;

/** The themes that are offered, with how many puzzles each has. @param {Puzzle[]} puzzles @returns {[string, number][]} */
export function offeredThemes(puzzles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const theme of puzzles.flatMap(({ themes }) => themes)) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= ENOUGH).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The puzzle of a day, the same one everywhere: by the days since 1 January 1970. @param {Puzzle[]} puzzles @param {string} day */
export const dailyPuzzle = (puzzles, day) => puzzles[Math.floor(Date.parse(day) / DAY_MS) % puzzles.length];

/** @param {string} text one JSON object per line @returns {Puzzle[]} */
export const parsePuzzles = (text) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((puzzle) => ({ ...puzzle, moves: puzzle.moves.split(" ") }));

/** @returns {Promise<Puzzle[]>} */
export async function loadPuzzles() {
  return parsePuzzles(await loadText("data/puzzles.jsonl"));
}
