import "./storage.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepOwn } from "../../src/jungle/web/page/game/keeping.js";
import { nextOnPath, PATH, PUZZLES, pathOf, pathPuzzles } from "../../src/jungle/web/page/game/path.js";
import { allItems, noteTry } from "../../src/jungle/web/page/game/progress.js";
import { allPuzzles } from "../../src/jungle/web/page/game/puzzles.js";
import { finishedCourses, keepBeaten, lossesTo, noteResult } from "../../src/jungle/web/page/game/stickers.js";
import { library, read } from "./page.js";

const puzzles = allPuzzles(read("data/course.jsonl").toString(), read("data/puzzles.jsonl").toString());
const lessons = JSON.parse(read("data/lessons.json").toString());
const strategy = JSON.parse(read("data/strategy.json").toString());
const { game } = library.usual;
const reached = () => pathOf(allItems(), puzzles, game);
const next = () => reached().find(({ isNext }) => isNext);

test("the path has every lesson of the game and of strategy, and every opponent, once", () => {
  const keys = (/** @type {string} */ kind) => PATH.filter((stop) => stop.kind === kind).map(({ key }) => key);
  const own = [
    ...lessons[game].map((/** @type {{key: string}} */ { key }) => `${game}.${key}`),
    ...strategy.map((/** @type {{key: string}} */ { key }) => `strategy.${key}`),
  ];
  assert.deepEqual(keys("lesson"), own);
  assert.deepEqual(
    keys("level"),
    library.strengths[game].map(({ number }) => String(number)),
  );
  assert.equal(new Set(keys("puzzles")).size, keys("puzzles").length);
  for (const theme of keys("puzzles")) assert.equal(pathPuzzles(puzzles, theme).length, PUZZLES, theme);
});

test("the first lesson is first, then the den puzzle comes before the first game, and the Dragon is last", () => {
  assert.equal(next()?.name, `${game}.den`);
  const den = PATH.findIndex(({ key }) => key === "enter_den");
  const first = PATH.findIndex(({ kind }) => kind === "level");
  assert.ok(0 < den && den < first);
  assert.deepEqual(PATH.at(-1), { kind: "level", key: "10" });
  assert.equal(pathPuzzles(puzzles, "enter_den")[0].moves.length, 1);
});

test("what was done has stars, and the next stop is the first that was not", () => {
  noteTry("lesson", `${game}.den`, { isDone: true });
  noteTry("lesson", `${game}.steps`, { isDone: true, mistakes: 1 });
  assert.deepEqual(
    reached()
      .slice(0, 2)
      .map(({ stars, isDone }) => [stars, isDone]),
    [
      [3, true],
      [2, true],
    ],
  );
  assert.equal(next()?.key, "enter_den");
  const own = pathPuzzles(puzzles, "enter_den");
  noteTry("puzzle", own[0].id, { isDone: true });
  noteTry("puzzle", own[1].id, { isDone: false });
  assert.deepEqual([next()?.key, next()?.stars], ["enter_den", 1]);
  assert.equal(nextOnPath(puzzles, "enter_den", [own[0].id]), own[1]);
  for (const { id } of own.slice(1)) noteTry("puzzle", id, { isDone: true });
  assert.equal(next()?.key, `${game}.ranks`);
  keepBeaten(game, "1");
  assert.equal(reached().find(({ kind }) => kind === "level")?.isDone, true);
  assert.equal(
    nextOnPath(
      puzzles,
      "enter_den",
      own.map(({ id }) => id),
    ),
    own[0],
  );
});

test("a path that is done has no next stop", () => {
  const items = PATH.flatMap(({ kind, key }) => {
    const keys = kind === "puzzles" ? pathPuzzles(puzzles, key).map(({ id }) => id) : [key];
    return keys.map((each) => ({
      kind: kind === "puzzles" ? "puzzle" : kind,
      key: kind === "level" ? `${game}.${each}` : each,
      stars: 1,
      tries: 1,
      firstTry: false,
      ms: 0,
      at: 1,
    }));
  });
  assert.ok(pathOf(items, puzzles, game).every(({ isDone, isNext }) => isDone && !isNext));
});

test("a course has its sticker when all of its lessons are done", () => {
  const courses = { jungle: ["jungle.den", "jungle.steps"], strategy: ["strategy.guard"] };
  keepOwn("lessons", ["jungle.den", "strategy.guard"]);
  assert.deepEqual(finishedCourses(courses), ["strategy"]);
  keepOwn("lessons", ["jungle.den", "strategy.guard", "jungle.steps"]);
  assert.deepEqual(finishedCourses(courses), ["jungle", "strategy"]);
});

test("losses to the same opponent are counted until a game is not lost", () => {
  assert.equal(lossesTo(game, "3"), 0);
  noteResult(game, "3", true);
  noteResult(game, "3", true);
  assert.deepEqual([lossesTo(game, "3"), lossesTo(game, "4")], [2, 0]);
  noteResult(game, "3", false);
  assert.equal(lossesTo(game, "3"), 0);
  noteResult(game, "3", true);
  noteResult(game, "4", true);
  assert.deepEqual([lossesTo(game, "4"), lossesTo(game, "3")], [1, 0]);
});
