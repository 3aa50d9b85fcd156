// Sets up a position of either game: choose a piece, then squares. The library's rules say what is wrong with it.

import { announce } from "../dialog.js";
import { button, choices, focusOn, h, linkButton } from "../dom.js";
import { faultWords } from "../game/faults.js";
import { keepDraft, keptDraft } from "../game/keeping.js";
import { drawingOf, shapeTable } from "../game/kinds.js";
import { fault, parsePosition, positionText } from "../game/position.js";
import { rulesOf } from "../game/setup.js";
import { gameName, outcomeWords, pieceWords, sideName } from "../game/showing.js";
import { FACE_DOWN, LETTERS } from "../game/text.js";
import { newGame, rulesOfText, viewOf } from "../library.js";
import { routeTo, showAddress } from "../routes.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { plainBoard } from "./parts/board.js";

/** @typedef {import("../library.js").Library} Library */

const DRAFT = "position";
/** Tools other than pieces. */
const [MOVE, REMOVE] = [-1, 0];
const CODES = Array.from({ length: 2 * LETTERS.length }, (_, index) => index + 1);

class EditorView {
  /** @param {URLSearchParams} query @param {Library} library */
  constructor(query, library) {
    this.library = library;
    /** The class for whose board it is set up, or "". */
    this.classId = query.get("class") ?? "";
    this.brush = MOVE;
    const made = plainBoard();
    this.board = made.board;
    this.board.on("choose", ({ origin, target }) => this.put(origin, target));
    this.close = made.close;
    this.panel = h("div.side.editor", {});
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h("div.table.editing", {}, h("div.boards", {}, this.board), this.panel, this.controls);
    this.rules = library.usual.name;
    this.fault = "";
    const asked = query.get("fen") ?? keptDraft(DRAFT);
    this.parts = parsePosition(library.usual.start, library.usual);
    if (asked) this.read(String(asked));
    else this.draw();
  }

  get current() {
    return this.library.rules[this.rules];
  }

  /** Loads a position from text, if it can be read. @param {string} text */
  read(text) {
    try {
      const rules = rulesOfText(this.library, text);
      this.parts = parsePosition(text, rules);
      this.rules = rules.name;
      this.draw();
    } catch (error) {
      this.draw(faultWords(error));
    }
  }

