// The opening book, `jungle/engine/book.txt`: a line is a position and its moves, best first, each with its worth.

import { gridOf } from "../game/kinds.js";
import { boardText } from "../game/text.js";
import { moveCode } from "./core.js";

/** @typedef {{code: number, score: number}} BookMove score: centi-cats, to the side that moves */

const SIDES = "br";

export class Book {
  /** @param {string} text */
  constructor(text) {
    this.grid = gridOf(text);
    /** @type {Map<string, string[]>} */
    this.positions = new Map();
    for (const line of text.split("\n")) {
      const [board, side, ...moves] = line.split(" ");
      this.positions.set(`${board} ${side}`, moves);
    }
  }

  /** The moves of a position, best first; none where the book has ended. @param {ArrayLike<number>} board @param {number | null} side */
  moves(board, side) {
    const known = this.positions.get(`${boardText(this.grid, board)} ${SIDES[side ?? 2]}`) ?? [];
    return known.map((text) => this.#parse(text));
  }

  /** @param {string} text such as a3a4:12 @returns {BookMove} */
  #parse(text) {
    const [origin, target] = [text.slice(0, 2), text.slice(2, 4)].map((name) => this.grid.square(name) ?? 0);
    return { code: moveCode(origin, target), score: Number(text.slice(5)) };
  }
}

/**
 * One of some moves, best first: one that is `variety` centi-cats worse than another comes 1/e times as often.
 * @param {BookMove[]} moves @param {number} variety @param {number} drawn from 0 to 1
 */
export function chooseMove(moves, variety, drawn) {
  const weights = moves.map(({ score }) => Math.exp((score - moves[0].score) / variety));
  let left = drawn * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return moves[i];
  }
  return moves[0];
}
