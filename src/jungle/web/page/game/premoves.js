// Possible moves after the opponent's next one: the board shows these as targets meanwhile. The core
// generates them, so this knows no rules either.

import { moveCode } from "../engine/core.js";

/** The targets of each waiting piece after any move of the opponent. @param {import("./game.js").Game} game @returns {Map<number, number[]>} */
export function premoves(game) {
  /** @type {Map<number, Set<number>>} */
  const found = new Map();
  for (const { origin, target } of game.legalMoves()) {
    const after = game.state.copy();
    // A flip hardly affects the moves of other pieces: any hidden piece will do.
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