  /** The pieces that are face down: those not on the board, one for each face-down square. */
  #hide() {
    const { board } = this.parts;
    const count = board.filter((code) => code === FACE_DOWN).length;
    const away = CODES.filter((code) => !board.includes(code));
    this.parts.hidden = away.slice(0, count);
  }

  /** @param {number} origin @param {number} target */
  put(origin, target) {
    const { board } = this.parts;
    if (this.brush === MOVE) {
      if (origin === target) return;
      board[target] = board[origin];
      board[origin] = 0;
    } else {
      const before = board[target];
      // Each animal exists once: putting it down removes it from its old square.
      if (this.brush && this.brush !== FACE_DOWN)
        for (const [square, code] of board.entries()) if (code === this.brush) board[square] = 0;
      board[target] = before === this.brush ? 0 : this.brush;
    }
    this.#hide();
    announce(this.board.nameSquare(target, board[target] || undefined));
    this.draw();
  }

  /** @param {string} typed what is wrong with what was typed */
  draw(typed = "") {
    const { parts, current } = this;
    const { grid } = current;
    const text = positionText(parts, current);
    keepDraft(DRAFT, text);
    showAddress(routeTo("editor", { class: this.classId }));
    this.fault = typed || this.#fault();
    const squares = Array.from({ length: grid.squares }, (_, square) => square);
    const targets =
      this.brush === MOVE
        ? new Map(
            squares
              .filter((square) => parts.board[square])
              .map((square) => [square, squares.filter((each) => each !== square)]),
          )
        : new Map(squares.map((square) => [square, [square]]));
    this.board.setAttribute("fen", text);
    this.board.show({ targets, last: [] });
    shapeTable(this.element, grid);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.brush;
    this.panel.replaceChildren(...this.#form(text));
    if (focused !== undefined) focusOn(this.panel, `[data-brush="${focused}"]`);
    this.#drawControls(text);
  }

  #fault() {
    const found = fault(this.parts, this.current);
    if (found) return faultWords(found);
    const game = newGame(this.library, this.rules, positionText(this.parts, this.current), { deal: null });
    const outcome = game.outcome();
    const words = outcome ? say("web.editor.over", { why: outcomeWords(outcome, game) }) : "";
    game.free();
    return words;
  }

  /** @param {string} text */
  #form(text) {
    const { parts, current } = this;
    const isFlip = current.kind.hasChance;
    const brushes = [MOVE, REMOVE, ...(isFlip ? [FACE_DOWN] : []), ...CODES];
    const kinds = [...new Set(Object.values(this.library.rules).map(({ game }) => game))];
    const sides = isFlip ? [0, 1, null] : [0, 1];
    const kindChoice = choices(
      say("web.editor.game"),
      kinds.map((kind) => [kind, gameName(kind)]),
      current.game,
      (kind) => this.read(this.library.rules[rulesOf(this.library, kind)[0]].start),
    );
    const sideChoice = choices(
      say("web.editor.side"),
      sides.map((side) => [String(side), side === null ? say("desktop.play.anyone") : sideName(side)]),
      String(parts.side),
      (value) => {
        parts.side = value === "null" ? null : Number(value);
        this.draw();
      },
    );
    const field = h("input.code", {
      type: "text",
      value: text,
      spellcheck: false,
      onchange: ({ currentTarget }) => this.read(currentTarget.value),
    });
    return [
      h("h1.spoken", {}, say("web.menu.editor")),
      h(
        isFlip ? "div.swatches.three" : "div.swatches",
        { role: "group", "aria-label": say("web.editor.pieces") },
        brushes.map((code) => this.#swatch(code)),
      ),
      h(this.fault ? "p.message.bad" : "p.message", { role: "status" }, this.fault || say("web.editor.fine")),
      h("p.faint", {}, say("web.editor.about")),
      sideChoice,
      kindChoice,
      h("label", {}, say("web.analyse.position"), field),
    ];
  }

  /** @param {number} code */
  #swatch(code) {
    const words =
      code === MOVE ? say("web.editor.move") : code === REMOVE ? say("web.editor.remove") : pieceWords(code);
    const sign = code === MOVE ? "move" : code === REMOVE ? "trash" : "";
    const made = button(
      sign,
      words,
      () => {
        this.brush = code;
        this.draw();
      },
      { isSmall: true, isPressed: this.brush === code, look: "swatch" },
    );
    made.dataset.brush = String(code);
    if (code > 0)
      made.append(
        h("img", { src: drawingOf(settings.pieces, code, this.current.grid), alt: "", width: 40, height: 40 }),
      );
    return made;
  }

  /** @param {string} text */
  #drawControls(text) {
    const { current } = this;
    /** @param {string} sign @param {string | string[]} view @param {Record<string, string>} more */
    const link = (sign, view, more, words = say(`web.menu.${sign}`)) => {
      const made = linkButton(sign, words, routeTo(view, { fen: text, ...more }));
      if (this.fault) {
        made.removeAttribute("href");
        made.setAttribute("aria-disabled", "true");
        made.setAttribute("role", "link");
      }
      return made;
    };
    this.controls.replaceChildren(
      button("first", say("web.editor.start"), () => this.read(current.start)),
      button("trash", say("web.editor.clear"), () => this.clear()),
      button("turn", say("web.play.turn"), () => this.board.toggleAttribute("turned")),
      link("play", viewOf(current.game), { level: "4", rules: this.rules }),
      link("analyse", "analyse", { rules: this.rules }),
      ...(this.classId
        ? [link("people", ["class", this.classId, "board"], { rules: this.rules }, say("class.to board"))]
        : []),
    );
  }

  /** An empty board is not a readable position. */
  clear() {
    this.parts = {
      ...this.parts,
      board: new Uint8Array(this.current.grid.squares),
      side: 0,
      quiet: 0,
      number: 1,
      hidden: [],
    };
    this.draw();
  }
}

/** @param {URLSearchParams} query @param {Library} library */
export function open(query, library) {
  const view = new EditorView(query, library);
  return { element: view.element, close: () => view.close() };
}
