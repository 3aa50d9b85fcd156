import assert from "node:assert/strict";
import { test } from "node:test";
import { hasProfile, shownName } from "../../src/jungle/web/page/online/names.js";
import { PICTURES } from "../../src/jungle/web/page/online/pictures.js";
import { menuFor, readRoute, routeFor } from "../../src/jungle/web/page/routes.js";
import { typedName } from "../../src/jungle/web/page/views/card.js";
import { clockMinutes, clockText } from "../../src/jungle/web/page/views/family/hours.js";
import { readCode } from "../../src/jungle/web/page/views/join.js";
import { setWords } from "../../src/jungle/web/page/words.js";

test("children have readable names inside their circle, and none outside", () => {
  setWords({
    "online.young player": "Young player",
    "online.hidden player": "Player",
    "online.child name": "{feeling} {animal} {number}",
    "feeling.brave": "Brave",
    "guest.otter": "Otter",
  });
  assert.equal(shownName("anonymous", "child"), "Young player");
  assert.equal(shownName("anonymous", "hidden"), "Player");
  assert.equal(shownName("anonymous", "person"), "anonymous"); // Somebody may be called so.
  assert.equal(shownName("brave-otter-27", "child"), "Brave Otter 27");
  assert.equal(shownName("strange-otter-27", "child"), "strange-otter-27");
  assert.equal(shownName("brave-otter-27", "person"), "brave-otter-27");
});

test("guests, children and hidden players have no profile", () => {
  const kinds = ["person", "bot", "guest", "child", "hidden"];
  assert.deepEqual(
    kinds.map((kind) => hasProfile({ name: "x", kind })),
    [true, true, false, false, false],
  );
  assert.ok(!hasProfile({ name: null, kind: "person" }));
});

test("children can open only views for children", () => {
  const open = (/** @type {string} */ hash, isSignedIn = true) =>
    routeFor(readRoute(hash, true), { isKid: true, isSignedIn }).name;
  for (const name of ["play", "puzzles", "game/abc", "card", "join", "lobby", "tournament/abc", "settings"])
    assert.equal(open(`#/${name}`), name.split("/")[0]);
  for (const name of ["editor", "user/ann", "messages", "admin", "family", "tournament", "challenge/abc", "confirm"])
    assert.equal(open(`#/${name}`), "home");
  assert.equal(open("#/lobby", false), "home");
  const adult = routeFor(readRoute("#/user/ann", true), { isKid: false, isSignedIn: true });
  assert.deepEqual([adult.name, adult.id], ["user", "ann"]);
  assert.ok(!menuFor({ isKid: true, isSignedIn: true }).includes("editor"));
  assert.ok(menuFor({ isKid: false, isSignedIn: true }).includes("editor"));
});

test("names and codes are read as people type them", () => {
  assert.equal(typedName("  Brave Otter 27 "), "brave-otter-27");
  assert.equal(readCode(" abc-d 23"), "ABCD23");
});

test("hours are minutes after midnight", () => {
  assert.deepEqual([0, 930, 1439].map(clockText), ["00:00", "15:30", "23:59"]);
  assert.deepEqual(["00:00", "15:30", "23:59"].map(clockMinutes), [0, 930, 1439]);
});

test("there are sixteen different pictures", () => {
  assert.equal(new Set(PICTURES).size, 16);
});
