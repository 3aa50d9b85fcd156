// A lesson in progress: the learner makes every move, the other side passes, and the lesson ends with one of its goals. No DOM.

import { newGame } from "../library.js";
import { soundOf } from "../sounds.js";
import { loadText, say } from "../words.js";
import { Exercise } from "./exercise.js";
import { keepOwn, keptOwn } from "./keeping.js";
import { uci } from "./moves.js";
import { noteTry } from "./progress.js";
import { moveWords, outcomeWords } from "./showing.js";
import { boardText, codeOf, FACE_DOWN } from "./text.js";

/** @typedef {{key: string, fen: string, goals: string[], rules?: string, deal?: Record<string, string>}} Lesson */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("../library.js").Library} Library */

/** The game that a lesson's positions are of. @param {Library} library @param {string} kind @param {Lesson} lesson */
function rulesName(library, kind, { rules }) {
  if (rules && Object.hasOwn(library.rules, rules)) return rules;
  const [usual] = Object.values(library.rules).filter((each) => each.game === kind);
  return usual.name;
}

export class Practice extends Exercise {
  /** @param {Library} library @param {string} kind @param {Lesson} lesson */
  constructor(library, kind, lesson) {
    const rules = rulesName(library, kind, lesson);
    super(startGame(library, rules, lesson, lesson.fen));
    this.library = library;
    this.lesson = lesson;
    this.rules = rules;
    this.isDone = !this.hasGoal;
    /** @type {number[]} the squares of the last move */
    this.last = [];
  }

  /** Is there something to do, or only something to see? */
  get hasGoal() {
    return this.lesson.goals.length > 0;
  }

  get task() {
    return this.hasGoal ? say("lesson.try") : "";
  }

  /** One may go on after the goal is reached. */
  get mayMove() {
    return !this.outcome;
  }

  display() {
    return { ...super.display(), last: this.last };
  }

  restart() {
    this.last = [];
    if (!this.isDone) this.slips += 1;
    this.begin(startGame(this.library, this.rules, this.lesson, this.lesson.fen), !this.hasGoal);
  }

  /** A move that wins in a way that the lesson is not about is taken back. @param {Move} tried */
  judge({ origin, target }) {
    const { game, lesson, isDone: wasDone } = this;
    const mover = game.side;
    const move = /** @type {Move} */ (game.play(origin, target));
    const words = moveWords(move, game.grid);
    this.isDone ||= lesson.goals.includes(uci({ origin, target }, game.grid));
    const outcome = game.outcome();
    if (outcome && !this.isDone) {
      game.undo();
      this.slips += 1;
      const another = say("lesson.another");
      this.tell(another, { what: "another", words: `${words}. ${another}`, sound: soundOf(move, game.grid) });
      return;
    }
    this.last = [origin, target];
    if (!outcome) this.#pass(mover);
    const isFirst = this.isDone && !wasDone;
    const message = this.hasGoal ? say(this.isDone ? "lesson.done" : "lesson.try") : "";
    this.tell(message || (outcome ? outcomeWords(outcome, game) : ""), {
      what: isFirst ? "done" : "move",
      mood: this.isDone && this.hasGoal ? "good" : "",
      words: isFirst ? `${words}. ${message}` : words,
      sound: isFirst ? "win" : soundOf(move, game.grid),
    });
  }

  /** Gives the turn back to the learner. @param {number | null} mover */
  #pass(mover) {
    const { game, library, rules, lesson } = this;
    const [board, , , ...rest] = game.fen().split(" ");
    const side = mover ?? (game.side === null ? null : 1 - game.side);
    const fen = [board, side === null ? "?" : "br"[side], "0", ...rest].join(" ");
    this.replaceGame(startGame(library, rules, lesson, fen));
  }
}

/** A position of a lesson, with what it says lies face down. @param {Library} library @param {string} rules @param {Lesson} lesson @param {string} fen */
function startGame(library, rules, { deal }, fen) {
  const { grid } = library.rules[rules];
  if (!deal) return newGame(library, rules, fen);
  const shown = newGame(library, rules, fen, { deal: null });
  const board = shown.board();
  shown.free();
  const dealt = new Uint8Array(grid.squares);
  for (const [name, sign] of Object.entries(deal)) {
    const square = /** @type {number} */ (grid.square(name));
    if (board[square] === FACE_DOWN) dealt[square] = codeOf(sign);
  }
  return newGame(library, rules, fen, dealt.some(Boolean) ? { deal: boardText(grid, dealt) } : { deal: null });
}

/** @returns {Promise<Record<string, Lesson[]>>} */
export async function loadLessons() {
  return JSON.parse(await loadText("data/lessons.json"));
}

/** @typedef {{key: string, exercises: {fen: string, goal: string, moves: string[]}[]}} StrategyLesson */

/** The course of strategy, after the rules. @returns {Promise<StrategyLesson[]>} */
export async function loadStrategy() {
  const course = JSON.parse(await loadText("data/strategy.json"));
  for (const { exercises } of course) for (const each of exercises) each.moves = each.moves.split(" ");
  return course;
}

const DRAFT = "lessons";

/** The completed lessons, as game.key. @returns {string[]} */
export function doneLessons() {
  const kept = keptOwn(DRAFT);
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** @param {string} name @param {{ms?: number, mistakes?: number}} [how] it was done */
export function keepDone(name, how = {}) {
  const done = doneLessons();
  if (done.includes(name)) return;
  noteTry("lesson", name, { isDone: true, ...how });
  keepOwn(DRAFT, [...done, name]);
}
