// A lesson of the course of strategy: exercises in which its idea wins or saves the game; a wrong move is explained. No DOM.

import { newGame } from "../library.js";
import { say } from "../words.js";
import { LineExercise } from "./line-exercise.js";
import { keepDone } from "./practice.js";
import { reasonArrows, reasonWords, sentence } from "./reasons.js";

/** @typedef {import("./practice.js").StrategyLesson} StrategyLesson */
/** @typedef {import("./game.js").Move} Move */

/** Used instead of a game's name in addresses and in storage. */
export const STRATEGY = "strategy";

/** The name of a lesson among those that are done. @param {string} key */
export const strategyName = (key) => `${STRATEGY}.${key}`;

export class StrategyExercise extends LineExercise {
  /** Which of the exercises, from 0. */
  number = 0;
  #begun = performance.now();

  /** @param {import("../library.js").Library} library @param {StrategyLesson} lesson */
  constructor(library, lesson) {
    super(library, lesson.exercises[0]);
    this.lesson = lesson;
  }

  get isLast() {
    return this.number === this.lesson.exercises.length - 1;
  }

  /** @param {number} number of an exercise */
  open(number) {
    this.number = number;
    this.restart(this.lesson.exercises[number]);
  }

  /** Says what is wrong with a move. @param {Move} tried */
  async wrong(tried) {
    const { game, library } = this;
    this.refuse(tried, say("web.learn.not that"));
    const right = game.parse(this.wanted);
    if (!right) return;
    const before = newGame(library, this.line.rules, game.fen());
    const found = await this.found(library.engine.compare(before, right, tried));
    if (found) {
      this.note({ arrows: reasonArrows(before, found.fault, tried) });
      const words = `${say("web.learn.not that")} ${sentence(reasonWords(found.fault))}`;
      this.tell(words, { what: "explained", mood: "bad" });
    }
    before.free();
  }

  /** @param {Move} move */
  solved(move) {
    const { key } = this.lesson;
    if (this.isLast) keepDone(strategyName(key), { ms: performance.now() - this.#begun, mistakes: this.slips });
    super.solved(move, [say("lesson.done"), say(`strategy.${key}.${this.number + 1}`)].join(" "));
  }
}
