// An exercise with one solution, a line of moves: the person finds theirs, the other side answers. No DOM.

import { newGame } from "../library.js";
import { soundOf } from "../sounds.js";
import { say } from "../words.js";
import { Exercise } from "./exercise.js";
import { uci } from "./moves.js";
import { moveWords, sideName } from "./showing.js";

/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("../library.js").Library} Library */
/** @typedef {{fen: string, moves: string[], goal?: string, rules?: string}} SolutionLine without `rules` of the usual ones */

const ANSWER_MS = 450;

export class LineExercise extends Exercise {
  /** Whether a wrong move was tried, or help was given. */
  isSpoilt = false;
  /** The ply at which a hint was last given. */
  #hinted = -1;

  /** @param {Library} library @param {SolutionLine} line */
  constructor(library, line) {
    super(newGame(library, line.rules, line.fen));
    this.library = library;
    this.line = line;
    this.solver = this.game.side;
  }

  get task() {
    const { goal } = this.line;
    return say(goal ? `web.puzzles.${goal}` : "web.puzzles.find", { side: sideName(this.solver) });
  }

  /** The move to find, as text. */
  get wanted() {
    return this.line.moves[this.game.length];
  }

  get mayMove() {
    return super.mayMove && this.game.side === this.solver;
  }

  /** The position before the first move, as a game that the caller frees. */
  startGame() {
    return newGame(this.library, this.line.rules, this.line.fen);
  }

  /** Starts over, perhaps with another exercise. @param {SolutionLine} [line] */
  restart(line = this.line) {
    this.line = line;
    const game = this.startGame();
    this.solver = game.side;
    this.begin(game);
  }

  /** A wrong move is not played; any move that wins immediately is right. @param {Move} tried */
  judge({ origin, target }) {
    const { game, wanted, solver } = this;
    const move = /** @type {Move} */ (game.play(origin, target));
    const isWin = game.outcome()?.winner === solver;
    // A flip is right whatever it turns up.
    if (uci(move, game.grid).replace(/=.*/, "") !== wanted && !isWin) {
      game.undo();
      this.isSpoilt = true;
      this.wrong(move);
      return;
    }
    this.isDone = isWin || !this.wanted;
    if (this.isDone) {
      this.solved(move);
      return;
    }
    const words = `${moveWords(move, game.grid)}. ${say("web.puzzles.right")}`;
    this.tell(say("web.puzzles.right"), { what: "right", mood: "good", words, sound: soundOf(move, game.grid) });
    this.later(ANSWER_MS, () => this.answer());
  }

  /** @param {Move} move */
  wrong(move) {
    this.refuse(move, say("web.puzzles.wrong"));
  }

  /** The exercise is solved; the other side may have made the last move. @param {Move} move @param {string} [message] */
  solved(move, message = say("web.puzzles.done")) {
    const words = `${moveWords(move, this.game.grid)}. ${message}`;
    this.tell(message, { what: "done", mood: "good", words, sound: "win" });
  }

  /** Plays the other side's reply, if there is one. */
  answer() {
    const { game, wanted, solver } = this;
    if (this.isDone || game.side === solver || !wanted) return undefined;
    const move = game.playText(wanted);
    if (!move) return undefined;
    this.isDone = !this.wanted;
    if (this.isDone) this.solved(move);
    else {
      const { message, mood } = this;
      this.tell(message, { what: "answer", mood, words: moveWords(move, game.grid), sound: soundOf(move, game.grid) });
    }
    return move;
  }

  /** Points at the piece to move, and the second time also at where it goes. */
  hint() {
    const move = this.game.parse(this.wanted ?? "");
    if (!move || !this.mayMove) return;
    this.isSpoilt = true;
    if (this.#hinted === this.game.length) {
      const { grid } = this;
      this.note({ arrows: [{ origin: move.origin, target: move.target, kind: "best" }] });
      this.emit("hint", { words: moveWords(move, grid) });
    } else this.pointAt(move.origin);
    this.#hinted = this.game.length;
  }

  /** Plays the solution, one move at a time. */
  reveal() {
    this.stop();
    this.note();
    this.isSpoilt = true;
    const move = this.game.playText(this.wanted ?? "");
    this.isDone = !move || !this.wanted;
    if (move && !this.isDone) {
      const { grid } = this.game;
      this.tell("", { what: "reveal", words: moveWords(move, grid), sound: soundOf(move, grid) });
      this.later(2 * ANSWER_MS, () => this.reveal());
    } else this.tell(say("web.puzzles.shown"), { what: "shown" });
  }
}
