import "./storage.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  claimCards,
  keptCards,
  markCardsSent,
  noteAnswer,
  takeCards,
  unsentCards,
} from "../../src/jungle/web/page/game/cards.js";
import { setProgressOwner } from "../../src/jungle/web/page/game/keeping.js";
import { AGAIN, DAY_MS, GOOD, review } from "../../src/jungle/web/page/game/memory.js";
import { mayClaim } from "../../src/jungle/web/page/game/progress.js";
import { CARDS, ProgressSync } from "../../src/jungle/web/page/online/progress.js";

const ids = () =>
  keptCards()
    .map(({ id }) => id)
    .sort();

/** A server with cards. @param {any[]} cards */
function setUp(cards) {
  setProgressOwner("ann");
  /** @type {any} */
  const server = {
    account: { name: "ann" },
    /** @type {string[][]} */
    sent: [],
    get: async (/** @type {string} */ path) => (path === "/cards" ? { cards } : {}),
    put: async (/** @type {string} */ _path, /** @type {any} */ body) => {
      server.sent.push(body.cards.map((/** @type {any} */ { id }) => id));
      assert.ok(body.cards.every((/** @type {any} */ card) => !("isUnsent" in card)));
      return { cards: [...cards, ...body.cards] };
    },
  };
  return { server, sync: new ProgressSync(server, () => undefined, CARDS) };
}

test("cards of two devices come together, and are sent once", async () => {
  const { server, sync } = setUp([{ id: "there", memory: review(null, AGAIN, 0) }]);
  noteAnswer("here", false, 0);
  await sync.begin();
  assert.deepEqual(ids(), ["here", "there"]);
  await sync.send();
  assert.deepEqual([server.sent, unsentCards()], [[["here"]], []]);
  noteAnswer("there", true, DAY_MS);
  await sync.send();
  assert.deepEqual(server.sent.at(-1), ["there"]);
});

test("a card that is reviewed while it is sent is sent again", () => {
  noteAnswer("a", false, 0);
  const sent = unsentCards();
  noteAnswer("a", true, DAY_MS);
  markCardsSent(sent);
  assert.equal(unsentCards().length, 1);
});

test("the later review stays, whichever side has it", () => {
  noteAnswer("a", false, 0);
  const first = keptCards()[0].memory;
  takeCards([{ id: "a", memory: review(first, GOOD, DAY_MS) }]);
  assert.deepEqual([keptCards()[0].memory.reviews, unsentCards()], [2, []]);
  takeCards([{ id: "a", memory: first }, { id: "game x" }, null]);
  assert.deepEqual([keptCards()[0].memory.reviews, ids()], [2, ["a"]]);
});

test("who logs in may take the device's cards along", () => {
  setProgressOwner("");
  noteAnswer("a", false, 0);
  setProgressOwner("ann");
  assert.deepEqual([mayClaim(), ids()], [true, []]);
  claimCards();
  assert.deepEqual([ids(), unsentCards().length, keptCards(""), mayClaim()], [["a"], 1, [], false]);
});
