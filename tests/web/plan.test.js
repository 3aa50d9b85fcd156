import assert from "node:assert/strict";
import { test } from "node:test";
import { LINE_LIMIT, Plan } from "../../src/jungle/web/page/online/plan.js";
import { game, inEnglish, play } from "./page.js";

inEnglish();

/** After Blue's a3a4, by Blue. @param {string[][]} [lines] */
function planned(lines) {
  const played = game("standard");
  played.playText("a3a4");
  return { played, plan: new Plan(played, lines) };
}

test("lines are played on the board, for both sides", () => {
  const { played, plan } = planned();
  play(plan, "g7g6");
  assert.deepEqual([plan.isAnswer, plan.lines], [true, []]);
  play(plan, "a4a5", "g6g5", "a5a6");
  assert.deepEqual(plan.lines, [["g7g6", "a4a5", "g6g5", "a5a6"]]);
  assert.equal(plan.game.length, 5);
  assert.equal(played.length, 1, "the game itself is untouched");
});

test("going back and playing another move of the opponent makes a branch, another answer replaces the first", () => {
  const { plan } = planned([["g7g6", "a4a5", "g6g5", "a5a6"]]);
  play(plan, "g7f7", "c3d3");
  assert.deepEqual(plan.lines, [
    ["g7g6", "a4a5", "g6g5", "a5a6"],
    ["g7f7", "c3d3"],
  ]);
  plan.back();
  play(plan, "a4a5");
  assert.deepEqual(plan.lines[1], ["g7f7", "a4a5"]);
  plan.go(plan.tree.root);
  play(plan, "g7g6", "a4a5", "a7a6");
  assert.deepEqual(plan.lines[0], ["g7g6", "a4a5", "g6g5", "a5a6"], "a move without an answer is left out");
  assert.equal(plan.leaves.length, 3);
});

test("a line is removed as far as it belongs to no other", () => {
  const { plan } = planned([
    ["g7g6", "a4a5", "g6g5", "a5a6"],
    ["g7g6", "a4a5", "g6g7", "c3d3"],
    ["g7f7", "c3d3"],
  ]);
  const [first, , last] = plan.leaves;
  assert.deepEqual(
    plan.movesTo(first).map(({ target }) => plan.grid.name(target)),
    ["g6", "a5", "g5", "a6"],
  );
  plan.remove(last);
  assert.equal(plan.lines.length, 2);
  plan.remove(first);
  assert.deepEqual(plan.lines, [["g7g6", "a4a5", "g6g7", "c3d3"]]);
  plan.remove(plan.leaves[0]);
  assert.deepEqual(plan.lines, []);
  assert.equal(plan.depth, 0);
});

test("a line ends after as many plies as the server takes", () => {
  const { plan } = planned();
  for (let ply = 0; ply < LINE_LIMIT + 2; ply += 1) {
    const next = plan.game.legalMoves().find(({ target }) => !plan.game.moves.some((move) => move.target === target));
    if (next) plan.play(next.origin, next.target);
  }
  assert.equal(plan.depth, LINE_LIMIT);
  assert.equal(plan.mayMove, false);
  assert.equal(plan.lines[0].length, LINE_LIMIT);
});

test("nothing is planned beyond a flip", () => {
  const face = game("flip", undefined, { deal: null });
  const plan = new Plan(face);
  assert.equal(plan.targets().size, 0);
  const [flip] = face.legalMoves();
  plan.play(flip.origin, flip.target);
  assert.equal(plan.depth, 0);
});
