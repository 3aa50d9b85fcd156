// What all views share: the core for rules, the rule sets, and one engine.

import { Engine } from "./engine/client.js";
import { loadCore } from "./engine/core.js";
import { Game } from "./game/game.js";

/** @typedef {{core: import("./engine/core.js").Core, rules: Record<string, import("./game/game.js").Rules>, engine: Engine}} Library */

const unpack = (/** @type {string} */ text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** @returns {Promise<Library>} */
export async function loadLibrary() {
  const [code, data] = await Promise.all([
    fetch("engine/core.wasm").then((answer) => answer.arrayBuffer()),
    fetch("data/rules.json").then((answer) => answer.json()),
  ]);
  return makeLibrary(await loadCore(code), data);
}

/** @param {import("./engine/core.js").Core} core @param {Record<string, any>} data @returns {Library} */
export function makeLibrary(core, data) {
  /** @type {Record<string, Uint8Array>} */
  const packed = {};
  /** @type {Library["rules"]} */
  const rules = {};
  for (const [name, { table, ...rest }] of Object.entries(data)) {
    packed[name] = unpack(table);
    rules[name] = { ...rest, table: core.newTable(packed[name]) };
  }
  return { core, rules, engine: new Engine(packed) };
}

/** A game under rules of that name, or the usual ones. @param {Library} library @param {string} [name] @param {string} [fen] */
export function newGame({ core, rules }, name = "standard", fen = undefined) {
  return new Game(core, rules[name] ?? rules.standard, fen);
}
