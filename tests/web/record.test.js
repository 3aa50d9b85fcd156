import assert from "node:assert/strict";
import { test } from "node:test";
import { uci } from "../../src/jungle/web/page/game/game.js";
import { PLIES_AT_MOST, RecordError, recordsIn, writeRecord } from "../../src/jungle/web/page/game/record.js";
import { newNode, Tree } from "../../src/jungle/web/page/game/tree.js";
import { expected, library, wandering } from "./page.js";

const read = (/** @type {string} */ text) => [...recordsIn(library, text)];

/** @param {import("../../src/jungle/web/page/game/record.js").GameRecord} record */
const treeOf = ({ game, root }) => new Tree(game.rules.name, game.fen(0), root);

/** Comments of the main line, by ply. @param {import("../../src/jungle/web/page/game/record.js").GameRecord} record */
const commentsOf = (record) => {
  const line = [record.root, ...treeOf(record).mainLine()].map(({ comment }) => comment);
  return Object.fromEntries(Object.entries(line).filter(([, comment]) => comment));
};

test("the library's records are read and written as they are", () => {
  for (const { text, fens, tags, comments, nags } of expected.records) {
    const records = read(text);
    assert.deepEqual(
      records.map(({ game }) => game.fen()),
      fens,
    );
    assert.deepEqual(
      records.map((record) => record.tags),
      tags,
    );
    assert.deepEqual(records.map(commentsOf), comments);
    assert.deepEqual(
      records.map((record) =>
        treeOf(record)
          .mainLine()
          .map((node) => node.nags),
      ),
      nags,
    );
    assert.equal(records.map((record) => writeRecord(record, true)).join(""), text);
    for (const record of records) {
      const tree = treeOf(record);
      assert.equal(Tree.fromText(tree.rules, tree.start, tree.toText()).toText(), tree.toText());
    }
  }
});

test("handwritten records are read", () => {
  const text = '\ufeff% a note\r\n1.8-a4 {why}{not\r\nnow} g7g6\r\n2. a4a5 *\r\n\r\n[Game "flip"]\n\n1. b2=t b3=T\n*\n';
  const [first, second] = read(text);
  assert.equal(first.game.length, 3);
  assert.deepEqual(commentsOf(first), { 1: "why not\nnow" });
  assert.equal(second.game.kind, "flip");
});

test("variations and their comments are read and written", () => {
  const text =
    "{so} 1. 8-a4 {bold} (1. 1-g4 {why} 8-g6 2. 1-g5) (1. 8-b3 8-g6 (1... 8-f7\n" +
    "2. 8-a3 {back} (2. 1-g4))) 1... 8-g6 *\n";
  const [record] = read(text);
  assert.equal(writeRecord(record).split("\n\n")[1], text.slice(0, -1));
  assert.equal(
    treeOf(record).toText(),
    "{so} a3a4 {bold} ( g3g4 {why} g7g6 g4g5 ) ( a3b3 g7g6 ( g7f7 b3a3 {back} ( g3g4 ) ) ) g7g6",
  );
  const [early] = read("1. 8-a4 ({first} 1. {second} 8-b3 {third}) {last} *");
  assert.equal(treeOf(early).toText(), "a3a4 {last} ( a3b3 {first second third} )");
});

test("NAGs are read and written as signs and numbers", () => {
  const text = "1. 8-a4! 8-g6? (1... 8-f7!? $7) 2. 8-a5!! 8-g5?? $255 3. 8-a6 {so} $10 $0 8-g4?! *";
  const [record] = read(text);
  assert.equal(
    writeRecord(record).split("\n\n")[1].replace("\n", " "),
    "1. 8-a4! 8-g6? (1... 8-f7!? $7) 2. 8-a5!! 8-g5?? $255 3. 8-a6 $0 $10 {so} 8-g4?! *",
  );
  assert.equal(treeOf(record).toText(), "a3a4 $1 g7g6 $2 ( g7f7 $5 $7 ) a4a5 $3 g6g5 $4 $255 a5a6 $0 $10 {so} g5g4 $6");
  const [same] = read("8-a4$1 8-g6 ? ? (8-f7 $7$5) 8-a5 !! 8-g5??$255 8-a6 {so} $10 $0 8-g4 $6 *");
  assert.equal(writeRecord(same), writeRecord(record));
  assert.ok(!treeOf(read("1. 8-a4! *")[0]).isPlain);
});

test("a semicolon begins a comment to the end of the line", () => {
  const [record] = read(
    ';1\r\n ; 2\r\n\r\n[Event "x"]\r\n;3\n[Site "y"]\n\n;4\n1. 8-a4 ; ($9 }\n8-g6;so\n2. ; late\n8-a5 *',
  );
  assert.deepEqual(commentsOf(record), { 0: "1 2 3 4", 1: "($9 }", 2: "so late" });
  const [varied] = read("1. 8-a4 {a ; b} ;\n(;first\n1. 8-b3 ; second \t\n) *");
  assert.equal(treeOf(varied).toText(), "a3a4 {a ; b} ( a3b3 {first second} )");
});

