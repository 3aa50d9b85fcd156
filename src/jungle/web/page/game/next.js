// Suggestions for the home page, based on what was done on this device. No DOM.

/** @typedef {import("./puzzles.js").Progress} Progress */
/**
 * @typedef {object} Done
 * @property {number} games that are kept @property {string[]} beaten opponents, as game.level @property {string[]} lessons as game.lesson
 * @property {Progress} puzzles
 */
/**
 * @typedef {object} Next
 * @property {boolean} isNew has nothing been done here yet?
 * @property {number} opponent the level to play next; 0 if all of them are beaten
 * @property {string} lesson the next one, as game.lesson; "" if all of them are done
 * @property {{isDone: boolean, streak: number}} daily the puzzle of the day, and on how many days in a row it was solved
 */

const DAY_MS = 86_400_000;

/** @param {Done} done @param {{game: string, levels: number[], lessons: string[], day: string}} known `game`: whose levels count; `day` as 2026-11-16 @returns {Next} */
export function nextFor({ games, beaten, lessons, puzzles }, { game, levels, lessons: all, day }) {
  const { solved, failed, lastDaily, dailyStreak } = puzzles;
  const yesterday = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
  const highest = Math.max(0, ...levels.filter((level) => beaten.includes(`${game}.${level}`)));
  return {
    isNew: !games && !beaten.length && !lessons.length && !solved.length && !failed.length,
    opponent: levels.find((level) => level > highest) ?? 0,
    lesson: all.find((name) => !lessons.includes(name)) ?? "",
    daily: { isDone: lastDaily === day, streak: [day, yesterday].includes(lastDaily) ? dailyStreak : 0 },
  };
}
