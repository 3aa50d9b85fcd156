// A game after each of its plies: the visible state of every one, and the core's own state of a few, from which the others
// are replayed. A copy in the core holds its whole history, so one per ply would fill the memory in a long game.

/** @typedef {import("../engine/core-game.js").CoreGame} CoreGame */
/** @typedef {{board: Uint8Array, side: number | null, quiet: number, hidden: number[], key: bigint}} Seen */

const APART = 64;

/** @param {CoreGame} state @returns {Seen} */
const seenIn = (state) => ({
  board: state.board(),
  side: state.side,
  quiet: state.quiet,
  hidden: state.hidden(),
  key: state.key,
});

export class States {
  /** @param {CoreGame} start */
  constructor(start) {
    /** @type {Seen[]} */
    this.seen = [seenIn(start)];
    /** @type {[number, number][]} codes of the moves, and what each turned up */
    this.moves = [];
    /** @type {CoreGame[]} after 0, 64, 128 … plies */
    this.kept = [start];
    /** @type {CoreGame | null} created on demand */
    this.made = null;
  }

  /** One more than the number of moves; 0 after `free`. */
  get length() {
    return this.seen.length;
  }

  /** @param {number} ply */
  at(ply) {
    return this.seen[ply];
  }

  /** The core's state after the last move. */
  get last() {
    if (this.made) return this.made;
    const [nearest] = this.kept.slice(-1);
    this.made = nearest.copy();
    for (const [code, revealed] of this.moves.slice((this.kept.length - 1) * APART)) this.made.play(code, revealed);
    return this.made;
  }

  /** @param {number} code @param {number} revealed */
  push(code, revealed) {
    const { last } = this;
    last.play(code, revealed);
    this.moves.push([code, revealed]);
    this.seen.push(seenIn(last));
    if (this.moves.length % APART === 0) this.kept.push(last.copy());
  }

  pop() {
    this.seen.pop();
    this.moves.pop();
    if (this.moves.length < (this.kept.length - 1) * APART) this.kept.pop()?.free();
    this.made?.free();
    this.made = null;
  }

  /** Frees the core's memory. */
  free() {
    this.made?.free();
    for (const state of this.kept) state.free();
    this.made = null;
    this.seen = [];
    this.moves = [];
    this.kept = [];
  }
}
