import assert from "node:assert/strict";
import { test } from "node:test";
import { BACKOFF_MS, Live } from "../../src/jungle/web/page/online/live.js";

/** A connection to a server that the test plays, and a clock that it turns. */
function world() {
  /** @type {any[]} */
  const sockets = [];
  /** @type {{at: number, act: () => void}[]} */
  let timers = [];
  const clock = { ms: 0 };
  const live = new Live("ws://here/api/live", {
    open: () => {
      const socket = {
        /** @type {any[]} */
        sent: [],
        isClosed: false,
        send: (/** @type {string} */ text) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.isClosed = true;
        },
        says: (/** @type {any} */ frame) => /** @type {any} */ (socket).onmessage({ data: JSON.stringify(frame) }),
        dies: () => /** @type {any} */ (socket).onclose({}),
        asked: (/** @type {string} */ type) => socket.sent.filter((/** @type {any} */ each) => each.type === type),
      };
      sockets.push(socket);
      return /** @type {any} */ (socket);
    },
    now: () => clock.ms,
    later: (act, ms) => {
      const timer = { at: clock.ms + ms, act };
      timers.push(timer);
      return timer;
    },
    cancel: (timer) => {
      timers = timers.filter((each) => each !== timer);
    },
    random: () => 1,
  });
  const pass = (/** @type {number} */ ms) => {
    const until = clock.ms + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      timers = timers.filter((each) => each !== next);
      clock.ms = Math.max(clock.ms, next.at);
      next.act();
    }
    clock.ms = until;
  };
  const greet = (now = 1_000_000) => sockets.at(-1).says({ type: "hello", name: "ann", now });
  return { live, sockets, clock, pass, greet, last: () => sockets.at(-1) };
}

/** Follows a game and notes what is heard of it. @param {Live} live */
function followed(live) {
  /** @type {any[]} */
  const heard = [];
  const unfollow = live.follow("game:G", (frame) => heard.push(frame.version ?? frame.state?.version ?? frame.type));
  return { heard, unfollow };
}

test("nothing is connected before something is followed, and an unused connection is closed", () => {
  const { live, sockets, pass, greet } = world();
  assert.equal(sockets.length, 0);
  const { unfollow } = followed(live);
  assert.equal(live.state, "connecting");
  greet();
  assert.equal(live.state, "connected");
  unfollow();
  assert.equal(sockets[0].asked("unwatch").length, 1);
  pass(60_000);
  assert.ok(sockets[0].isClosed);
  assert.equal(sockets.length, 1);
});

test("events are delivered once and in order; missing ones are requested", () => {
  const { live, greet, last } = world();
  const { heard } = followed(live);
  greet();
  assert.deepEqual(last().asked("watch")[0].version, undefined);
  last().says({ type: "state", game: "G", state: { version: 3 } });
  last().says({ type: "move", game: "G", version: 4 });
  last().says({ type: "move", game: "G", version: 4 });
  last().says({ type: "move", game: "G", version: 7 });
  last().says({ type: "move", game: "G", version: 8 });
  assert.deepEqual(heard, [3, 4]);
  assert.equal(last().asked("watch").length, 2);
  assert.equal(last().asked("watch")[1].version, 4);
  for (const version of [5, 6, 7]) last().says({ type: "move", game: "G", version });
  last().says({ type: "watching", game: "G", version: 7 });
  assert.equal(last().asked("watch")[2].version, 7, "8 came while 5 to 7 were read");
  last().says({ type: "move", game: "G", version: 8 });
  last().says({ type: "watching", game: "G", version: 8 });
  assert.deepEqual(heard, [3, 4, 5, 6, 7, 7, 8, 8]);
});

test("an event that overtakes the state is not lost", () => {
  const { live, greet, last } = world();
  const { heard } = followed(live);
  greet();
  last().says({ type: "move", game: "G", version: 5 });
  last().says({ type: "state", game: "G", state: { version: 4 } });
  assert.equal(last().asked("watch")[1].version, 4);
  last().says({ type: "move", game: "G", version: 5 });
  assert.deepEqual(heard, [4, 5]);
});

test("a lost connection is retried with growing waits, and resumes from the last known version", () => {
  const { live, sockets, pass, greet, last } = world();
  const { heard } = followed(live);
  greet();
  last().says({ type: "state", game: "G", state: { version: 2 } });
  last().dies();
  assert.equal(live.state, "offline");
  for (const wait of [...BACKOFF_MS, BACKOFF_MS.at(-1)]) {
    const before = sockets.length;
    pass(Number(wait) - 1);
    assert.equal(sockets.length, before);
    pass(1);
    assert.equal(sockets.length, before + 1);
    last().dies();
  }
  pass(Number(BACKOFF_MS.at(-1)));
  greet();
  assert.equal(live.state, "connected");
  assert.equal(last().asked("watch")[0].version, 2);
  last().says({ type: "move", game: "G", version: 3 });
  assert.deepEqual(heard, [2, 3]);
  last().dies();
  pass(BACKOFF_MS[0]);
  assert.equal(live.state, "connecting", "after a success the first wait is short again");
});

