import assert from "node:assert/strict";
import { test } from "node:test";
import { strengthOf } from "../../src/jungle/web/page/engine/strength.js";
import { endingSentence, endingWords } from "../../src/jungle/web/page/game/endings.js";
import { notation, uci } from "../../src/jungle/web/page/game/game.js";
import { fault, parsePosition, positionText } from "../../src/jungle/web/page/game/position.js";
import { centiCats, chances, winShare } from "../../src/jungle/web/page/game/score.js";
import { endingKey, outcomeWords } from "../../src/jungle/web/page/game/showing.js";
import { setWords } from "../../src/jungle/web/page/words.js";
import { expected, game, library, read, wandering } from "./page.js";

const START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1";
const { standard, flip } = library.rules;

test("positions are read and written back", () => {
  assert.equal(positionText(parsePosition(START, standard), standard), START);
  assert.equal(positionText(parsePosition("7/7/7/7/7/7/7/7/R6 r", standard), standard), "7/7/7/7/7/7/7/7/R6 r 0 1");
  const dealt = "????/????/?T??/???? b 0 RCDWPLErcdwptle";
  assert.equal(positionText(parsePosition(dealt, flip), flip), dealt);
  assert.equal(positionText(parsePosition("4/1L2/1w2/4 b 3", flip), flip), "4/1L2/1w2/4 b 3 -");
});

test("a draw in the face-down game says what did not happen", () => {
  setWords(JSON.parse(read("words/en.json").toString()));
  const played = game("flip", undefined, { deal: null });
  const outcome = { winner: null, reason: "quiet" };
  const words = outcomeWords(outcome, played);
  // Spoken once, also to one of the players.
  assert.equal(
    endingWords(/** @type {any} */ ({ game: played, outcome, person: 0 }), /** @type {any} */ (outcome)),
    words,
  );
  assert.equal(words, `Draw: ${played.rules.quietLimit} moves without a flip or a capture.`);
  // Below the title “Draw”.
  assert.equal(
    endingSentence(/** @type {any} */ (outcome), played),
    `${played.rules.quietLimit} moves without a flip or a capture.`,
  );
  assert.equal(endingSentence(/** @type {any} */ ({ winner: null, reason: "agreement" }), played), "By agreement.");
});

test("bad positions are named, those that Python refuses and no others", () => {
  const wrong = {
    "7/7/7 b": "board",
    "8/7/7/7/7/7/7/7/7 b": "board",
    "x6/7/7/7/7/7/7/7/7 b": "board",
    "7/7/7/7/7/7/7/7/R6 z": "side",
    "7/7/7/7/7/7/7/7/R6 b -1": "quiet",
    "7/7/7/7/7/7/7/7/R6 b 0 0": "number",
    "7/7/7/7/7/7/7/7/R6 b 0 1 2": "fields",
    "": "fields",
    "7/7/7/1C5/7/7/7/7/7 b": "water",
    "7/7/7/7/7/7/7/7/3R3 b": "den",
    "3R3/7/7/7/7/7/7/7/3r3 b": "dens",
    "7/7/7/7/7/7/7/7/7 b": "empty",
    "RR5/7/7/7/7/7/7/7/7 b": "twice",
    "?6/7/7/7/7/7/7/7/7 b": "face_down",
  };
  for (const [text, code] of Object.entries(wrong)) assert.throws(() => parsePosition(text, standard), { code }, text);
  const wrongFlips = {
    "????/4/4/4 b 0 RCD": "hidden",
    "????/R3/4/4 b 0 RCDW": "shown",
    "????/4/4/4 b 0 RRCD": "hidden_twice",
    "????/4/4/4 ? 0 RCDW": "colours",
    "????/4/4/4 b 0 RCDx": "letter",
  };
  for (const [text, code] of Object.entries(wrongFlips)) assert.throws(() => parsePosition(text, flip), { code }, text);
  for (const { rules, fen, isPossible } of expected.positions) {
    const read = () => parsePosition(fen, library.rules[rules]);
    if (isPossible) assert.equal(fault(read(), library.rules[rules]), null);
    else assert.throws(read, fen);
  }
});

test("a game is played, taken back and played again", () => {
  const played = game("standard");
  assert.equal(played.legalMoves().length, 24);
  assert.ok(played.playText("a3a4"));
  assert.ok(!played.playText("a3a4"));
  assert.equal(played.fen(), "l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L r 1 1");
  assert.equal(played.numberText(), "1...");
  assert.ok(played.playText("8-g6"));
  assert.equal(played.fen().split(" ")[3], "2");
  assert.deepEqual(
    played.moves.map((move) => uci(move, played.grid)),
    ["a3a4", "g7g6"],
  );
  assert.deepEqual(
    played.moves.map((move) => notation(move, played)),
    ["8-a4", "8-g6"],
  );
  const twin = played.copy();
  assert.ok(played.undo());
  assert.ok(played.redo());
  assert.ok(!played.redo());
  assert.ok(played.undo() && played.undo() && !played.undo());
  assert.equal(played.fen(), START);
  assert.equal(twin.length, 2);
  assert.equal(twin.passed()?.side, 1);
  played.free();
});