test("duplicate lines are merged, and the main line stays", () => {
  const [record] = read("1. 8-a4 {one} (1. {two} 8-a4 8-f7 (1... 8-g6 2. 8-a5)) 8-g6 2. 1-g4 *");
  assert.equal(treeOf(record).toText(), "a3a4 {one two} g7g6 ( g7f7 ) g3g4 ( a4a5 )");
  assert.equal(record.game.length, 3);
});

test("a variation may turn up what was not dealt", () => {
  const [record] = read('[Game "flip"]\n[Deal "Drwl/pTdL/Rcet/WCEP"]\n\n1. b2 (1. b2=T c3=d) c3 *');
  assert.equal(treeOf(record).toText(), "b2=c ( b2=T c3=d ) c3=d");
  assert.match(writeRecord(record, true), /1\. b2=c \(1\. b2=T c3=d\) 1\.\.\. c3=d \*/);
});

test("errors are reported with their position", () => {
  const wrong = {
    "1. 8-a9 *": ["move", 1, 4],
    "1. 8-a4": ["end", 1, 8],
    "1. 8-a4 8-g6 3. 8-a5 *": ["number", 1, 14],
    '[Rules "own"]\n\n*': ["rules", 1, 1],
    '[Game "go"]\n\n*': ["game", 1, 1],
    '[FEN "7/7 b"]\n\n*': ["position", 1, 1],
    '[Result "1-0"]\n\n1. 8-a4 *': ["result", 3, 9],
    "[Rules standard]\n\n*": ["tag", 1, 1],
    "(1. 8-b3) 1. 8-a4 *": ["variation", 1, 1],
    "1. 8-a4 ((1. 8-b3)) *": ["variation", 1, 10],
    "1. 8-a4 () *": ["variation", 1, 10],
    "1. 8-a4 (1. 8-b3)) *": ["variation", 1, 18],
    "1. 8-a4 (1. 8-b3 *": ["variation", 1, 9],
    "1. 8-a4\n(1. 8-b3": ["variation", 2, 1],
    "1. 8-a4 (1. 8-a5) *": ["move", 1, 13],
    "1. 8-a4 (8-g6) *": ["move", 1, 10],
    "1. 8-a4 (1. 8-b3 1.) *": ["number", 1, 18],
    "1. 8-a4 (1. ) *": ["move", 1, 13],
    "1. 8-a4 {never ends": ["comment", 1, 9],
    "1. 8-a4 } *": ["comment", 1, 9],
    "{a \\x b} *": ["escape", 1, 1],
    "1. ! 8-a4 *": ["move", 1, 4],
    "! 1. 8-a4 *": ["move", 1, 1],
    "1. 8-a4 ($1 1. 8-b3) *": ["move", 1, 10],
    "1. 8-a4!!! *": ["nag", 1, 8],
    "1. 8-a4 $999999 *": ["nag", 1, 9],
    "1. 8-a4 $ *": ["nag", 1, 9],
    "1. 8-a4 ; *": ["end", 1, 12],
    "1. 8-a4 * ; so": ["after", 1, 10],
    "* more": ["after", 1, 2],
    '[Termination "den"]\n\n1-0': ["result", 3, 1],
    '[Termination "agreement"]\n\n1-0': ["result", 3, 1],
    '[Game "flip"]\n\n1. b2 *': ["move", 3, 4],
  };
  for (const [text, [code, line, column]] of Object.entries(wrong)) {
    assert.throws(
      () => read(text),
      (/** @type {unknown} */ error) =>
        error instanceof RecordError &&
        error.code === code &&
        error.values.line === line &&
        error.values.column === column,
      text,
    );
  }
});

/** A game as a record has it. @param {import("../../src/jungle/web/page/game/game.js").Game} game */
function lineOf(game) {
  const root = newNode("", null);
  const tree = new Tree(game.rules.name, game.fen(0), root);
  for (const move of game.moves) tree.append(uci(move, game.grid));
  return { game, root };
}

test("a record that is too long, or never ends, is refused immediately", () => {
  const refused = (/** @type {string} */ text) => {
    try {
      read(text);
    } catch (error) {
      return error instanceof RecordError && error.code;
    }
    return "";
  };
  const long = writeRecord({ ...lineOf(wandering(PLIES_AT_MOST + 1)), tags: {} });
  assert.equal(refused(long), "long");
  assert.equal(refused(`1. 8-a4 {${"a\\n".repeat(1_000_000)}`), "comment");
  assert.equal(refused(`[Event "${'\\"'.repeat(1_000_000)}`), "tag");
  assert.equal(refused("(".repeat(100_000)), "variation");
  assert.equal(refused(`1. 8-a4 ${"(1. 8-b3 ".repeat(10_000)}`), "deep");
  assert.equal(refused(`1. 8-a4 ${"(1. 8-b3) ".repeat(30_000)}`), "long");
});
