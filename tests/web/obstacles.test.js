// Why a move is not allowed, as the page says it, against what the library says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { obstacleTo } from "../../src/jungle/web/page/game/obstacles.js";
import { expected, game } from "./page.js";

/** What the page says where the library names an obstacle. */
const SAME = /** @type {Record<string, string[]>} */ ({
  river: ["river", "river.jumper", "in water"],
  "own den": ["own den"],
  "own piece": ["own piece"],
  stronger: ["stronger", "immune", "in water", "from water"],
  blocked: ["blocked"],
  "too far": ["diagonal", "far", "jumpers", "no jump"],
  "face down": ["face down", "diagonal", "far"],
});

test("the page gives the same reasons for illegal moves as the library", () => {
  const seen = new Set();
  for (const { rules, fen, origin, target, reason } of expected.refused) {
    const played = game(rules, fen, { deal: null });
    const found = obstacleTo(played, origin, target);
    assert.ok(SAME[reason]?.includes(found?.code ?? ""), `${fen} ${origin} ${target}: ${reason}, ${found?.code}`);
    seen.add(found?.code);
    played.free();
  }
  assert.ok(seen.size > 6, [...seen].join());
});

const CASES = /** @type {[string, string, string, string[]][]} */ ([
  ["7/7/6c/7/7/7/1RD4/7/7 b", "c3c4", "river", ["c4"]],
  ["7/7/6c/7/7/7/1RL4/7/7 b", "c3c4", "river.jumper", ["c4"]],
  ["7/7/1w5/7/1r5/7/1LT4/7/7 b", "b3b7", "blocked", ["b5"]],
  ["7/7/7/7/7/3e3/3R3/1Er4/7 b", "b2c2", "immune", ["c2"]],
  ["7/7/7/7/7/3c3/2pPt2/7/7 b", "d3e3", "stronger", ["e3"]],
  ["7/7/7/7/7/1Rr4/1e5/7/7 b", "b4b3", "from water", ["b3"]],
  ["7/7/7/7/7/1r5/1E5/7/7 b", "b3b4", "in water", ["b4"]],
  ["7/7/6r/7/7/7/7/3D3/7 b", "d2d1", "own den", ["d1"]],
  ["7/7/6r/7/7/7/7/3D3/7 b", "d2e3", "diagonal", ["e3"]],
  ["7/7/6r/7/7/7/7/3D3/7 b", "d2d5", "far", ["d5"]],
  ["7/7/6r/7/7/7/1D5/7/7 b", "b3b7", "jumpers", ["b7"]],
  ["6r/7/7/7/7/7/7/6C/5DE b", "g1f1", "own piece", ["f1"]],
  ["l6/7/7/7/7/7/7/6C/5DE b", "g1g1", "stuck", ["g1"]],
]);

for (const [fen, move, code, squares] of CASES)
  test(`${move} in ${fen}: ${code}`, () => {
    const played = game("standard", fen);
    const [origin, target] = [move.slice(0, 2), move.slice(2)].map((name) => Number(played.grid.square(name)));
    const found = obstacleTo(played, origin, target);
    assert.deepEqual([found?.code, found?.squares.map((square) => played.grid.name(square))], [code, squares]);
    assert.equal(obstacleTo(played, Number(played.grid.square("d9")), target), null);
    played.free();
  });
