// The teacher's board on a pupil's screen.

import { h } from "../../dom.js";
import { shapeTable } from "../../game/kinds.js";
import { sideName } from "../../game/showing.js";
import { ClassQuestion } from "../../online/class-question.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { moveLabel } from "../parts/notation.js";

export class ShownBoard {
  /** @param {import("../../online/followed-class.js").FollowedClass} followed @param {import("../../library.js").Library} library */
  constructor(followed, library) {
    this.question = new ClassQuestion(library, followed);
    const made = makeBoard(this.question, { label: say("class.teachers board"), hasTyping: false });
    this.board = made.board;
    this.told = h("p.notice", { role: "status" });
    this.element = h(
      "section.shown-board",
      { "aria-label": say("class.teachers board") },
      h("h2.spoken", {}, say("class.teachers board")),
      this.told,
      h("div.boards", {}, this.board),
    );
    this.question.onChange(() => this.#draw());
    this.close = () => {
      made.close();
      this.question.close();
    };
  }

  draw() {
    this.question.update();
  }

  #draw() {
    const { question } = this;
    this.element.hidden = !question.board;
    if (!question.board) return;
    shapeTable(this.element, question.grid);
    this.board.toggleAttribute("turned", question.isTurned);
    const { isRight } = question;
    const parts = this.#parts();
    this.told.className = isRight === null ? "notice" : isRight ? "notice good" : "notice bad";
    this.told.hidden = !parts.length;
    const fresh = h("p", {}, parts);
    if (fresh.innerHTML !== this.told.innerHTML) this.told.replaceChildren(...fresh.childNodes);
  }

  /** The question, and the pupil's answer or its verdict. @returns {(Node | string)[]} */
  #parts() {
    const { board, game, answer, revealed, isRight } = this.question;
    const move = answer ? game.parse(answer) : undefined;
    if (board?.ask && move)
      return [
        say("class.answered"),
        " ",
        moveLabel(move, game, game.side),
        say("web.stop"),
        " ",
        say("class.may change"),
      ];
    if (board?.ask) return [say("class.find", { side: sideName(game.side) })];
    if (!revealed) return [];
    return [say(isRight ? "class.right" : answer ? "class.wrong" : "class.revealed")];
  }
}
