// The C++ core, compiled to WebAssembly, as the page's modules see it. Runs wherever ES modules do: in a worker, in
// node. It knows no rule: rule sets come packed, see `jungle.web.contents.packed`. Both games are played alike.

import { CoreGame } from "./core-game.js";

const NANOSECONDS = 1e6;
const SYSTEM = "wasi_snapshot_preview1";
const NO_SUCH_FILE = 8;
const NOBODY = 2;
/** Milliseconds by which the clock runs ahead once a search is to end: past any limit. */
const STOPPED_MS = 1e9;
/** As the module with threads asks for it, in pages of 64 kB; see `tools/build_wasm.py`. */
const SHARED_MEMORY = { initial: 512, maximum: 8192, shared: true };

/**
 * @typedef {object} CoreMove
 * @property {number} origin @property {number} target the same square for a flip
 * @property {number} animal from 1; 0 for a flip
 * @property {number} captured from 1; 0 for none
 * @property {boolean} isTrade do both vanish?
 */
/** @typedef {{board: ArrayLike<number>, side: number | null, quiet: number, hidden?: number[]}} Start `hidden`: codes */
/** @typedef {{expected: number, plies: number}} Verdict of endgame tables, for the side to move: 1 a win, -1 a loss */
/**
 * @typedef {object} Line
 * @property {number} line from 1, the best
 * @property {number} lines that are found together
 * @property {number} depth
 * @property {number} seldepth
 * @property {number} score centi-cats, to the side that moves
 * @property {number} winIn plies to a win, negative to a loss, 0 when neither is certain
 * @property {number | null} expected from -1 to 1, if luck plays a part and the score is best shown as a chance
 * @property {number} pieces on the board, both sides together
 * @property {number} nodes
 * @property {number} time milliseconds
 * @property {number} hashfull per mille
 * @property {number} tableHits
 * @property {boolean} isSolved is the score that of endgame tables?
 * @property {number} threads that have searched
 * @property {number[]} moves codes, see `moveCode`
 */
/**
 * @typedef {object} Limits
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [softTime] milliseconds after which no new depth is begun
 * @property {number} [hardTime] milliseconds after which the search ends
 * @property {number} [lines] how many of the best lines are wanted
 * @property {number} [contempt] centi-cats by which a draw is disliked
 * @property {number} [evaluation] 0 material, 1 position, 2 full
 * @property {number[]} [moves] the only moves to consider, as codes
 * @property {boolean} [noTables] search without endgame tables
 * @property {number} [threads] 1 unless the core has helpers
 */

/** @param {number} origin @param {number} target */
export const moveCode = (origin, target) => origin | (target << 6);

/** @param {number} code */
export const moveOf = (code) => ({ origin: code & 63, target: code >> 6 });

/**
 * What C's library imports: a clock. It also asks for files, of which a page has none. A search that is to stop finds its time up.
 * @param {WebAssembly.Module} module @param {() => DataView} memory @param {() => boolean} isStopped
 */
function system(module, memory, isStopped) {
  const imports = WebAssembly.Module.imports(module).filter((each) => each.module === SYSTEM);
  /** @type {Record<string, (...numbers: number[]) => number>} */
  const functions = Object.fromEntries(imports.map(({ name }) => [name, () => NO_SUCH_FILE]));
  functions.clock_time_get = (_clock, _precision, address) => {
    const now = performance.now() + (isStopped() ? STOPPED_MS : 0);
    memory().setBigUint64(address, BigInt(Math.round(now * NANOSECONDS)), true);
    return 0;
  };
  return functions;
}

/** Memory for a core with threads. Throws if the page must not share memory, or has too little. */
export const sharedMemory = () => new WebAssembly.Memory(SHARED_MEMORY);

