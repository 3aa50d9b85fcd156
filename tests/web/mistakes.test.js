import "./storage.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "../../src/jungle/web/page/game/address.js";
import { Analysis, worstMoves } from "../../src/jungle/web/page/game/analysis.js";
import {
  dropUnreadable,
  dueCards,
  keptCards,
  mistakeId,
  noteAnswer,
  noteMistakes,
} from "../../src/jungle/web/page/game/cards.js";
import { keepOwn } from "../../src/jungle/web/page/game/keeping.js";
import { DAY_MS } from "../../src/jungle/web/page/game/memory.js";
import { MistakePuzzle } from "../../src/jungle/web/page/game/mistake-puzzle.js";
import { readProgress } from "../../src/jungle/web/page/game/puzzles.js";
import { happening, inEnglish, library, play } from "./page.js";

inEnglish();
// Blue lets the elephant be taken with the third move.
const MOVES = "a3a4,g7g6,a4a5,c7c8,g3g4,g6g5";

/** @param {number[]} people */
async function reviewed(people) {
  const { tree } = readAddress(new URLSearchParams({ moves: MOVES }), library);
  const analysis = new Analysis(library, tree, people);
  const done = happening(analysis, "reviewed");
  analysis.startReview();
  await done;
  const { plies } = /** @type {import("../../src/jungle/web/page/engine/client.js").Review} */ (analysis.review);
  return { analysis, plies };
}

test("a review makes the mistakes of people here cards, once", async () => {
  const { analysis, plies } = await reviewed([0, 1]);
  const worst = worstMoves(plies, null);
  assert.ok(worst.length);
  assert.deepEqual([keptCards().length, analysis.newCards], [worst.length, worst.length]);
  analysis.close();
  const again = await reviewed([0, 1]);
  assert.deepEqual([keptCards().length, again.analysis.newCards], [worst.length, 0]);
  again.analysis.close();
});

test("in a game against another person, only one's own mistakes become cards", async () => {
  for (const side of [0, 1]) {
    const { analysis, plies } = await reviewed([side]);
    const sides = keptCards().map(({ id }) => "br".indexOf(id.split(" ")[3]));
    assert.equal(sides.length, worstMoves(plies, side).length);
    assert.ok(sides.every((each) => each === side));
    for (const card of keptCards()) noteAnswer(card.id, true);
    localStorage.removeItem("jungle.cards");
    analysis.close();
  }
});

test("an imported game makes cards once its reader says which side was theirs", async () => {
  const { analysis, plies } = await reviewed([]);
  assert.deepEqual(keptCards(), []);
  analysis.claim([0, 1]);
  assert.equal(analysis.newCards, worstMoves(plies, null).length);
  assert.equal(keptCards().length, analysis.newCards);
  analysis.open(readAddress(new URLSearchParams({ moves: MOVES }), library).tree);
  assert.deepEqual(analysis.people, []);
  analysis.close();
});

test("a position has the same card whenever it comes up, and the face-down game keeps what is hidden", () => {
  assert.equal(mistakeId("standard", "7/7/R6 b 3 12"), mistakeId("standard", "7/7/R6 b 0 1"));
  assert.equal(mistakeId("flip", "????/4 r 5 RCd"), "game flip ????/4 r 0 RCd");
  const move = "a1a2";
  const cards = [1, 2].map((number) => ({ id: mistakeId("standard", `7/7/R6 b 0 ${number}`), move, theme: "plan" }));
  assert.equal(noteMistakes(cards), 1);
});

test("a mistake that cannot be opened is dropped, and the others come back", () => {
  keepOwn("cards", undefined);
  const fen = "2E1L2/7/7/7/7/7/7/3r3/7 b 0 1";
  const [kept, gone, damaged, illegal] = [
    mistakeId("standard", fen),
    mistakeId("house rules of last year", fen),
    mistakeId("standard", "2E1L2/7/7 b 0 1"),
    mistakeId("standard", "E3L2/7/7/7/7/7/7/3r3/7 b 0 1"),
  ];
  noteMistakes(
    [kept, gone, damaged, illegal].map((id) => ({ id, move: "c9d9", theme: "run" })),
    0,
  );
  noteAnswer("a puzzle", false, 0);
  assert.deepEqual([dropUnreadable(library), dropUnreadable(library)], [3, 0]);
  assert.deepEqual(
    keptCards()
      .map(({ id }) => id)
      .sort(),
    ["a puzzle", kept],
  );
});

test("a mistake comes back as a puzzle, which any move as good solves", async () => {
  // Elephant and lion reach the den with one step to the side.
  const id = mistakeId("standard", "2E1L2/7/7/7/7/7/7/3r3/7 b 0 1");
  noteMistakes([{ id, move: "c9d9", theme: "run" }], 0);
  const [data] = dueCards([], DAY_MS);
  assert.deepEqual([data.id, data.moves, data.rules], [id, ["c9d9"], "standard"]);
  /** @param {string} text */
  const attempt = async (text) => {
    /** @type {boolean[]} */
    const tries = [];
    const onTried = (/** @type {boolean} */ isSolved) => {
      tries.push(isSolved);
      return readProgress({});
    };
    keepOwn("puzzle", undefined); // Otherwise the attempt before would continue.
    const puzzle = new MistakePuzzle(library, dueCards([], DAY_MS)[0], { progress: readProgress({}), onTried });
    const judged = Promise.race([happening(puzzle, "done"), happening(puzzle, "wrong")]);
    play(puzzle, text);
    await judged;
    puzzle.close();
    return tries;
  };
  assert.deepEqual(await attempt("c9d9"), [true]);
  assert.deepEqual(await attempt("e9d9"), [true]);
  assert.deepEqual(await attempt("c9c8"), [false]);
});
