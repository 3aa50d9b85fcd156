import "./storage.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Puzzle } from "../../src/jungle/web/page/game/puzzle.js";
import { parsePuzzles, progressAfter, readProgress } from "../../src/jungle/web/page/game/puzzles.js";
import { happening, inEnglish, library, play, read } from "./page.js";

inEnglish();
const puzzles = parsePuzzles(read("data/puzzles.jsonl").toString());
const find = (/** @type {string} */ id) => {
  const found = puzzles.find((each) => each.id === id);
  assert.ok(found);
  return found;
};
const long = /** @type {typeof puzzles[number]} */ (puzzles.find(({ moves }) => moves.length >= 5));

/** @param {typeof puzzles[number]} data */
function open(data) {
  let progress = readProgress({ solved: ["another"] });
  /** @type {boolean[]} */
  const tries = [];
  const onTried = (/** @type {boolean} */ isSolved) => {
    tries.push(isSolved);
    progress = progressAfter(progress, data, isSolved);
    return progress;
  };
  return { puzzle: new Puzzle(library, data, { progress, onTried }), tries };
}

test("a puzzle says its task, praises a right move, and answers it", async () => {
  const { puzzle, tries } = open(long);
  assert.match(puzzle.task, /to move/);
  const answered = happening(puzzle, "answer");
  play(puzzle, long.moves[0]);
  assert.equal(puzzle.message, "Right! Keep going.");
  assert.equal(puzzle.mayMove, false);
  await answered;
  assert.equal(puzzle.game.length, 2);
  assert.ok(puzzle.mayMove);
  assert.deepEqual(tries, []);
  puzzle.close();
});

test("a wrong move is not played, is marked, and costs rating once", () => {
  const { puzzle, tries } = open(long);
  const wrong = puzzle.game.legalMoves().find(({ origin, target }) => {
    const right = puzzle.game.parse(long.moves[0]);
    return origin !== right?.origin || target !== right.target;
  });
  assert.ok(wrong);
  puzzle.play(wrong.origin, wrong.target);
  assert.deepEqual([puzzle.game.length, puzzle.mood, puzzle.isDone], [0, "bad", false]);
  assert.deepEqual([...puzzle.display().marks], [[wrong.target, "bad"]]);
  assert.ok(puzzle.gain < 0);
  const { gain } = puzzle;
  puzzle.play(wrong.origin, wrong.target);
  assert.equal(puzzle.gain, gain);
  assert.deepEqual(tries, [false, false]);
  assert.equal(puzzle.progress.streak, 0);
  puzzle.close();
});

test("a reload in the middle of a puzzle loses nothing", () => {
  const first = open(long).puzzle;
  play(first, long.moves[0]);
  first.answer();
  first.close();
  const again = open(long).puzzle;
  assert.equal(again.game.length, 2);
  assert.ok(again.mayMove && !again.isSpoilt);
  again.close();
  const other = open(find("00e007")).puzzle;
  assert.equal(other.game.length, 0, "another puzzle starts at its beginning");
  other.close();
});

test("a hint points at the piece and spoils the puzzle; another try starts over", () => {
  const { puzzle, tries } = open(long);
  puzzle.hint();
  const right = puzzle.game.parse(long.moves[0]);
  assert.deepEqual([...puzzle.display().marks], [[right?.origin, "note"]]);
  assert.deepEqual([puzzle.isSpoilt, tries], [true, [false]]);
  play(puzzle, long.moves[0]);
  puzzle.restart();
  assert.deepEqual([puzzle.game.length, puzzle.message, puzzle.isDone], [0, "", false]);
  puzzle.close();
});

test("the solution is shown move by move, and costs rating once", async () => {
  const { puzzle, tries } = open(long);
  const shown = happening(puzzle, "shown");
  puzzle.reveal();
  assert.equal(puzzle.game.length, 1);
  assert.equal((await shown).words, puzzle.message);
  assert.equal(puzzle.game.length, long.moves.length);
  assert.deepEqual([puzzle.isDone, puzzle.mayMove, tries], [true, false, [false]]);
  puzzle.close();
});

test("a solved puzzle says why, and shows why another move fails", async () => {
  const { puzzle } = open(find("00e007"));
  play(puzzle, "e8d8");
  const explained = happening(puzzle, "explained");
  play(puzzle, find("00e007").moves[0]);
  assert.equal(puzzle.message, "Solved!");
  assert.match((await explained).words ?? "", /Solved! This opens the way to the den and wins in 4 moves\./);
  const { compared } = puzzle;
  assert.equal(compared && puzzle.grid.name(compared.other.target), "d8", "the move that was tried");
  assert.equal(compared?.reply?.target, compared?.other.target, "Red takes it");
  const { game } = puzzle.display();
  puzzle.lookAside();
  const aside = puzzle.display();
  assert.match(aside.game.fen(aside.ply), /^5t1\/2pL3/);
  assert.equal(aside.arrows.length, 1);
  puzzle.lookAside();
  assert.equal(puzzle.display().game, game);
  puzzle.close();
});

test("a puzzle that is left ends what it was about to do", async () => {
  const { puzzle } = open(long);
  play(puzzle, long.moves[0]);
  puzzle.close();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.ok(puzzle.isClosed);
});
