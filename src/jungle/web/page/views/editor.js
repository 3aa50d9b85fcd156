// Setting up a position: choose a piece, then squares; rules are asked of the core when it is used.

import "../board/board.js";
import { choices, h } from "../dom.js";
import { fault, parsePosition, positionText } from "../game/position.js";
import { animalName, sideName, squareWords } from "../game/showing.js";
import { pieceName, piecesOn } from "../game/text.js";
import { settings } from "../settings.js";
import { say } from "../words.js";

const SQUARES = 63;

class EditorView {
  /** @param {URLSearchParams} query @param {import("../library.js").Library} library */
  constructor(query, library) {
    this.library = library;
    const start = query.get("fen") ?? library.rules.standard.start;
    this.rules = library.rules.standard;
    this.parts = parsePosition(start, this.rules);
    this.brush = 0;
    this.board = h("jungle-board", { theme: settings.theme, pieces: settings.pieces });
    this.board.nameSquare = squareWords;
    this.board.addEventListener("choose", (/** @type {CustomEvent} */ { detail }) => this.put(detail.target));
    this.panel = h("div.panel", {});
    this.element = h("div.table", {}, h("div.boards", {}, this.board), this.panel);
    this.draw();
  }

  /** @param {number} square */
  put(square) {
    const { board } = this.parts;
    const before = board[square];
    // No animal stands twice: a piece put down leaves where it was.
    if (this.brush) this.parts.board = board.map((code) => (code === this.brush ? 0 : code));
    this.parts.board[square] = before === this.brush ? 0 : this.brush;
    this.draw();
  }

  /** What is wrong with the position, or "". */
  fault() {
    const found = fault(this.parts, this.rules);
    return found ? say(`position.${found.code}`, found.values) : "";
  }

  draw() {
    const { board } = this.parts;
    const anywhere = new Map(Array.from({ length: SQUARES }, (_, square) => [square, [square]]));
    this.board.setAttribute("fen", positionText(this.parts, this.rules));
    this.board.show({ pieces: piecesOn(board), targets: anywhere, last: [] });
    const swatch = (/** @type {number} */ code) =>
      h(
        "button.swatch",
        {
          type: "button",
          "aria-pressed": String(this.brush === code),
          "aria-label": code
            ? `${sideName(code > 8 ? 1 : 0)} ${animalName(((code - 1) % 8) + 1)}`
            : say("web.editor.empty"),
          onclick: () => {
            this.brush = code;
            this.draw();
          },
        },
        code
          ? h("img", { src: `pieces/${settings.pieces}/${pieceName(code)}.svg`, alt: "", width: 40, height: 40 })
          : "✕",
      );
    const text = positionText(this.parts, this.rules);
    const fault = this.fault();
    const link = (/** @type {string} */ name, /** @type {string} */ extra) =>
      h(
        "a.button",
        {
          href: fault ? undefined : `#/${name}?fen=${encodeURIComponent(text)}${extra}`,
          "aria-disabled": String(Boolean(fault)),
        },
        say(`web.menu.${name}`),
      );
    this.panel.replaceChildren(
      h("h1", {}, say("web.menu.editor")),
      h(
        "div.swatches",
        {},
        Array.from({ length: 17 }, (_, code) => swatch(code)),
      ),
      choices(
        say("web.editor.side"),
        [
          ["0", sideName(0)],
          ["1", sideName(1)],
        ],
        String(this.parts.side),
        (value) => {
          this.parts.side = Number(value);
          this.draw();
        },
      ),
      h(
        "div.buttons",
        {},
        h("button", { onclick: () => this.reset(this.library.rules.standard.start) }, say("web.editor.start")),
        h("button", { onclick: () => this.reset("") }, say("web.editor.clear")),
        link("play", "&level=medium"),
        link("analyse", ""),
      ),
      h("p.message", { role: "status" }, fault),
    );
  }

  /** @param {string} text */
  reset(text) {
    this.parts = text ? parsePosition(text, this.rules) : { ...this.parts, board: new Uint8Array(SQUARES) };
    this.draw();
  }
}

/** @param {URLSearchParams} query @param {import("../library.js").Library} library */
export function open(query, library) {
  return { element: new EditorView(query, library).element };
}
