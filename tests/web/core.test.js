// The WebAssembly build answers like the native core. The expected answers come from Python, see test_page.py.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { core, expected, game, library } from "./page.js";

test("perft counts the same leaves", () => {
  const wrong = expected.perft.filter(
    (/** @type {any} */ row) => game(row.rules, row.fen).state.perft(row.depth) !== row.leaves,
  );
  assert.deepEqual(wrong, []);
});

test("random games have the same moves, keys and outcomes", () => {
  for (const { rules, moves, counts, keys, outcome } of expected.games) {
    const state = game(rules).state;
    const seen = [];
    const met = [];
    for (const code of moves) {
      seen.push(state.moves().length);
      assert.ok(state.play(code), `${rules}: ${moves.indexOf(code)}`);
      met.push(String(state.key));
    }
    assert.deepEqual(seen, counts);
    assert.deepEqual(met, keys);
    assert.deepEqual(state.outcome(), outcome);
    state.free();
  }
});

test("the bench has the same signature", () => {
  const searcher = core.newSearcher(expected.bench.megabytes);
  let nodes = 0;
  for (const fen of expected.bench.positions) {
    searcher.clear();
    nodes += searcher.search(game("standard", fen).state, { depth: expected.bench.depth })[0].nodes;
  }
  assert.equal(nodes, expected.bench.nodes);
});

test("a search keeps to its limits and its moves", () => {
  const searcher = core.newSearcher(1);
  const { state } = game("standard");
  const only = state.moves()[3];
  const lines = searcher.search(state, { depth: 3, moves: [only.origin | (only.target << 6)], lines: 3 });
  assert.equal(lines.length, 1);
  assert.equal(lines[0].moves[0] & 63, only.origin);
  /** @type {number[]} */
  const found = [];
  searcher.search(state, { depth: 2, lines: 2 }, (line) => found.push(line.line));
  assert.deepEqual(found.slice(-2), [1, 2]);
});

test("nonsense is refused, not obeyed", () => {
  assert.throws(() => core.newTable(new Uint8Array(7)), /packed rule set/);
  assert.throws(() => core.newTable(new Uint8Array(20000).fill(255)), /packed rule set/);
  assert.throws(() => core.newGame(library.rules.standard.table, new Uint8Array(5), 0, 0), /board of 63/);
  assert.throws(() => core.newGame(library.rules.standard.table, new Uint8Array(63).fill(3), 0, 0), /twice/);
  assert.equal(game("standard").state.play(0xffff), false);
});

test("the module is small", () => {
  assert.ok(readFileSync(new URL("engine/core.wasm", `file://${process.env.JUNGLE_PAGE}/`)).length < 600_000);
});
