// A set of puzzles that a class was given: one after the other on the board, and each is reported.

import { noteTry } from "../../game/progress.js";
import { loadPuzzles, readProgress } from "../../game/puzzles.js";
import { routeTo, showAddress } from "../../routes.js";
import { say } from "../../words.js";
import { PuzzleView } from "../puzzles/solve.js";
import { assignedPuzzles, doneKeys } from "./tasks.js";

/** @typedef {import("../class.js").Given} Given */
/** @typedef {import("./tasks.js").Assignment} Assignment */

/** @param {Given} given @param {Assignment} assignment */
export async function openSet({ query, library, followed }, assignment) {
  const puzzles = assignedPuzzles(assignment, await loadPuzzles());
  const done = doneKeys();
  /** @param {{id: string}} given */
  const isDone = ({ id }) => done.has(`puzzle:${id}`);
  const puzzle =
    puzzles.find(({ id }) => id === query.get("puzzle")) ?? puzzles.find((each) => !isDone(each)) ?? puzzles[0];
  const at = puzzles.indexOf(puzzle);
  /** @param {string} id */
  const address = (id) => routeTo(["class", followed.id, "assignments"], { do: assignment.id, puzzle: id });
  showAddress(address(puzzle.id));
  const others = [...puzzles.slice(at + 1), ...puzzles.slice(0, at)].filter((each) => !isDone(each));
  const next = others.length ? address(others[0].id) : routeTo(["class", followed.id, "assignments"]);
  let begun = performance.now();
  const view = new PuzzleView(library, puzzle, {
    title: assignment.title,
    place: say("class.puzzle of", { number: at + 1, all: puzzles.length }),
    hasHints: followed.shown.hints,
    isUnrated: false,
    next,
    progress: readProgress(undefined),
    onTried: (isSolved) => {
      noteTry("puzzle", puzzle.id, { isDone: isSolved, ms: performance.now() - begun });
      begun = performance.now();
      return readProgress(undefined);
    },
  });
  return { element: view.element, close: () => view.close(), title: assignment.title };
}
