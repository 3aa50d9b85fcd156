// One puzzle: rated by the first attempt, kept for a reload, and explained once it is solved. No DOM.

import { lineMoves } from "../engine/client.js";
import { newGame } from "../library.js";
import { keepOwn, keptOwn } from "./keeping.js";
import { LineExercise } from "./line-exercise.js";
import { moveTexts, uci } from "./moves.js";
import { reasonWords, sentence } from "./reasons.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("../engine/client.js").Reason} Reason */
/** @typedef {import("./puzzles.js").Puzzle} PuzzleData */
/** @typedef {import("./puzzles.js").Progress} Progress */
/** @typedef {{reason: Reason | null, fault: Reason | null, other: Move, reply: Move | null}} Compared why the solution wins and the other move does not */

const DRAFT = "puzzle";

export class Puzzle extends LineExercise {
  /** How much the rating has changed. */
  gain = 0;
  /** @type {Move | null} the first wrong move that was tried */
  #tried = null;
  /** @type {Compared | null} */
  compared = null;
  /** @type {Game | null} the other move and its refutation, while they are shown */
  #aside = null;

  /**
   * @param {import("../library.js").Library} library @param {PuzzleData} puzzle
   * @param {{progress: Progress, onTried: (isSolved: boolean) => Progress}} how
   */
  constructor(library, puzzle, { progress, onTried }) {
    super(library, puzzle);
    this.puzzle = puzzle;
    this.progress = progress;
    this.onTried = onTried;
    this.#resume();
  }

  close() {
    this.#aside?.free();
    this.#aside = null;
    super.close();
  }

  /** A reload in the middle of a puzzle loses nothing. */
  #resume() {
    const kept = keptOwn(DRAFT);
    if (kept?.id !== this.puzzle.id || !Array.isArray(kept.moves)) return;
    const { game, solver } = this;
    this.isSpoilt = kept.isSpoilt === true;
    for (const text of kept.moves) if (text !== this.wanted || !game.playText(text)) break;
    if (game.side !== solver && this.wanted) game.playText(this.wanted);
    this.shown = game.length;
    this.isDone = !this.wanted;
    if (this.isDone) this.#explain();
  }

  #keep() {
    keepOwn(DRAFT, { id: this.puzzle.id, moves: moveTexts(this.game), isSpoilt: this.isSpoilt });
  }

  /** @param {Parameters<LineExercise["emit"]>} happened */
  emit(...happened) {
    this.#keep();
    super.emit(...happened);
  }

  /** Records the attempt; only the first one counts. @param {boolean} isSolved */
  #rate(isSolved) {
    const before = this.progress.rating;
    this.progress = this.onTried(isSolved);
    this.gain += this.progress.rating - before;
  }

  /** @param {Move} move */
  wrong(move) {
    if (!this.game.length) this.#tried ??= move;
    this.#rate(false);
    super.wrong(move);
  }

  /** @param {Move} move */
  solved(move) {
    this.#rate(true);
    super.solved(move);
    this.#explain();
  }

  hint() {
    if (!this.mayMove) return;
    this.#rate(false);
    super.hint();
  }

  reveal() {
    if (!this.isSpoilt) this.#rate(false);
    super.reveal();
    if (this.isDone) this.#explain();
  }

  restart() {
    this.compared = null;
    this.#aside?.free();
    this.#aside = null;
    this.isSpoilt = true;
    super.restart();
  }

  /** Finds out why the solution is right, and what is wrong with the move that was tried or looks tempting. */
  async #explain() {
    const start = this.startGame();
    const { moves } = this.line;
    const right = start.parse(moves[0]);
    const other = this.#tried ?? temptingMove(start, moves[0]);
    const found = right && other && (await this.found(this.library.engine.compare(start, right, other)));
    if (found) {
      const reply = lineMoves(start, found.lines[1]).at(1) ?? null;
      this.compared = { ...found, other, reply };
      this.emit("explained", { words: [this.message, sentence(reasonWords(found.reason))].join(" ") });
    }
    start.free();
  }

  get isAside() {
    return this.#aside !== null;
  }

  /** Shows the refutation of the other move, or the solution again. */
  lookAside() {
    const { compared, line, library } = this;
    if (!compared) return;
    if (this.#aside) {
      this.#aside.free();
      this.#aside = null;
    } else {
      this.#aside = newGame(library, line.rules, line.fen);
      this.#aside.play(compared.other.origin, compared.other.target);
    }
    this.emit("look");
  }

  display() {
    if (!this.#aside) return super.display();
    const reply = this.compared?.reply;
    const arrows = reply ? [{ origin: reply.origin, target: reply.target, kind: "threat" }] : [];
    return { ...super.display(), game: this.#aside, ply: 1, targets: new Map(), marks: new Map(), arrows };
  }
}

/** Another move that looks good: the biggest capture, or else the one that goes furthest. @param {Game} game @param {string} wanted the right one */
export function temptingMove(game, wanted) {
  const others = game.legalMoves().filter((move) => uci(move, game.grid) !== wanted);
  const den = game.side === null ? undefined : game.den(1 - game.side);
  const { files } = game.grid;
  /** @param {number} square */
  const steps = (square) =>
    den === undefined
      ? 0
      : Math.abs((square % files) - (den % files)) + Math.abs(Math.floor(square / files) - Math.floor(den / files));
  /** @param {Move} given */
  const appeal = ({ captured, target }) => 100 * captured - steps(target);
  return others.sort((one, other) => appeal(other) - appeal(one)).at(0);
}
