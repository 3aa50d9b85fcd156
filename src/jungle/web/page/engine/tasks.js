// What the engine is asked to do, apart from the worker that does it, so that tests can run it anywhere.

import { Core, moveCode } from "./core.js";

/** @typedef {import("./core.js").CoreGame} CoreGame */
/** @typedef {import("./core.js").CoreRules} CoreRules */
/** @typedef {import("./core.js").Limits} Limits */
/** @typedef {import("./core.js").Line} Line */
/** @typedef {import("./core.js").Verdict} Verdict */
/** @typedef {{game: string, bytes: Uint8Array, squares: number}} PackedRules */
/** @typedef {{rules: string, start: import("./core.js").Start, moves: [number, number][]}} Played moves: codes, and what each turned up */
/** @typedef {{code: number, verdict: Verdict}} MoveVerdict */
/** @typedef {{position: Verdict | null, moves: MoveVerdict[]}} TableAnswer */
/** @typedef {(game: string) => Promise<Uint8Array | null>} TableSource the table files of a game; null where there are none */

const HASH_MB = 32;
/** The tables are fetched when a search may soon meet them: with so many pieces left, hidden ones included. */
const TABLES_FROM = /** @type {Record<string, number>} */ ({ jungle: 6, flip: 8 });
const DEN = 1;
const CAPTURE = 2;

export class Desk {
  /** @param {WebAssembly.Module} module @param {Record<string, PackedRules>} packed @param {TableSource} tables */
  constructor(module, packed, tables) {
    this.core = new Core(module);
    this.packed = packed;
    this.tables = tables;
    /** @type {Map<string, CoreRules>} */
    this.rules = new Map();
    /** @type {Map<string, import("./core.js").CoreSearcher>} by game */
    this.searchers = new Map();
    /** @type {Map<string, Promise<boolean>>} by rules: are they there? */
    this.loaded = new Map();
  }

  /** @param {string} name */
  rulesOf(name) {
    const { bytes, squares } = this.packed[name];
    const rules = this.rules.get(name) ?? this.core.newRules(bytes, squares);
    this.rules.set(name, rules);
    return rules;
  }

  /** @param {string} name of rules */
  searcherFor(name) {
    const { game } = this.packed[name];
    const searcher = this.searchers.get(game) ?? this.rulesOf(name).newSearcher(HASH_MB);
    this.searchers.set(game, searcher);
    return searcher;
  }

  forget() {
    for (const searcher of this.searchers.values()) searcher.clear();
  }

  /** @param {Played} played */
  gameOf({ rules, start, moves }) {
    const game = this.rulesOf(rules).newGame(start);
    for (const [code, revealed] of moves) game.play(code, revealed);
    return game;
  }

  /** Loads the tables of the rules, if the game is near them. @param {string} rules @param {CoreGame} game */
  async nearTables(rules, game) {
    const kind = this.packed[rules].game;
    const pieces = game.board().filter(Boolean).length;
    if (pieces > (TABLES_FROM[kind] ?? 0)) return false;
    const loading =
      this.loaded.get(rules) ??
      this.tables(kind).then((files) => files !== null && this.rulesOf(rules).addTables(files) > 0);
    this.loaded.set(rules, loading);
    return loading;
  }

  /**
   * The best lines, best first; `onLines` hears of each depth that is complete.
   * @param {Played} played @param {Limits} limits @param {(lines: Line[]) => void} [onLines] @returns {Promise<Line[]>}
   */
  async search(played, limits, onLines) {
    const game = this.gameOf(played);
    if (!limits.noTables) await this.nearTables(played.rules, game);
    const wanted = Math.min(limits.lines ?? 1, game.moves().length);
    /** @type {Line[]} */
    let gathered = [];
    const lines = this.searcherFor(played.rules).search(game, { ...limits, lines: wanted }, (line) => {
      gathered = line.line === 1 ? [line] : [...gathered, line];
      if (gathered.length === wanted) onLines?.(gathered);
    });
    game.free();
    return lines;
  }

  /** What endgame tables say of a position and its moves; null where they say nothing. @param {Played} played */
  async verdicts(played) {
    const game = this.gameOf(played);
    if (!(await this.nearTables(played.rules, game))) return null;
    const moves = game
      .moves()
      .map(({ origin, target }) => ({ code: moveCode(origin, target), verdict: afterMove(game, origin, target) }))
      .filter((move) => move.verdict !== null)
      .sort((one, other) => worth(other.verdict) - worth(one.verdict));
    const position = game.verdict();
    game.free();
    return position || moves.length ? /** @type {TableAnswer} */ ({ position, moves }) : null;
  }
}

/** Higher is better for the side that moves: quick wins, then draws, then slow losses. @param {Verdict | null} verdict */
function worth(verdict) {
  if (!verdict) return 0;
  return verdict.expected * 1000 - Math.sign(verdict.expected) * verdict.plies;
}

/** What a move comes to for the side that makes it, the mean of what a flip may turn up. @returns {Verdict | null} */
function afterMove(/** @type {CoreGame} */ game, /** @type {number} */ origin, /** @type {number} */ target) {
  const { side } = game;
  const branches = origin === target ? game.hidden() : [0];
  let expected = 0;
  let plies = 0;
  for (const revealed of branches) {
    const after = game.copy();
    after.play(moveCode(origin, target), revealed);
    const [result, reason] = after.outcome();
    const known = reason === DEN || reason === CAPTURE ? null : after.verdict();
    after.free();
    if (known) {
      expected -= known.expected / branches.length;
      plies = Math.max(plies, known.plies + 1);
    } else if (reason === DEN || reason === CAPTURE) {
      expected += (result === 3 ? 0 : result - 1 === side ? 1 : -1) / branches.length;
      plies = Math.max(plies, 1);
    } else return null;
  }
  return { expected, plies };
}
