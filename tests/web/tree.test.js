import assert from "node:assert/strict";
import { test } from "node:test";
import { prune, readAddress, treeAddress } from "../../src/jungle/web/page/game/address.js";
import { Tree, TreeError } from "../../src/jungle/web/page/game/tree.js";
import { library } from "./page.js";

const { start } = library.rules.standard;
const TEXT = "{go} a3a4 $1 $10 {first} g7g6 ( g7f7 {why not} a4a5 ( a4a3 ) ) a4a5";

test("a tree is written and read back", () => {
  const tree = Tree.fromText("standard", start, TEXT);
  assert.equal(tree.toText(), TEXT);
  assert.deepEqual(
    tree.mainLine().map((node) => node.text),
    ["a3a4", "g7g6", "a4a5"],
  );
  assert.equal(tree.root.comment, "go");
  assert.ok(!tree.isPlain);
});

test("a move that is known is followed, a new one is added; both may be undone", () => {
  const tree = new Tree("standard", start);
  tree.play("a3a4");
  tree.play("g7g6");
  tree.go(tree.root);
  tree.play("a3a4");
  assert.equal(tree.toText(), "a3a4 g7g6");
  tree.play("g7f7");
  assert.equal(tree.toText(), "a3a4 g7g6 ( g7f7 )");
  tree.promote(tree.current);
  assert.equal(tree.toText(), "a3a4 g7f7 ( g7g6 )");
  tree.remove(tree.current);
  assert.equal(tree.toText(), "a3a4 g7g6");
  assert.equal(tree.current.text, "a3a4");
  assert.ok(tree.undo() && tree.undo() && tree.undo());
  assert.equal(tree.toText(), "a3a4 g7g6");
  assert.ok(tree.redo());
  assert.equal(tree.toText(), "a3a4 g7g6 ( g7f7 )");
  assert.ok(tree.undo() && tree.undo() && tree.undo() && !tree.undo());
  assert.ok(tree.isEmpty);
});

test("a comment cannot break out of its braces", () => {
  const tree = new Tree("standard", start);
  tree.play("a3a4");
  tree.setComment(tree.current, "} ( g7g6 {<img src=x onerror=alert(1)>");
  const again = Tree.fromText("standard", start, tree.toText());
  assert.equal(again.toText(), tree.toText());
  assert.equal(again.mainLine().length, 1);
  assert.equal(again.mainLine()[0].comment, tree.current.comment);
});

test("a tree of flips is legal, whatever the next deal would be", () => {
  const flips = "b2=T b3=c ( b3=d a1=c ) c2=R";
  const tree = Tree.fromText("flip", library.rules.flip.start, flips);
  assert.equal(prune(tree, library), "");
  assert.equal(tree.toText(), flips);
});

test("broken texts are refused", () => {
  for (const text of [
    "a3a4 )",
    "(",
    "a3a4 ( g7g6",
    "{open",
    "a3a4 <b>",
    "( a3a4 )",
    "a3a4 {x}}",
    "$1",
    "a3a4 $256",
    "a3a4 $1000",
    "{a \\x}",
  ]) {
    assert.throws(() => Tree.fromText("standard", start, text), TreeError, text);
  }
  assert.throws(() => Tree.fromText("standard", start, "a3a4 g7g6 a4a3 g6g7 ".repeat(20_000)), TreeError);
  assert.throws(() => Tree.fromText("standard", start, `a3a4 ${"( a3b3 ".repeat(200)}`), TreeError);
});

test("an address opens the same tree", () => {
  const tree = Tree.fromText("leiden", start, TEXT);
  const address = treeAddress(tree, library);
  const { tree: again, fault } = readAddress(new URLSearchParams(address.split("?")[1]), library);
  assert.equal(fault, null);
  assert.equal(again.toText(), TEXT);
  assert.equal(again.rules, "leiden");
  const plain = Tree.fromText("standard", start, "a3a4 g7g6");
  plain.go(plain.mainLine()[1]);
  assert.equal(decodeURIComponent(treeAddress(plain, library)), "#/analyse?rules=standard&moves=a3a4,g7g6");
});

test("an address opens at the move that was looked at, with the players", () => {
  const tree = Tree.fromText("standard", start, "a3a4 g7g6 a4a5");
  tree.tags = { Blue: "Ann", Red: "Ben", Event: "a cup" };
  tree.go(tree.mainLine()[1]);
  const read = () => readAddress(new URLSearchParams(treeAddress(tree, library).split("?")[1]), library).tree;
  assert.equal(read().path().length, 2);
  assert.deepEqual(read().tags, { Blue: "Ann", Red: "Ben" });
  tree.go(tree.root);
  assert.equal(read().path().length, 0);
  tree.go(tree.mainLine()[2]);
  assert.equal(read().path().length, 3);
  const wrong = readAddress(new URLSearchParams("moves=a3a4,g7g6&ply=99"), library);
  assert.equal(wrong.fault, null);
});

test("impossible parts of an address are reported and left out", () => {
  const read = (/** @type {string} */ query) => readAddress(new URLSearchParams(query), library);
  assert.equal(read("moves=a3a4,a3a4").fault?.key, "web.analyse.illegal");
  assert.equal(read("moves=a3a4,a3a4").tree.toText(), "a3a4");
  assert.equal(read("tree=a3a4+((").fault?.key, "web.analyse.bad link");
  assert.equal(read("fen=nonsense").fault?.key, "web.analyse.bad position");
  assert.equal(read("rules=__proto__&moves=a3a4").tree.rules, "standard");
  assert.equal(read("fen=????/????/????/????+r+0+RCDWPTLErcdwptle&moves=b2=T").tree.rules, "flip");
});

test("illegal variations are cut off, the rest stays", () => {
  const tree = Tree.fromText("standard", start, "a3a4 g7g6 ( g7g1 a1a2 ) ( g7f7 ) a4a5");
  assert.equal(prune(tree, library), "g7g1");
  assert.equal(tree.toText(), "a3a4 g7g6 ( g7f7 ) a4a5");
});
