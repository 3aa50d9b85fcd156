// A 7×9 game in the page: its start, its moves, undo and redo. Every rule is asked of the core.

import { moveCode } from "../engine/core.js";
import { fen, JUNGLE_GRID, parseFen } from "./text.js";

/** @typedef {import("../engine/core.js").Core} Core */
/** @typedef {import("../engine/core.js").CoreGame} CoreGame */
/** @typedef {import("../engine/core.js").CoreMove} Move */
/** @typedef {{name: string, table: number, start: string, first: number, quietLimit: number}} Rules */
/** @typedef {{winner: number | null, reason: string}} Outcome */

export const REASONS = ["", "den", "capture", "no moves", "repetition", "quiet"];

/** A move as programs write it. @param {{origin: number, target: number}} move */
export const uci = (move) => JUNGLE_GRID.name(move.origin) + JUNGLE_GRID.name(move.target);

/** A move as records write it: the animal's number, - or x, and the target. @param {Move} move */
export const notation = (move) => `${move.animal}${move.captured ? "x" : "-"}${JUNGLE_GRID.name(move.target)}`;

export class Game {
  /** Throws an Error for a position that is none. @param {Core} core @param {Rules} rules @param {string} [start] */
  constructor(core, rules, start = rules.start) {
    this.core = core;
    this.rules = rules;
    this.start = parseFen(start);
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Move[]} */
    this.undone = [];
    /** @type {Outcome | null} an ending that the players declared */
    this.declared = null;
    /** @type {CoreGame[]} the game after each ply, so that going back is cheap */
    this.states = [core.newGame(rules.table, this.start.board, this.start.side, this.start.quiet)];
  }

  /** Gives the core its memory back. */
  free() {
    for (const state of this.states) state.free();
    this.states = [];
  }

  get state() {
    return this.states[this.states.length - 1];
  }

  get side() {
    return this.state.side;
  }

  /** One code a square, after so many plies. */
  board(ply = this.moves.length) {
    return this.states[ply].board();
  }

  fen(ply = this.moves.length) {
    const state = this.states[ply];
    const number = this.start.number + Math.floor((ply + this.start.side) / 2);
    return fen({ board: state.board(), side: state.side, quiet: state.quiet, number });
  }

  legalMoves() {
    return this.outcome() ? [] : this.state.moves();
  }

  /** Plays a legal move, by its squares, and returns it; undefined where it is not legal. */
  play(/** @type {number} */ origin, /** @type {number} */ target) {
    const move = this.legalMoves().find((each) => each.origin === origin && each.target === target);
    if (!move) return undefined;
    const next = this.undone.at(-1);
    if (next && moveCode(next.origin, next.target) === moveCode(origin, target)) this.undone.pop();
    else this.undone = [];
    this.#push(move);
    return move;
  }

  /** Plays a move such as a3a4, and tells whether it was legal. @param {string} text */
  playText(text) {
    const origin = JUNGLE_GRID.square(text.slice(0, 2));
    const target = JUNGLE_GRID.square(text.slice(2));
    return origin !== undefined && target !== undefined && this.play(origin, target) !== undefined;
  }

  /** @param {Move} move */
  #push(move) {
    const state = this.state.copy();
    state.play(moveCode(move.origin, move.target));
    this.states.push(state);
    this.moves.push(move);
  }

  /** Takes back a declared ending, or else the last move. Returns false at the start. */
  undo() {
    if (this.declared) {
      this.declared = null;
      return true;
    }
    const move = this.moves.pop();
    if (!move) return false;
    this.states.pop()?.free();
    this.undone.push(move);
    return true;
  }

  /** Plays the move taken back last. Returns false when there is none. */
  redo() {
    const move = this.declared ? undefined : this.undone.pop();
    if (!move) return false;
    this.#push(move);
    return true;
  }

  /** @param {number} side */
  resign(side) {
    if (!this.outcome()) this.declared = { winner: 1 - side, reason: "resignation" };
  }

  /** @param {number} side */
  timeOut(side) {
    if (!this.outcome()) this.declared = { winner: 1 - side, reason: "timeout" };
  }

  /** @returns {Outcome | null} */
  outcome() {
    if (this.declared) return this.declared;
    const [result, reason] = this.state.outcome();
    return result ? { winner: result === 3 ? null : result - 1, reason: REASONS[reason] } : null;
  }

  /** How often the present position has been there, now included. */
  repetitions() {
    const { key } = this.state;
    return this.states.filter((state) => state.key === key).length;
  }
}
