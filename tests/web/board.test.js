import assert from "node:assert/strict";
import { test } from "node:test";
import { change, EMPTY, place, press, reading, squareAt, step } from "../../src/jungle/web/page/board/state.js";

const TARGETS = new Map([
  [14, [21, 15]],
  [20, [13]],
]);
const state = change(EMPTY, { targets: TARGETS });

test("squares are seen from either side", () => {
  assert.deepEqual(place(state, 0), { column: 0, row: 8 });
  assert.deepEqual(place(change(state, { turned: true }), 0), { column: 6, row: 0 });
  for (const turned of [false, true]) {
    const seen = change(state, { turned });
    reading(seen)
      .flat()
      .forEach((square) => {
        const { column, row } = place(seen, square);
        assert.equal(squareAt(seen, column, row), square);
      });
  }
  assert.equal(squareAt(state, 7, 0), null);
});

test("a piece is picked up, put back, exchanged for another, and moved", () => {
  const up = press(state, 14);
  assert.equal(up.state.selected, 14);
  assert.equal(press(up.state, 14).state.selected, null);
  assert.equal(press(up.state, 20).state.selected, 20);
  const moved = press(up.state, 21);
  assert.deepEqual(moved.choice, { origin: 14, target: 21 });
  assert.equal(moved.state.selected, null);
});

test("a square that is not a target is reported, and drops the piece", () => {
  const pressed = press(press(state, 14).state, 40);
  assert.deepEqual(pressed.refused, { origin: 14, target: 40 });
  assert.equal(pressed.state.selected, null);
  assert.equal(press(state, 40).refused, null);
});

test("a piece that can only be turned up needs one press", () => {
  const flip = change(EMPTY, { files: 4, ranks: 4, targets: new Map([[5, [5]]]) });
  assert.deepEqual(press(flip, 5).choice, { origin: 5, target: 5 });
});

test("the cursor moves as on the screen and stops at the edge", () => {
  assert.equal(step(state, 1, 0).cursor, 1);
  assert.equal(step(state, 0, -1).cursor, 7);
  assert.equal(step(state, -1, 0).cursor, 0);
  assert.equal(step(change(state, { turned: true }), -1, 0).cursor, 1);
});

test("a selection that is no longer possible is dropped", () => {
  const up = press(state, 14).state;
  assert.equal(change(up, { targets: new Map() }).selected, null);
});
