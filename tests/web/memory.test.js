import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  dueCards,
  dueCount,
  keptCards,
  mergeCards,
  noteAnswer,
  weakSpots,
} from "../../src/jungle/web/page/game/cards.js";
import { keepOwn } from "../../src/jungle/web/page/game/keeping.js";
import { AGAIN, DAY_MS, GOOD, recall, review } from "../../src/jungle/web/page/game/memory.js";
import { readProgress } from "../../src/jungle/web/page/game/puzzles.js";

const HOUR_MS = 3_600_000;
const histories = JSON.parse(readFileSync(new URL("../training/memories.json", import.meta.url), "utf8"));

/** @param {number} one @param {number} other @param {string} what */
const close = (one, other, what) =>
  assert.ok(Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other)), `${what}: ${one} is not ${other}`);

test("memories equal the examples of the published package", () => {
  assert.equal(histories.length, 200);
  for (const history of histories) {
    /** @type {import("../../src/jungle/web/page/game/memory.js").Memory | null} */
    let memory = null;
    let now = 1_767_225_600_000;
    for (const { hours, grade, stability, difficulty, days, recall: known } of history) {
      now += hours * HOUR_MS;
      close(memory ? recall(memory, now) : 0, known, "recall");
      memory = review(memory, grade, now);
      close(memory.stability, stability, "stability");
      close(memory.difficulty, difficulty, "difficulty");
      assert.deepEqual([memory.due - now, memory.last], [days * DAY_MS, now]);
    }
    assert.equal(memory?.reviews, history.length);
  }
});

const puzzle = (/** @type {string} */ id, theme = "jump") =>
  /** @type {import("../../src/jungle/web/page/game/puzzles.js").Puzzle} */ ({ id, themes: [theme] });

test("a failed puzzle comes back tomorrow, a solved one does not", () => {
  keepOwn("cards", undefined);
  noteAnswer("solved", true, 0);
  noteAnswer("failed", false, 0);
  const all = [puzzle("solved"), puzzle("failed")];
  assert.deepEqual([dueCards(all, DAY_MS - 1).length, dueCount(DAY_MS)], [0, 1]);
  assert.deepEqual(dueCards(all, DAY_MS), [all[1]]);
  assert.deepEqual(dueCards([], DAY_MS), []);
  noteAnswer("failed", true, DAY_MS);
  assert.equal(dueCount(2 * DAY_MS), 0);
});

test("cards of two devices are merged in any order, and damaged ones are ignored", () => {
  const first = review(null, AGAIN, 0);
  const one = [{ id: "a", memory: review(first, GOOD, DAY_MS) }];
  const other = [
    { id: "a", memory: first },
    { id: "b", memory: first },
  ];
  const byId = (/** @type {{id: string}[]} */ cards) => [...cards].sort((a, b) => (a.id < b.id ? -1 : 1));
  assert.deepEqual(byId(mergeCards(one, other)), byId(mergeCards(other, one)));
  assert.equal(byId(mergeCards(one, other))[0], one[0]);
  for (const kept of ["x", [null, {}, { id: 7 }, { id: "a", memory: { ...first, stability: 0 } }]]) {
    keepOwn("cards", kept);
    assert.deepEqual(keptCards(), []);
  }
});

test("weak spots are the themes that fail on the first try", () => {
  keepOwn("cards", undefined);
  const jumps = [..."abcdefgh"].map((id) => puzzle(id));
  const dens = [..."ijklmnop"].map((id) => puzzle(id, "enter_den"));
  for (const { id } of jumps.slice(0, 6)) noteAnswer(id, false, 0);
  const progress = readProgress({ solved: [...jumps, ...dens].map(({ id }) => id) });
  const [weakest, strongest] = weakSpots([...jumps, ...dens], progress);
  assert.deepEqual([weakest.theme, weakest.solved, weakest.tried, strongest.theme], ["jump", 2, 8, "enter_den"]);
  assert.ok(weakest.low < 0.25 && 0.25 < weakest.high);
  keepOwn("cards", undefined);
});

import "./storage.js";
