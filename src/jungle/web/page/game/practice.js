// A lesson in progress: the learner makes every move, the other side passes, and the lesson ends with one of its goals. No DOM.

import { newGame } from "../library.js";
import { loadText } from "../words.js";
import { uci } from "./game.js";
import { keepOwn, keptOwn } from "./keeping.js";
import { noteTry } from "./progress.js";
import { boardText, codeOf, FACE_DOWN } from "./text.js";

/** @typedef {{key: string, fen: string, goals: string[], rules?: string, deal?: Record<string, string>}} Lesson */
/** @typedef {import("../library.js").Library} Library */

/** The game that a lesson's positions are of. @param {Library} library @param {string} kind @param {Lesson} lesson */
function rulesName(library, kind, { rules }) {
  if (rules && Object.hasOwn(library.rules, rules)) return rules;
  const [usual] = Object.values(library.rules).filter((each) => each.game === kind);
  return usual.name;
}

export class Practice {
  /** @param {Library} library @param {string} kind @param {Lesson} lesson */
  constructor(library, kind, lesson) {
    this.library = library;
    this.kind = kind;
    this.lesson = lesson;
    this.isDone = !lesson.goals.length;
    /** Whether the last move won in a way that the lesson is not about, and was taken back. */
    this.isAnother = false;
    /** @type {number[]} the squares of the last move */
    this.last = [];
    this.rules = rulesName(library, kind, lesson);
    this.game = this.#start(lesson.fen);
  }

  /** @param {string} fen */
  #start(fen) {
    const { library, lesson } = this;
    const { grid } = library.rules[this.rules];
    if (!lesson.deal) return newGame(library, this.rules, fen);
    const shown = newGame(library, this.rules, fen, { deal: null });
    const board = shown.board();
    shown.free();
    const dealt = new Uint8Array(grid.squares);
    for (const [name, sign] of Object.entries(lesson.deal)) {
      const square = /** @type {number} */ (grid.square(name));
      if (board[square] === FACE_DOWN) dealt[square] = codeOf(sign);
    }
    return newGame(library, this.rules, fen, dealt.some(Boolean) ? { deal: boardText(grid, dealt) } : { deal: null });
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    const { game } = this;
    const mover = game.side;
    const move = game.play(origin, target);
    if (!move) return undefined;
    this.isDone ||= this.lesson.goals.includes(uci({ origin, target }, game.grid));
    this.isAnother = Boolean(game.outcome()) && !this.isDone;
    if (this.isAnother) {
      game.undo();
      return move;
    }
    this.last = [origin, target];
    if (!game.outcome()) {
      const [board, , , ...rest] = game.fen().split(" ");
      const side = mover ?? (game.side === null ? null : 1 - game.side);
      this.game = this.#start([board, side === null ? "?" : "br"[side], "0", ...rest].join(" "));
      game.free();
    }
    return move;
  }

  close() {
    this.game.free();
  }
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
