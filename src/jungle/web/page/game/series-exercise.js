// A series of puzzles on the board: the next one comes by itself, after a mistake the solution is shown for a moment. No DOM.

import { say } from "../words.js";
import { LineExercise } from "./line-exercise.js";
import { bestOf, Series } from "./series.js";
import { moveWords } from "./showing.js";

/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("./puzzles.js").Progress} Progress */

const NEXT_MS = 500;
const SHOWN_MS = 1600;
/** The seconds left of a sprint that are announced. */
const ANNOUNCED = [60, 30, 10];

export class SeriesExercise extends LineExercise {
  isOver = false;
  #told = Number.POSITIVE_INFINITY;

  /**
   * @param {import("../library.js").Library} library @param {Series} series that has a puzzle
   * @param {{progress: Progress, onScore: (progress: Progress) => void, now?: () => number}} how
   */
  constructor(library, series, { progress, onScore, now = Date.now }) {
    super(library, /** @type {import("./puzzles.js").Puzzle} */ (series.puzzle));
    this.series = series;
    this.before = bestOf(progress, series.mode);
    this.progress = progress;
    this.onScore = onScore;
    this.now = now;
  }

  get score() {
    return this.series.score;
  }

  get best() {
    return bestOf(this.progress, this.series.mode);
  }

  /** Whole seconds left of a sprint; null without a clock. */
  get secondsLeft() {
    const left = this.series.msLeft(this.now());
    return left === null ? null : Math.ceil(left / 1000);
  }

  /** Lets time pass. */
  tick() {
    const left = this.secondsLeft;
    if (this.isOver || left === null) return;
    if (left === 0) {
      this.#answered(false);
      this.#end();
      return;
    }
    const due = ANNOUNCED.find((seconds) => left <= seconds && this.#told > seconds);
    if (due) this.#told = due;
    this.emit("tick", due ? { words: say("web.series.left", { count: due }) } : {});
  }

  /** @param {boolean} isSolved */
  #answered(isSolved) {
    this.isDone = true;
    this.series.answered(isSolved, this.now());
    this.progress = this.series.recorded(this.progress);
    this.onScore(this.progress);
  }

  /** @param {number} ms */
  #continue(ms) {
    this.later(ms, () => {
      const { puzzle } = this.series;
      if (puzzle) this.restart(puzzle);
      else this.#end();
    });
  }

  #end() {
    this.stop();
    this.isOver = this.isDone = true;
    const over = say(`puzzle.run.over.${this.series.mode}`, { count: this.score, best: this.best });
    const isBest = this.score > this.before;
    this.tell(isBest ? `${say("web.series.record")} ${over}` : over, {
      what: "over",
      mood: isBest ? "good" : "",
      sound: isBest ? "win" : undefined,
    });
  }

  /** @param {Move} move @param {string} [message] */
  solved(move, message) {
    super.solved(move, message);
    this.#answered(true);
    this.#continue(NEXT_MS);
  }

  /** A mistake, or a puzzle that is skipped: the right move is shown for a moment. @param {Move} [move] */
  wrong(move) {
    const right = this.game.parse(this.wanted ?? "");
    const best = right ? [{ origin: right.origin, target: right.target, kind: "best" }] : [];
    const marks = new Map(move ? [[move.target, "bad"]] : []);
    this.note({ marks, arrows: best });
    const message = right ? say("web.series.wrong", { move: moveWords(right, this.grid) }) : "";
    this.tell(message, { what: "wrong", mood: "bad", sound: "refuse" });
    this.#answered(false);
    this.#continue(SHOWN_MS);
  }

  skip() {
    if (this.mayMove) this.wrong();
  }
}
