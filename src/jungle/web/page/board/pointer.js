// Mouse, pen and finger on a board: a tap presses a square, a drag picks up and puts down.

import { squareAt } from "./state.js";

const SLACK = 6; // pixels that a finger may tremble before it drags

export class Pointer {
  /** @param {import("./board.js").JungleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {{square: number, x: number, y: number, image: HTMLImageElement | undefined, isDrag: boolean} | null} */
    this.held = null;
  }

  bind() {
    this.board.addEventListener("pointerdown", this.#down);
    this.board.addEventListener("pointermove", this.#move);
    this.board.addEventListener("pointerup", this.#up);
    this.board.addEventListener("pointercancel", this.#cancel);
  }

  unbind() {
    this.board.removeEventListener("pointerdown", this.#down);
    this.board.removeEventListener("pointermove", this.#move);
    this.board.removeEventListener("pointerup", this.#up);
    this.board.removeEventListener("pointercancel", this.#cancel);
  }

  /** @param {PointerEvent} event */
  #square(event) {
    const grid = this.board.gridElement;
    if (!grid) return null;
    const box = grid.getBoundingClientRect();
    const { state } = this.board;
    const column = Math.floor(((event.clientX - box.left) / box.width) * state.files);
    const row = Math.floor(((event.clientY - box.top) / box.height) * state.ranks);
    return squareAt(state, column, row);
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    const square = this.#square(event);
    if (square === null || event.button !== 0 || !event.isPrimary) return;
    const { state, pictures } = this.board;
    const isOwn = (state.targets.get(square) ?? []).some((target) => target !== square);
    this.held = {
      square,
      x: event.clientX,
      y: event.clientY,
      image: isOwn ? pictures.get(square) : undefined,
      isDrag: false,
    };
    // Picking up what is already picked up waits for the release: it may be the start of a drag.
    if (isOwn && state.selected !== square && !state.targets.get(state.selected ?? -1)?.includes(square)) {
      this.board.press(square);
      this.held.isDrag = true;
    }
    if (this.held.image) this.board.setPointerCapture(event.pointerId);
  };

  /** @param {PointerEvent} event */
  #move = (event) => {
    const held = this.held;
    const grid = this.board.gridElement;
    if (!held?.image || !grid) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.image.classList.contains("dragged") && Math.hypot(dx, dy) < SLACK) return;
    const box = grid.getBoundingClientRect();
    const { width, height } = held.image.getBoundingClientRect();
    held.image.classList.remove("moving");
    held.image.classList.add("dragged");
    held.image.style.transform = `translate(${event.clientX - box.left - width / 2}px, ${event.clientY - box.top - height / 2}px)`;
  };

  /** @param {PointerEvent} event */
  #up = (event) => {
    const held = this.held;
    if (!held) return;
    const wasDragged = held.image?.classList.contains("dragged");
    this.#cancel();
    const square = this.#square(event);
    if (square === null) return;
    if (wasDragged && square === held.square) return;
    // A press that picked the piece up already is not repeated when it is let go on the same square.
    if (held.isDrag && square === held.square) return;
    this.board.press(square);
  };

  #cancel = () => {
    const { held, board } = this;
    this.held = null;
    if (held?.image?.classList.contains("dragged")) {
      held.image.classList.remove("dragged");
      board.put(held.image, held.square);
    }
  };
}
