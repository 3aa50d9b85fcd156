import assert from "node:assert/strict";
import { test } from "node:test";
import { changeClass, mayHint, mayTakeBack, setClasses } from "../../src/jungle/web/page/allowed.js";
import { PuzzleFileError, puzzlesInText, puzzlesOfReview } from "../../src/jungle/web/page/game/own-puzzles.js";
import {
  classAfter,
  classStanding,
  codeText,
  columnsFor,
  isOnlyHere,
  tallyOf,
  waitingTournament,
} from "../../src/jungle/web/page/online/classroom.js";
import { OnlineClock } from "../../src/jungle/web/page/online/online-clock.js";
import { arrowsOf, drawingsOf, gameOf } from "../../src/jungle/web/page/online/shown-board.js";
import { readRoute, routeTo } from "../../src/jungle/web/page/routes.js";
import { endOfDay } from "../../src/jungle/web/page/views/class/assign.js";
import { assignedPuzzles, startAddress, taskKeys, taskTitle } from "../../src/jungle/web/page/views/class/tasks.js";
import { sheetPuzzles } from "../../src/jungle/web/page/views/print/puzzles.js";
import { setWords } from "../../src/jungle/web/page/words.js";
import { game, library, read } from "./page.js";

const pupil = (/** @type {string} */ name, more = {}) => ({
  name,
  here: true,
  gameId: null,
  points: 0,
  games: 0,
  ...more,
});
const player = (/** @type {string} */ name) => ({ name, kind: "child" });
const played = (/** @type {string} */ id, /** @type {string} */ blue, /** @type {string} */ red) => ({
  id,
  status: "started",
  players: { blue: player(blue), red: player(red) },
});

/** @type {any} */
const SHOWN = {
  id: "c",
  name: "3b",
  isTeacher: true,
  isPaused: false,
  announcement: "",
  board: null,
  boardVersion: 1,
  pupils: [pupil("ann"), pupil("ben"), pupil("cat", { here: false })],
  games: [],
  tournaments: [],
  answers: [],
};
const after = (/** @type {any} */ event, shown = SHOWN) => classAfter(shown, { type: "class", id: "c", ...event });

test("a class follows who comes, joins and leaves", () => {
  assert.equal(after({ what: "here", name: "cat", here: true }).pupils[2].here, true);
  const joined = after({ what: "joined", pupil: pupil("dan") });
  assert.deepEqual(
    joined.pupils.map(({ name }) => name),
    ["ann", "ben", "cat", "dan"],
  );
  const asked = after(
    { what: "waiting", pupil: { name: "eve", at: 1 } },
    { ...SHOWN, waiting: [{ name: "dan", at: 0 }] },
  );
  assert.deepEqual(
    asked.waiting?.map(({ name }) => name),
    ["dan", "eve"],
  );
  assert.deepEqual(after({ what: "joined", pupil: pupil("dan") }, asked).waiting, [{ name: "eve", at: 1 }]);
  assert.deepEqual(after({ what: "left", name: "eve" }, asked).waiting, [{ name: "dan", at: 0 }]);
  // The teacher gets it again, with the label.
  const labelled = after({ what: "joined", pupil: { name: "dan", label: "Daniel" } }, joined);
  assert.equal(labelled.pupils.length, 4);
  assert.deepEqual(labelled.pupils[3], { ...pupil("dan"), label: "Daniel" });
  assert.equal(after({ what: "left", name: "ann" }).pupils.length, 2);
});

test("an address that only this computer can open is known", () => {
  const local = ["http://localhost:8000/#/join/ABC", "http://127.0.0.1/", "http://127.1.2.3:80/", "http://[::1]:8000/"];
  const open = [
    "http://192.168.1.4:8000/",
    "https://school.example/#/join/A",
    "http://localhost.example/",
    "https://127.example/",
  ];
  assert.deepEqual(
    local.filter((url) => !isOnlyHere(url)),
    [],
  );
  assert.deepEqual(open.filter(isOnlyHere), []);
});