test("a face-down game deals, turns up, and remembers both through undo", () => {
  const played = game("flip", undefined, { random: () => 0.5 });
  assert.equal(played.side, 1);
  assert.equal(played.legalMoves().length, 16);
  const lies = played.dealt?.[5] ?? 0;
  assert.equal(played.playText("b2=R"), undefined);
  assert.equal(played.play(5, 5)?.revealed, lies);
  assert.equal(played.faces().get(5), lies);
  assert.ok(!played.hidden().includes(lies));
  assert.ok(played.undo() && played.hidden().length === 16);
  assert.ok(played.redo() && played.moves[0].revealed === lies);
  const again = game("flip", undefined, { deal: played.deal });
  assert.deepEqual(again.dealt, played.dealt);
  assert.throws(() => game("flip", undefined, { deal: "4/4/4/RCDW" }), /does not fit/);
  assert.deepEqual([...played.targets().keys()].length, 15);
});

test("without a deal a flip turns up the given piece, or a random one", () => {
  const played = game("flip", undefined, { deal: null, random: () => 0 });
  assert.equal(played.deal, null);
  assert.equal(played.playText("b2=t")?.revealed, 14);
  assert.equal(played.playText("b3=t"), undefined);
  assert.equal(played.play(0, 0)?.revealed, 1);
  assert.equal(uci(played.moves[0], played.grid), "b2=t");
  assert.equal(notation(played.moves[0], played), "b2=t");
  assert.equal(played.numberText(), "2.");
});

test("entering a den, threefold repetition and resignation end the game", () => {
  const den = game("standard", "7/3E3/7/7/7/7/7/r6/7 b");
  den.playText("d8d9");
  assert.deepEqual(den.outcome(), { winner: 0, reason: "den" });
  assert.deepEqual(den.legalMoves(), []);
  assert.equal(den.passed(), null);
  const again = game("standard");
  for (const move of ["a3a4", "g7g6", "a4a3", "g6g7", "a3a4", "g7g6", "a4a3", "g6g7"]) again.playText(move);
  assert.equal(again.repetitions(), 3);
  assert.deepEqual(again.outcome(), { winner: null, reason: "repetition" });
  const given = game("standard");
  given.resign(0);
  given.agreeDraw();
  assert.deepEqual(given.outcome(), { winner: 1, reason: "resignation" });
  assert.ok(given.undo() && !given.outcome());
});

test("the other side may begin if the rules allow it", () => {
  assert.equal(game("standard", undefined, { first: 1 }).side, 1);
  assert.equal(game("flip", undefined, { first: 0 }).side, 1);
});

test("chances are those of the library", () => {
  for (const { line, side, win, draw, share } of expected.chances) {
    const found = chances(line, library.score);
    assert.ok(Math.abs(found.win - win) < 1e-9 && Math.abs(found.draw - draw) < 1e-9);
    assert.ok(Math.abs(winShare(line, side, library.score) - share) < 1e-9);
  }
  for (const { expected: result, centiCats: cats } of expected.leads)
    assert.equal(centiCats(result, library.score), cats, String(result));
});

test("levels have numbers, and some have names", () => {
  assert.equal(library.strengths.jungle.length, 10);
  assert.equal(library.strengths.flip[9].name, "impossible");
  assert.deepEqual(strengthOf(library.engine.data.levels, "jungle", "10").limits.noTables, false);
  assert.throws(() => strengthOf(library.engine.data.levels, "jungle", "11"), /expected a level/);
  assert.throws(() => strengthOf(library.engine.data.levels, "flip", "toString"), /expected a level/);
});

test("squares have names", () => {
  assert.equal(library.usual.grid.name(59), "d9");
  assert.equal(library.usual.grid.square("D9"), 59);
  assert.equal(library.usual.grid.square("h1"), undefined);
});

test("a long game is undone and redone exactly, in bounded memory", () => {
  const played = wandering(600);
  const fens = Array.from({ length: 601 }, (_, ply) => played.fen(ply));
  const { byteLength } = library.core.calls.memory.buffer;
  const legal = played.legalMoves();
  while (played.length > 100) played.undo();
  assert.equal(played.fen(), fens[100]);
  assert.equal(played.fen(63), fens[63]);
  const same = fens.slice(0, 101).filter((fen) => fen.split(" ", 2).join() === fens[100].split(" ", 2).join());
  assert.equal(played.repetitions(), same.length);
  while (played.redo());
  assert.equal(played.fen(), fens[600]);
  assert.deepEqual(played.legalMoves(), legal);
  assert.ok(library.core.calls.memory.buffer.byteLength - byteLength < 1_000_000);
  played.free();
  assert.equal(played.states.length, 0);
});

test("a trade of the last pieces is not a win by capture", () => {
  assert.equal(endingKey("capture", true), "ending.capture.draw");
  assert.equal(endingKey("capture", false), "ending.capture");
  assert.equal(endingKey("quiet", true), "ending.quiet");
});
