import assert from "node:assert/strict";
import { test } from "node:test";
import { keepOwn, keptOwn, setProgressOwner } from "../../src/jungle/web/page/game/keeping.js";
import { keepDone } from "../../src/jungle/web/page/game/practice.js";
import {
  allItems,
  claim,
  markSent,
  mayClaim,
  mergeItems,
  noteTry,
  onProgress,
  takeItems,
  unsentItems,
} from "../../src/jungle/web/page/game/progress.js";
import { beaten, collected, keepBeaten, keepUnbeaten } from "../../src/jungle/web/page/game/stickers.js";
import "./storage.js";

const item = (/** @type {any} */ given) => ({
  kind: "puzzle",
  key: "p",
  stars: 0,
  tries: 1,
  firstTry: false,
  ms: 0,
  at: null,
  ...given,
});

test("tries are counted until it is done, and only then are there stars", () => {
  noteTry("puzzle", "p", { isDone: false, ms: 1000 });
  assert.deepEqual(unsentItems(), [item({ ms: 1000 })]);
  noteTry("puzzle", "p", { isDone: true, ms: 500 });
  const [done] = unsentItems();
  assert.deepEqual([done.tries, done.stars, done.firstTry, done.ms], [2, 2, false, 1500]);
  assert.ok(done.at);
  noteTry("puzzle", "p", { isDone: false });
  assert.deepEqual(unsentItems(), [done]);
});

test("three stars are for the first try, and a page left open does not count as thinking", () => {
  noteTry("lesson", "jungle.den", { isDone: true, ms: 1e9 });
  noteTry("lesson", "jungle.rat", { isDone: true, mistakes: 7 });
  const [den, rat] = unsentItems();
  assert.deepEqual([den.stars, den.firstTry, den.ms], [3, true, 3_600_000]);
  assert.deepEqual([rat.stars, rat.firstTry, rat.tries], [1, false, 8]);
});

test("progress from two devices is merged, and the earlier first try counts", () => {
  const one = item({ stars: 1, tries: 3, ms: 10, at: 200 });
  const other = item({ stars: 3, tries: 1, firstTry: true, ms: 40, at: 100 });
  const merged = item({ stars: 3, tries: 3, firstTry: true, ms: 40, at: 100 });
  assert.deepEqual(mergeItems(one, other), merged);
  assert.deepEqual(mergeItems(other, one), merged);
  assert.deepEqual(mergeItems(item({}), other).at, 100);
  const same = item({ stars: 1, at: 100 });
  assert.ok(mergeItems(same, other).firstTry && mergeItems(other, same).firstTry);
});

test("sent progress is not sent again, unless it has grown meanwhile", () => {
  noteTry("puzzle", "p", { isDone: false });
  const sent = unsentItems();
  noteTry("puzzle", "p", { isDone: true });
  markSent(sent);
  assert.equal(unsentItems().length, 1);
  markSent(unsentItems());
  assert.deepEqual(unsentItems(), []);
});

test("progress from the server shows in the album and the lists", () => {
  const told = [
    item({ key: "a", at: 5 }),
    item({ key: "b" }),
    item({ kind: "lesson", key: "jungle.den", at: 5 }),
    item({ kind: "level", key: "jungle.4", at: 5 }),
    { kind: "nonsense", key: "x", tries: 1 },
    null,
  ];
  assert.ok(takeItems(told));
  assert.ok(!takeItems(told));
  assert.deepEqual(beaten(), ["jungle.4"]);
  assert.deepEqual([collected().lessons, collected().solved], [1, 1]);
  assert.deepEqual(keptOwn("puzzles").failed, ["b"]);
  assert.deepEqual(unsentItems(), []);
  assert.ok(!takeItems("damaged"));
});

test("another user on the same device starts without progress", () => {
  setProgressOwner("brave-otter-27");
  keepDone("jungle.den");
  assert.ok(keepBeaten("jungle", "3"));
  setProgressOwner("calm-owl-3");
  assert.deepEqual([collected().lessons, beaten(), allItems()], [0, [], []]);
  setProgressOwner("brave-otter-27");
  assert.deepEqual([collected().lessons, beaten()], [1, ["jungle.3"]]);
  setProgressOwner("");
  assert.deepEqual(allItems(), []);
});

test("the device's own progress goes to the first account that says yes", () => {
  keepOwn("lessons", ["jungle.den"]); // From before tries were counted.
  keepOwn("puzzles", { rating: 1234, solved: ["a"], failed: ["b"] });
  keepUnbeaten("jungle", "2");
  assert.ok(!mayClaim()); // Nobody is logged in.
  setProgressOwner("ann");
  assert.ok(mayClaim());
  claim(false);
  assert.ok(!mayClaim());
  assert.deepEqual(allItems(), []);
  setProgressOwner("ben");
  assert.ok(mayClaim());
  let told = 0;
  const unbind = onProgress(() => {
    told += 1;
  });
  claim(true);
  unbind();
  assert.equal(told, 1);
  assert.deepEqual([collected().lessons, collected().solved, keptOwn("puzzles").rating], [1, 1, 1234]);
  assert.deepEqual(
    unsentItems()
      .map(({ key }) => key)
      .sort(),
    ["a", "b", "jungle.2", "jungle.den"],
  );
  setProgressOwner("cleo");
  assert.ok(!mayClaim());
  setProgressOwner("");
  assert.deepEqual(allItems(), []);
});

test("a browser that keeps nothing still plays", () => {
  const kept = globalThis.localStorage;
  globalThis.localStorage = /** @type {any} */ (null);
  keepDone("jungle.den");
  assert.deepEqual(allItems(), []);
  globalThis.localStorage = kept;
});
