// Shared by all views: the core for rules, the games and their rule sets, and one engine.

import { breath } from "./dom.js";
import { fetchOnce } from "./early.js";
import { Engine } from "./engine/client.js";
import { Core } from "./engine/core.js";
import { StepRules } from "./engine/steps.js";
import { Game } from "./game/game.js";
import { boardPart, gridOf, learnShapes } from "./game/kinds.js";
import { Grid } from "./game/text.js";
import { VIEWS } from "./routes.js";
import { onChange, settings } from "./settings.js";

/** @typedef {import("./game/game.js").Rules} Rules */
/**
 * @typedef {object} KindData the output of `jungle.web.contents.game_data` for a game, without the shape of its board
 * @property {boolean} hasChance
 * @property {boolean} hasNumbers do positions end with the number of the move?
 * @property {boolean} namesAnimals does a move's notation begin with the animal?
 * @property {number} tablesFrom the number of pieces from which endgame tables may be reached soon; 0 if there are none
 * @property {string[]} rules the names of its rule sets, the usual one first
 * @property {import("./game/showing.js").Terrain} terrain
 */
/** @typedef {import("./game/kinds.js").Shape & KindData} Kind */
/**
 * @typedef {object} Library
 * @property {Core} core @property {Engine} engine
 * @property {Record<string, Rules>} rules by name @property {Record<string, Kind>} games by name
 * @property {Rules} usual the default rules
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
  const library = makeLibrary(module, data);
  library.engine.threads = settings.threads;
  onChange(({ threads }) => {
    library.engine.threads = threads;
  });
  return library;
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
    const { squares } = rules[name].grid;
    if (each.packed)
      packed[name] = { game: each.game, text: each.packed, squares, tablesFrom: data.games[each.game].tablesFrom };
  }
  const { games, score } = data;
  learnShapes(Object.values(games));
  const [usual] = Object.values(rules);
  const strengths = strengthsOf(data.levels);
  return { core, rules, usual, games, score, strengths, engine: new Engine(module, packed, data) };
}

/** A rule set as `rules.json` has it; the core reads it when it is first played. @param {Core} core @param {Library["games"]} games @param {any} data @returns {Rules} */
export function readRules(core, games, { packed, steps, ...rest }) {
  const kind = games[rest.game];
  const grid = new Grid(kind.files, kind.ranks);
  /** @type {import("./engine/core.js").CoreRules | undefined} */
  let made;
  return {
    ...rest,
    grid,
    kind,
    isUsualGame: rest.game === Object.keys(games)[0],
    isSearched: Boolean(packed),
    get core() {
      // A table of steps has as much of that surface as a game without an engine needs.
      made ??= packed
        ? core.newRules(packed, grid.squares)
        : /** @type {any} */ (new StepRules(steps, grid.squares, rest.quietLimit));
      return made;
    },
  };
}

/** Lets the core read a rule set in a separate task, since the first time takes a while. @param {Library} library @param {string} [name] */
export async function prepareRules({ rules, usual }, name = "") {
  const { core } = rules[name] ?? usual;
  await breath();
  return core;
}

/** @param {import("./engine/strength.js").LevelData} levels @returns {Library["strengths"]} */
function strengthsOf({ names, rows }) {
  /** @param {unknown} _ @param {number} index */
  const named = (_, index) => ({
    number: index + 1,
    name: Object.keys(names).find((name) => names[name] === index + 1),
  });
  return Object.fromEntries(Object.entries(rows).map(([kind, all]) => [kind, all.map(named)]));
}

/**
 * A game under rules of that name, or the usual ones; the rules tell which game it is. Throws PositionError.
 * @param {Library} library @param {string} [name] @param {string} [fen] @param {import("./game/game.js").Options} [options]
 */
export function newGame({ rules, usual }, name = "", fen = undefined, options = {}) {
  return new Game(rules[name] ?? usual, fen, options);
}

/**
 * The rules under which a position's text can be read: those asked for if its board is theirs, or else the usual ones of a
 * game with such a board.
 * @param {Library} library @param {string} text @param {string} [asked]
 */
export function rulesOfText({ rules, usual }, text, asked = "") {
  const { files, ranks } = gridOf(boardPart(text));
  /** @param {Rules} given */
  const fits = ({ grid }) => grid.files === files && grid.ranks === ranks;
  const wanted = Object.hasOwn(rules, asked) ? rules[asked] : usual;
  return fits(wanted) ? wanted : (Object.values(rules).find(fits) ?? wanted);
}

/** The view in which a game is played: its own, or the one for any game. @param {string} kind */
export const viewOf = (kind) => (VIEWS.includes(kind) ? kind : "play");

/** The game that a view plays unless its address names other rules. @param {Library} library @param {string} view */
export const kindOfView = ({ games, usual }, view) => (Object.hasOwn(games, view) ? view : usual.game);
