import assert from "node:assert/strict";
import { test } from "node:test";
import {
  attacksWords,
  lastWords,
  piecesWords,
  squareAnswer,
  turnWords,
} from "../../src/jungle/web/page/game/answers.js";
import { learnTerrain } from "../../src/jungle/web/page/game/showing.js";
import { game, inEnglish, library } from "./page.js";

inEnglish();
learnTerrain(Object.values(library.games));
const shown = game("standard", "2r4/7/7/7/7/7/7/e6/L1C4 b");

test("questions about a game are answered in words", () => {
  assert.equal(piecesWords(shown, 0), "Blue: lion a1, cat c1.");
  assert.equal(piecesWords(shown, 1), "Red: elephant a2, rat c9.");
  assert.match(lastWords(shown), /^No moves yet/);
  assert.equal(attacksWords(shown, 0), "elephant a2 attacks lion a1.");
  assert.match(turnWords(shown, null), /^Blue to move/);
  assert.match(turnWords(shown, 0), /^Your turn/);
});

test("a square is answered with what is there, where it can go and who attacks it", () => {
  const square = (/** @type {string} */ name) => squareAnswer(shown, Number(shown.grid.square(name)));
  assert.equal(square("a1"), "a1, blue lion. Can go to b1. Attacked by elephant a2");
  assert.match(square("c1"), /^c1, blue cat, blue trap/);
});