test("an assignment is titled by its content", () => {
  setWords(JSON.parse(read("words/en.json").toString()));
  const lessons = ["jungle.jump", "jungle.traps", "strategy.guard", "flip.turn_up"];
  const title = (/** @type {string} */ kind, /** @type {any} */ task, count = 1) => taskTitle({ kind, task, count });
  assert.equal(title("lessons", { lessons: lessons.slice(0, 1) }), "Jumping over the river");
  assert.equal(title("lessons", { lessons }, 4), "Jumping over the river · Traps · 2 more");
  assert.equal(title("puzzles", { theme: "jump", count: 10 }, 10), "Jump · 10 puzzles");
  assert.equal(title("puzzles", { puzzles: [{}] }), "1 puzzle");
  setWords({});
});

test("a tournament waits for the games of the round, or for its teacher", () => {
  const round = after({ what: "round", games: [played("g1", "ann", "ben")] });
  assert.equal(waitingTournament(round), null);
  const tournament = { id: "t", name: "cup", status: "started" };
  const begun = after({ what: "tournament", tournament }, round);
  assert.deepEqual(begun.tournaments, [tournament]);
  assert.deepEqual(waitingTournament(begun), { tournament, games: 1 });
  const paired = after({ what: "over", gameId: "g1", game: {}, pupils: [] }, begun);
  const arena = after({ what: "round", games: [{ ...played("g2", "ann", "ben"), tournament: "t" }] }, paired);
  assert.equal(waitingTournament(arena), null);
  const byHand = { id: "t", name: "cup", status: "created", byHand: true };
  assert.deepEqual(waitingTournament(after({ what: "tournament", tournament: byHand })), {
    tournament: byHand,
    games: 0,
  });
  assert.equal(waitingTournament(after({ what: "tournament", tournament: { ...byHand, byHand: false } })), null);
  assert.equal(waitingTournament(after({ what: "tournament", tournament: { ...byHand, status: "finished" } })), null);
});

test("a round puts pupils at boards, and an ending brings their points", () => {
  const round = after({ what: "round", games: [played("g1", "ann", "ben")] });
  assert.deepEqual(
    round.pupils.map(({ gameId }) => gameId),
    ["g1", "g1", null],
  );
  assert.equal(after({ what: "round", games: [played("g1", "ann", "ben")] }, round).games.length, 1);
  const over = after(
    {
      what: "over",
      gameId: "g1",
      game: { ...played("g1", "ann", "ben"), status: "ended", result: "1-0" },
      pupils: [pupil("ann", { points: 1, games: 1 }), pupil("ben", { games: 1 })],
    },
    round,
  );
  assert.equal(over.games[0].result, "1-0");
  assert.deepEqual(
    over.pupils.map(({ gameId, points, games }) => [gameId, points, games]),
    [
      [null, 1, 1],
      [null, 0, 1],
      [null, 0, 0],
    ],
  );
});

test("the teacher's changes are applied, and unknown ones change nothing", () => {
  assert.equal(after({ what: "changed", class: { announcement: "Hello" } }).announcement, "Hello");
  assert.equal(after({ what: "paused", paused: true }).isPaused, true);
  assert.equal(after({ what: "state", class: { ...SHOWN, name: "4b" } }).name, "4b");
  assert.equal(after({ what: "weather" }), SHOWN);
});

test("answers last as long as the question does", () => {
  const board = { fen: "", ask: true };
  const asked = after({ what: "board", board, version: 2 });
  const answered = after({ what: "answer", name: "ann", move: "a3a4", isRight: true }, asked);
  const changed = after({ what: "answer", name: "ann", move: "a3b3", isRight: false }, answered);
  assert.deepEqual(changed.answers, [{ name: "ann", move: "a3b3", isRight: false }]);
  const revealed = after({ what: "board", board: { ...board, ask: false }, version: 2 }, changed);
  assert.equal(revealed.answers?.length, 1);
  assert.deepEqual(after({ what: "board", board, version: 3 }, revealed).answers, []);
});

test("the tally counts each move once, the most frequent first", () => {
  const answer = (/** @type {string} */ name, /** @type {string} */ move) => ({ name, move, isRight: null });
  assert.deepEqual(
    tallyOf([answer("ann", "c3c4"), answer("ben", "a3a4"), answer("cat", "a3a4")]).map(({ move, names }) => [
      move,
      names,
    ]),
    [
      ["a3a4", ["ben", "cat"]],
      ["c3c4", ["ann"]],
    ],
  );
});

