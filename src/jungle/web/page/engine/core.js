// The C++ core, compiled to WebAssembly, as the page's modules see it. Runs wherever ES modules do: in a worker, in
// node. It knows no rule: rule sets come as packed step tables, see `jungle.web.contents.packed`.

const SQUARES = 63;
const NANOSECONDS = 1e6;
const SYSTEM = "wasi_snapshot_preview1";
const NO_SUCH_FILE = 8;

/** @typedef {{origin: number, target: number, animal: number, captured: number, isTrade: boolean}} CoreMove */
/**
 * @typedef {object} Line
 * @property {number} line from 1, the best
 * @property {number} depth
 * @property {number} seldepth
 * @property {number} score centi-cats, to the side that moves
 * @property {number} winIn plies to a win, negative to a loss, 0 when neither is certain
 * @property {number} nodes
 * @property {number} time milliseconds
 * @property {number} hashfull per mille
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
 */

/** @param {number} origin @param {number} target */
export const moveCode = (origin, target) => origin | (target << 6);

/**
 * What C's library imports: a clock. It also asks for files, of which a page has none.
 * @param {WebAssembly.Module} module @param {() => DataView} memory
 */
function system(module, memory) {
  const imports = WebAssembly.Module.imports(module).filter((each) => each.module === SYSTEM);
  /** @type {Record<string, (...numbers: any[]) => number>} */
  const functions = Object.fromEntries(imports.map(({ name }) => [name, () => NO_SUCH_FILE]));
  functions.clock_time_get = (_clock, _precision, address) => {
    memory().setBigUint64(address, BigInt(Math.round(performance.now() * NANOSECONDS)), true);
    return 0;
  };
  return functions;
}

/** Loads the core. @param {BufferSource | WebAssembly.Module} code */
export async function loadCore(code) {
  const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
  return new Core(module);
}

export class Core {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {((line: Line) => void) | undefined} */
    this.onLine = undefined;
    const instance = new WebAssembly.Instance(module, {
      [SYSTEM]: system(module, () => new DataView(this.calls.memory.buffer)),
      jungle: {
        report: (/** @type {number[]} */ ...numbers) => this.#report(numbers),
      },
    });
    /** @type {any} */
    this.calls = instance.exports;
    this.calls._initialize();
  }

  /** The shared buffer, at least so long. @param {number} length */
  buffer(length) {
    const address = this.calls.buffer(length);
    return new Uint8Array(this.calls.memory.buffer, address, length);
  }

  /** @param {Uint8Array} packed @returns {number} a handle */
  newTable(packed) {
    this.buffer(packed.length).set(packed);
    const table = this.calls.table_new(packed.length);
    if (!table) throw new Error("expected a packed rule set");
    return table;
  }

  /** @param {number} table @param {Uint8Array} board one code a square @param {number} side @param {number} quiet */
  newGame(table, board, side, quiet) {
    if (board.length !== SQUARES) throw new Error(`expected a board of ${SQUARES} squares, got ${board.length}`);
    this.buffer(SQUARES).set(board);
    const game = this.calls.game_new(table, side, quiet);
    if (!game) throw new Error("a piece stands twice on the board");
    return new CoreGame(this, game);
  }

  /** @param {number} megabytes */
  newSearcher(megabytes) {
    return new CoreSearcher(this, this.calls.searcher_new(megabytes));
  }

  /** @param {number} count */
  codes(count) {
    const bytes = this.buffer(2 * count);
    return Array.from({ length: count }, (_, i) => bytes[2 * i] | (bytes[2 * i + 1] << 8));
  }

  /** @param {number[]} numbers */
  #report([line, depth, seldepth, score, winIn, nodes, time, hashfull, count]) {
    const moves = this.codes(count);
    this.onLine?.({ line, depth, seldepth, score, winIn, nodes, time, hashfull, moves });
  }
}

/** A game in the core: a position with its past. Free it when it is no longer needed. */
export class CoreGame {
  /** @param {Core} core @param {number} handle */
  constructor(core, handle) {
    this.core = core;
    this.handle = handle;
  }

  copy() {
    return new CoreGame(this.core, this.core.calls.game_copy(this.handle));
  }

  free() {
    this.core.calls.game_free(this.handle);
    this.handle = 0;
  }

  /** Plays a move if it is legal, and tells whether it was. @param {number} code */
  play(code) {
    return Boolean(this.core.calls.game_play(this.handle, code));
  }

  /** @returns {CoreMove[]} */
  moves() {
    const count = this.core.calls.game_moves(this.handle);
    const bytes = this.core.buffer(4 * count);
    return Array.from({ length: count }, (_, i) => ({
      origin: bytes[4 * i],
      target: bytes[4 * i + 1],
      animal: bytes[4 * i + 2],
      captured: bytes[4 * i + 3] & 15,
      isTrade: bytes[4 * i + 3] > 15,
    }));
  }

  /** One code a square. @returns {Uint8Array} */
  board() {
    this.core.calls.game_board(this.handle);
    return this.core.buffer(SQUARES).slice();
  }

  get side() {
    return this.core.calls.game_side(this.handle);
  }

  get quiet() {
    return this.core.calls.game_quiet(this.handle);
  }

  /** Tells positions apart, for repetitions. @returns {bigint} */
  get key() {
    return BigInt.asUintN(64, this.core.calls.game_key(this.handle));
  }

  /** [result, reason]: 0 ongoing, 1 Blue, 2 Red, 3 draw; 0 none, 1 den, 2 capture, 3 no moves, 4 repetition, 5 quiet. */
  outcome() {
    const outcome = this.core.calls.game_outcome(this.handle);
    return [outcome & 0xff, outcome >> 8];
  }

  /** @param {number} depth @returns {number} */
  perft(depth) {
    return this.core.calls.perft(this.handle, depth);
  }

  /** @param {number} evaluation @returns {number} */
  evaluate(evaluation = 2) {
    return this.core.calls.evaluate(this.handle, evaluation);
  }
}

export class CoreSearcher {
  /** @param {Core} core @param {number} handle */
  constructor(core, handle) {
    this.core = core;
    this.handle = handle;
  }

  free() {
    this.core.calls.searcher_free(this.handle);
    this.handle = 0;
  }

  /** Forgets what earlier searches found. */
  clear() {
    this.core.calls.searcher_clear(this.handle);
  }

  /**
   * Searches until a limit is reached; returns the best lines, best first.
   * @param {CoreGame} game @param {Limits} limits @param {(line: Line) => void} [onLine] called on the way
   * @returns {Line[]}
   */
  search(game, limits, onLine) {
    const only = limits.moves ?? [];
    this.core.buffer(2 * only.length).set(only.flatMap((code) => [code & 0xff, code >> 8]));
    /** @type {Line[]} */
    const told = [];
    this.core.onLine = (line) => {
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
    );
    this.core.onLine = undefined;
    return told.slice(told.length - count);
  }
}
