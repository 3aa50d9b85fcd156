import assert from "node:assert/strict";
import { test } from "node:test";
import { tournamentAfter } from "../../src/jungle/web/page/online/standing.js";

/** @param {string} name @param {any} [fields] */
const entrant = (name, fields = {}) => ({ name, kind: "person", score: 0, wins: 0, joined: 1, game: null, ...fields });
const names = (/** @type {any} */ { standing }) =>
  standing.map((/** @type {any} */ each) => `${each.place} ${each.name}`);

const START = { status: "created", standing: [{ ...entrant("ann"), place: 1 }], podium: [], games: [] };

test("new players come last and rise with their points", () => {
  const joined = tournamentAfter(START, { what: "join", entrants: [entrant("bob", { joined: 2 })] });
  assert.deepEqual(names(joined), ["1 ann", "2 bob"]);
  const paired = tournamentAfter(joined, {
    what: "pairing",
    entrants: [entrant("ann", { game: "G" }), entrant("bob", { joined: 2, game: "G" })],
  });
  assert.deepEqual(paired.games, ["G"]);
  const won = tournamentAfter(paired, {
    what: "result",
    entrants: [entrant("bob", { joined: 2, score: 2, wins: 1 }), entrant("ann")],
  });
  assert.deepEqual(names(won), ["1 bob", "2 ann"]);
  assert.deepEqual([won.games, won.podium, won.status], [[], [], "created"]);
});

test("the podium shows the best people, without bots", () => {
  const entrants = ["bot", "ann", "bob", "cat", "dan"].map((name, index) =>
    entrant(name, { score: 9 - index, kind: name === "bot" ? "bot" : "person" }),
  );
  const playing = tournamentAfter(START, { what: "started", entrants });
  const over = tournamentAfter(playing, { what: "finished", entrants: [] });
  assert.equal(over.status, "finished");
  assert.deepEqual(
    over.podium.map((/** @type {any} */ { place, name }) => `${place} ${name}`),
    ["1 ann", "2 bob", "3 cat"],
  );
});
