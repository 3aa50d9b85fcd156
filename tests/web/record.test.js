import assert from "node:assert/strict";
import { test } from "node:test";
import { PLIES_AT_MOST, RecordError, recordsIn, writeRecord } from "../../src/jungle/web/page/game/record.js";
import { expected, library, wandering } from "./page.js";

const read = (/** @type {string} */ text) => [...recordsIn(library, text)];

test("the library's records are read and written as they are", () => {
  for (const { text, fens, tags, comments } of expected.records) {
    const records = read(text);
    assert.deepEqual(
      records.map(({ game }) => game.fen()),
      fens,
    );
    assert.deepEqual(
      records.map((record) => record.tags),
      tags,
    );
    assert.deepEqual(
      records.map((record) => Object.fromEntries(record.comments)),
      comments,
    );
    assert.equal(records.map((record) => writeRecord(record, true)).join(""), text);
  }
});

test("what people write by hand is read", () => {
  const text = '\ufeff% a note\r\n1.8-a4 {why}{not\r\nnow} g7g6\r\n2. a4a5 *\r\n\r\n[Game "flip"]\n\n1. b2=t b3=T\n*\n';
  const [first, second] = read(text);
  assert.equal(first.game.length, 3);
  assert.equal(first.comments.get(1), "why not\nnow");
  assert.equal(second.game.kind, "flip");
});

test("what is wrong is named, with its place", () => {
  const wrong = {
    "1. 8-a9 *": ["move", 1, 4],
    "1. 8-a4": ["end", 1, 8],
    "1. 8-a4 8-g6 3. 8-a5 *": ["number", 1, 14],
    '[Rules "own"]\n\n*': ["rules", 1, 1],
    '[Game "go"]\n\n*': ["game", 1, 1],
    '[FEN "7/7 b"]\n\n*': ["position", 1, 1],
    '[Result "1-0"]\n\n1. 8-a4 *': ["result", 3, 9],
    "[Rules standard]\n\n*": ["tag", 1, 1],
    "1. 8-a4 (8-g6) *": ["variation", 1, 9],
    "1. 8-a4 {never ends": ["comment", 1, 9],
    "1. 8-a4 } *": ["comment", 1, 9],
    "{a \\x b} *": ["escape", 1, 1],
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

test("a record that is too long, or never ends, is refused at once", () => {
  const refused = (/** @type {string} */ text) => {
    try {
      read(text);
    } catch (error) {
      return error instanceof RecordError && error.code;
    }
    return "";
  };
  const long = writeRecord({ game: wandering(PLIES_AT_MOST + 1), tags: {}, comments: new Map() });
  assert.equal(refused(long), "long");
  assert.equal(refused(`1. 8-a4 {${"a\\n".repeat(1_000_000)}`), "comment");
  assert.equal(refused(`[Event "${'\\"'.repeat(1_000_000)}`), "tag");
  assert.equal(refused("(".repeat(100_000)), "variation");
});
