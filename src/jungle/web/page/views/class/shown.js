// The teacher's board on a pupil's screen: it follows, and takes an answer when the teacher asks for a move.

import { announce } from "../../dialog.js";
import { h } from "../../dom.js";
import { shapeTable } from "../../game/kinds.js";
import { lastSquares, sideName } from "../../game/showing.js";
import { tell } from "../../online/pairing.js";
import { arrowsOf, gameOf, moveArrow, moveTextOf } from "../../online/shown-board.js";
import { playSound } from "../../sounds.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { moveLabel } from "../parts/notation.js";

/** @typedef {import("../../online/followed-class.js").FollowedClass} FollowedClass */
/** @typedef {import("../../library.js").Library} Library */

export class ShownBoard {
  /** @type {import("../../game/game.js").Game | null} */
  #game = null;
  /** The version that is drawn. */
  #version = -1;

  /** @param {FollowedClass} followed @param {Library} library */
  constructor(followed, library) {
    this.followed = followed;
    this.library = library;
    const made = makeBoard({
      onChoose: (origin, target) => this.#answer(origin, target),
      label: say("class.teachers board"),
    });
    this.board = made.board;
    this.told = h("p.notice", { role: "status" });
    this.element = h(
      "section.shown-board",
      { "aria-label": say("class.teachers board") },
      h("h2", {}, say("class.teachers board")),
      this.told,
      h("div.boards", {}, this.board),
    );
    this.closeBoard = made.close;
  }

  draw() {
    const { board, boardVersion } = this.followed.shown;
    this.element.hidden = !board;
    if (!board) {
      this.#version = -1;
      return;
    }
    if (boardVersion !== this.#version) this.#open(boardVersion);
    const game = this.#game;
    if (!game) return;
    const answer = this.followed.shown.answer ?? null;
    const isRevealed = !board.ask && board.solution !== null && board.solution !== undefined;
    const own = answer ? moveArrow(game, answer, "idea") : [];
    const right = isRevealed ? (board.solution ?? []).flatMap((move) => moveArrow(game, move, "best")) : [];
    this.board.show({
      pieces: game.faces(),
      targets: board.ask ? game.targets() : new Map(),
      last: lastSquares(game, game.length),
      arrows: [...arrowsOf(board, game.grid), ...own, ...right],
    });
    this.#say(answer, isRevealed);
  }

  /** @param {number} version */
  #open(version) {
    const board = /** @type {import("../../online/classroom.js").ClassBoard} */ (this.followed.shown.board);
    const isQuestion = board.ask && this.#version !== version;
    this.#version = version;
    this.#game?.free();
    this.#game = gameOf(this.library, board);
    shapeTable(this.element, this.#game.grid);
    this.board.setAttribute("fen", this.#game.fen());
    // A question about Red's move shows the board from Red's side.
    this.board.toggleAttribute("turned", board.ask && this.#game.side === 1 && this.#game.hasDirection);
    if (isQuestion) playSound("hint");
  }

  /** @param {string | null} answer @param {boolean} isRevealed */
  #say(answer, isRevealed) {
    const game = /** @type {import("../../game/game.js").Game} */ (this.#game);
    const board = /** @type {import("../../online/classroom.js").ClassBoard} */ (this.followed.shown.board);
    const move = answer ? game.parse(answer) : undefined;
    const isRight = isRevealed && answer !== null && board.solution?.includes(answer);
    const mood = isRevealed && answer ? (isRight ? "good" : "bad") : "";
    /** @type {(Node | string)[]} */
    let parts = [];
    if (board.ask && move)
      parts = [
        say("class.answered"),
        " ",
        moveLabel(move, game, game.side),
        say("web.stop"),
        " ",
        say("class.may change"),
      ];
    else if (board.ask) parts = [say("class.find", { side: sideName(game.side) })];
    else if (isRight) parts = [say("class.right")];
    else if (isRevealed) parts = [say(answer ? "class.wrong" : "class.revealed")];
    this.told.className = mood ? `notice ${mood}` : "notice";
    this.told.hidden = !parts.length;
    const fresh = h("p", {}, parts);
    if (fresh.innerHTML === this.told.innerHTML) return;
    this.told.replaceChildren(...fresh.childNodes);
  }

  /** @param {number} origin @param {number} target */
  async #answer(origin, target) {
    const { followed } = this;
    const game = this.#game;
    if (!followed.shown.board?.ask || !game) return;
    const move = moveTextOf(game, origin, target);
    const before = followed.shown.answer ?? null;
    const version = followed.shown.boardVersion;
    followed.take({ answer: move });
    playSound("move");
    announce(say("class.answered"));
    try {
      await followed.post("/answer", { version, move });
    } catch (error) {
      if (followed.shown.boardVersion === version) followed.take({ answer: before });
      tell(error);
    }
  }

  close() {
    this.closeBoard();
    this.#game?.free();
  }
}
