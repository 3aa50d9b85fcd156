import assert from "node:assert/strict";
import { test } from "node:test";
import {
  attacksWords,
  dangerWords,
  denWords,
  lastWords,
  piecesWords,
  squareAnswer,
  startWords,
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

test("an enemy that can enter the den attacks it", () => {
  const threatened = game("standard", "7/7/7/7/7/7/7/2l4/E5C r");
  const at = (/** @type {string} */ name) => Number(threatened.grid.square(name));
  assert.equal(attacksWords(threatened, 0), "Nothing of yours is attacked.");
  threatened.play(at("c2"), at("c1"));
  assert.equal(attacksWords(threatened, 0), "lion c1 can enter the blue den d1.");
  assert.equal(dangerWords(threatened), "Danger: lion c1 can enter the blue den d1");
  assert.equal(denWords(threatened, 0), "d1, blue den. lion c1 can enter the blue den d1.");
  assert.equal(denWords(threatened, 1), "d9, red den. No enemy can enter it next move.");
  assert.match(squareAnswer(threatened, at("d1")), /^d1, blue den.*Attacked by lion c1$/);
  assert.equal(denWords(game("flip"), 0), "There are no dens in this game.");
  assert.equal(dangerWords(game("flip")), "");
});

test("an empty square is said to be empty", () => {
  assert.equal(squareAnswer(shown, Number(shown.grid.square("d5"))), "d5, empty");
  assert.equal(squareAnswer(shown, Number(shown.grid.square("b4"))), "b4, water, empty");
});

test("a board that is opened says who plays, the last move and whose turn it is", () => {
  const played = game("standard");
  assert.equal(startWords(played, 0), "You play Blue. Your turn. Blue to move. Move 1.");
  assert.equal(startWords(played, null), "Blue to move. Move 1.");
  played.playText("a3a4");
  assert.equal(startWords(played, 0), "You play Blue. Blue: elephant a3 to a4. Red to move. Move 1.");
});
