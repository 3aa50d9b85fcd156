import "./storage.js";
import assert from "node:assert/strict";
import { File } from "node:buffer";
import { test } from "node:test";
import { faultWords } from "../../src/jungle/web/page/game/faults.js";
import { recordText } from "../../src/jungle/web/page/views/analyse/exchange.js";
import { readText, textOf } from "../../src/jungle/web/page/views/analyse/reading.js";
import { inEnglish, library } from "./page.js";

inEnglish();

/** What is wrong with a file. @param {any} content a part of a file */
async function faultOf(content) {
  try {
    await readText(await textOf(/** @type {any} */ (new File([content], "game.jgn"))), library, "standard");
    return "";
  } catch (error) {
    return faultWords(error);
  }
}

/** @type {[string, string | Uint8Array, string][]} */
const HOSTILE = [
  ["too large", "x".repeat(5_000_001), "This file is too large."],
  ["a picture", Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), "This is not a UTF-8 text file."],
  ["GBK", Buffer.from("1. 8-a4 {\xca\xa8\xd7\xd3} *", "latin1"), "This is not a UTF-8 text file."],
  ["UTF-16", Buffer.from("\ufeff1. 8-a4 *", "utf16le"), "This is not a UTF-8 text file."],
  ["an illegal move", "1. 8-a4 8-g6 2. 8-", "Line 1, column 17: “8-” is not a legal move."],
  ["a truncated tag", '[Event "truncated', 'Line 1: expected a tag like [Name "value"].'],
  ["brackets", "(".repeat(1_000_000), "Line 1, column 1: “(” is out of place, or its variation is not closed."],
  [
    "nested variations",
    `1. 8-a4 ${"(1. 8-b3 ".repeat(10_000)}`,
    "Line 1: variations nested more than 50 deep cannot be shown.",
  ],
  ["an illegal variation", "1. 8-a4 (1. 8-a9) *", "Line 1, column 13: “8-a9” is not a legal move."],
  ["a long game", "a3a4 ".repeat(10_000), "Line 1: a game of more than 2000 turns cannot be shown."],
  ["nothing", "", "This text contains no game."],
  [
    "markup",
    "1. <script>document.title='broken'</script> *",
    "Line 1, column 4: “<script>document.title='broken'</script>”",
  ],
];

for (const [name, content, fault] of HOSTILE)
  test(`a hostile file gets one error: ${name}`, async () => {
    assert.ok((await faultOf(content)).startsWith(fault), await faultOf(content));
  });

test("a file of many games is read up to the hundredth", async () => {
  assert.equal((await readText("1. 8-a4 *\n\n".repeat(150), library, "standard")).length, 100);
});

test("positions and moves are read as they are written", async () => {
  const [moves] = await readText("a3a4, g7g6", library, "standard");
  assert.deepEqual(
    moves.mainLine().map(({ text }) => text),
    ["a3a4", "g7g6"],
  );
  const [position] = await readText("7/3E3/7/7/7/7/7/r6/7 b", library, "standard");
  assert.match(position.start, /^7\/3E3/);
  const [flip] = await readText("4/1w2/1D2/3c b 0", library, "standard");
  assert.equal(flip.rules, "flip");
});

test("a downloaded analysis has the players, the date and the signs of its review", async () => {
  const [tree] = await readText(
    '[Blue "Ann"]\n[Red "Ben"]\n[Date "2026.11.16"]\n\n1. 8-a4 8-g6 2. 8-a5! *',
    library,
    "standard",
  );
  const reviewed = [
    { ply: 1, verdict: "blunder" },
    { ply: 2, verdict: "good" },
    { ply: 3, verdict: "mistake" },
  ];
  const written = recordText(tree, library, reviewed);
  for (const tag of ['[Blue "Ann"]', '[Red "Ben"]', '[Date "2026.11.16"]']) assert.ok(written.includes(tag), written);
  assert.ok(written.includes("1. 8-a4?? 8-g6 2. 8-a5! *"), written);
  assert.equal(tree.mainLine()[0].nags.length, 0); // Only the file has them.
  const [plain] = await readText("a3a4", library, "standard");
  assert.match(recordText(plain, library), /\[Date "\d{4}\.\d\d\.\d\d"\]/);
});

test("a downloaded analysis keeps its variations and comments", async () => {
  const text = "{so} 1. 8-a4 {first} 8-g6 (1... 8-f7 {why not} 2. 8-a5 (2. 8-a3 {or back})\n2... 1-a6) 2. 8-a5 *\n\n";
  const [tree] = await readText(text, library, "standard");
  const written = recordText(tree, library);
  assert.ok(written.endsWith(text), written);
  const [again] = await readText(written, library, "standard");
  assert.equal(again.toText(), tree.toText());
});
