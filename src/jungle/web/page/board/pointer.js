// Mouse, pen and finger on a board: a tap presses a square, a drag picks a piece up and puts it down. The right button draws circles
// and arrows: green, with Shift red, with Alt blue.

import { squareAt } from "./state.js";

const SLACK = 6; // pixels of movement before a press becomes a drag

/**
 * @typedef {object} Held
 * @property {number} square
 * @property {number} x
 * @property {number} y
 * @property {DOMRect} box of the squares, measured once: a drag must not cost a layout
 * @property {HTMLImageElement | undefined} image
 * @property {boolean} isPicked by this very press
 * @property {boolean} isDragged
 */

export class Pointer {
  /** @param {import("./board.js").JungleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Held | null} */
    this.held = null;
    /** @type {{square: number, box: DOMRect} | null} where an arrow begins */
    this.drawn = null;
    /** @type {HTMLElement | undefined} the square below a piece that is dragged */
    this.over = undefined;
  }

  bind() {
    this.board.addEventListener("pointerdown", this.#down);
    this.board.addEventListener("pointermove", this.#move);
    this.board.addEventListener("pointerup", this.#up);
    this.board.addEventListener("pointercancel", this.drop);
    this.board.addEventListener("contextmenu", this.#menu);
  }

  unbind() {
    this.drop();
    this.board.removeEventListener("pointerdown", this.#down);
    this.board.removeEventListener("pointermove", this.#move);
    this.board.removeEventListener("pointerup", this.#up);
    this.board.removeEventListener("pointercancel", this.drop);
    this.board.removeEventListener("contextmenu", this.#menu);
  }

  /** @param {PointerEvent} event @param {DOMRect} box */
  #square(event, box) {
    const { state } = this.board;
    const column = Math.floor(((event.clientX - box.left) / box.width) * state.files);
    const row = Math.floor(((event.clientY - box.top) / box.height) * state.ranks);
    return squareAt(state, column, row);
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    const box = this.board.gridElement?.getBoundingClientRect();
    if (!box || event.button === 1 || !event.isPrimary) return;
    const square = this.#square(event, box);
    if (square === null) return;
    if (event.button === 2) {
      this.drawn = { square, box };
      return;
    }
    this.board.isPointed = true;
    if (!this.board.keepsSketch) this.board.wipe();
    const { state, pictures } = this.board;
    const canGo = (state.targets.get(square) ?? []).some((target) => target !== square);
    const isTarget = state.targets.get(state.selected ?? -1)?.includes(square) ?? false;
    const image = canGo ? pictures.get(square) : undefined;
    const isPicked = canGo && state.selected !== square && !isTarget;
    this.held = { square, x: event.clientX, y: event.clientY, box, image, isPicked, isDragged: false };
    if (isPicked) this.board.press(square);
    if (image) this.board.setPointerCapture(event.pointerId);
  };

  /** @param {PointerEvent} event */
  #move = (event) => {
    const { held, board } = this;
    if (!held?.image) return;
    if (!held.isDragged) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      held.isDragged = true;
      held.image.classList.remove("moving");
      held.image.classList.add("dragged");
    }
    const { box } = held;
    const [width, height] = [box.width / board.state.files, box.height / board.state.ranks];
    held.image.style.transform = `translate(${event.clientX - box.left - width / 2}px, ${event.clientY - box.top - height / 2}px)`;
    const below = this.#square(event, box);
    const isTarget = below !== null && board.state.targets.get(held.square)?.includes(below);
    this.#mark(isTarget ? board.cells.get(below) : undefined);
  };

  /** @param {HTMLElement | undefined} cell */
  #mark(cell) {
    if (cell === this.over) return;
    this.over?.classList.remove("over");
    cell?.classList.add("over");
    this.over = cell;
  }

  /** @param {PointerEvent} event */
  #up = (event) => {
    const { held, drawn } = this;
    if (event.button === 2 && drawn) {
      this.drawn = null;
      const target = this.#square(event, drawn.box);
      const kind = event.shiftKey ? "threat" : event.altKey ? "idea" : "best";
      if (target !== null) this.board.draw({ origin: drawn.square, target, kind });
      return;
    }
    if (!held) return;
    this.drop();
    const square = this.#square(event, held.box);
    if (square === null) return;
    // A piece released on its own square stays picked up; a second tap puts it back.
    if (square === held.square && (held.isPicked || held.isDragged)) return;
    this.board.press(square);
  };

  /** A long press on a phone opens no menu either: it holds a piece. @param {Event} event */
  #menu = (event) => event.preventDefault();

  /** Ends the drag without choosing anything. */
  drop = () => {
    const { held, board } = this;
    this.held = null;
    this.#mark(undefined);
    if (!held?.image || !held.isDragged) return;
    held.image.classList.replace("dragged", "moving");
    board.put(held.image, held.square);
  };
}
