// The list of a game's moves; a click looks back at one.

import { h } from "../dom.js";
import { moveText } from "../game/showing.js";
import { say } from "../words.js";

/** @param {import("../game/game.js").Game} game @param {number} shown plies @param {(ply: number) => void} onLook */
export function moveList(game, shown, onLook) {
  const cells = [];
  const shift = game.start.side ?? 0;
  if (shift) cells.push(h("li.number", {}, `${game.start.number}.`), h("li", {}, "…"));
  game.moves.forEach((move, index) => {
    if ((index + shift) % 2 === 0) cells.push(h("li.number", {}, `${game.start.number + (index + shift) / 2}.`));
    const button = h(
      "button",
      { type: "button", "aria-current": index + 1 === shown ? "true" : undefined, onclick: () => onLook(index + 1) },
      moveText(move, game),
    );
    cells.push(h("li", {}, button));
  });
  const list = h("ol.moves", { "aria-label": say("web.moves") }, cells);
  requestAnimationFrame(() => list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }));
  return list;
}
