import assert from "node:assert/strict";
import { test } from "node:test";
import { nextFor } from "../../src/jungle/web/page/game/next.js";
import { readProgress } from "../../src/jungle/web/page/game/puzzles.js";

const KNOWN = { game: "jungle", levels: [1, 2, 3], lessons: ["jungle.den", "jungle.jump"], day: "2026-11-16" };
/** @param {Partial<import("../../src/jungle/web/page/game/next.js").Done>} [done] */
const next = (done = {}) =>
  nextFor({ games: 0, beaten: [], lessons: [], puzzles: readProgress(undefined), ...done }, KNOWN);

test("a visitor without progress is new", () => {
  assert.equal(next().isNew, true);
  assert.equal(next({ games: 1 }).isNew, false);
  assert.equal(next({ lessons: ["jungle.den"] }).isNew, false);
  assert.equal(next({ puzzles: readProgress({ failed: ["a"] }) }).isNew, false);
});

test("the next opponent is the one above the strongest beaten", () => {
  assert.equal(next().opponent, 1);
  assert.equal(next({ beaten: ["jungle.2", "flip.3"] }).opponent, 3);
  assert.equal(next({ beaten: ["jungle.3"] }).opponent, 0);
});

test("the next lesson is the first that is not done", () => {
  assert.equal(next({ lessons: ["jungle.den"] }).lesson, "jungle.jump");
  assert.equal(next({ lessons: KNOWN.lessons }).lesson, "");
});

test("a streak lasts until the end of the next day", () => {
  const daily = (/** @type {string} */ lastDaily) =>
    next({ puzzles: readProgress({ lastDaily, dailyStreak: 4 }) }).daily;
  assert.deepEqual(daily("2026-11-16"), { isDone: true, streak: 4 });
  assert.deepEqual(daily("2026-11-15"), { isDone: false, streak: 4 });
  assert.deepEqual(daily("2026-11-14"), { isDone: false, streak: 0 });
});
