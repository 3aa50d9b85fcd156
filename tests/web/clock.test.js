import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, clockText, isLow } from "../../src/jungle/web/page/game/clock.js";

/** A clock on a wall that the test turns. */
function wall(times = [60_000, 60_000], increment = 2000) {
  const at = { ms: 0 };
  return { at, clock: new Clock({ times: /** @type {[number, number]} */ (times), increment }, () => at.ms) };
}

test("time runs for one side at a time, and a move adds its increment", () => {
  const { at, clock } = wall();
  clock.start(0);
  at.ms = 10_000;
  assert.equal(clock.remaining(0), 50_000);
  assert.equal(clock.remaining(1), 60_000);
  clock.press(0);
  assert.equal(clock.remaining(0), 52_000);
  at.ms = 15_000;
  assert.equal(clock.remaining(0), 52_000);
  assert.equal(clock.remaining(1), 55_000);
});

test("a paused clock stands still, and its saved state can be resumed", () => {
  const { at, clock } = wall();
  clock.start(1);
  at.ms = 7000;
  clock.pause();
  at.ms = 99_000;
  assert.deepEqual(clock.state(), { times: [60_000, 53_000], increment: 2000 });
  clock.start(1);
  clock.start(1);
  at.ms = 100_000;
  assert.equal(clock.remaining(1), 52_000);
});

test("a side whose time has run out is reported, and gets no increment", () => {
  const { at, clock } = wall([1000, 1000]);
  clock.start(0);
  assert.equal(clock.flagged(), null);
  at.ms = 5000;
  assert.equal(clock.flagged(), 0);
  clock.press(0);
  assert.equal(clock.remaining(0), 0);
});

test("times are shown in minutes, and in tenths at the end", () => {
  assert.equal(clockText(300_000), "5:00");
  assert.equal(clockText(299_100), "5:00");
  assert.equal(clockText(61_000), "1:01");
  assert.equal(clockText(9400), "0:09.4");
  assert.equal(clockText(0), "0:00.0");
  assert.ok(isLow(19_000) && !isLow(21_000));
});
