// The list of a game's moves; a click looks back at one.

import { button, h } from "../../dom.js";
import { say } from "../../words.js";
import { moveLabel } from "./notation.js";

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

/** Brings the current entry into sight without moving the page. @param {HTMLElement} list */
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
  const step = (/** @type {string} */ sign, /** @type {number} */ to, /** @type {boolean} */ isOff) =>
    button(sign, say(`web.step.${sign}`), () => onLook(to), { isSmall: true, isOff });
  return h(
    "div.steps",
    {},
    step("first", 0, ply === 0),
    step("previous", ply - 1, ply === 0),
    step("next", ply + 1, ply >= all),
    step("last", all, ply >= all),
  );
}

/** The keys that go through a game wherever the focus is, except in text: returns how to unbind. @param {() => [number, number]} place ply and last @param {(ply: number) => void} onLook */
export function bindStepKeys(place, onLook) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest("dialog")) return;
    const [ply, all] = place();
    const to = { PageUp: ply - 1, PageDown: ply + 1, Home: 0, End: all, "[": ply - 1, "]": ply + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to <= all) onLook(to);
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}
