// Puzzles one after another, each a little harder, as `jungle.puzzles` has them: a sprint against the clock, or a streak until the
// first mistake. No DOM.

import { puzzlesOf } from "./puzzles.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./puzzles.js").Progress} Progress */
/** @typedef {"sprint" | "streak"} Mode */

export const MODES = /** @type {const} */ (["sprint", "streak"]);
/** Where progress has the personal bests. */
const BESTS = /** @type {const} */ ({ sprint: "sprint", streak: "run" });
export const SPRINT_MS = 180_000;
/** The rating of the first puzzle, and how much harder each is than the one before. */
const [START, RISE] = [250, 25];
/** Each puzzle is drawn from this many of about that rating. */
const NEAR = 12;

export class Series {
  /** The puzzles solved at the first try. */
  score = 0;
  /** @type {Puzzle[]} */
  #left;
  #rating = START;
  #until;
  #draw;
  /** @type {Puzzle | undefined} the one to solve now; none if the series is over */
  puzzle;

  /** @param {Puzzle[]} puzzles @param {Mode} mode @param {{now: number, draw?: () => number, rules?: string}} how */
  constructor(puzzles, mode, { now, draw = Math.random, rules = "" }) {
    this.mode = mode;
    this.#left = puzzlesOf(puzzles, rules);
    this.#draw = draw;
    this.#until = now + SPRINT_MS;
    this.puzzle = this.#next();
  }

  #next() {
    const rating = this.#rating;
    this.#left.sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
    this.#rating += RISE;
    return this.#left.splice(Math.floor(this.#draw() * Math.min(NEAR, this.#left.length)), 1).at(0);
  }

  /** The time left of a sprint; null without a clock. @param {number} now */
  msLeft(now) {
    return this.mode === "sprint" ? Math.max(this.#until - now, 0) : null;
  }

  /** Counts an answer and goes to the next puzzle. An answer after the end of a sprint no longer counts. @param {boolean} isSolved @param {number} now */
  answered(isSolved, now) {
    const isLate = this.msLeft(now) === 0;
    if (this.puzzle && !isLate) this.score += Number(isSolved);
    const ends = isLate || (this.mode === "streak" && !isSolved);
    this.puzzle = ends || !this.puzzle ? undefined : this.#next();
  }

  /** The progress with this score, if it is a personal best. @param {Progress} progress @returns {Progress} */
  recorded(progress) {
    return { ...progress, [BESTS[this.mode]]: Math.max(bestOf(progress, this.mode), this.score) };
  }
}

/** @param {Progress} progress @param {Mode} mode */
export const bestOf = (progress, mode) => progress[BESTS[mode]];
