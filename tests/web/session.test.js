import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../../src/jungle/web/page/game/session.js";
import { clockName, findStrength, parseClock, readSetup, rulesOf } from "../../src/jungle/web/page/game/setup.js";
import { happening, inEnglish, library, play } from "./page.js";
import { storage } from "./storage.js";

/** @param {Partial<import("../../src/jungle/web/page/game/setup.js").Setup>} [parts] */
const setup = (parts) => ({ level: "3", side: "blue", rules: "standard", clock: null, ...parts });
const STRENGTHS = Array.from({ length: 10 }, (_, index) => ({
  number: index + 1,
  name: index === 1 ? "easy" : undefined,
}));

inEnglish();

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

test("a premove answers the computer if it is legal, and is dropped otherwise", async () => {
  const square = (/** @type {string} */ name) => Number(session.grid.square(name));
  const session = new Session(library, setup());
  const moved = () => happening(session, "move", () => session.game.moves.length % 2 === 0);
  session.start();
  assert.equal(session.mayPremove, false, "it is the person's turn");
  play(session, "a3a4");
  assert.ok(session.targets().get(square("a4"))?.includes(square("a5")));
  play(session, "a4a5");
  assert.equal(session.game.moves.length, 1, "nothing is played yet");
  assert.deepEqual(session.display().arrows, [{ origin: square("a4"), target: square("a5"), kind: "idea" }]);
  const answered = happening(session, "move", () => session.game.moves.length === 3);
  await answered;
  assert.deepEqual([session.premove, session.game.moves[2].target], [null, square("a5")]);
  // The den of the opponent is far away: this can never be legal.
  session.premove = { origin: square("a5"), target: square("d9") };
  const dropped = happening(session, "cancel");
  await moved();
  await dropped;
  assert.equal(session.premove, null);
  assert.equal(session.game.moves.length, 4);
  play(session, "g1g2");
  session.premove = { origin: square("g2"), target: square("g1") };
  session.cancel();
  session.takeBack();
  assert.equal(session.premove, null);
  session.close();
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

test("the computer answers, and its answer is taken back with the move", async () => {
  const session = new Session(library, setup({ level: "1" }));
  session.start();
  play(session, "a3a4");
  assert.ok(session.isThinking && !session.mayMove);
  const { words, sound } = await happening(session, "move");
  assert.match(words ?? "", / to /);
  assert.ok(sound);
  assert.equal(session.game.length, 2);
  assert.ok(session.mayMove);
  session.takeBack();
  assert.equal(session.game.length, 0);
  session.close();
});

test("playing Red, the computer begins; a pause holds it back", async () => {
  const session = new Session(library, setup({ level: "1", side: "red", rules: "leiden" }));
  session.pause(true);
  session.start();
  assert.ok(!session.isThinking);
  session.pause(false);
  await happening(session, "move");
  assert.equal(session.game.length, 1);
  session.close();
});

test("a reload while the computer thinks: it thinks again", async () => {
  const session = new Session(library, setup({ level: "10" }));
  session.start();
  play(session, "a3a4");
  const kept = session.kept();
  session.close();
  const again = Session.resume(library, kept);
  again.start();
  await happening(again, "move");
  assert.equal(again.game.length, 2);
  again.close();
});

test("in another tab the computer waits until this one is used", async () => {
  const session = new Session(library, setup({ level: "1" }));
  session.start();
  session.yield();
  assert.equal(session.isOwner, false);
  /** @type {string[]} */
  const happened = [];
  session.onChange(({ what }) => happened.push(what));
  play(session, "a3a4");
  assert.deepEqual([happened[0], session.isOwner], ["claim", true], "whoever moves here takes the game over");
  await happening(session, "move");
  session.close();
});

test("a hint gives its reason in words and arrows, and is cleared at the end of the game", async () => {
  const fen = "6t/7/7/3e3/3L3/7/7/1C5/T5D b";
  const session = new Session(library, setup({ level: "friend", fen }));
  session.start();
  const hint = happening(session, "hint");
  session.hint();
  assert.ok(session.notice?.words);
  const { words } = await hint;
  const why = "Otherwise the lion can be taken by the elephant next move.";
  assert.ok(words?.includes(why));
  assert.ok(session.notice.words.includes(why));
  assert.equal(session.display().arrows.length, 3);
  const end = happening(session, "end");
  session.resign();
  assert.match((await end).words ?? "", /Red wins by resignation/);
  assert.deepEqual([session.notice, session.display().arrows.length], [null, 0]);
  session.close();
});

test("a hint that comes too late is not shown", async () => {
  const session = new Session(library, setup({ level: "friend" }));
  session.start();
  const asked = session.hint();
  play(session, "a3a4");
  await asked;
  assert.deepEqual([session.notice, session.display().arrows.length], [null, 0]);
  session.close();
});

test("the end is spoken after the move, and beaten opponents are collected", async () => {
  const fen = "7/3E3/7/7/7/7/7/r6/7 b";
  const session = new Session(library, setup({ level: "1", fen }));
  session.start();
  const end = happening(session, "end");
  play(session, "d8d9");
  const { words, sound } = await end;
  assert.match(words ?? "", /d9\. You win\. Blue wins/);
  assert.deepEqual([sound, session.isFirst, session.mayMove], ["win", true, false]);
  assert.ok([...storage.values()].some((text) => text.includes("jungle.1")));
  session.close();
  const again = new Session(library, setup({ level: "1", fen }));
  play(again, "d8d9");
  assert.equal(again.isFirst, false);
  again.close();
});

test("thinking stops after the engine failed", async () => {
  const { engine } = library;
  const session = new Session(
    {
      ...library,
      engine: Object.assign(Object.create(engine), {
        choose: () => ({ result: Promise.reject(new Error("broken")), stop: () => undefined }),
      }),
    },
    setup({ level: "3" }),
  );
  session.start();
  const failed = happening(session, "failed");
  play(session, "a3a4");
  const { words, isNotice } = await failed;
  assert.ok(words?.includes("broken") && isNotice);
  await happening(session, "thinking");
  assert.equal(session.isThinking, false);
  session.close();
});

test("an approaching draw is said with the move", () => {
  const session = new Session(library, setup({ level: "friend" }));
  /** @type {(string | undefined)[]} */
  const spoken = [];
  session.onChange(({ words }) => spoken.push(words));
  play(session, "a3a4", "g7g6", "a4a3", "g6g7");
  assert.match(spoken.at(-1) ?? "", /occurred twice/);
  assert.match(session.notice?.words ?? "", /occurred twice/);
  play(session, "a3a4", "g7g6", "a4a3", "g6g7");
  assert.match(spoken.at(-1) ?? "", /three times/);
  assert.equal(session.outcome?.reason, "repetition");
});

test("a board that is looked back on draws nothing of the present", () => {
  const session = new Session(library, setup({ level: "friend" }));
  play(session, "a3a4", "g7g6");
  session.look(1);
  assert.deepEqual([session.display().ply, session.display().targets.size], [1, 0]);
  session.look(2);
  assert.ok(session.display().targets.size);
});

test("moves of the other side are said with their side, and danger to the den with them", () => {
  const fen = "7/7/7/7/7/7/7/2l4/E5C r";
  const session = new Session(library, setup({ level: "friend", fen }));
  /** @type {(string | undefined)[]} */
  const spoken = [];
  session.onChange(({ words }) => spoken.push(words));
  play(session, "c2c1");
  assert.equal(spoken.at(-1), "Red: lion c2 to c1. Danger: lion c1 can enter the blue den d1");
  session.takeBack();
  assert.equal(spoken.at(-1), "The last move was taken back. Red to move. Move 1.");
  session.pause(true);
  assert.equal(spoken.at(-1), "Paused");
  session.pause(false);
  assert.equal(spoken.at(-1), "Red to move. Move 1.");
  assert.equal(session.startWords, "Red to move. Move 1.");
});
