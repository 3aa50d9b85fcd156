import assert from "node:assert/strict";
import { test } from "node:test";
import { pictureParts } from "../../src/jungle/web/page/board/picture.js";
import { readRoute, routeTo } from "../../src/jungle/web/page/routes.js";
import { CHOICES, readSettings, usualPieces } from "../../src/jungle/web/page/settings.js";
import {
  has,
  knowLanguages,
  languageOf,
  languageTag,
  largeNumber,
  pluralForm,
  say,
  setWords,
} from "../../src/jungle/web/page/words.js";
import { expected } from "./page.js";

test("addresses are read and made", () => {
  assert.equal(readRoute("").name, "home");
  assert.equal(readRoute("#/nowhere?x=1").name, "home");
  const { name, query } = readRoute("#/play?level=easy&fen=7/7%20b");
  assert.deepEqual([name, query.get("level"), query.get("fen")], ["play", "easy", "7/7 b"]);
  assert.equal(routeTo("play", { level: 4, side: "", fen: undefined }), "#/play?level=4");
  assert.deepEqual(["home", ""], Object.values(readRoute("#/game/abc")).slice(0, 2));
  assert.deepEqual(["home", ""], Object.values(readRoute("#/play/abc", true)).slice(0, 2));
  const route = readRoute("#/user/%E5%B0%8F%E8%99%8E?x=1", true);
  assert.deepEqual([route.name, route.id, route.query.get("x")], ["user", "小虎", "1"]);
  assert.equal(routeTo(["user", "小/虎"], { x: 1 }), "#/user/%E5%B0%8F%2F%E8%99%8E?x=1");
  assert.equal(readRoute("#/user/%E5", true).id, "%E5");
  assert.equal(readRoute(routeTo("analyse", { fen: "a b?c&d=e" })).query.get("fen"), "a b?c&d=e");
});

test("damaged or unknown settings become the defaults", () => {
  const usual = readSettings(undefined);
  assert.deepEqual(readSettings({ theme: "../../x", pieces: 7, sound: "yes", look: null }), usual);
  assert.deepEqual(readSettings("nonsense"), usual);
  assert.equal(readSettings({ theme: "night" }).theme, "night");
  for (const [name, [first]] of Object.entries(CHOICES)) {
    if (name !== "language") assert.equal(/** @type {any} */ (usual)[name], first);
  }
});

test("words are filled in as text", () => {
  setWords({ greeting: "Hello {name}, {name}" });
  assert.equal(say("greeting", { name: "<b>" }), "Hello <b>, <b>");
  assert.equal(say("greeting"), "Hello {name}, {name}");
  assert.equal(say("missing"), "missing");
  assert.ok(!has("constructor"));
});

test("a text with a number has the plural form of its language", () => {
  const texts = {
    "n.one": "{count} game",
    "n.other": "{count} games",
    "d.one": "{days} day",
    "d.other": "{days} days",
  };
  setWords(texts);
  assert.deepEqual(
    [0, 1, 2].map((count) => say("n", { count })),
    ["0 games", "1 game", "2 games"],
  );
  assert.equal(say("d", { days: 1, hours: 5 }), "1 day");
  assert.ok(has("n"));
  setWords({ "n.other": "{count} 局" }, "zh");
  assert.equal(say("n", { count: 1 }), "1 局");
});

test("plural rules mean the same as in Python", () => {
  for (const [rule, few] of Object.entries(expected.plurals)) {
    knowLanguages({ test: { name: "Test", locales: [], plurals: { few: rule }, pieces: "painted" } });
    const found = few.map(
      (/** @type {boolean} */ _, /** @type {number} */ number) => pluralForm("test", number) === "few",
    );
    assert.deepEqual(found, few, rule);
  }
});

test("a picture has the board below the pieces, each on its square", () => {
  const { parts, width, height } = pictureParts("7/7/7/7/7/7/7/7/E6 b", { theme: "night", pieces: "letters" });
  assert.deepEqual([width, height, parts.length], [784, 984, 2]);
  assert.equal(parts[0].file, "boards/night-7x9.svg");
  assert.deepEqual([parts[1].file, parts[1].x, parts[1].y], ["pieces/letters/blue-elephant.svg", 47, 847]);
  const turned = pictureParts("7/7/7/7/7/7/7/7/E6 b", { theme: "night", pieces: "letters", isTurned: true });
  assert.deepEqual([turned.parts[1].x, turned.parts[1].y], [647, 47]);
  assert.equal(
    pictureParts("4/4/4/D3 b", { theme: "night", pieces: "letters" }).parts[1].file,
    "pieces/letters/blue-dog-4.svg",
  );
});

test("language, script and pieces follow the browser", () => {
  assert.equal(languageOf(["fr-FR", "zh-TW", "en"]), "zh-Hant");
  assert.equal(languageOf(["zh-Hant-HK"]), "zh-Hant");
  assert.equal(languageOf(["zh-HK"]), "zh-Hant");
  assert.equal(languageOf(["zh-CN"]), "zh");
  assert.equal(languageOf(["zh"]), "zh");
  assert.equal(languageOf(["de", "en-GB", "zh"]), "en");
  assert.equal(languageOf([]), "en");
  assert.deepEqual(["en", "zh", "zh-Hant"].map(usualPieces), ["painted", "characters", "traditional"]);
});

test("the page names the script of its Chinese", () => {
  assert.deepEqual(["en", "zh", "zh-Hant"].map(languageTag), ["en", "zh-Hans", "zh-Hant"]);
});

test("large numbers are written as readers of the language write them", () => {
  setWords({}, "zh");
  assert.equal(largeNumber(123_456), "12万");
  setWords({}, "zh-Hant");
  assert.equal(largeNumber(123_456), "12萬");
  setWords({}, "en");
  assert.equal(largeNumber(123_456), "123K");
});
