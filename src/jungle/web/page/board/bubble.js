// A sentence at a square of a board. It covers none of the squares that it is about, and ends with the next action.

import { place } from "./state.js";

/** How long it stays, unless a press or a move comes first. */
const SHOWN_MS = 6000;
const ACTIONS = ["pointerdown", "keydown"];

export class Bubble {
  /** @type {HTMLElement | null} */
  #element = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("./board.js").JungleBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {string} words @param {number} square @param {readonly number[]} squares @param {number} origin */
  show(words, square, squares, origin) {
    this.hide();
    const { state, gridElement, cells } = this.board;
    if (!gridElement) return;
    const { column } = place(state, square);
    const { files, ranks } = state;
    // Above or below all squares that it is about.
    const rows = [square, origin, ...squares].map((each) => place(state, each).row);
    const [first, last] = [Math.min(...rows), Math.max(...rows)];
    const bubble = document.createElement("p");
    bubble.className = "bubble";
    bubble.textContent = words;
    bubble.setAttribute("aria-hidden", "true"); // Screen readers get it from the page's live region.
    /** @param {number} count @param {number} all */
    const share = (count, all) => `${(count / all) * 100}%`;
    if (first >= 2 || first > ranks - 1 - last) bubble.style.bottom = share(ranks - first, ranks);
    else bubble.style.top = share(last + 1, ranks);
    if (column * 2 < files - 1) bubble.style.left = share(Math.max(column - 0.4, 0.05), files);
    else bubble.style.right = share(Math.max(files - 1.4 - column, 0.05), files);
    gridElement.append(bubble);
    for (const each of squares) cells.get(each)?.classList.add("refused");
    this.#element = bubble;
    this.#timer = setTimeout(this.hide, SHOWN_MS);
    for (const action of ACTIONS) addEventListener(action, this.hide, true);
  }

  hide = () => {
    clearTimeout(this.#timer);
    for (const action of ACTIONS) removeEventListener(action, this.hide, true);
    this.#element?.remove();
    this.#element = null;
    for (const cell of this.board.cells.values()) cell.classList.remove("refused");
  };
}
