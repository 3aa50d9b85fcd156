import assert from "node:assert/strict";
import { test } from "node:test";
import { OnlineGame } from "../../src/jungle/web/page/online/online-game.js";
import { LiveError } from "../../src/jungle/web/page/online/refusals.js";
import { controlWords } from "../../src/jungle/web/page/online/terms.js";
import { keepMove } from "../../src/jungle/web/page/online/unsent.js";
import { choose, readSettings } from "../../src/jungle/web/page/settings.js";
import { inEnglish, library } from "./page.js";
import { storage } from "./storage.js";

inEnglish();

const player = (/** @type {string} */ name) => ({ name, kind: "person", rating: 1500, provisional: true, here: true });

/**
 * A game of ann (Blue) and bob (Red), seen by one of them, and the server that the test plays.
 * @param {{ me?: string, rules?: string, moves?: string[], [field: string]: any }} [options]
 */
function table({ me = "ann", rules = "standard", moves = [], ...rest } = {}) {
  /** @type {any[]} */
  const sent = [];
  const clock = { now: 1_000_000 };
  let number = 0;
  const live = {
    serverNow: () => clock.now,
    newId: () => {
      number += 1;
      return `m${number}`;
    },
    send: (/** @type {any} */ frame) =>
      new Promise((resolve, reject) => {
        sent.push({
          ...frame,
          acknowledge: () => resolve({}),
          refuse: (/** @type {string} */ code) => reject(new LiveError(code, code)),
        });
      }),
  };
  const view = {
    id: "G",
    rules,
    game: library.rules[rules].game,
    start: library.rules[rules].start,
    players: { blue: player("ann"), red: player("bob") },
    moves,
    turn: rules === "flip" || moves.length % 2 ? "red" : "blue",
    status: "started",
    result: "*",
    reason: null,
    speed: "rapid",
    rated: false,
    offers: {},
    rematch: null,
    clock: { limit: 600, increment: 5, blue: 600_000, red: 600_000, running: null },
    now: clock.now,
    ...rest,
  };
  const nothing = () => undefined;
  const make = (/** @type {any[]} */ events = []) => {
    const frame = { type: "state", state: structuredClone(view), events, spectators: 0 };
    const watched = { frame, listen: nothing, close: nothing };
    return new OnlineGame(library, watched, { live: /** @type {any} */ (live), myName: () => me });
  };
  const online = make();
  /** @type {string[]} */
  const happened = [];
  online.onChange(({ what }) => happened.push(what));
  let version = 0;
  const says = (/** @type {string} */ type, /** @type {any} */ fields = {}) => {
    version += 1;
    online.hear({ type, version, game: "G", ...fields });
  };
  const plays = (/** @type {string} */ move, /** @type {any} */ fields = {}) =>
    says("move", { ply: online.confirmed, move, clock: { blue: 600_000, red: 600_000 }, at: clock.now, ...fields });
  const at = (/** @type {string} */ name) => Number(online.game.grid.square(name));
  const choose = (/** @type {string} */ text) => online.play(at(text.slice(0, 2)), at(text.slice(2) || text));
  return { online, sent, clock, view, make, happened, says, plays, choose };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("a move is shown immediately, stored until confirmed, and played once", () => {
  const { online, sent, plays, choose } = table();
  choose("a3a4");
  assert.equal(online.game.moves.length, 1);
  assert.equal(online.confirmed, 0);
  assert.equal(online.mayMove, false);
  assert.deepEqual([sent[0].type, sent[0].move, sent[0].ply], ["move", "a3a4", 0]);
  assert.equal(JSON.parse(storage.get("jungle.unsent.G") ?? "").move, "a3a4");
  plays("a3a4");
  assert.equal(online.game.moves.length, 1);
  assert.equal(online.confirmed, 1);
  assert.equal(storage.size, 0);
  assert.equal(online.turn, "red");
});

test("a refused move is taken back and reported", async () => {
  const { online, sent, happened, choose } = table();
  choose("a3a4");
  sent[0].refuse("stale");
  await soon();
  assert.equal(online.game.moves.length, 0);
  assert.equal(online.mayMove, true);
  assert.equal(storage.size, 0);
  assert.ok(happened.includes("refused"));
});

test("a lost move is sent again with the same id, before anything else", async () => {
  const { online, sent, says, choose } = table();
  choose("a3a4");
  sent[0].refuse("offline");
  await soon();
  assert.equal(online.game.moves.length, 1, "it stays on the board");
  says("watching", {});
  assert.equal(sent.length, 2);
  assert.equal(sent[1].id, sent[0].id);
});

test("the server had the move before the connection was lost: it is not sent again", async () => {
  const { online, sent, says, plays, choose } = table();
  choose("a3a4");
  sent[0].refuse("offline");
  await soon();
  plays("a3a4");
  plays("g7g6");
  says("watching", {});
  assert.equal(sent.length, 1);
  assert.equal(online.confirmed, 2);
  assert.equal(online.mayMove, true);
});

test("an offline reload keeps the move; one that no longer fits is dropped", () => {
  const first = table();
  first.choose("a3a4");
  const again = first.make();
  assert.equal(again.game.moves.length, 1);
  assert.equal(again.unsent?.move, "a3a4");
  const later = table({ moves: ["c3d3", "g7g6"] });
  assert.equal(later.online.unsent, null);
  assert.equal(later.online.game.moves.length, 2);
  assert.equal(storage.size, 0);
});

test("a different move from another tab of the same player wins", () => {
  const { online, plays, choose } = table();
  choose("a3a4");
  plays("c3d3");
  assert.deepEqual([online.confirmed, online.unsent], [1, null]);
  assert.match(online.game.fen(), /E2WP1R/);
});

test("a premove is sent if it is legal, and dropped otherwise", () => {
  const { online, sent, plays, choose } = table({ moves: ["c3d3"], me: "ann" });
  choose("d3d4");
  assert.ok(online.premove);
  assert.equal(sent.length, 0);
  plays("g7g6");
  assert.equal(sent[0].move, "d3d4");
  assert.equal(online.premove, null);
  plays("d3d4");
  choose("d4d5");
  online.cancel();
  plays("g6g7");
  assert.equal(sent.length, 1, "a premove that was cancelled is not sent");
});

test("a premove may follow an unconfirmed move, and is dropped with it", async () => {
  const { online, sent, plays, choose } = table();
  choose("a3a4");
  choose("c3d3");
  assert.ok(online.premove);
  plays("a3a4");
  plays("g7g6");
  assert.deepEqual([sent.length, sent[1].move], [2, "c3d3"]);
  const refused = table();
  refused.choose("a3a4");
  refused.choose("c3d3");
  refused.sent[0].refuse("stale");
  await soon();
  assert.equal(refused.online.premove, null);
  const elsewhere = table();
  elsewhere.choose("a3a4");
  elsewhere.choose("c3d3");
  elsewhere.plays("g3g4"); // From another tab.
  assert.equal(elsewhere.online.premove, null);
});

test("a take-back ends a premove and an unsent move", () => {
  const { online, sent, says, choose } = table({ moves: ["c3d3", "g7g6", "d3d4"] });
  choose("d4d5");
  says("takeback", { ply: 2, clock: { blue: 1, red: 2 }, at: 0 });
  assert.equal(online.premove, null);
  assert.equal(online.turn, "blue");
  assert.equal(sent.length, 0);
  choose("d3d4");
  says("takeback", { ply: 1, clock: { blue: 1, red: 2 }, at: 0 });
  assert.equal(online.game.moves.length, 1);
  assert.equal(online.unsent, null);
});

test("premoves may go to any square that some move of the opponent allows", () => {
  const { online } = table({ moves: ["c3d3"] });
  const a3 = Number(online.game.grid.square("a3"));
  const names = (online.targets().get(a3) ?? []).map((square) => online.game.grid.name(square));
  assert.deepEqual(names.sort(), ["a2", "a4", "b3"]);
});

test("a proposed move waits for confirmation, and cancelling it leaves no trace", () => {
  const { online, sent } = table();
  const [origin, target] = ["a3", "a4"].map((name) => Number(online.game.grid.square(name)));
  online.play(origin, target, false);
  assert.equal(online.game.moves.length, 1);
  assert.equal(sent.length, 0);
  online.cancel();
  assert.equal(online.game.moves.length, 0);
  online.play(origin, target, false);
  online.confirm();
  assert.equal(sent[0].move, "a3a4");
});

test("moves are confirmed in all games, in correspondence games or in none, and premoves of live games are not", () => {
  /** @param {string} confirm @param {any} [clock] */
  const asks = (confirm, clock) => {
    choose({ confirm });
    const { online } = table(clock ? { clock } : {});
    const [origin, target] = ["a3", "a4"].map((name) => Number(online.game.grid.square(name)));
    online.play(origin, target);
    keepMove("G", null);
    return online.proposed !== null;
  };
  const days = { days: 3, deadline: 2_000_000, paused: false };
  assert.deepEqual([asks("never"), asks("correspondence"), asks("always")], [false, false, true]);
  assert.deepEqual([asks("never", days), asks("correspondence", days), asks("always", days)], [false, true, true]);
  choose({ confirm: "always" });
  const { online, sent, plays, choose: chooses } = table({ me: "bob" });
  chooses("g7g6");
  plays("c3d3");
  assert.equal(sent[0].move, "g7g6");
  assert.equal(online.proposed, null);
  choose({ confirm: "correspondence" });
  assert.equal(readSettings({ confirm: false }).confirm, "never", "as it was stored up to version 1.0");
  assert.equal(readSettings({ confirm: true }).confirm, "correspondence");
});

test("time that is given is on the opponent's clock at once, and everybody sees it", () => {
  const { online, clock, plays, says } = table();
  /** @type {string[]} */
  const told = [];
  online.onChange(({ words, isNotice }) => isNotice && told.push(words ?? ""));
  plays("c3d3");
  plays("g7g6", { clock: { blue: 600_000, red: 600_000 } });
  clock.now += 2500;
  assert.equal(online.mayGive, true);
  says("give", { by: "red", seconds: 15, clock: { blue: 615_000, red: 600_000 } });
  assert.deepEqual([online.clock.remaining("blue"), online.clock.remaining("red")], [612_500, 600_000]);
  assert.deepEqual(told, ["bob gives ann 15 seconds"]);
  assert.equal(table({ tournament: "T" }).online.mayGive, false);
  assert.equal(table({ me: "cleo" }).online.mayGive, false);
  assert.equal(table({ clock: { days: 3, deadline: 2_000_000 } }).online.mayGive, false);
});

test("different clocks follow their players when the first flip decides the colours", () => {
  const odds = { blue: { limit: 300, increment: 0 }, red: { limit: 60, increment: 1 } };
  const clock = { limit: 300, increment: 0, blue: 300_000, red: 60_000, running: null, odds };
  const { online, plays } = table({ rules: "flip", me: "bob", clock });
  assert.equal(controlWords({ clock: online.clock.terms }), "Blue 5+0, Red 1+1");
  plays("b2=t", { swapped: true });
  assert.equal(controlWords({ clock: online.clock.terms }), "Blue 1+1, Red 5+0");
});

test("clocks count in the server's time; the first moves are free", () => {
  const { online, clock, plays } = table();
  plays("c3d3");
  clock.now += 5000;
  assert.equal(online.clock.remaining("red"), 600_000);
  plays("g7g6", { clock: { blue: 600_000, red: 600_000 } });
  clock.now += 2500;
  assert.equal(online.clock.remaining("blue"), 597_500);
  assert.equal(online.clock.remaining("red"), 600_000);
});

test("the first flip decides the colours: the players may change seats, and nothing hidden is known", () => {
  const { online, sent, plays, choose } = table({ rules: "flip", me: "bob" });
  assert.equal(online.isMyTurn, true);
  choose("b2");
  assert.equal(online.game.moves.length, 0, "only the server knows what it is");
  assert.equal(sent[0].move, "b2");
  plays("b2=t", { swapped: true });
  assert.equal(online.players.blue.name, "bob");
  assert.equal(online.me, "blue");
  assert.equal(online.game.deal, null);
});

test("the game of an absent opponent may be claimed after a while", () => {
  const { online, clock, says, plays } = table();
  plays("c3d3");
  plays("g7g6");
  assert.equal(online.claimWait, null);
  says("presence", { colour: "red", here: false, version: undefined });
  assert.equal(online.claimWait, 60_000);
  clock.now += 61_000;
  assert.equal(online.claimWait, 0);
  says("presence", { colour: "red", here: true, version: undefined });
  assert.equal(online.claimWait, null);
});

test("the end has a reason and ratings, and allows no more moves", () => {
  const { online, says, plays, choose } = table();
  plays("c3d3");
  plays("g7g6");
  choose("d3d4");
  const ratings = { blue: { before: 1500, after: 1490 }, red: { before: 1500, after: 1510 } };
  says("end", { status: "ended", result: "0-1", reason: "timeout", winner: "red", ratings });
  assert.deepEqual(online.outcome, { winner: 1, reason: "timeout" });
  assert.equal(online.game.moves.length, 2, "what came too late is not on the board");
  assert.equal(online.clock.remaining("blue"), 0);
  assert.deepEqual([online.mayMove, online.mayPremove], [false, false]);
});

test("chat messages are delivered once, in order", () => {
  const { online, says } = table();
  says("chat", { name: "bob", colour: "red", text: "two", version: 7 });
  online.remember(
    /** @type {any} */ ([
      { type: "chat", version: 5, text: "one" },
      { type: "chat", version: 7, text: "two" },
    ]),
  );
  assert.deepEqual(
    online.chat.map(({ text }) => text),
    ["one", "two"],
  );
});

test("the deadline of a correspondence game is the server's", () => {
  const { online, says } = table({ clock: { days: 3, deadline: 5_000_000, paused: false } });
  says("move", { ply: 0, move: "c3d3", clock: null, at: 2_000_000, version: 1, deadline: 900_000_000 });
  assert.equal(online.clock.deadline, 900_000_000);
});

test("first moves are due soon, and only while they are missing", () => {
  const due = { limit: 600, increment: 5, blue: 600_000, red: 600_000, running: null, deadline: 1_030_000 };
  const { online, plays, says } = table({ clock: due });
  assert.equal(online.firstMoveWait, 30_000);
  says("move", { ply: 0, move: "a3a4", clock: null, at: 1_010_000, version: 1, deadline: 1_040_000 });
  assert.equal(online.firstMoveWait, 40_000);
  plays("g7g6");
  assert.equal(online.firstMoveWait, null);
  assert.equal(table({ clock: due, me: "carol" }).online.firstMoveWait, null, "spectators wait for nothing");
});

test("a phrase is said by a player once, and a game with a child is known as such", () => {
  const { online, says, make } = table({
    players: { blue: player("ann"), red: { ...player("anonymous"), kind: "child" } },
  });
  assert.ok(online.hasChild);
  assert.ok(!table().online.hasChild);
  says("phrase", { colour: "red", kind: "good_game" });
  const said = { version: 1, name: "anonymous", kind: "child", colour: "red", phrase: "good_game" };
  assert.deepEqual(online.chat, [said]);
  online.remember([{ type: "phrase", version: 1, colour: "red", kind: "good_game" }]);
  assert.equal(online.chat.length, 1);
  const later = make([{ type: "phrase", version: 1, colour: "red", kind: "good_game" }]);
  assert.deepEqual(later.chat, [said]);
});

test("what happens in a game is said: moves with their side, take-backs, pauses", () => {
  const { online, plays, choose, says } = table();
  /** @type {(string | undefined)[]} */
  const spoken = [];
  online.onChange(({ words }) => spoken.push(words));
  choose("a3a4");
  plays("a3a4");
  assert.equal(spoken.at(-1), "elephant a3 to a4");
  plays("g7g6");
  assert.equal(spoken.at(-1), "Red: elephant g7 to g6. Your turn");
  says("takeback", { ply: 1, clock: null, at: 0 });
  assert.equal(spoken.at(-1), "The last move was taken back. Red to move. Move 1.");
  says("pause", { clock: null });
  assert.equal(spoken.at(-1), "Your teacher has paused the games.");
  assert.equal(online.startWords, "You play Blue. Blue: elephant a3 to a4. Red to move. Move 1.");
});
