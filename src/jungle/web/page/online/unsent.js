// The move that a player has made and the server has not confirmed yet. It is kept in the browser, so that neither a lost
// connection nor a reload loses it; the server plays the same name only once.

/** @typedef {{id: string, ply: number, move: string}} Unsent */

const key = (/** @type {string} */ game) => `jungle.unsent.${game}`;

/** @param {string} game @returns {Unsent | null} */
export function keptMove(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(game)) ?? "null");
    return kept && typeof kept.move === "string" && Number.isInteger(kept.ply) ? kept : null;
  } catch {
    return null;
  }
}

/** @param {string} game @param {Unsent | null} move null: there is none any more */
export function keepMove(game, move) {
  try {
    if (move) localStorage.setItem(key(game), JSON.stringify(move));
    else localStorage.removeItem(key(game));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
