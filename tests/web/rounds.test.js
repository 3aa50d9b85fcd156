// Tournaments with rounds: points and the cross table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { crossTable, halves, roundResult } from "../../src/jungle/web/page/online/rounds.js";

test("half points are written as fractions", () => {
  assert.deepEqual([0, 0.5, 1, 2.5, 7.25, 3.75].map(halves), ["0", "½", "1", "2½", "7¼", "3¾"]);
});

test("a result changes its board and no other", () => {
  const board = { blue: "a", red: "b", isBye: false, isForfeit: false, game: "g", points: null };
  const shown = { boards: [1, 2].map((number) => ({ ...board, round: 1, number })) };
  const after = roundResult(shown, { round: 1, number: 2, points: [1, 0] });
  assert.deepEqual(
    after.boards.map(({ points }) => points),
    [null, [1, 0]],
  );
});

test("the cross table has the opponent's place, the colour and the points of every round", () => {
  const line = {
    kind: "person",
    rating: 1500,
    isAway: false,
    isAdmitted: true,
    buchholz: 0,
    cut: 0,
    sonneborn: 0,
    direct: 0,
    wins: 0,
  };
  const played = { isBlue: true, isPlayed: true, game: "g" };
  const standing = [
    {
      ...line,
      place: 1,
      name: "anna",
      points: 1.5,
      results: [
        { ...played, round: 1, opponent: 2, points: 0.5 },
        { ...played, round: 2, opponent: null, points: 1, isPlayed: false },
      ],
    },
    {
      ...line,
      place: 2,
      name: "bert",
      points: 0.5,
      results: [{ ...played, isBlue: false, round: 1, opponent: 1, points: 0.5 }],
    },
    {
      ...line,
      place: 3,
      name: "cleo",
      points: 0,
      results: [{ ...played, round: 2, opponent: 2, points: 0, isPlayed: false }],
    },
  ];
  const { head, rows } = crossTable({ standing, round: 2 });
  assert.equal(head.length, 5);
  assert.equal(rows[0][2].replace(/[^\d½]/g, ""), "2½");
  assert.equal(rows[0].at(-1), "1½");
  assert.equal(rows[1][3], "");
  assert.match(rows[2][3], /−$/);
});
