// Puzzles: rating and streak, and which one is next. No DOM.

import { loadText } from "../words.js";

/** @typedef {{id: string, fen: string, moves: string[], goal: string, plies: number, rating: number, themes: string[], rules?: string, isCourse?: boolean}} Puzzle without `rules` of the usual ones; those of a teacher's own have no goal, no rating and no theme */
/** @typedef {{rating: number, streak: number, best: number, solved: string[], failed: string[], dailyStreak: number, lastDaily: string, sprint: number, run: number, rated: number}} Progress `rated`: how many puzzles the rating is based on; `sprint` and `run`: the most solved in three minutes, and before the first mistake */

const DAY_MS = 86_400_000;
const FIRST_RATING = 400;
/** The most that one puzzle changes the rating. */
const STEP = 32;
/** The first puzzles change it more: a good player should not have to solve fifty easy ones. */
const [EARLY, EARLY_STEP] = [10, 96];

/** Progress from stored data of any shape. @param {import("./keeping.js").Stored} kept @returns {Progress} */
export function readProgress(kept) {
  /** @param {string} name @param {number} usual */
  const number = (name, usual) => (Number.isFinite(kept?.[name]) ? Number(kept[name]) : usual);
  /** @param {string} name */
  const ids = (name) => (Array.isArray(kept?.[name]) ? kept[name].map(String) : []);
  const [solved, failed] = [ids("solved"), ids("failed")];
  return {
    rating: number("rating", FIRST_RATING),
    streak: number("streak", 0),
    best: number("best", 0),
    solved,
    failed,
    dailyStreak: number("dailyStreak", 0),
    lastDaily: String(kept?.lastDaily ?? ""),
    sprint: number("sprint", 0),
    run: number("run", 0),
    rated: number("rated", solved.length + failed.length),
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
  const step = before.solved.length + before.failed.length < EARLY ? EARLY_STEP : STEP;
  return {
    ...progress,
    rating: before.rating + Math.round(step * (Number(isSolved) - expected)),
    streak,
    best: Math.max(before.best, streak),
    solved: isSolved ? [...before.solved, id] : before.solved,
    failed: isSolved ? before.failed : [...before.failed, id],
    rated: before.rated + 1,
  };
}

/** The puzzles of a game, by the name of its rules; "" for the usual ones. @param {Puzzle[]} puzzles @param {string} [rules] */
export const puzzlesOf = (puzzles, rules = "") => puzzles.filter((puzzle) => (puzzle.rules ?? "") === rules);

/**
 * The puzzle with the nearest rating, the first in the file if several are equal; untried ones come first, and those that were skipped
 * last. The very first is the first of the course, a win in one move.
 * @param {Puzzle[]} puzzles @param {Progress} progress
 * @param {{theme?: string, rules?: string, skipped?: string[]}} [which] all themes without one @returns {Puzzle | undefined}
 */
export function nextPuzzle(puzzles, progress, { theme = "", rules = "", skipped = [] } = {}) {
  const own = puzzlesOf(puzzles, rules);
  const first = own.find(({ isCourse }) => isCourse);
  if (first && !theme && !progress.solved.length && !progress.failed.length && !skipped.length) return first;
  const [solved, failed, passed] = [new Set(progress.solved), new Set(progress.failed), new Set(skipped)];
  const left = own.filter(({ id, themes }) => !solved.has(id) && (!theme || themes.includes(theme)));
  const wanted = left.filter(({ id }) => !passed.has(id));
  const fresh = wanted.filter(({ id }) => !failed.has(id));
  /** @param {Puzzle} given */
  const distance = ({ rating }) => Math.abs(rating - progress.rating);
  const [best, ...rest] = [fresh, wanted, left].find(({ length }) => length) ?? [];
  return rest.reduce((nearest, puzzle) => (distance(puzzle) < distance(nearest) ? puzzle : nearest), best);
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
export function dailyPuzzle(puzzles, day) {
  const others = puzzles.filter(({ isCourse }) => !isCourse);
  return others[Math.floor(Date.parse(day) / DAY_MS) % others.length];
}

/**
 * New puzzles to train a theme, those near the rating first.
 * @param {Puzzle[]} puzzles @param {Progress} progress @param {string} theme
 */
export function puzzlesOn(puzzles, { solved, failed, rating }, theme) {
  const seen = new Set([...solved, ...failed]);
  return puzzles
    .filter(({ id, themes }) => themes.includes(theme) && !seen.has(id))
    .sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
}

/** @param {string} text one JSON object per line @returns {Puzzle[]} */
export const parsePuzzles = (text) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((puzzle) => ({ ...puzzle, moves: puzzle.moves.split(" ") }));

/** The first courses of both games, then all others. @param {string} course @param {string} others the files */
export const allPuzzles = (course, others) => [
  ...parsePuzzles(course).map((puzzle) => ({ ...puzzle, isCourse: true })),
  ...parsePuzzles(others),
];

/** @returns {Promise<Puzzle[]>} */
export async function loadPuzzles() {
  const [course, others] = await Promise.all(["data/course.jsonl", "data/puzzles.jsonl"].map((name) => loadText(name)));
  return allPuzzles(course, others);
}