test("a silent server is disconnected, one that answers is not", () => {
  const { live, sockets, clock, pass, greet, last } = world();
  followed(live);
  greet();
  for (let round = 0; round < 10; round += 1) {
    pass(4000);
    last().says({ type: "pong", t: clock.ms, now: 1_000_000 });
  }
  assert.equal(sockets.length, 1);
  pass(20_000);
  assert.ok(sockets[0].isClosed);
  assert.ok(sockets.length > 1);
});

test("the server's time is taken from the fastest answer", () => {
  const { live, clock, greet, last } = world();
  followed(live);
  greet(5000);
  assert.equal(live.serverNow(), 5000);
  clock.ms = 100;
  last().says({ type: "pong", t: 0, now: 5080 }); // 100 ms there and back: 5080 was 50 ms ago.
  assert.equal(live.serverNow(), 5130);
  clock.ms = 2000;
  last().says({ type: "pong", t: 1000, now: 6990 }); // Slower: it tells less.
  assert.equal(live.serverNow(), 7030);
  last().says({ type: "pong", t: 1990, now: 7000 });
  assert.equal(live.serverNow(), 7005);
  assert.equal(live.lag, 5);
});

test("a message is answered by its acknowledgement, its refusal, or the loss of the connection", async () => {
  const { live, greet, last } = world();
  await assert.rejects(live.send({ type: "resign", game: "G" }), { code: "offline" });
  followed(live);
  greet();
  const [first, second, third] = ["m1", "m2", "m3"].map((id) =>
    live.send({ type: "move", id, game: "G", move: "a3a4" }),
  );
  last().says({ type: "ack", id: "m1", version: 9 });
  last().says({ type: "error", id: "m2", error: { code: "stale", message: "too late" } });
  assert.equal((await first).version, 9);
  await assert.rejects(
    second,
    (/** @type {import("../../src/jungle/web/page/online/refusals.js").LiveError} */ error) => error.code === "stale",
  );
  const { length } = last().sent;
  last().readyState = 2; // The server closes it.
  await assert.rejects(live.send({ type: "resign", game: "G" }), { code: "offline" });
  assert.equal(last().sent.length, length);
  last().dies();
  await assert.rejects(third, { code: "offline" });
});

test("each topic receives its own frames; a missing game is reported as an error", () => {
  const { live, greet, last } = world();
  /** @type {string[]} */
  const heard = [];
  for (const topic of ["user", "lobby", "tournament:T", "game:none"])
    live.follow(topic, (frame) => heard.push(`${topic} ${frame.type}`));
  greet();
  assert.deepEqual(
    last().sent.map((/** @type {any} */ frame) => frame.type),
    ["ping", "lobby", "tournament", "watch"],
  );
  last().says({ type: "lobby" });
  last().says({ type: "lobby", changes: [{ over: "X" }, { ended: ["Y"] }] });
  last().says({ type: "tournament", id: "T", what: "started" });
  last().says({ type: "gameStart", game: { id: "X" } });
  last().says({ type: "error", id: "game:none", error: { code: "no_game", message: "none" } });
  last().says({ type: "resync" });
  assert.deepEqual(heard, [
    "user hello",
    "lobby lobby",
    "lobby lobby",
    "lobby lobby",
    "tournament:T tournament",
    "user gameStart",
    "game:none error",
    "user resync",
    "lobby resync",
    "tournament:T resync",
    "game:none resync",
  ]);
});

test("one request fetches the state of a game; events before the first listener are queued", async () => {
  const { live, greet, last } = world();
  const asking = live.watch("G");
  greet();
  last().says({ type: "state", game: "G", state: { version: 3 }, events: [{ type: "chat", version: 2 }] });
  const { frame, listen, close } = await asking;
  assert.deepEqual([frame.state.version, frame.events.length], [3, 1]);
  last().says({ type: "move", game: "G", version: 4 });
  /** @type {any[]} */
  const heard = [];
  listen((each) => heard.push(each.version));
  last().says({ type: "move", game: "G", version: 5 });
  assert.deepEqual(heard, [4, 5]);
  assert.equal(last().asked("watch").length, 1);
  close();
  assert.equal(last().asked("unwatch").length, 1);
});

test("a missing game and a missing server are reported", async () => {
  const { live, greet, last } = world();
  const asking = live.watch("G");
  greet();
  last().says({ type: "error", id: "game:G", error: { code: "no_game", message: "there is no game 'G'" } });
  await assert.rejects(asking, { code: "no_game" });
  const again = live.watch("H");
  last().dies();
  await assert.rejects(again, { code: "offline" });
});

test("a class is followed like a tournament, and asked for again after a break", () => {
  const { live, pass, greet, last } = world();
  /** @type {any[]} */
  const heard = [];
  live.follow("class:C", (frame) => heard.push(frame.what ?? frame.type));
  greet();
  assert.deepEqual(last().asked("class"), [{ type: "class", class: "C" }]);
  last().says({ type: "class", id: "C", what: "state" });
  last().says({ type: "class", id: "other", what: "state" });
  last().dies();
  pass(BACKOFF_MS[0]);
  greet();
  assert.equal(last().asked("class").length, 1);
  last().says({ type: "class", id: "C", what: "here" });
  assert.deepEqual(heard, ["state", "here"]);
});
