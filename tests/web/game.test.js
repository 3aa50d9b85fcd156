import assert from "node:assert/strict";
import { test } from "node:test";
import { notation, uci } from "../../src/jungle/web/page/game/game.js";
import { chooseLine } from "../../src/jungle/web/page/game/strength.js";
import { fen, JUNGLE_GRID, parseFen } from "../../src/jungle/web/page/game/text.js";
import { game } from "./page.js";

const START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1";

test("positions are read and written alike", () => {
  assert.equal(fen(parseFen(START)), START);
  assert.equal(fen(parseFen("7/7/7/7/7/7/7/7/R6 r")), "7/7/7/7/7/7/7/7/R6 r 0 1");
});

test("bad positions are named", () => {
  const wrong = {
    "7/7/7 b": /9 ranks/,
    "8/7/7/7/7/7/7/7/7 b": /8 squares/,
    "x6/7/7/7/7/7/7/7/7 b": /'x' in rank 9/,
    "7/7/7/7/7/7/7/7/7 z": /b or r/,
    "7/7/7/7/7/7/7/7/7 b -1": /quiet/,
    "7/7/7/7/7/7/7/7/7 b 0 0": /move number/,
    "": /expected/,
  };
  for (const [text, message] of Object.entries(wrong)) assert.throws(() => parseFen(text), message);
});

test("a game is played, taken back and played again", () => {
  const played = game("standard");
  assert.equal(played.legalMoves().length, 24);
  assert.ok(played.playText("a3a4"));
  assert.ok(!played.playText("a3a4"));
  assert.equal(played.fen(), "l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L r 1 1");
  assert.ok(played.playText("g7g6"));
  assert.equal(played.fen().split(" ")[3], "2");
  assert.deepEqual(played.moves.map(uci), ["a3a4", "g7g6"]);
  assert.deepEqual(played.moves.map(notation), ["8-a4", "8-g6"]);
  assert.ok(played.undo());
  assert.ok(played.redo());
  assert.ok(!played.redo());
  assert.ok(played.undo() && played.undo() && !played.undo());
  assert.equal(played.fen(), START);
  played.free();
});

test("a den entered, a third repetition and a resignation end the game", () => {
  const den = game("standard", "7/3E3/7/7/7/7/7/r6/7 b");
  den.playText("d8d9");
  assert.deepEqual(den.outcome(), { winner: 0, reason: "den" });
  assert.deepEqual(den.legalMoves(), []);
  const again = game("standard");
  for (const move of ["a3a4", "g7g6", "a4a3", "g6g7", "a3a4", "g7g6", "a4a3", "g6g7"]) again.playText(move);
  assert.equal(again.repetitions(), 3);
  assert.deepEqual(again.outcome(), { winner: null, reason: "repetition" });
  const given = game("standard");
  given.resign(0);
  assert.deepEqual(given.outcome(), { winner: 1, reason: "resignation" });
  assert.ok(given.undo() && !given.outcome());
});

test("a level that sees a win plays it", () => {
  const line = (/** @type {number} */ score, winIn = 0) => /** @type {any} */ ({ score, winIn, moves: [score] });
  const level = { nodes: 1, lines: 6, blur: 1000, openingMargin: 0, evaluation: 1 };
  assert.equal(chooseLine([line(0, 3), line(50)], level, 20, Math.random).winIn, 3);
  const steady = { ...level, blur: 0, openingMargin: 10 };
  assert.equal(chooseLine([line(50), line(45), line(0)], steady, 20, () => 0.99).score, 50);
  assert.equal(chooseLine([line(50), line(45), line(0)], steady, 2, () => 0.99).score, 45);
});

test("squares have names", () => {
  assert.equal(JUNGLE_GRID.name(59), "d9");
  assert.equal(JUNGLE_GRID.square("D9"), 59);
  assert.equal(JUNGLE_GRID.square("h1"), undefined);
});
