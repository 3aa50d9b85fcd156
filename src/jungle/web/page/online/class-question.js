// The teacher's board on a pupil's screen: it follows, and takes an answer when the teacher asks for a move. No DOM.

import { Exercise } from "../game/exercise.js";
import { newGame } from "../library.js";
import { say } from "../words.js";
import { arrowsOf, gameOf, moveArrow, moveTextOf } from "./shown-board.js";

/** @typedef {import("../game/game.js").Move} Move */

export class ClassQuestion extends Exercise {
  /** The version that is shown. */
  #version = -1;

  /** @param {import("../library.js").Library} library @param {import("./followed-class.js").FollowedClass} followed */
  constructor(library, followed) {
    super(newGame(library));
    this.library = library;
    this.followed = followed;
    this.update();
  }

  /** The teacher's board, if it is shown. */
  get board() {
    return this.followed.shown.board;
  }

  /** The pupil's own answer, as text. */
  get answer() {
    return this.followed.shown.answer ?? null;
  }

  /** The right moves once they are revealed. @returns {string[] | null} */
  get revealed() {
    const { board } = this;
    return board && !board.ask ? (board.solution ?? null) : null;
  }

  /** Was the pupil's answer right? Null while nobody knows. */
  get isRight() {
    return this.revealed && this.answer !== null ? this.revealed.includes(this.answer) : null;
  }

  /** A question about Red's move shows the board from Red's side. */
  get isTurned() {
    return Boolean(this.board?.ask) && this.game.side === 1 && this.game.hasDirection;
  }

  get mayMove() {
    return Boolean(this.board?.ask) && !this.outcome;
  }

  display() {
    const { board, game, answer, revealed } = this;
    const own = answer ? moveArrow(game, answer, "idea") : [];
    const right = (revealed ?? []).flatMap((move) => moveArrow(game, move, "best"));
    return { ...super.display(), arrows: [...(board ? arrowsOf(board, game.grid) : []), ...own, ...right] };
  }

  /** Follows what the teacher has changed. */
  update() {
    const { board, boardVersion } = this.followed.shown;
    if (!board) this.#version = -1;
    else if (boardVersion !== this.#version) {
      this.#version = boardVersion;
      this.begin(gameOf(this.library, board));
      if (board.ask) this.emit("asked", { sound: "hint" });
    }
    this.emit("update");
  }

  /** Every legal move is an answer, until the teacher reveals what is right. @param {Move} move */
  async judge({ origin, target }) {
    const { followed, answer: before } = this;
    const move = moveTextOf(this.game, origin, target);
    const version = followed.shown.boardVersion;
    followed.take({ answer: move });
    this.emit("answered", { words: say("class.answered"), sound: "step" });
    try {
      await followed.post("/answer", { version, move });
    } catch (error) {
      if (followed.shown.boardVersion === version) followed.take({ answer: before });
      this.emit("failed", { words: /** @type {Error} */ (error).message, isNotice: true });
    }
  }
}
