import assert from "node:assert/strict";
import { test } from "node:test";
import { shownName } from "../../src/jungle/web/page/online/names.js";
import { nextGame } from "../../src/jungle/web/page/online/next-game.js";
import { LiveError, refusalWords } from "../../src/jungle/web/page/online/refusals.js";
import {
  ago,
  controlText,
  controlWords,
  countdown,
  durationWords,
  parseControl,
  QUICK,
  ratingKind,
  ratingText,
  speedOf,
  termsWords,
} from "../../src/jungle/web/page/online/terms.js";
import { graphParts, scaleOf } from "../../src/jungle/web/page/views/user/graph.js";
import { setWords } from "../../src/jungle/web/page/words.js";
import { read } from "./page.js";

test("time controls are read and written back", () => {
  for (const text of QUICK) assert.equal(controlText(parseControl(text)), text);
  assert.deepEqual(parseControl("3+2"), { clock: { limit: 180, increment: 2 }, days: null });
  assert.deepEqual(parseControl("14d"), { clock: null, days: 14 });
  assert.deepEqual(parseControl("nonsense"), { clock: null, days: null });
  assert.equal(controlText({ clock: { limit: 30, increment: 0 } }), "½+0");
  assert.equal(controlText({ clock: null, days: null }), "");
});

test("two different clocks are shown with whose they are", () => {
  setWords(JSON.parse(read("words/en.json").toString()));
  const terms = { clock: { limit: 300, increment: 3 }, opponentClock: { limit: 60, increment: 0 } };
  assert.equal(controlWords({ ...terms, challenger: { name: "ann", kind: "person" } }), "ann 5+3, opponent 1+0");
  assert.equal(controlWords({ ...terms, by: "bob" }), "bob 5+3, opponent 1+0");
});

test("the next game is one of the same kind where it is the user's turn, in the order in which they began", () => {
  /** @param {string} id @param {object} [rest] */
  const game = (id, rest = {}) => ({
    id,
    number: Number(id.slice(1)),
    isMyTurn: true,
    clock: { days: 3 },
    speed: "correspondence",
    ...rest,
  });
  const live = { clock: {}, speed: "blitz" };
  const games = [
    game("g4"),
    game("g1"),
    game("g2", { isMyTurn: false }),
    game("g3", live),
    game("g5", { ...live, tournament: "T" }),
    game("g6", { ...live, tournament: "T", isMyTurn: false }),
    game("g7", { ...live, tournament: "T" }),
  ];
  assert.deepEqual([nextGame(games), nextGame(games, "g1"), nextGame(games, "g4")], ["g1", "g4", "g1"]);
  assert.equal(nextGame(games, "gone"), "g1");
  assert.deepEqual([nextGame(games, "g5"), nextGame(games, "g7"), nextGame(games, "g6")], ["g7", "g5", "g7"]);
  assert.equal(nextGame(games, "g3"), null, "a game with a clock is not left by accident");
  assert.equal(nextGame([game("g1")], "g1"), null);
});

test("durations are given in their largest whole unit", () => {
  setWords(JSON.parse(read("words/en.json").toString()));
  assert.deepEqual([1, 45, 60, 90, 180, 1440].map(durationWords), [
    "1 minute",
    "45 minutes",
    "1 hour",
    "90 minutes",
    "3 hours",
    "1 day",
  ]);
  setWords({});
});

test("the speed depends on the duration of forty moves", () => {
  const speeds = QUICK.map((text) => speedOf(parseControl(text)));
  assert.deepEqual(new Set(speeds), new Set(["bullet", "blitz", "rapid", "correspondence"]));
  assert.equal(speedOf({ clock: { limit: 0, increment: 12 } }), "rapid");
  assert.equal(speedOf({ clock: null }), "unlimited");
  assert.equal(ratingKind({ game: "jungle", speed: "blitz" }), "blitz");
  assert.equal(ratingKind({ game: "flip", speed: "blitz" }), "flip");
});

test("terms are not repeated", () => {
  setWords({
    "online.speed.unlimited": "No clock",
    "online.speed.blitz": "Blitz",
    "online.casual": "Casual",
    "desktop.config.rules.standard": "Standard",
  });
  const terms = { game: "jungle", rules: "standard", rated: false, days: null };
  assert.equal(termsWords({ ...terms, clock: null, speed: "unlimited" }), "No clock · Standard · Casual");
  const blitz = { ...terms, clock: { limit: 300, increment: 3 }, speed: "blitz" };
  assert.equal(termsWords(blitz), "5+3 · Blitz · Standard · Casual");
  setWords({});
});

test("refusals are translated, with the time to wait", () => {
  assert.equal(refusalWords("stale", "expected ply 3"), "expected ply 3");
  setWords({ "server.stale": "Too late.", "server.limited": "Wait {wait} s.", "server.invalid": "No: {message}" });
  assert.equal(refusalWords("stale", "expected ply 3"), "Too late.");
  assert.equal(refusalWords("limited", "", 2.3), "Wait 3 s.");
  assert.equal(new LiveError("limited", "too many frames").message, "Wait 1 s.");
  assert.equal(refusalWords("invalid", "expected rules"), "No: expected rules");
  setWords({});
});

test("ratings and times as people read them", () => {
  assert.equal(ratingText({ rating: 1500, provisional: true }), "1500?");
  assert.equal(ratingText({ rating: 1612, provisional: false }), "1612");
  assert.equal(ratingText(undefined), "");
  assert.equal(countdown(65_000), "1:05");
  assert.equal(countdown(3_725_000), "1:02:05");
  assert.equal(countdown(-5), "0:00");
  const now = Date.UTC(2026, 0, 10);
  assert.equal(ago(now - 3 * 3_600_000, now, "en"), "3 hours ago");
  assert.equal(ago(now + 2 * 86_400_000, now, "en"), "in 2 days");
});

test("a rating's graph stays within its frame, and its scale has round numbers", () => {
  assert.deepEqual(scaleOf(1480, 1630), [1450, 1500, 1550, 1600, 1650]);
  /** @type {[number, number, number, string][]} */
  const points = [
    [1, 1662, 290, "a"],
    [2, 1500, 120, "b"],
    [3, 1580, 80, "c"],
  ];
  for (const some of [points, points.slice(0, 1)]) {
    const { line, band, marks } = graphParts(some, 640);
    assert.equal(line.length, some.length);
    assert.equal(band.length, 2 * some.length);
    assert.ok(marks.length > 1);
    for (const place of [...line, ...band]) {
      const [x, y] = place.split(",").map(Number);
      assert.ok(x >= 0 && x <= 640 && y >= 0 && y <= 240, place);
    }
  }
});

test("names assigned by the server are shown in readable form", () => {
  setWords({ "online.guest name": "Guest {animal} {number}", "guest.otter": "Otter", "level.3.name": "Hedgehog" });
  assert.equal(shownName("guest-otter-27", "guest"), "Guest Otter 27");
  assert.equal(shownName("bot-3", "bot"), "Hedgehog");
  assert.equal(shownName("bot-x", "bot"), "bot-x");
  assert.equal(shownName("ann", "human"), "ann");
});
