// The WebAssembly build answers like the native core. The expected answers come from Python, see test_page.py.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lastHint, playedOf } from "../../src/jungle/web/page/engine/client.js";
import { Core, moveOf } from "../../src/jungle/web/page/engine/core.js";
import { accuracy, reviewGame, turningPoints } from "../../src/jungle/web/page/engine/review.js";
import { strengthOf } from "../../src/jungle/web/page/engine/strength.js";
import { Desk } from "../../src/jungle/web/page/engine/tasks.js";
import { core, desk, expected, game, library, read, threadedDesk } from "./page.js";

test("perft counts the same leaves", () => {
  const wrong = expected.perft.filter(
    (/** @type {any} */ row) => game(row.rules, row.fen).state.perft(row.depth) !== row.leaves,
  );
  assert.deepEqual(wrong, []);
});

test("random games have the same moves, keys and outcomes", () => {
  for (const { rules, fen, moves, counts, keys, outcome } of expected.games) {
    const { state } = game(rules, fen);
    const seen = [];
    const met = [];
    for (const [code, revealed] of moves) {
      seen.push(state.moves().length);
      assert.ok(state.play(code, revealed), `${rules}: ${seen.length}`);
      met.push(String(state.key));
    }
    assert.deepEqual(seen, counts);
    assert.deepEqual(met, keys);
    assert.deepEqual(state.outcome(), outcome);
    state.free();
  }
});

test("the bench has the same signature in both games", () => {
  for (const { rules, positions, depth, megabytes, nodes } of expected.bench) {
    const searcher = library.rules[rules].core.newSearcher(megabytes);
    let searched = 0;
    for (const fen of positions) {
      searcher.clear();
      searched += searcher.search(game(rules, fen).state, { depth })[0].nodes;
    }
    assert.equal(searched, nodes, rules);
    searcher.free();
  }
});

test("the core for several threads answers the same with one, in both games", async () => {
  for (const { rules, positions, depth, megabytes, nodes } of expected.bench) {
    const searcher = threadedDesk.searcherFor(rules, megabytes);
    let searched = 0;
    for (const fen of positions) {
      searcher.clear();
      const played = threadedDesk.gameOf(playedOf(game(rules, fen)));
      searched += searcher.search(played, { depth })[0].nodes;
      played.free();
    }
    assert.equal(searched, nodes, rules);
  }
  for (const { rules, fen, position } of expected.tables) {
    const found = await threadedDesk.verdicts(playedOf(game(rules, fen)));
    assert.deepEqual(found?.position ?? null, position, fen);
  }
});

test("without helpers a search for several threads runs on one", async () => {
  const [line] = await threadedDesk.search(playedOf(game("standard")), { depth: 6, threads: 3 });
  assert.equal(line.threads, 1);
});

test("lines of the face-down game have the same scores", () => {
  const searcher = library.rules.flip.core.newSearcher(4);
  for (const { fen, depth, lines } of expected.lines) {
    searcher.clear();
    const found = searcher.search(game("flip", fen).state, { depth, lines: lines.length });
    const told = found.map(({ winIn, expected, moves }) => ({ winIn, expected: winIn ? null : expected, moves }));
    assert.deepEqual(told, lines, fen);
  }
});

test("tables have the same verdicts on positions and their moves", async () => {
  for (const { rules, fen, position, moves } of expected.tables) {
    const found = await desk.verdicts(playedOf(game(rules, fen)));
    assert.deepEqual(found?.position ?? null, position, fen);
    const told = (found?.moves ?? []).map(({ code, verdict }) => [code, Number(verdict.expected.toFixed(6))]);
    const order = (/** @type {number[][]} */ rows) => rows.sort(([one], [other]) => one - other);
    assert.deepEqual(order(told), order(moves), fen);
  }
});

test("a search near the end of the game asks the tables, and only then", async () => {
  const near = playedOf(game("standard", "7/3C3/7/7/7/7/7/7/6e b"));
  const [line] = await desk.search(near, { depth: 4 });
  assert.equal(line.winIn, 1);
  const ending = "7/7/7/3R3/7/3c3/7/7/E6 b";
  const [solved] = await desk.search(playedOf(game("standard", ending)), { depth: 6 });
  assert.ok(solved.tableHits > 0);
  const [searched] = await desk.search(playedOf(game("standard", ending)), { depth: 6, noTables: true });
  assert.equal(searched.tableHits, 0);
  const [opening] = await desk.search(playedOf(game("standard")), { depth: 4 });
  assert.equal(opening.tableHits, 0);
});

test("a game is reviewed as by the library", async () => {
  for (const {
    rules,
    depth,
    moves,
    verdicts,
    shares,
    accuracy: exactly,
    reasons,
    turningPoints: turns,
  } of expected.reviews) {
    const played = game(rules, undefined, { deal: null });
    for (const move of moves) assert.ok(played.playText(move), move);
    const { score, review } = library.engine.data;
    desk.forget();
    const judged = await reviewGame(desk, playedOf(played), { depth, noTables: true }, score, review);
    assert.deepEqual(
      judged.map(({ verdict }) => verdict),
      verdicts,
    );
    judged.forEach(({ share }, index) => {
      assert.ok(Math.abs(share - shares[index]) < 1e-9);
    });
    const told = (/** @type {import("../../src/jungle/web/page/engine/review.js").Reason | null} */ reason) =>
      reason && [reason.code, reason.own, reason.enemy, reason.animal, reason.other, reason.plies];
    assert.deepEqual(
      judged.map(({ reason, fault }) => [told(reason), told(fault)]),
      reasons,
    );
    assert.deepEqual(turningPoints(judged, review), turns);
    for (const side of [0, 1]) assert.ok(Math.abs((accuracy(judged, side, review) ?? 0) - exactly[side]) < 1e-6);
  }
});