test("equal points share a place, and pupils who have not played come last", () => {
  const pupils = [
    pupil("ann"),
    pupil("ben", { points: 2, games: 3 }),
    pupil("cat", { points: 2, games: 2 }),
    pupil("dan", { games: 2 }),
  ];
  assert.deepEqual(
    classStanding(pupils).map(({ name, place }) => [name, place]),
    [
      ["ben", 1],
      ["cat", 1],
      ["dan", 3],
      ["ann", 3],
    ],
  );
});

test("codes are read in groups of three", () => assert.equal(codeText("K7M4QX"), "K7M 4QX"));

test("boards are as large as the wall allows", () => {
  /** @param {number} count @param {number} width @param {number} height */
  const fit = (count, width, height) => columnsFor(count, width, height, 96, 13);
  assert.equal(fit(1, 1400, 800).columns, 1);
  assert.equal(fit(2, 1400, 800).columns, 2);
  assert.equal(fit(15, 1400, 800).columns, 8);
  assert.equal(fit(4, 300, 800).columns, 2);
  // Two boards on a projector are, with their names, no higher than the screen.
  const { columns, width } = fit(2, 800, 500);
  assert.equal(columns, 2);
  assert.ok(width / 0.78 + 96 <= 500 && width > 300, `${width}`);
});

test("drawings are written as the server keeps them", () => {
  const { grid } = library.usual;
  const drawn = {
    arrows: [
      ["a3", "a5", "green"],
      ["c3", "c4", "red"],
    ],
    circles: [["d4", "blue"]],
  };
  const arrows = arrowsOf(/** @type {any} */ (drawn), grid);
  assert.deepEqual(
    arrows.map(({ kind }) => kind),
    ["best", "threat", "idea"],
  );
  assert.deepEqual(drawingsOf(arrows, grid), drawn);
  assert.deepEqual(arrowsOf({ arrows: [["z9", "a1", "green"]], circles: [] }, grid), []);
});

test("a board is shown up to its ply", () => {
  const board = { rules: "standard", fen: library.usual.start, moves: ["a3a4", "g7g6", "a4a5"], ply: 2 };
  const shown = gameOf(library, board);
  assert.equal(shown.length, 2);
  assert.equal(shown.side, 0);
  shown.free();
});

test("a paused clock stands still, and then continues for the side to move", () => {
  let now = 1000;
  const clock = new OnlineClock(
    { limit: 60, increment: 0, blue: 60_000, red: 60_000, running: "blue" },
    1000,
    () => now,
  );
  now = 6000;
  clock.pause({ blue: 55_000, red: 60_000 });
  now = 90_000;
  assert.deepEqual([clock.remaining("blue"), clock.isPaused], [55_000, true]);
  clock.begin({ blue: 55_000, red: 60_000 }, 90_000, "blue", 4);
  now = 91_000;
  assert.deepEqual([clock.remaining("blue"), clock.isPaused], [54_000, false]);
});

test("features that a teacher switches off are off for pupils only", () => {
  const room = { id: "c", takebacks: false, hints: true, isTeacher: false };
  setClasses([{ ...room, isTeacher: true }]);
  assert.deepEqual([mayHint(), mayTakeBack()], [true, true]);
  setClasses([room]);
  assert.deepEqual([mayHint(), mayTakeBack(), mayTakeBack("c"), mayTakeBack("")], [true, false, false, true]);
  changeClass("c", { takebacks: true, hints: false });
  assert.deepEqual([mayHint(), mayTakeBack("c")], [false, true]);
  setClasses([]);
});

test("addresses of a class have their own slashes", () => {
  assert.equal(routeTo(["class", "c1", "board"]), "#/class/c1/board");
  assert.deepEqual(readRoute("#/class/c1/board", true), {
    name: "class",
    id: "c1/board",
    query: new URLSearchParams(),
  });
  assert.equal(readRoute("#/class/c1", false).name, "home");
});

const MATE = { fen: "7/3w3/7/7/7/7/7/3W3/7 b 0 1", moves: ["d2d3"] };

