// What all views share: the core for rules, the games and their rule sets, and one engine.

import { breath } from "./dom.js";
import { fetchOnce } from "./early.js";
import { Engine } from "./engine/client.js";
import { Core } from "./engine/core.js";
import { Game } from "./game/game.js";
import { Grid } from "./game/text.js";

/** @typedef {import("./game/game.js").Rules} Rules */
/** @typedef {{kind: string, files: number, ranks: number, hasDirection: boolean, hasChance: boolean, rules: string[], terrain: import("./game/showing.js").Terrain}} Kind */
/**
 * @typedef {object} Library
 * @property {Core} core @property {Engine} engine
 * @property {Record<string, Rules>} rules by name @property {Record<string, Kind>} games by name
 * @property {import("./game/score.js").Scale} score
 * @property {Record<string, {number: number, name?: string}[]>} strengths by game, the weakest first; some have a name too
 */

/** @returns {Promise<Library>} */
export async function loadLibrary() {
  const [module, data] = await Promise.all([
    // Not while it streams: that takes a web space that serves it as WebAssembly.
    fetchOnce(new URL("engine/core.wasm", import.meta.url))
      .then((answer) => answer.arrayBuffer())
      .then((code) => WebAssembly.compile(code)),
    fetchOnce(new URL("data/rules.json", import.meta.url)).then((answer) => answer.json()),
  ]);
  return makeLibrary(module, data);
}

/** @param {WebAssembly.Module} module @param {any} data @returns {Library} */
export function makeLibrary(module, data) {
  const core = new Core(module);
  /** @type {Record<string, import("./engine/tasks.js").PackedRules>} */
  const packed = {};
  /** @type {Library["rules"]} */
  const rules = {};
  for (const [name, each] of Object.entries(data.rules)) {
    rules[name] = readRules(core, data.games, each);
    packed[name] = { game: each.game, text: each.packed, squares: rules[name].grid.squares };
  }
  const { games, score } = data;
  return { core, rules, games, score, strengths: strengthsOf(data.levels), engine: new Engine(module, packed, data) };
}

/** A rule set as `rules.json` has it; the core reads it when it is first played. @param {Core} core @param {Library["games"]} games @param {any} data @returns {Rules} */
export function readRules(core, games, { packed, ...rest }) {
  const { files, ranks, hasDirection, hasChance } = games[rest.game];
  const grid = new Grid(files, ranks);
  /** @type {import("./engine/core.js").CoreRules | undefined} */
  let made;
  return {
    ...rest,
    grid,
    hasDirection,
    hasChance,
    get core() {
      made ??= core.newRules(packed, grid.squares);
      return made;
    },
  };
}

/** Lets the core read a rule set in a task of its own: that takes a while the first time. @param {Library} library @param {string} [name] */
export async function prepareRules({ rules }, name = "standard") {
  const { core } = rules[name] ?? rules.standard;
  await breath();
  return core;
}

/** @param {import("./engine/strength.js").LevelData} levels @returns {Library["strengths"]} */
function strengthsOf({ names, rows }) {
  const named = (/** @type {unknown} */ _, /** @type {number} */ index) => ({
    number: index + 1,
    name: Object.keys(names).find((name) => names[name] === index + 1),
  });
  return Object.fromEntries(Object.entries(rows).map(([kind, all]) => [kind, all.map(named)]));
}

/**
 * A game under rules of that name, or the usual ones; the rules tell which game it is. Throws PositionError.
 * @param {Library} library @param {string} [name] @param {string} [fen] @param {import("./game/game.js").Options} [options]
 */
export function newGame({ rules }, name = "standard", fen = undefined, options = {}) {
  return new Game(rules[name] ?? rules.standard, fen, options);
}
