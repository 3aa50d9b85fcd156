// A game that the core does not know, run from its table of steps: `tests/third_game`, as tests/web/test_third_game.py hands it over.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Game, notation, uci } from "../../src/jungle/web/page/game/game.js";
import { readRules } from "../../src/jungle/web/page/library.js";
import { core } from "./page.js";

const handed = process.env.JUNGLE_THIRD_GAME;

test("a third game is played as Python plays it", { skip: !handed }, () => {
  const { games, rules, played } = JSON.parse(readFileSync(String(handed)).toString());
  const read = readRules(core, games, rules);
  for (const each of played) {
    const game = new Game(read);
    for (const { fen, moves, move, text } of each.plies) {
      assert.equal(game.fen(), fen);
      assert.deepEqual(
        game
          .legalMoves()
          .map((legal) => uci(legal, game.grid))
          .sort(),
        moves,
      );
      const done = game.playText(move);
      assert.ok(done);
      assert.equal(notation(done, game), text);
    }
    assert.deepEqual(game.outcome(), each.outcome);
  }
});
