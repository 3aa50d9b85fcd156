// A game that the core does not know, run from its table of steps (see `jungle.web.contents.step_data`). It has the surface of the
// core's games, so that a page can play it; nothing searches it.

import { moveCode, moveOf } from "./core.js";

/** @typedef {import("./core.js").CoreMove} CoreMove */
/** @typedef {import("./core.js").Start} Start */
/** @typedef {[target: number, prey: number, trades: number]} Step masks of animals */
/** @typedef {{table: Record<number, Step[][]>[], dens: (number | null)[]}} StepData table by side, animal and square */

const REPETITIONS = 3;
const [BLUE_WINS, DRAW] = [1, 3];
const [DEN, CAPTURE, NO_MOVES, REPETITION, QUIET] = [1, 2, 3, 4, 5];

/** @param {number} code */
const sideOf = (code) => (code > 8 ? 1 : 0);
/** @param {number} code */
const animalOf = (code) => ((code - 1) % 8) + 1;

export class StepRules {
  /** @param {StepData} steps @param {number} squares @param {number} quietLimit 0 for none */
  constructor(steps, squares, quietLimit) {
    this.steps = steps;
    this.squares = squares;
    this.quietLimit = quietLimit;
  }

  /** @param {Start} start */
  newGame({ board, side, quiet }) {
    if (board.length !== this.squares) throw new Error(`expected ${this.squares} squares, got ${board.length}`);
    return new StepGame(this, [{ board: Uint8Array.from(board), side: side ?? 0, quiet }]);
  }
}

/** @typedef {{board: Uint8Array, side: number, quiet: number}} Position */

export class StepGame {
  /** @param {StepRules} rules @param {Position[]} positions */
  constructor(rules, positions) {
    this.rules = rules;
    this.positions = positions;
  }

  get last() {
    return this.positions[this.positions.length - 1];
  }

  copy() {
    return new StepGame(this.rules, [...this.positions]);
  }

  free() {}

  board() {
    return this.last.board.slice();
  }

  /** @returns {number[]} */
  hidden() {
    return [];
  }

  /** @returns {number | null} */
  get side() {
    return this.last.side;
  }

  get quiet() {
    return this.last.quiet;
  }

  /** Tells positions apart: a number with seventeen for its base. */
  get key() {
    return keyOf(this.last);
  }

  /** @returns {CoreMove[]} */
  moves() {
    const { board, side } = this.last;
    if (this.#decided()) return [];
    return [...board.keys()].flatMap((origin) =>
      board[origin] && sideOf(board[origin]) === side ? this.#from(origin) : [],
    );
  }

  /** @param {number} origin @returns {CoreMove[]} */
  #from(origin) {
    const { board, side } = this.last;
    const animal = animalOf(board[origin]);
    const steps = this.rules.steps.table[side][animal]?.[origin] ?? [];
    return steps.flatMap(([target, prey, trades]) => {
      const found = board[target];
      if (!found) return [{ origin, target, animal, captured: 0, isTrade: false }];
      const bit = 1 << (animalOf(found) - 1);
      if (sideOf(found) === side || !(prey & bit)) return [];
      return [{ origin, target, animal, captured: animalOf(found), isTrade: Boolean(trades & bit) }];
    });
  }

  /** @param {number} code */
  play(code) {
    const { origin, target } = moveOf(code);
    const move = this.moves().find((each) => moveCode(each.origin, each.target) === moveCode(origin, target));
    if (!move) return false;
    const { side, quiet } = this.last;
    const board = this.board();
    board[target] = move.isTrade ? 0 : board[origin];
    board[origin] = 0;
    this.positions.push({ board, side: 1 - side, quiet: move.captured ? 0 : quiet + 1 });
    return true;
  }

  /** [result, reason] of an ending that the board shows; null for none. @returns {[number, number] | null} */
  #decided() {
    const { board } = this.last;
    const { dens } = this.rules.steps;
    for (const side of [0, 1]) {
      const den = dens[1 - side];
      const entered = den === null ? 0 : board[den];
      if (entered && sideOf(entered) === side) return [BLUE_WINS + side, DEN];
    }
    const present = [0, 1].map((side) => board.some((code) => code && sideOf(code) === side));
    if (present.every(Boolean)) return null;
    return [present[0] ? BLUE_WINS : present[1] ? BLUE_WINS + 1 : DRAW, CAPTURE];
  }

  /** As the core says it, see `CoreGame.outcome`. @returns {[number, number]} */
  outcome() {
    const decided = this.#decided();
    if (decided) return decided;
    const { side, quiet } = this.last;
    if (!this.moves().length) return [BLUE_WINS + 1 - side, NO_MOVES];
    const { key } = this;
    if (this.positions.filter((each) => keyOf(each) === key).length >= REPETITIONS) return [DRAW, REPETITION];
    return this.rules.quietLimit && quiet >= this.rules.quietLimit ? [DRAW, QUIET] : [0, 0];
  }
}

/** @param {Position} position */
const keyOf = ({ board, side }) => board.reduce((key, code) => key * 17n + BigInt(code), BigInt(side + 1));
