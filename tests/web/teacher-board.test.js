import assert from "node:assert/strict";
import { test } from "node:test";
import { ClassQuestion } from "../../src/jungle/web/page/online/class-question.js";
import { TeacherBoard } from "../../src/jungle/web/page/online/teacher-board.js";
import { happening, inEnglish, library, play } from "./page.js";

inEnglish();

/** A class whose teacher and pupil share one server, which the test plays. */
function lesson() {
  /** @type {any[]} */
  const sent = [];
  /** @type {any} */
  const followed = {
    shown: { board: null, boardVersion: 0, pupils: [], answers: [], answer: null, games: [], isPaused: false },
    path: (/** @type {string} */ rest) => rest,
    take: (/** @type {any} */ changes) => Object.assign(followed.shown, changes),
    post: async (/** @type {string} */ path, /** @type {any} */ body) => {
      if (body.move === followed.refused) throw new Error("refused");
      sent.push([path, body]);
    },
    server: {
      put: async (/** @type {string} */ path, /** @type {any} */ body) => {
        sent.push([path, structuredClone(body)]);
        return { version: sent.length };
      },
    },
  };
  const start = { rules: "standard", fen: library.usual.start, moves: ["a3a4", "g7g6", "a4a5"], ply: 1 };
  return { followed, sent, teacher: new TeacherBoard(library, followed, start) };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 250));

test("moves are played and looked through, and nothing is sent before the board is shown", async () => {
  const { teacher, sent } = lesson();
  teacher.look(3);
  assert.equal(teacher.game.length, 3);
  teacher.look(1);
  play(teacher, "g7f7");
  assert.deepEqual(teacher.moves, ["a3a4", "g7f7"]);
  await soon();
  assert.equal(sent.length, 0);
  await teacher.show(true);
  assert.deepEqual([sent[0][1].board.moves, sent[0][1].board.ply], [["a3a4", "g7f7"], 2]);
  teacher.close();
});

test("games stop while the board is shown, and continue afterwards unless they were paused before", async () => {
  const pauses = (/** @type {any[]} */ sent) =>
    sent.filter(([path]) => path === "/pause").map(([, { paused }]) => paused);
  const { teacher, sent, followed } = lesson();
  followed.refused = "nothing";
  followed.shown.games = [{ status: "started" }];
  await teacher.show(true);
  await teacher.ask();
  assert.equal(sent[0][0], "/pause"); // Before the board: pupils are called only from games that have stopped.
  await teacher.show(false);
  assert.deepEqual(pauses(sent), [true, false]);
  followed.shown.isPaused = true;
  await teacher.show(true);
  await teacher.show(false);
  assert.deepEqual(pauses(sent), [true, false]);
  teacher.close();
});

test("several changes in a moment are sent as one", async () => {
  const { teacher, sent } = lesson();
  await teacher.show(true);
  play(teacher, "g7g6", "a4a5", "g6g5");
  await soon();
  assert.equal(sent.length, 2);
  assert.equal(sent[1][1].board.ply, 4);
  teacher.close();
});

test("drawings are toggled, sent, and cleared with the next position", () => {
  const { teacher } = lesson();
  teacher.setMode("draw");
  teacher.colour = "red";
  play(teacher, "a1b2", "c3c3");
  assert.deepEqual(teacher.value().arrows, [["a1", "b2", "red"]]);
  assert.deepEqual(teacher.value().circles, [["c3", "red"]]);
  play(teacher, "a1b2");
  assert.deepEqual(teacher.value().arrows, []);
  assert.equal(teacher.display().sketch?.length, 1);
  teacher.setMode("move");
  play(teacher, "g7g6");
  assert.deepEqual(teacher.value().circles, []);
  teacher.close();
});

test("pupils who are asked see neither later moves nor the solution before it is revealed", async () => {
  const { teacher, sent } = lesson();
  teacher.setMode("answer");
  play(teacher, "g7g6", "g7f7", "g7f7");
  assert.deepEqual(teacher.solution, ["g7g6"]);
  const shown = () => sent.at(-1)[1].board;
  await teacher.ask();
  assert.deepEqual([shown().ask, shown().moves], [true, ["a3a4"]]);
  assert.equal(teacher.mode, "move");
  play(teacher, "g7g6");
  teacher.look(0);
  assert.equal(teacher.game.length, 1, "the position stays while pupils think");
  await teacher.reveal();
  assert.deepEqual([shown().ask, shown().solution], [false, ["g7g6"]]);
  assert.equal(teacher.display().arrows.length, 1);
  teacher.close();
});

test("the engine finds the answer without showing it", async () => {
  const { teacher } = lesson();
  teacher.take({ rules: "standard", fen: "7/3E3/7/7/7/7/7/r6/7 b", moves: [], ply: 0 });
  await teacher.search();
  assert.deepEqual(teacher.solution, ["d8d9"]);
  assert.equal(teacher.display().arrows.length, 0);
  assert.throws(() => teacher.take({ rules: "standard", fen: "nonsense", moves: [], ply: 0 }));
  assert.match(teacher.game.fen(), /^7\/3E3/, "what cannot be read leaves the board alone");
  teacher.close();
});

test("a pupil answers by a move, may change it, and learns what was right", async () => {
  const { followed, teacher, sent } = lesson();
  const pupil = new ClassQuestion(library, followed);
  assert.ok(!pupil.board && !pupil.mayMove);
  teacher.setMode("answer");
  play(teacher, "g7g6");
  await teacher.ask();
  const asked = happening(pupil, "asked");
  pupil.update();
  assert.equal((await asked).sound, "hint");
  assert.ok(pupil.isTurned, "it is Red's move");
  play(pupil, "g7f7");
  assert.deepEqual(sent.at(-1), ["/answer", { version: 1, move: "g7f7" }]);
  assert.equal(pupil.game.length, 1, "an answer is not played");
  assert.equal(pupil.display().arrows.length, 1);
  play(pupil, "g7g6");
  assert.equal(pupil.answer, "g7g6");
  followed.refused = "g7f7";
  const failed = happening(pupil, "failed");
  play(pupil, "g7f7");
  assert.equal((await failed).words, "refused");
  assert.equal(pupil.answer, "g7g6");
  assert.equal(pupil.isRight, null);
  followed.shown.boardVersion = 1; // A revealed answer leaves the version as it is.
  followed.shown.board = { ...followed.shown.board, ask: false };
  pupil.update();
  assert.deepEqual([pupil.isRight, pupil.mayMove], [true, false]);
  followed.take({ board: null });
  pupil.update();
  assert.equal(pupil.board, null);
  pupil.close();
  teacher.close();
});