export class Core {
  /**
   * @param {WebAssembly.Module} module
   * @param {() => boolean} [isStopped] is asked during a search with a time limit: should it end now?
   * @param {WebAssembly.Memory} [memory] for the module with threads
   */
  constructor(module, isStopped = () => false, memory = undefined) {
    this.isStopped = isStopped;
    /** @type {((line: Omit<Line, "pieces">) => void) | undefined} */
    this.onLine = undefined;
    const instance = new WebAssembly.Instance(module, {
      [SYSTEM]: system(module, () => new DataView(this.memory.buffer), isStopped),
      jungle: { report: (/** @type {number[]} */ ...numbers) => this.#report(numbers) },
      ...(memory && { env: { memory } }),
    });
    /** @type {any} */
    this.calls = instance.exports;
    /** @type {WebAssembly.Memory} */
    this.memory = memory ?? this.calls.memory;
    this.calls._initialize();
  }

  /** The shared buffer, at least so long. @param {number} length */
  buffer(length) {
    const address = this.calls.buffer(length);
    return new Uint8Array(this.memory.buffer, address, length);
  }

  /** @param {string} text packed rules as base64 @param {number} squares of the board */
  newRules(text, squares) {
    const packed = atob(text);
    const buffer = this.buffer(packed.length);
    for (let i = 0; i < packed.length; i += 1) buffer[i] = packed.charCodeAt(i);
    const handle = this.calls.rules_new(packed.length);
    if (!handle) throw new Error("expected a packed rule set");
    return new CoreRules(this, handle, squares);
  }

  /** @param {number} count */
  codes(count) {
    const bytes = this.buffer(2 * count);
    return Array.from({ length: count }, (_, i) => bytes[2 * i] | (bytes[2 * i + 1] << 8));
  }

  /** @param {number[]} numbers */
  #report([
    line,
    lines,
    depth,
    seldepth,
    score,
    winIn,
    expectation,
    nodes,
    time,
    hashfull,
    tableHits,
    solved,
    threads,
    count,
  ]) {
    const moves = this.codes(count);
    const expected = Number.isNaN(expectation) ? null : expectation;
    const isSolved = Boolean(solved);
    const counts = { nodes, time, hashfull, tableHits, threads };
    this.onLine?.({ line, lines, depth, seldepth, score, winIn, expected, ...counts, isSolved, moves });
  }
}

/** A rule set in the core, with the endgame tables that it was given. */
export class CoreRules {
  /** @param {Core} core @param {number} handle @param {number} squares */
  constructor(core, handle, squares) {
    this.core = core;
    this.handle = handle;
    this.squares = squares;
  }

  /** @param {Start} start */
  newGame({ board, side, quiet, hidden = [] }) {
    if (board.length !== this.squares) throw new Error(`expected ${this.squares} squares, got ${board.length}`);
    this.core.buffer(this.squares).set(board);
    const mask = hidden.reduce((all, code) => all | (1 << (code - 1)), 0);
    const game = this.core.calls.game_new(this.handle, mask, side ?? NOBODY, quiet);
    if (!game) throw new Error("a piece occurs twice, or other pieces are hidden than lie face down");
    return new CoreGame(this, game);
  }

  /** @param {number} megabytes */
  newSearcher(megabytes) {
    return new CoreSearcher(this.core, this.core.calls.searcher_new(this.handle, megabytes));
  }

  /** Takes table files, one after the other; returns how many are of these rules. @param {Uint8Array} files */
  addTables(files) {
    this.core.buffer(files.length).set(files);
    return this.core.calls.rules_add_tables(this.handle, files.length);
  }
}

export class CoreSearcher {
  /** @param {Core} core @param {number} handle */
  constructor(core, handle) {
    this.core = core;
    this.handle = handle;
    this.threads = 1;
  }

  free() {
    this.core.calls.searcher_free(this.handle);
    this.handle = 0;
  }

  /** Forgets what earlier searches found. */
  clear() {
    this.core.calls.searcher_clear(this.handle);
  }

  /** @param {number} threads */
  #setThreads(threads) {
    if (threads === this.threads) return;
    this.core.calls.searcher_set_threads(this.handle, threads);
    this.threads = threads;
  }

  /**
   * Searches until a limit is reached; returns the best lines, best first.
   * @param {CoreGame} game @param {Limits} limits @param {(line: Line) => void} [onLine] called on the way
   * @returns {Line[]}
   */
  search(game, limits, onLine) {
    this.#setThreads(limits.threads ?? 1);
    const pieces = game.board().filter(Boolean).length; // before the buffer is used for something else
    const only = limits.moves ?? [];
    this.core.buffer(2 * only.length).set(only.flatMap((code) => [code & 0xff, code >> 8]));
    /** @type {Line[]} */
    const told = [];
    this.core.onLine = (found) => {
      const line = { ...found, pieces };
      told.push(line);
      onLine?.(line);
    };
    const count = this.core.calls.search(
      this.handle,
      game.handle,
      limits.depth ?? 0,
      limits.nodes ?? 0,
      limits.softTime ?? 0,
      limits.hardTime ?? 0,
      limits.lines ?? 1,
      limits.contempt ?? 0,
      limits.evaluation ?? 2,
      only.length,
      limits.noTables ? 0 : 1,
    );
    this.core.onLine = undefined;
    return told.slice(told.length - count);
  }
}
