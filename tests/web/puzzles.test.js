import assert from "node:assert/strict";
import { test } from "node:test";
import { LineExercise } from "../../src/jungle/web/page/game/line-exercise.js";
import {
  allPuzzles,
  dailyPuzzle,
  dayName,
  nextPuzzle,
  progressAfter,
  readProgress,
} from "../../src/jungle/web/page/game/puzzles.js";
import { expected, library, read } from "./page.js";

const puzzles = allPuzzles(read("data/course.jsonl").toString(), read("data/puzzles.jsonl").toString());
const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));

test("every puzzle is solved by its moves, and failed by another", () => {
  for (const puzzle of puzzles) {
    const exercise = new LineExercise(library, puzzle);
    /** @type {string[]} */
    const happened = [];
    exercise.onChange(({ what }) => happened.push(what));
    while (!exercise.isDone) {
      const move = exercise.game.parse(exercise.wanted);
      assert.ok(move, `${puzzle.id} ${exercise.wanted}`);
      const other = exercise.game
        .legalMoves()
        .find((each) => each.origin !== move.origin || each.target !== move.target);
      if (other && !exercise.isSpoilt) {
        exercise.play(other.origin, other.target);
        assert.notEqual(happened.at(-1), "right");
        if (exercise.isDone) break;
      }
      exercise.play(move.origin, move.target);
      assert.match(happened.at(-1) ?? "", /right|done/);
      exercise.answer();
    }
    exercise.close();
  }
});

test("the daily puzzle, the next one and the progress are those of Python", () => {
  for (const [day, id] of Object.entries(expected.puzzles.daily)) assert.equal(dailyPuzzle(puzzles, day).id, id, day);
  let progress = readProgress(undefined);
  for (const { id, isSolved, day, after } of expected.puzzles.course) {
    const puzzle = byId.get(id);
    assert.ok(puzzle);
    progress = progressAfter(progress, puzzle, isSolved, day ?? undefined);
    assert.deepEqual({ ...progress, solved: [...progress.solved].sort(), failed: [...progress.failed].sort() }, after);
  }
  for (const { rating, solved, theme, id } of expected.puzzles.next) {
    assert.equal(nextPuzzle(puzzles, { ...readProgress({}), rating, solved }, { theme })?.id, id);
  }
});

test("the first puzzle is a win in one move, and a skipped one comes last", () => {
  const fresh = readProgress(undefined);
  const first = nextPuzzle(puzzles, fresh);
  assert.deepEqual([first, first?.moves.length, first?.goal], [puzzles[0], 1, "win"]);
  assert.equal(nextPuzzle(puzzles, fresh, { rules: "flip" })?.rules, "flip");
  const second = nextPuzzle(puzzles, fresh, { skipped: [puzzles[0].id] });
  assert.ok(second && second !== first);
  assert.equal(nextPuzzle([puzzles[0]], fresh, { skipped: [puzzles[0].id] }), first);
});

test("a second hint says more than the first", () => {
  const exercise = new LineExercise(library, puzzles[0]);
  exercise.hint();
  assert.deepEqual([exercise.marks.size, exercise.arrows.length], [1, 0]);
  exercise.hint();
  assert.deepEqual([exercise.marks.size, exercise.arrows.length], [0, 1]);
  exercise.close();
});

test("a puzzle that failed comes back when all others are done", () => {
  const [first, second] = puzzles;
  const progress = { ...readProgress({}), failed: [first.id] };
  assert.equal(nextPuzzle([first, second], progress)?.id, second.id);
  assert.equal(nextPuzzle([first, second], { ...progress, solved: [second.id] })?.id, first.id);
  assert.equal(nextPuzzle([second], { ...progress, solved: [second.id] }), undefined);
});

test("damaged progress starts over", () => {
  assert.deepEqual(readProgress({ rating: "x", solved: 7, streak: null }), readProgress(undefined));
  assert.equal(dayName(new Date(2026, 10, 16, 23, 59)), "2026-11-16");
});