test("hints are those of the library, with reasons and plans", async () => {
  const { score, review, hint: figures } = library.engine.data;
  for (const { rules, nodes, moves, hints } of expected.hints) {
    const played = game(rules, undefined, { deal: null });
    desk.forget();
    let last = null;
    for (const [ply, move] of moves.entries()) {
      if (ply % 2 === 0) {
        const found = await desk.hint(playedOf(played), { nodes }, score, review, figures, last);
        assert.ok(found);
        const { line, reason, plan, carriesOn, goesBack } = found;
        const why = reason && [reason.code, reason.own, reason.enemy, reason.animal, reason.other, reason.plies];
        const way = plan && [plan.kind, plan.piece, plan.target, plan.steps];
        assert.deepEqual([line.moves[0], why, way, carriesOn, goesBack], hints[ply / 2], `${rules} ${move}`);
        last = plan ? lastHint(moveOf(line.moves[0]), plan, figures) : null;
      }
      assert.ok(played.playText(move), move);
    }
  }
});

test("levels choose the same moves", async () => {
  for (const { rules, fen, moves, level, seed, chosen } of expected.choices) {
    const played = game(rules, fen, { deal: null });
    for (const move of moves) assert.ok(played.playText(move), move);
    const strength = strengthOf(library.engine.data.levels, played.kind, level);
    desk.forget();
    const { hardTime, ...limits } = strength.limits;
    const line = await desk.choose(
      playedOf(played),
      { ...strength, book: 0, limits: hardTime ? { ...limits, nodes: 3000 } : limits, hashMb: 1 },
      BigInt(seed),
      library.score,
    );
    assert.equal(line.moves[0], chosen, `${level}: ${played.fen()}`);
  }
});

test("a search keeps to its limits and its moves", () => {
  const searcher = library.rules.standard.core.newSearcher(1);
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

test("invalid input is refused", () => {
  const { core: rules } = library.rules.standard;
  const nowhere = { side: 0, quiet: 0 };
  assert.throws(() => core.newRules(btoa("\0".repeat(7)), 63), /packed rule set/);
  assert.throws(() => core.newRules(btoa("\xff".repeat(20000)), 63), /packed rule set/);
  assert.throws(() => rules.newGame({ board: new Uint8Array(5), ...nowhere }), /expected 63 squares/);
  assert.throws(() => rules.newGame({ board: new Uint8Array(63).fill(3), ...nowhere }), /twice/);
  assert.throws(() => library.rules.flip.core.newGame({ board: new Uint8Array(16).fill(17), ...nowhere }), /hidden/);
  assert.equal(game("standard").state.play(0xffff), false);
  assert.equal(game("flip").state.play(0, 0), false);
  assert.equal(game("flip").state.play(0, 17), false);
  assert.equal(rules.addTables(new Uint8Array(5000).fill(7)), 0);
  assert.equal(rules.addTables(new Uint8Array(read("tables/flip.jtb"))), 0);
});

test("the modules are small", () => {
  for (const name of ["core", "core-threads"]) assert.ok(read(`engine/${name}.wasm`).length < 600_000, name);
});

test("strong levels begin with the opening book", async () => {
  const strength = strengthOf(library.engine.data.levels, "jungle", 9);
  const played = game("standard");
  const chosen = new Set();
  for (let seed = 0n; seed < 40n; seed += 1n) {
    const line = await desk.choose(playedOf(played), strength, seed * 0x6b8b4567n, library.score);
    assert.equal(line.nodes, 0);
    chosen.add(line.moves[0]);
  }
  const [, , ...moves] = read("data/book.txt").toString().split("\n")[0].split(" ");
  assert.ok(chosen.size > 1 && chosen.size <= moves.length);
  const { origin, target } = moveOf([...chosen][0]);
  assert.ok(moves.some((move) => move.startsWith(library.usual.grid.name(origin) + library.usual.grid.name(target))));
  const elsewhere = await desk.choose(
    playedOf(game("leiden")),
    { ...strength, limits: { nodes: 200 } },
    1n,
    library.score,
  );
  assert.ok(elsewhere.nodes > 0);
});

test("a forced win is proved, and its line wins", () => {
  const played = game("standard", "7/7/3C3/7/7/7/7/7/l5t b");
  const win = desk.prove(playedOf(played), 100_000);
  assert.equal(win?.plies, 3);
  for (const code of win?.moves ?? []) played.play(code & 63, code >> 6);
  assert.equal(played.outcome()?.winner, 0);
  assert.equal(desk.prove(playedOf(game("standard")), 1000), null);
});

test("a search that is stopped ends by itself", () => {
  let isStopped = false;
  const stoppable = new Desk(
    new Core(library.engine.module, () => isStopped),
    library.engine.packed,
    async () => null,
    async () => "",
  );
  const began = performance.now();
  const search = stoppable.search(playedOf(game("standard")), { hardTime: 60_000 }, () => {
    isStopped = true;
  });
  return search.then(() => assert.ok(performance.now() - began < 30_000));
});
