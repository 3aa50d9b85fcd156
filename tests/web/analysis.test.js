import "./storage.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "../../src/jungle/web/page/game/address.js";
import { Analysis } from "../../src/jungle/web/page/game/analysis.js";
import { readAsked } from "../../src/jungle/web/page/game/analysis-draft.js";
import { happening, inEnglish, library, play } from "./page.js";

inEnglish();
/** Blue's rat leaves the elephant to Red's on its fifth move. */
const MISTAKES =
  "a1b1,a7a6,c3b3,e7d7,g1f1,a6a5,f1e1,a5a4,g3g4,a4a3,f2e2,a3a4,b2c2,d7d6,c2d2,f8e8,b3c3,c7d7,g4f4,e8f8,b1b2,g9g8,b2b3," +
  "a9a8,e3d3,a8a7";

const read = (/** @type {string} */ moves) => readAddress(new URLSearchParams({ moves }), library).tree;
const texts = (/** @type {Analysis} */ { tree }) => tree.path().map(({ text }) => text);

test("moves are played from any position, and become variations", () => {
  const analysis = new Analysis(library, read("a3a4,g7g6"));
  analysis.goMain(1);
  play(analysis, "g7f7");
  assert.deepEqual(texts(analysis), ["a3a4", "g7f7"]);
  assert.equal(analysis.game.length, 2);
  assert.equal(analysis.tree.mainLine()[1].text, "g7g6");
  analysis.look(0);
  assert.deepEqual([analysis.game.length, analysis.place()], [0, [0, 2]]);
  analysis.look(2);
  assert.deepEqual(texts(analysis), ["a3a4", "g7g6"]);
  analysis.edit(() => analysis.tree.undo());
  analysis.close();
});

test("an analysis and its comments survive a reload", () => {
  const analysis = new Analysis(library, read("a3a4,g7g6"));
  analysis.goMain(1);
  analysis.comment("why not");
  analysis.close();
  const { tree } = readAsked(new URLSearchParams(), library);
  const again = new Analysis(library, tree);
  assert.deepEqual([texts(again), again.tree.current.comment], [["a3a4"], "why not"]);
  assert.equal(again.game.length, 1);
  again.close();
});

test("engine arrows disappear with the next move", () => {
  const analysis = new Analysis(library, read(""));
  analysis.point([{ origin: 0, target: 7 }]);
  assert.equal(analysis.display().arrows.length, 1);
  play(analysis, "a3a4");
  assert.equal(analysis.display().arrows.length, 0);
  analysis.close();
});

test("a review survives a reload, and the drill asks for the better move of each mistake", async () => {
  const analysis = new Analysis(library, read(MISTAKES), [0]);
  /** @type {number[]} */
  const progress = [];
  analysis.onChange(({ what }) => what === "progress" && progress.push(analysis.progress?.done ?? 0));
  const reviewed = happening(analysis, "reviewed");
  analysis.startReview();
  assert.ok(analysis.isReviewing && !analysis.mayReview);
  await reviewed;
  assert.equal(progress.at(-1), 26);
  assert.equal(analysis.verdicts.size, 26);

  analysis.startDrill();
  const { drill } = analysis;
  assert.ok(drill);
  assert.match(drill.place, /^Mistake 1 of/);
  const before = analysis.display().game.fen();
  play(analysis, "g3g4");
  assert.match(drill.message, /^Not that one\. ./, "the move that was played");
  const wrong = happening(drill, "wrong");
  play(analysis, "e1e2");
  assert.match((await wrong).words ?? "", /^Not that one\. ./, "another one, which the engine judges");
  assert.equal(analysis.display().game.fen(), before);
  play(analysis, "a3a2");
  assert.equal(drill.mood, "good");
  assert.match(drill.message, /^Well done!.*Otherwise the elephant can be taken by the rat next move\./);
  assert.equal(analysis.display().arrows.length, 2);
  assert.equal(drill.mayMove, false);
  drill.open(1);
  assert.deepEqual([drill.message, drill.isDone], ["", false]);
  analysis.close();

  const again = new Analysis(library, read(MISTAKES));
  assert.ok(again.resumeReview());
  assert.equal(again.player, 0);
  assert.match(again.drill?.place ?? "", /^Mistake 2 of/);
  again.drill?.show();
  const shown = again.drill?.message;
  assert.ok(shown);
  again.close();

  const third = new Analysis(library, read(MISTAKES));
  third.resumeReview();
  assert.equal(third.drill?.message, shown);
  third.endDrill();
  assert.equal(third.drill, null);
  assert.ok(third.review);
  third.close();

  const fourth = new Analysis(library, read(MISTAKES));
  assert.ok(fourth.resumeReview() && !fourth.drill);
  fourth.open(read("a3a4"));
  assert.deepEqual([fourth.review, fourth.player], [null, null]);
  assert.equal(new Analysis(library, read(MISTAKES)).resumeReview(), false, "another game has no review");
  fourth.close();
});

test("a review can be stopped", async () => {
  const analysis = new Analysis(library, read(MISTAKES));
  const first = happening(analysis, "progress");
  analysis.startReview();
  await first;
  analysis.stopReview();
  assert.deepEqual([analysis.review, analysis.progress, analysis.isReviewing], [null, null, false]);
  assert.ok(analysis.mayReview);
  analysis.close();
});
