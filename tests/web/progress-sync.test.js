import assert from "node:assert/strict";
import { test } from "node:test";
import { setProgressOwner } from "../../src/jungle/web/page/game/keeping.js";
import { allItems, noteTry, unsentItems } from "../../src/jungle/web/page/game/progress.js";
import { ProgressSync } from "../../src/jungle/web/page/online/progress.js";
import "./storage.js";

const item = (/** @type {string} */ key) => ({
  kind: "puzzle",
  key,
  stars: 3,
  tries: 1,
  firstTry: true,
  ms: 5,
  at: 100,
});

/** A server that knows puzzles but those that are called strange, and what is done later. @param {any[]} [items] */
function setUp(items = []) {
  setProgressOwner("ann");
  /** @type {any} */
  const server = {
    account: { name: "ann" },
    /** @type {any[][]} */
    sent: [],
    isDown: false,
    get: async () => ({ items }),
    put: async (/** @type {string} */ _path, /** @type {any} */ body) => {
      server.sent.push(body.items.map((/** @type {any} */ { key }) => key));
      if (server.isDown) throw Object.assign(new Error("no answer"), { status: 0 });
      if (body.items.some((/** @type {any} */ { key }) => key === "strange"))
        throw Object.assign(new Error("unknown"), { status: 422 });
      return { items: [...items, ...body.items] };
    },
  };
  /** @type {(() => void)[]} */
  const later = [];
  const sync = new ProgressSync(server, (act) => later.push(act));
  return { server, sync, later };
}

test("progress is fetched from the server, and local progress is sent", async () => {
  const { server, sync } = setUp([item("a")]);
  noteTry("puzzle", "b", { isDone: true });
  await sync.begin();
  assert.deepEqual(
    allItems()
      .map(({ key }) => key)
      .sort(),
    ["a", "b"],
  );
  assert.deepEqual(server.sent, [["b"]]);
  assert.deepEqual(unsentItems(), []);
  await sync.send();
  assert.equal(server.sent.length, 1);
});

test("progress made offline is kept and sent later", async () => {
  const { server, sync, later } = setUp();
  server.isDown = true;
  noteTry("puzzle", "b", { isDone: true });
  await sync.send();
  assert.equal(unsentItems().length, 1);
  server.isDown = false;
  await later[0]();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(unsentItems(), []);
  assert.deepEqual(server.sent, [["b"], ["b"]]);
});

test("items that the server does not know do not hold up the rest", async () => {
  const { server, sync, later } = setUp();
  for (const key of ["b", "strange", "c"]) noteTry("puzzle", key, { isDone: true });
  await sync.send();
  assert.deepEqual(server.sent, [["b", "strange", "c"], ["b"], ["strange"], ["c"]]);
  assert.deepEqual(unsentItems(), []);
  assert.equal(later.length, 0);
});

test("large progress is sent in several requests", async () => {
  const { server, sync } = setUp();
  for (let number = 0; number < 501; number += 1) noteTry("puzzle", `p${number}`, { isDone: true });
  await sync.send();
  assert.deepEqual(
    server.sent.map((/** @type {string[]} */ { length }) => length),
    [500, 1],
  );
  assert.deepEqual(unsentItems(), []);
});

test("a late answer for a user who has logged out is ignored", async () => {
  const { server, sync } = setUp();
  server.get = async () => {
    setProgressOwner("ben");
    server.account = { name: "ben" };
    return { items: [item("a")] };
  };
  await sync.begin();
  assert.deepEqual(allItems(), []);
  setProgressOwner("ann");
  assert.deepEqual(allItems(), []);
});

test("nothing is sent without a login", async () => {
  const { server, sync } = setUp();
  server.account = null;
  noteTry("puzzle", "b", { isDone: true });
  await sync.begin();
  await sync.send();
  assert.deepEqual(server.sent, []);
});
