// What might be played after the opponent's next move: the board shows these as targets while one waits. Every answer is
// asked of the core, so that this knows no rule either.

import { moveCode } from "../engine/core.js";

/** Where each piece of the side that waits may go after some move of the other. @param {import("../game/game.js").Game} game @returns {Map<number, number[]>} */
export function premoves(game) {
  /** @type {Map<number, Set<number>>} */
  const found = new Map();
  for (const { origin, target } of game.legalMoves()) {
    const after = game.state.copy();
    // What a flip turns up decides little about what others can do: any piece that is hidden will do.
    after.play(moveCode(origin, target), origin === target ? game.hidden()[0] : 0);
    if (!after.outcome()[0]) for (const move of after.moves()) add(found, move.origin, move.target);
    after.free();
  }
  return new Map([...found].map(([origin, targets]) => [origin, [...targets]]));
}

/** @param {Map<number, Set<number>>} found @param {number} origin @param {number} target */
function add(found, origin, target) {
  const targets = found.get(origin) ?? new Set();
  found.set(origin, targets.add(target));
}
