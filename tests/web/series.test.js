import "./storage.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { allPuzzles, readProgress } from "../../src/jungle/web/page/game/puzzles.js";
import { bestOf, Series, SPRINT_MS } from "../../src/jungle/web/page/game/series.js";
import { SeriesExercise } from "../../src/jungle/web/page/game/series-exercise.js";
import { expected, happening, inEnglish, library, play, read } from "./page.js";

inEnglish();
const puzzles = allPuzzles(read("data/course.jsonl").toString(), read("data/puzzles.jsonl").toString());

test("a series has the puzzles that Python draws", () => {
  for (const { rules, draws, ids } of expected.puzzles.series) {
    const left = [...draws];
    const series = new Series(puzzles, "streak", { now: 0, rules, draw: () => left.shift() });
    for (const id of ids) {
      assert.equal(series.puzzle?.id, id);
      series.answered(true, 0);
    }
  }
});

test("a streak ends with the first mistake, a sprint with its time", () => {
  const streak = new Series(puzzles, "streak", { now: 0 });
  streak.answered(true, 1e9);
  streak.answered(false, 1e9);
  assert.deepEqual([streak.score, streak.puzzle, streak.msLeft(1e9)], [1, undefined, null]);
  const sprint = new Series(puzzles, "sprint", { now: 0 });
  sprint.answered(false, 1);
  assert.ok(sprint.puzzle);
  sprint.answered(true, SPRINT_MS - 1);
  sprint.answered(true, SPRINT_MS);
  sprint.answered(true, SPRINT_MS + 1);
  assert.deepEqual([sprint.score, sprint.puzzle], [1, undefined]);
  const progress = readProgress({ sprint: 5, run: 0 });
  assert.deepEqual([bestOf(sprint.recorded(progress), "sprint"), streak.recorded(progress).run], [5, 1]);
});

/** @param {import("../../src/jungle/web/page/game/series.js").Mode} mode */
function open(mode) {
  let now = 0;
  const series = new Series(puzzles, mode, { now, draw: () => 0 });
  /** @type {number[]} */
  const bests = [];
  const exercise = new SeriesExercise(library, series, {
    progress: readProgress({}),
    onScore: (progress) => bests.push(bestOf(progress, mode)),
    now: () => now,
  });
  const pass = (/** @type {number} */ ms) => {
    now += ms;
    exercise.tick();
  };
  return { exercise, bests, pass };
}

/** Solves the puzzle on the board. @param {SeriesExercise} exercise */
async function solve(exercise) {
  const next = happening(exercise, "begin");
  while (!exercise.isDone) {
    play(exercise, String(exercise.wanted));
    exercise.answer();
  }
  await next;
}

test("the next puzzle comes by itself, and a mistake shows the solution and ends a streak", async () => {
  const { exercise, bests } = open("streak");
  const first = exercise.line;
  await solve(exercise);
  assert.notEqual(exercise.line, first);
  assert.ok(exercise.mayMove);
  const wrong = exercise.game.legalMoves().find((move) => {
    const right = exercise.game.parse(String(exercise.wanted));
    return move.origin !== right?.origin;
  });
  assert.ok(wrong);
  const over = happening(exercise, "over");
  exercise.play(wrong.origin, wrong.target);
  assert.equal(exercise.mayMove, false);
  assert.match(exercise.message, /^Not the best move\. It was: /);
  assert.equal(exercise.arrows.length, 1);
  await over;
  assert.equal(exercise.message, "A new personal best! The streak is over: 1 puzzle solved. Your best: 1");
  assert.deepEqual([exercise.isOver, bests.at(-1)], [true, 1]);
  exercise.skip();
  assert.equal(exercise.score, 1);
  exercise.close();
});

test("a sprint announces its last seconds and ends in the middle of a puzzle", async () => {
  const { exercise, pass } = open("sprint");
  /** @type {unknown[]} */
  const said = [];
  exercise.onChange(({ words }) => words && said.push(words));
  await solve(exercise);
  said.length = 0;
  pass(100_000);
  pass(25_000);
  pass(100);
  assert.deepEqual(said, ["60 seconds left"]);
  pass(54_900);
  assert.deepEqual([exercise.isOver, exercise.mayMove, exercise.score, exercise.secondsLeft], [true, false, 1, 0]);
  pass(1000);
  assert.equal(said.filter((words) => String(words).includes("Time's up: 1")).length, 1);
  exercise.close();
});

test("a skipped puzzle is a mistake", async () => {
  const { exercise } = open("sprint");
  const next = happening(exercise, "begin");
  exercise.skip();
  exercise.skip();
  await next;
  assert.deepEqual([exercise.score, exercise.isOver], [0, false]);
  exercise.close();
});
