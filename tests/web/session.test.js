import assert from "node:assert/strict";
import { test } from "node:test";
import { Practice } from "../../src/jungle/web/page/game/practice.js";
import { Session } from "../../src/jungle/web/page/game/session.js";
import { clockName, findStrength, parseClock, readSetup, rulesOf } from "../../src/jungle/web/page/game/setup.js";
import { library, read } from "./page.js";

/** @param {Partial<import("../../src/jungle/web/page/game/setup.js").Setup>} [parts] */
const setup = (parts) => ({ level: "3", side: "blue", rules: "standard", clock: null, ...parts });
const STRENGTHS = Array.from({ length: 10 }, (_, index) => ({
  number: index + 1,
  name: index === 1 ? "easy" : undefined,
}));
const lessons = JSON.parse(read("data/lessons.json").toString());

/** @param {Session} session @param {string[]} moves */
const play = (session, ...moves) => {
  for (const text of moves) {
    const move = session.game.parse(text);
    assert.ok(move && session.play(move.origin, move.target), text);
  }
};

test("an address describes a game, or none", () => {
  const asked = (/** @type {string} */ query) =>
    readSetup(new URLSearchParams(query), STRENGTHS, rulesOf(library, "jungle"));
  assert.equal(asked(""), null);
  assert.equal(asked("game=abc"), null);
  assert.deepEqual(asked("level=easy&side=red&rules=leiden&clock=5%2B3"), {
    level: "2",
    side: "red",
    rules: "leiden",
    clock: { minutes: 5, increment: 3 },
    fen: undefined,
  });
  assert.deepEqual(
    [asked("level=11")?.level, asked("side=blue")?.level, asked("rules=chess")?.rules],
    ["4", "friend", "standard"],
  );
  assert.deepEqual([parseClock("0+0"), parseClock("999+1"), parseClock("x")], [null, null, null]);
  assert.equal(clockName(parseClock("10+5")), "10+5");
  assert.equal(findStrength("impossible", STRENGTHS), null);
});

test("the computer moves when it is its turn, and only then", () => {
  const session = new Session(library, setup());
  assert.ok(session.mayMove && !session.isComputersTurn);
  play(session, "a3a4");
  assert.ok(!session.mayMove && session.isComputersTurn);
  play(session, "g7g6");
  session.shown = 1;
  assert.ok(!session.mayMove, "somebody who looks back does not move");
});

test("taking back includes the reply", () => {
  const session = new Session(library, setup());
  assert.equal(session.takeBackPlies, 0);
  play(session, "a3a4", "g7g6");
  assert.equal(session.takeBackPlies, 2);
  play(session, "a4a5");
  assert.equal(session.takeBackPlies, 1);
  assert.ok(session.takeBack());
  assert.equal(session.game.moves.length, 2);
  const friends = new Session(library, setup({ level: "friend" }));
  play(friends, "a3a4", "g7g6");
  assert.equal(friends.takeBackPlies, 1);
});

test("a flip cannot be taken back", () => {
  const session = new Session(library, setup({ rules: "flip", level: "friend" }));
  play(session, "b2");
  assert.equal(session.takeBackPlies, 0);
  assert.ok(!session.takeBack());
  assert.equal(session.game.moves.length, 1);
});

test("a stored game resumes with its deal and clock", () => {
  for (const rules of ["standard", "gamerz", "leiden", "flip"]) {
    const session = new Session(library, setup({ rules, clock: { minutes: 5, increment: 2 } }));
    for (let ply = 0; ply < 6; ply += 1) {
      const [move] = session.game.legalMoves();
      session.play(move.origin, move.target);
    }
    const kept = JSON.parse(JSON.stringify(session.kept()));
    const again = Session.resume(library, kept);
    assert.equal(again.game.fen(), session.game.fen());
    assert.equal(again.game.deal, session.game.deal);
    assert.equal(again.revision, session.revision);
    assert.equal(again.clock?.increment, 2000);
    again.close();
    session.close();
  }
});

test("moves of another tab are loaded", () => {
  const one = new Session(library, setup());
  play(one, "a3a4", "g7g6");
  const other = Session.resume(library, one.kept());
  play(one, "a4a5", "g6g5");
  one.takeBack();
  play(one, "a4a3");
  other.update(one.kept());
  assert.equal(other.game.fen(), one.game.fen());
  one.resign();
  other.update(one.kept());
  assert.deepEqual(other.outcome, { winner: 1, reason: "resignation" });
});

test("a damaged stored game resumes as far as it is legal", () => {
  const session = new Session(library, setup());
  play(session, "a3a4");
  const kept = { ...session.kept(), moves: ["a3a4", "a3a4", "g7g6"] };
  assert.equal(Session.resume(library, kept).game.moves.length, 1);
  assert.throws(() => Session.resume(library, { ...kept, start: "nonsense" }));
});

test("the clock runs from the second move on, and ends the game", () => {
  const session = new Session(library, setup({ level: "friend", clock: { minutes: 1, increment: 0 } }));
  const clock = /** @type {import("../../src/jungle/web/page/game/clock.js").Clock} */ (session.clock);
  let ms = 0;
  clock.now = () => ms;
  play(session, "a3a4");
  assert.equal(clock.running, 1);
  ms = 30_000;
  assert.ok(!session.checkClock());
  session.pause(true);
  ms = 90_000;
  assert.ok(!session.checkClock() && !session.mayMove);
  session.pause(false);
  ms = 130_000;
  assert.ok(session.checkClock());
  assert.deepEqual(session.outcome, { winner: 0, reason: "timeout" });
});

test("an approaching draw is announced", () => {
  const session = new Session(library, setup({ level: "friend" }));
  play(session, "a3a4", "g7g6", "a4a3", "g6g7");
  assert.deepEqual(session.warning(), { kind: "repetition", plies: 0 });
  const chase = new Session(library, setup({ level: "friend", rules: "gamerz" }));
  play(chase, "a3a4", "g7g6", "a4a3", "g6g7");
  assert.equal(chase.warning(), null);
  const quiet = new Session(
    library,
    setup({ level: "friend", fen: "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 185 100" }),
  );
  play(quiet, "a3a4");
  assert.deepEqual(quiet.warning(), { kind: "quiet", plies: 14 });
});

test("every lesson can be completed, and its other side never moves", () => {
  for (const [kind, all] of Object.entries(lessons)) {
    for (const lesson of all) {
      if (!lesson.goals.length) continue;
      for (const goal of lesson.goals) {
        const practice = new Practice(library, kind, lesson);
        const before = practice.game.side;
        const direct = practice.game.parse(goal);
        if (direct) {
          practice.play(direct.origin, direct.target);
          assert.ok(practice.isDone, `${kind} ${lesson.key} ${goal}`);
        } else {
          const [first] = practice.game.legalMoves();
          practice.play(first.origin, first.target);
          assert.ok(practice.game.outcome() || practice.game.side === before, `${kind} ${lesson.key}`);
        }
        practice.close();
      }
    }
  }
});
