// The list of a game's moves; a click goes to one.

import { button, h } from "../../dom.js";
import { say } from "../../words.js";
import { moveLabel } from "./notation.js";
import { isTaken } from "./typed.js";

/** @param {import("../../game/game.js").Game} game @param {number} shown plies @param {(ply: number) => void} onLook */
export function moveList(game, shown, onLook) {
  const cells = [];
  if (game.moves.length && game.numberText(0).endsWith("...")) {
    cells.push(h("li.number", {}, game.numberText(0).replace("...", ".")), h("li", {}, "…"));
  }
  game.moves.forEach((move, ply) => {
    const number = game.numberText(ply);
    if (!number.endsWith("...")) cells.push(h("li.number", {}, number));
    const isShown = ply + 1 === shown;
    const made = h(
      "button",
      { type: "button", "aria-current": isShown ? "true" : undefined, onclick: () => onLook(ply + 1) },
      moveLabel(move, game, ((game.first ?? 0) + ply) % 2),
    );
    cells.push(h("li", {}, made));
  });
  if (!cells.length) cells.push(h("li.none.faint", {}, say("desktop.play.no_moves")));
  const list = h("ol.moves", { "aria-label": say("web.moves"), tabindex: 0 }, cells);
  requestAnimationFrame(() => scrollToCurrent(list));
  return list;
}

/** Scrolls the list to the current entry without scrolling the page. @param {HTMLElement} list */
export function scrollToCurrent(list) {
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (!current) return;
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right)
    list.scrollLeft += inner.left - outer.left - outer.width / 2;
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 2;
}

/** Buttons to go through a game. @param {number} ply @param {number} all @param {(ply: number) => void} onLook */
export function stepButtons(ply, all, onLook) {
  /** @param {string} sign @param {number} to @param {boolean} isOff */
  const step = (sign, to, isOff) => button(sign, say(`web.step.${sign}`), () => onLook(to), { isSmall: true, isOff });
  return h(
    "div.steps",
    {},
    step("first", 0, ply === 0),
    step("previous", ply - 1, ply === 0),
    step("next", ply + 1, ply >= all),
    step("last", all, ply >= all),
  );
}

const STEPS = /** @type {Record<string, (ply: number, all: number) => number>} */ ({
  ArrowLeft: (ply) => ply - 1,
  PageUp: (ply) => ply - 1,
  "[": (ply) => ply - 1,
  ArrowRight: (ply) => ply + 1,
  PageDown: (ply) => ply + 1,
  "]": (ply) => ply + 1,
  ArrowUp: () => 0,
  Home: () => 0,
  ArrowDown: (_, all) => all,
  End: (_, all) => all,
});
/** The wheel distance of one move; touchpads send many small steps. */
const WHEEL = 60;

/**
 * The keys that go through a game wherever the focus is, except in text, and the wheel over its board: returns how to unbind. Arrows belong
 * to the board while the keyboard is on it.
 * @param {import("../../board/board.js").JungleBoard} board @param {() => [number, number]} place ply and last @param {(ply: number) => void} onLook
 */
export function bindSteps(board, place, onLook) {
  /** @param {number} to */
  const go = (to) => {
    if (to >= 0 && to <= place()[1]) onLook(to);
  };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const step = STEPS[event.key];
    if (!step || isTaken(event)) return;
    event.preventDefault();
    go(step(...place()));
  };
  let turned = 0;
  /** @param {WheelEvent} event */
  const wheeled = (event) => {
    if (event.ctrlKey) return; // Ctrl and the wheel zoom the page.
    event.preventDefault();
    turned += event.deltaMode ? Math.sign(event.deltaY) * WHEEL : event.deltaY;
    if (Math.abs(turned) < WHEEL) return;
    go(place()[0] + Math.sign(turned));
    turned = 0;
  };
  board.leavesArrows = true;
  addEventListener("keydown", pressed);
  board.addEventListener("wheel", wheeled, { passive: false });
  return () => {
    removeEventListener("keydown", pressed);
    board.removeEventListener("wheel", wheeled);
  };
}
