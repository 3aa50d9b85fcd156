import "./storage.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepOwn, setProgressOwner } from "../../src/jungle/web/page/game/keeping.js";
import { readProgress } from "../../src/jungle/web/page/game/puzzles.js";
import {
  claimRecords,
  keepPuzzleProgress,
  onRecords,
  puzzleProgress,
  unsentRecords,
} from "../../src/jungle/web/page/game/records.js";
import { ProgressSync, RECORDS } from "../../src/jungle/web/page/online/progress.js";

/** A server with records, and what is sent to it. @param {any[]} records */
function setUp(records) {
  setProgressOwner("ann");
  keepOwn("puzzles", undefined);
  keepOwn("records", undefined);
  /** @type {any} */
  const server = {
    account: { name: "ann" },
    /** @type {any[]} */
    sent: [],
    get: async () => ({ records }),
    put: async (/** @type {string} */ _path, /** @type {any} */ body) => {
      server.sent.push(...body.records);
      return { records: body.records };
    },
  };
  return { server, sync: new ProgressSync(server, () => undefined, RECORDS) };
}

test("a newcomer has no records", () => {
  setUp([]);
  assert.deepEqual(unsentRecords(), []);
});

test("the higher bests stay, and the rating that is based on more puzzles", async () => {
  const { server, sync } = setUp([
    { name: "rating", value: 700, count: 60 },
    { name: "sprint", value: 12, count: 0 },
    { name: "run", value: 3, count: 0 },
    { name: "height", value: 180, count: 0 },
  ]);
  keepOwn("puzzles", readProgress({ rating: 900, rated: 5, best: 4, sprint: 9, run: 7, solved: ["a"] }));
  await sync.begin();
  const { rating, rated, best, sprint, run, solved } = puzzleProgress();
  assert.deepEqual([rating, rated, best, sprint, run, solved], [700, 60, 4, 12, 7, ["a"]]);
  assert.deepEqual(server.sent, [
    { name: "best", value: 4, count: 0 },
    { name: "run", value: 7, count: 0 },
  ]);
  assert.deepEqual(unsentRecords(), []);
});

test("a new best is sent once", async () => {
  const { server, sync } = setUp([]);
  const stop = onRecords(() => sync.send());
  keepPuzzleProgress(readProgress({ sprint: 5 }));
  await sync.send();
  keepPuzzleProgress(readProgress({ sprint: 5 }));
  await sync.send();
  stop();
  assert.deepEqual(server.sent, [{ name: "sprint", value: 5, count: 0 }]);
});

test("who logs in takes the device's records along", () => {
  setUp([]);
  keepOwn("puzzles", readProgress({ rating: 500, rated: 9, sprint: 20, run: 2, streak: 1 }));
  keepOwn("puzzles", readProgress({ rating: 450, rated: 3, sprint: 6, run: 8, streak: 3 }), "");
  claimRecords();
  const { rating, rated, sprint, run, streak } = puzzleProgress();
  assert.deepEqual([rating, rated, sprint, run, streak], [500, 9, 20, 8, 1]);
  assert.deepEqual(
    unsentRecords().map(({ name }) => name),
    ["rating", "sprint", "run"],
  );
  keepOwn("puzzles", undefined);
  keepOwn("records", undefined);
  claimRecords();
  assert.deepEqual([puzzleProgress().rating, puzzleProgress().streak], [450, 3]);
});