test("puzzles come out of lines of JSON", () => {
  const text = `${JSON.stringify({ ...MATE, moves: "d2d3" })}\n\n${JSON.stringify(MATE)}\n`;
  const found = puzzlesInText(library, text);
  assert.deepEqual(
    found.map(({ rules, moves }) => [rules, moves]),
    [
      ["standard", ["d2d3"]],
      ["standard", ["d2d3"]],
    ],
  );
  assert.throws(() => puzzlesInText(library, '{"fen": "x", "moves": "a1a2"}'), PuzzleFileError);
  const illegal = `${JSON.stringify(MATE)}\n${JSON.stringify({ ...MATE, moves: "d2d9" })}`;
  assert.throws(() => puzzlesInText(library, illegal), { line: 2 });
});

test("puzzles come out of records, whose moves are the solutions", () => {
  const record = `[FEN "${MATE.fen}"]\n\n1. d2d3 *\n`;
  assert.deepEqual(
    puzzlesInText(library, record).map(({ moves }) => moves),
    [["d2d3"]],
  );
});

test("mistakes of a game become puzzles with the better move", () => {
  const lost = game("standard");
  for (const move of ["a3a4", "g7g6"]) lost.playText(move);
  const start = game("standard");
  const better = /** @type {any} */ (start.parse("c3d3"));
  const plies = [
    { ply: 1, verdict: "blunder", better },
    { ply: 2, verdict: "good", better: null },
  ];
  const [found, ...rest] = puzzlesOfReview(library, lost, plies);
  assert.deepEqual(rest, []);
  assert.deepEqual([found.fen, found.moves], [lost.fen(0), ["c3d3"]]);
  for (const each of [lost, start]) each.free();
});

test("an assignment leads straight to what is next", () => {
  const lessons = {
    id: "a",
    title: "",
    kind: "lessons",
    task: { lessons: ["jungle.goal", "strategy.race"] },
    due: null,
    created: 0,
    count: 2,
  };
  assert.equal(startAddress(lessons, "c", new Set()), "#/learn?game=jungle&lesson=goal");
  assert.equal(startAddress(lessons, "c", new Set(["lesson:jungle.goal"])), "#/learn?game=strategy&lesson=race");
  const level = { ...lessons, kind: "level", task: { game: "jungle", level: 4 } };
  assert.equal(startAddress(level, "c", new Set()), "#/play?level=4&side=blue");
  assert.equal(startAddress({ ...lessons, kind: "puzzles" }, "c", new Set()), "#/class/c/assignments?do=a");
  assert.deepEqual(taskKeys(lessons), ["lesson:jungle.goal", "lesson:strategy.race"]);
  assert.deepEqual(taskKeys(level), ["level:jungle.4"]);
  assert.deepEqual(taskKeys({ kind: "puzzles", task: { puzzles: ["p", { id: "own-1" }] } }), [
    "puzzle:p",
    "puzzle:own-1",
  ]);
});

test("assigned puzzles are ours by id, or the teacher's own", () => {
  const known = /** @type {any} */ ([
    { id: "p1", fen: "f", moves: ["a"], goal: "win", rating: 1, themes: [], plies: 1 },
  ]);
  const task = { puzzles: ["p1", "gone", { id: "own-1", fen: "g", rules: "gamerz", moves: ["b"] }] };
  const found = assignedPuzzles(/** @type {any} */ ({ task }), known);
  assert.deepEqual(
    found.map(({ id, goal, rules }) => [id, goal, rules]),
    [
      ["p1", "win", undefined],
      ["own-1", "", "gamerz"],
    ],
  );
});

test("a sheet has puzzles from easy to hard", () => {
  const puzzles = /** @type {any} */ (
    [9, 1, 5, 3, 7].map((rating) => ({ rating, themes: rating > 1 ? ["jump"] : [] }))
  );
  assert.deepEqual(
    sheetPuzzles(puzzles, "jump", 2).map(({ rating }) => rating),
    [3, 7],
  );
});

test("a due day ends at midnight", () => {
  const end = /** @type {number} */ (endOfDay("2026-11-18"));
  assert.equal(new Date(end).getDate(), 18);
  assert.equal(new Date(end + 1).getDate(), 19);
  assert.equal(endOfDay(""), null);
});
