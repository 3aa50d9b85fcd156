import assert from "node:assert/strict";
import { test } from "node:test";
import { readTyped } from "../../src/jungle/web/page/game/typing.js";
import { setWords } from "../../src/jungle/web/page/words.js";
import { game, read } from "./page.js";

const languages = ["en", "zh", "zh-Hant"];
const say = (/** @type {string} */ language) =>
  setWords(JSON.parse(read(`words/${language}.json`).toString()), language);
const uci = (/** @type {any} */ typed, /** @type {any} */ played) =>
  typed?.move ? played.grid.name(typed.move.origin) + played.grid.name(typed.move.target) : typed;

test("moves are typed by squares, by animal and direction, and by what is taken", () => {
  say("en");
  const played = game("standard");
  const cases = {
    a3a4: "a3a4",
    "A3 a4": "a3a4",
    "8-a4": "a3a4",
    "elephant up": "a3a4",
    "the wolf goes left": "c3b3",
    "rat g4": "g3g4",
  };
  for (const [line, move] of Object.entries(cases)) assert.equal(uci(readTyped(line, played), played), move, line);
  const capture = game("standard", "7/7/7/7/7/7/7/L6/w5C b");
  assert.equal(uci(readTyped("lion takes wolf", capture), capture), "a2a1");
  const jump = game("standard", "7/7/7/7/7/7/1L5/7/w5C b");
  assert.equal(uci(readTyped("lion up", jump), jump), "b3b7");
});

test("directions are as the board is seen", () => {
  say("en");
  const played = game("standard");
  played.playText("a3a4");
  assert.equal(uci(readTyped("elephant up", played, { isTurned: true }), played), "g7g6");
  assert.equal(uci(readTyped("elephant down", played), played), "g7g6");
});

test("Chinese is typed without spaces, in both scripts", () => {
  for (const [language, line] of [
    ["zh", "象上"],
    ["zh-Hant", "象上"],
    ["zh", "elephant up"],
  ]) {
    say(language);
    const played = game("standard");
    assert.equal(uci(readTyped(line, played), played), "a3a4", language);
  }
  say("zh-Hant");
  const lions = game("standard", "7/7/7/7/7/7/7/L6/w5C b");
  assert.equal(uci(readTyped("獅吃狼", lions), lions), "a2a1");
});

test("questions are distinguished from moves", () => {
  for (const language of languages) {
    say(language);
    assert.deepEqual(readTyped("pieces", game("standard")), language === "en" ? { question: "mine" } : null);
    assert.deepEqual(readTyped("last", game("standard")), { question: "last" });
    assert.deepEqual(readTyped("hint", game("standard")), { question: "hint" });
    assert.deepEqual(readTyped("den", game("standard")), { question: "den" });
    assert.deepEqual(readTyped("a3", game("standard")), { question: "square", square: 14 });
  }
  say("en");
  assert.deepEqual(readTyped("b2?", game("flip")), { question: "square", square: 5 });
  assert.deepEqual(readTyped("b2", game("flip")), { move: { origin: 5, target: 5 } });
  assert.deepEqual(readTyped("wolf", game("standard", "7/7/7/7/7/7/7/L6/w5C b")), { question: "gone" });
  assert.equal(readTyped("hello", game("standard")), null);
});
