import "./storage.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { doneLessons, Practice } from "../../src/jungle/web/page/game/practice.js";
import { StrategyExercise } from "../../src/jungle/web/page/game/strategy.js";
import { happening, inEnglish, library, play, read } from "./page.js";

inEnglish();
const lessons = JSON.parse(read("data/lessons.json").toString());
/** @type {import("../../src/jungle/web/page/game/practice.js").StrategyLesson[]} */
const course = JSON.parse(read("data/strategy.json").toString());
for (const { exercises } of course)
  for (const each of exercises) each.moves = /** @type {any} */ (each.moves).split(" ");

const lesson = (/** @type {string} */ key) => lessons.jungle.find((/** @type {any} */ each) => each.key === key);

test("every lesson can be completed, and its other side never moves", () => {
  for (const [kind, all] of Object.entries(lessons)) {
    for (const lesson of all) {
      for (const goal of lesson.goals) {
        const practice = new Practice(library, kind, lesson);
        const before = practice.game.side;
        if (practice.game.parse(goal)) {
          play(practice, goal);
          assert.ok(practice.isDone, `${kind} ${lesson.key} ${goal}`);
        } else {
          const [first] = practice.game.legalMoves();
          practice.play(first.origin, first.target);
          assert.ok(practice.game.outcome() || practice.game.side === before, `${kind} ${lesson.key}`);
        }
        practice.close();
      }
    }
  }
});

test("a lesson says what to do, and that it is done", () => {
  const practice = new Practice(library, "jungle", lesson("den"));
  assert.ok(practice.task);
  /** @type {any[]} */
  const events = [];
  practice.onChange((event) => events.push(event));
  play(practice, "d7d8");
  assert.deepEqual([practice.isDone, practice.message], [false, practice.task]);
  assert.deepEqual(practice.display().last, [practice.grid.square("d7"), practice.grid.square("d8")]);
  play(practice, "d8d9");
  assert.deepEqual([practice.isDone, practice.message, practice.mood], [true, "Well done!", "good"]);
  assert.deepEqual(
    events.map(({ what, sound }) => [what, sound]),
    [
      ["move", "step"],
      ["done", "win"],
    ],
  );
  assert.match(events[1].words, /d9.*Well done!/);
  practice.restart();
  assert.deepEqual([practice.isDone, practice.message, practice.slips], [false, "", 0]);
  practice.close();
});

test("a win that the lesson is not about is taken back", () => {
  const practice = new Practice(library, "jungle", lesson("no_moves"));
  const before = practice.game.fen();
  play(practice, "b9a9");
  assert.equal(practice.message, "That wins too, but this lesson is about something else. Try again.");
  assert.deepEqual([practice.game.fen(), practice.slips], [before, 1]);
  play(practice, "a7a8");
  assert.equal(practice.message, "Well done!");
  practice.close();
});

test("every lesson of strategy is solved by its moves, and remembered", () => {
  for (const each of course) {
    const exercise = new StrategyExercise(library, each);
    for (const [number, { fen, moves }] of each.exercises.entries()) {
      if (number) exercise.open(number);
      assert.ok(exercise.game.fen().startsWith(fen));
      for (let ply = 0; ply < moves.length; ply += 2) {
        play(exercise, moves[ply]);
        exercise.answer();
      }
      assert.deepEqual([exercise.isDone, exercise.mood], [true, "good"], `${each.key} ${number}`);
      assert.match(exercise.message, /^Well done! ./);
    }
    assert.ok(doneLessons().includes(`strategy.${each.key}`));
    exercise.close();
  }
});

test("a wrong move is explained in words and arrows, and is not played", async () => {
  const guard = course.find(({ key }) => key === "guard");
  assert.ok(guard);
  const exercise = new StrategyExercise(library, guard);
  const before = exercise.game.fen();
  const explained = happening(exercise, "explained");
  play(exercise, "b2b1");
  assert.equal(exercise.mood, "bad");
  assert.match((await explained).words ?? "", /^Not that one. This lets the wolf into the den/);
  assert.deepEqual([exercise.display().arrows.length, exercise.game.fen(), exercise.slips], [1, before, 1]);
  exercise.hint();
  assert.deepEqual([...exercise.display().marks], [[exercise.grid.square("b2"), "note"]]);
  exercise.close();
});
