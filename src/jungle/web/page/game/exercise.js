// A position with a task: a puzzle, a lesson, a drill, a teacher's question. Subclasses judge the moves. No DOM.

import { newGame } from "../library.js";
import { BoardModel } from "./board-model.js";
import { squareWords } from "./showing.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {"" | "good" | "bad"} Mood */

export class Exercise extends BoardModel {
  /** The comment on the last move, or empty. */
  message = "";
  /** @type {Mood} */
  mood = "";
  isDone = false;
  /** How many wrong moves were tried. */
  slips = 0;
  /** @type {{stop: () => void} | null} the engine's */
  #task = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** The task in words, until something is said of a move. */
  get task() {
    return "";
  }

  get mayMove() {
    return super.mayMove && !this.isDone;
  }

  close() {
    this.stop();
    super.close();
  }

  /** A move of the person: it is judged if it is legal, and returned. @param {number} origin @param {number} target */
  play(origin, target) {
    const move = this.mayMove && this.game.movesFrom(origin).find((each) => each.target === target);
    if (!move) return undefined;
    this.stop();
    this.note();
    this.judge(move);
    return move;
  }

  /** Decides what becomes of a legal move. @param {Move} _move */
  judge(_move) {
    throw new Error("a subclass judges");
  }

  /** Stops the engine and drops pending replies. */
  stop() {
    clearTimeout(this.#timer);
    this.#task?.stop();
    this.#task = null;
  }

  /** Does something after a moment, unless the person acts first. @param {number} ms @param {() => void} act */
  later(ms, act) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
  }

  /** The engine's result; null if it failed or the person has acted since. @template T @param {{result: Promise<T>, stop: () => void}} task */
  async found(task) {
    this.#task?.stop();
    this.#task = task;
    const found = await task.result.catch(() => null);
    return this.#task === task ? found : null;
  }

  /** The verdict of a review on a move that could be played now; null if the person has acted since. @param {import("../library.js").Library} library @param {Move} move */
  async verdictOn(library, { origin, target }) {
    const copy = newGame(library, this.game.rules.name, this.game.fen(), { deal: null });
    copy.play(origin, target);
    const review = await this.found(library.engine.review(copy));
    copy.free();
    return review?.plies[0] ?? null;
  }

  /** Says how it goes. @param {string} message shown @param {{what?: string, mood?: Mood, words?: string, sound?: string}} [how] `words`: if something else is spoken */
  tell(message, { what = "told", mood = "", words = message, sound } = {}) {
    this.message = message;
    this.mood = mood;
    this.shown = this.game.length;
    this.emit(what, { words, sound });
  }

  /** A move that is not what the exercise asks for. @param {Move} move @param {string} message */
  refuse({ target }, message) {
    this.slips += 1;
    this.note({ marks: new Map([[target, "bad"]]) });
    this.tell(message, { what: "wrong", mood: "bad", sound: "refuse" });
  }

  /** Starts over, perhaps with another game. @param {Game} game @param {boolean} [isDone] is there nothing to do? @param {string} [words] that are spoken */
  begin(game, isDone = false, words = "") {
    this.stop();
    this.replaceGame(game);
    this.isDone = isDone;
    this.note();
    this.tell("", { what: "begin", words });
  }

  /** Points at a square, and says what is there. @param {number} square */
  pointAt(square) {
    const { grid, game } = this;
    this.note({ marks: new Map([[square, "note"]]) });
    this.emit("hint", { words: squareWords(grid, square, game.faces().get(square)) });
  }
}
