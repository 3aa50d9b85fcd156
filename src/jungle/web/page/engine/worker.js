// Searches beside the page. Messages in: {rules: …} once, then {id, search: {…}} and {forget: true}. Messages out: {ready: true}, {id, lines}, the
// last one with isDone. A search is stopped by ending the worker, or by its own clock.

import { loadCore } from "./core.js";

/** @typedef {{rules: string, board: Uint8Array, side: number, quiet: number, moves: number[], limits: import("./core.js").Limits}} Task */

const HASH_MB = 32;

/** @type {Map<string, number>} */
const tables = new Map();
const core = await loadCore(await (await fetch(new URL("core.wasm", import.meta.url))).arrayBuffer());
const searcher = core.newSearcher(HASH_MB);

/** @param {number} id @param {Task} task */
function search(id, { rules, board, side, quiet, moves, limits }) {
  const game = core.newGame(/** @type {number} */ (tables.get(rules)), board, side, quiet);
  for (const code of moves) game.play(code);
  const wanted = Math.min(limits.lines ?? 1, game.moves().length);
  /** @type {import("./core.js").Line[]} */
  let gathered = [];
  const lines = searcher.search(game, { ...limits, lines: wanted }, (line) => {
    gathered = line.line === 1 ? [line] : [...gathered, line];
    if (gathered.length === wanted) postMessage({ id, lines: gathered });
  });
  game.free();
  postMessage({ id, lines, isDone: true });
}

addEventListener("message", ({ data }) => {
  if (data.rules) for (const [name, packed] of Object.entries(data.rules)) tables.set(name, core.newTable(packed));
  if (data.forget) searcher.clear();
  if (data.search) search(data.id, data.search);
});
postMessage({ ready: true });
