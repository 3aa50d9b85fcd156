// Puzzles: an attempt at one, the rating and the streak that come of it, and which one is next. No DOM.

import { newGame } from "../library.js";
import { uci } from "./game.js";

/** @typedef {{id: string, fen: string, rules: string, moves: string[], rating: number, themes: string[]}} Puzzle */
/** @typedef {{rating: number, tries: number, solved: number, streak: number, best: number, seen: string[]}} Progress */
/** @typedef {import("../library.js").Library} Library */

/** @type {Progress} */
export const BEGINNING = { rating: 1000, tries: 0, solved: 0, streak: 0, best: 0, seen: [] };
const SEEN_AT_MOST = 5000;
const NEAR = 150;
const FAST_TRIES = 20;

export class Attempt {
  /** @param {Library} library @param {Puzzle} puzzle */
  constructor(library, puzzle) {
    this.puzzle = puzzle;
    this.game = newGame(library, puzzle.rules, puzzle.fen, { deal: null });
    this.solver = this.game.side;
    /** Was a wrong move played, or the solution asked for? */
    this.isSpoilt = false;
    this.isDone = false;
  }

  /** The move to find, as text. */
  get wanted() {
    return this.puzzle.moves[this.game.moves.length];
  }

  /**
   * Tries a move. A wrong one is not played; any move that wins at once is right.
   * @param {number} origin @param {number} target @returns {"right" | "done" | "wrong" | "illegal"}
   */
  play(origin, target) {
    const { game, wanted } = this;
    if (this.isDone) return "illegal";
    const move = game.play(origin, target);
    if (!move) return "illegal";
    const isWin = game.outcome()?.winner === this.solver;
    if (uci(move, game.grid) !== wanted && !isWin) {
      game.undo();
      this.isSpoilt = true;
      return "wrong";
    }
    this.isDone = isWin || game.moves.length >= this.puzzle.moves.length;
    return this.isDone ? "done" : "right";
  }

  /** The other side's answer, if it has one to give. */
  answer() {
    const { game, wanted } = this;
    if (this.isDone || game.side === this.solver || !wanted) return undefined;
    const move = game.playText(wanted);
    this.isDone = !move || game.moves.length >= this.puzzle.moves.length;
    return move;
  }

  /** Plays the next move of the solution. */
  reveal() {
    this.isSpoilt = true;
    const move = this.wanted && this.game.playText(this.wanted);
    this.isDone = !move || this.game.moves.length >= this.puzzle.moves.length;
    return move || undefined;
  }

  close() {
    this.game.free();
  }
}

/** Progress out of anything that was kept. @param {any} kept @returns {Progress} */
export function readProgress(kept) {
  const number = (/** @type {Exclude<keyof Progress, "seen">} */ name) =>
    Number.isFinite(kept?.[name]) ? Number(kept[name]) : BEGINNING[name];
  return {
    rating: number("rating"),
    tries: number("tries"),
    solved: number("solved"),
    streak: number("streak"),
    best: number("best"),
    seen: Array.isArray(kept?.seen) ? kept.seen.map(String).slice(-SEEN_AT_MOST) : [],
  };
}

/** What an attempt makes of the progress: the first try counts. @param {Progress} before @param {Puzzle} puzzle @param {boolean} isSolved @returns {Progress} */
export function progressAfter(before, puzzle, isSolved) {
  const expected = 1 / (1 + 10 ** ((puzzle.rating - before.rating) / 400));
  const step = before.tries < FAST_TRIES ? 40 : 20;
  const streak = isSolved ? before.streak + 1 : 0;
  return {
    rating: Math.round(before.rating + step * (Number(isSolved) - expected)),
    tries: before.tries + 1,
    solved: before.solved + Number(isSolved),
    streak,
    best: Math.max(before.best, streak),
    seen: [...before.seen.filter((id) => id !== puzzle.id), puzzle.id].slice(-SEEN_AT_MOST),
  };
}

/**
 * The next puzzle: near the person's rating, and not seen before as long as there are others.
 * @param {Puzzle[]} puzzles @param {Progress} progress @param {string} theme "" for all @param {() => number} random
 */
export function nextPuzzle(puzzles, progress, theme, random = Math.random) {
  const seen = new Set(progress.seen);
  const fitting = theme ? puzzles.filter((puzzle) => puzzle.themes.includes(theme)) : puzzles;
  const fresh = fitting.filter((puzzle) => !seen.has(puzzle.id));
  const choice = fresh.length ? fresh : fitting;
  const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(puzzle.rating - progress.rating);
  const nearest = Math.min(...choice.map(distance));
  const near = choice.filter((puzzle) => distance(puzzle) <= Math.max(NEAR, nearest));
  return near[Math.floor(random() * near.length)];
}
