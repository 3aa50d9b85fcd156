import assert from "node:assert/strict";
import { test } from "node:test";
import { worstMoves } from "../../src/jungle/web/page/game/analysis.js";
import { countVerdicts, graphPoints } from "../../src/jungle/web/page/views/analyse/review.js";

test("the graph begins in the middle and ends with the last ply", () => {
  const plies = [
    { ply: 1, share: 1 },
    { ply: 2, share: 0 },
  ];
  assert.deepEqual(graphPoints(plies, 2), [
    { x: 0, y: 40 },
    { x: 150, y: 0 },
    { x: 300, y: 80 },
  ]);
  assert.deepEqual(graphPoints([], 0), [{ x: 0, y: 40 }]);
});

test("verdicts are counted by side", () => {
  const plies = [
    { side: 0, verdict: "blunder" },
    { side: 1, verdict: "best" },
    { side: 0, verdict: "blunder" },
  ];
  assert.deepEqual(
    countVerdicts(plies, 0).map(({ count }) => count),
    [0, 0, 2],
  );
  assert.ok(countVerdicts(plies, 1).every(({ count }) => !count));
});

test("a person learns from their own mistakes, a reader from both sides'", () => {
  const better = /** @type {any} */ ({ origin: 0, target: 1 });
  const plies = [
    { side: 0, verdict: "blunder", better },
    { side: 1, verdict: "mistake", better },
    { side: 0, verdict: "best", better: null },
  ];
  assert.deepEqual(worstMoves(plies, 0), [plies[0]]);
  assert.deepEqual(worstMoves(plies, 1), [plies[1]]);
  assert.equal(worstMoves(plies, null).length, 2);
});
