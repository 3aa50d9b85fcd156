// A game in the core: its moves, its end, what tables know of it, and how players of some skill choose in it.

/** @typedef {import("./core.js").CoreMove} CoreMove */
/** @typedef {import("./core.js").CoreRules} CoreRules */
/** @typedef {import("./core.js").Verdict} Verdict */
/** @typedef {{score: number, winIn: number, moves: number[]}} SeenLine */
/** @typedef {Partial<Record<"blur" | "plies" | "sees" | "fades" | "jumps" | "guards" | "variety", number>>} Skill see native/jungle/choosing.h */
/** @typedef {{why: number, own: number | null, enemy: number | null, plies: number, risks: number, gains: number, hidden: number}} Explanation a code with squares, see native/common/explanation.h */
/** @typedef {{kind: number, piece: number, target: number, enemy: number | null, defenders: number, steps: number[]}} CorePlan a code with squares, see native/jungle/plans.h */
/** @typedef {{line: number, plan: CorePlan | null, carriesOn: boolean, goesBack: boolean, repeats: boolean}} Advice */
/** @typedef {{move: number, kind: number, animal: number, target: number}} LastHint the move of a hint, and its plan by kind, animal (from 0) and target */
/** @typedef {Record<"margin" | "margin_share" | "step" | "carry_on" | "undo" | "back" | "repeat" | "sight" | "blur", number>} HintWeights */

const NOBODY = 2;
const NO_VERDICT = -(2 ** 31);
const PARTS = 24;
const MOVE_BYTES = 5;
/** The fields of a skill, as the core takes them, and their defaults. */
const SKILLS = /** @type {[keyof Skill, number][]} */ (
  Object.entries({ blur: 0, plies: 0, sees: 1000, fades: 0, jumps: 1000, guards: 1000, variety: 0 })
);
/** What weighs in a hint, in the core's order. */
const WEIGHTS = /** @type {(keyof HintWeights)[]} */ ([
  "margin",
  "margin_share",
  "step",
  "carry_on",
  "undo",
  "back",
  "repeat",
]);
/** In place of a square. */
export const NOWHERE = 63;

/** @param {number} byte */
const square = (byte) => (byte === NOWHERE ? null : byte);

/** A game in the core: a position with its past. Free it when it is no longer needed. */
export class CoreGame {
  /** @param {CoreRules} rules @param {number} handle */
  constructor(rules, handle) {
    this.rules = rules;
    this.core = rules.core;
    this.handle = handle;
  }

  copy() {
    return new CoreGame(this.rules, this.core.calls.game_copy(this.handle));
  }

  free() {
    if (this.handle) this.core.calls.game_free(this.handle);
    this.handle = 0;
  }

  /** Plays a move if it is legal, and tells whether it was; a flip turns up the piece of that code. @param {number} code */
  play(code, revealed = 0) {
    return Boolean(this.core.calls.game_play(this.handle, code, revealed));
  }

  /** @returns {CoreMove[]} */
  moves() {
    const count = this.core.calls.game_moves(this.handle);
    const bytes = this.core.buffer(MOVE_BYTES * count);
    return Array.from({ length: count }, (_, i) => {
      const [origin, target, animal, captured, isTrade] = bytes.subarray(MOVE_BYTES * i);
      return { origin, target, animal, captured, isTrade: Boolean(isTrade) };
    });
  }

  /** One code a square. @returns {Uint8Array} */
  board() {
    this.core.calls.game_board(this.handle);
    return this.core.buffer(this.rules.squares).slice();
  }

  /** The codes of the pieces that lie face down, wherever they lie. @returns {number[]} */
  hidden() {
    const mask = this.core.calls.game_hidden(this.handle);
    return Array.from({ length: 16 }, (_, i) => i + 1).filter((code) => (mask >> (code - 1)) & 1);
  }

  /** @returns {number | null} null while nobody has a colour */
  get side() {
    const side = this.core.calls.game_side(this.handle);
    return side === NOBODY ? null : side;
  }

  /** @returns {number} */
  get quiet() {
    return this.core.calls.game_quiet(this.handle);
  }

  /** Tells positions apart, for repetitions. @returns {bigint} */
  get key() {
    return BigInt.asUintN(64, this.core.calls.game_key(this.handle));
  }

  /** What endgame tables say, if they have the position. @returns {Verdict | null} */
  verdict() {
    const packed = this.core.calls.game_verdict(this.handle);
    return packed === NO_VERDICT ? null : { expected: ((packed << 16) >> 16) / PARTS, plies: packed >> 16 };
  }

  /** Puts lines into the buffer, and returns their length there. @param {SeenLine[]} lines */
  #write(lines) {
    const bytes = lines.flatMap(({ score, winIn, moves }) => [
      ...new Uint8Array(new Int32Array([score, winIn, moves.length]).buffer),
      ...new Uint8Array(new Uint16Array(moves).buffer),
    ]);
    this.core.buffer(bytes.length).set(bytes);
    return bytes.length;
  }

  /**
   * The index of the line that a player of that skill plays.
   * @param {SeenLine[]} lines @param {Skill} skill @param {number} last where the opponent's last move ended, or NOWHERE
   * @param {boolean} isOpening @param {bigint} seed 64 bits @returns {number}
   */
  choose(lines, skill, last, isOpening, seed) {
    const numbers = SKILLS.map(([name, usual]) => skill[name] ?? usual);
    return this.core.calls.choose(this.handle, this.#write(lines), ...numbers, last, isOpening, seed);
  }

  /** The explanation in the buffer; null where nothing is to be said. @param {number} length @returns {Explanation | null} */
  #explanation(length) {
    const [why, own, enemy, plies, risks, gains, hidden] = this.core.buffer(length);
    return length && why ? { why, own: square(own), enemy: square(enemy), plies, risks, gains, hidden } : null;
  }

  /** Why the first line is the best. @param {SeenLine[]} lines */
  explain(lines) {
    return this.#explanation(this.core.calls.explain(this.handle, this.#write(lines)));
  }

  /** The indices of the lines that a hint may choose from. @param {SeenLine[]} lines @param {HintWeights} weights @returns {number[]} */
  candidates(lines, weights) {
    const { margin, margin_share: share } = weights;
    return [...this.core.buffer(this.core.calls.candidates(this.#write(lines), margin, share))];
  }

  /** What the move before this position is worth against an opponent who errs, given the answers to it. @param {SeenLine[]} answers @param {HintWeights} weights @returns {number} */
  expectedScore(answers, { sight, blur }) {
    return this.core.calls.expected_score(this.handle, this.#write(answers), sight, blur);
  }

  /** The line that a hint follows, and its plan. @param {SeenLine[]} lines @param {LastHint | null} last @param {HintWeights} weights @returns {Advice} */
  advise(lines, last, weights) {
    const { move, kind, animal, target } = last ?? { move: 0, kind: 0, animal: -1, target: NOWHERE };
    const numbers = WEIGHTS.map((name) => weights[name]);
    const length = this.core.calls.advise(this.handle, this.#write(lines), move, kind, animal, target, ...numbers);
    const [line, code, piece, aim, enemy, defenders, carriesOn, goesBack, repeats, ...steps] = this.core.buffer(length);
    const plan =
      code && piece !== NOWHERE ? { kind: code, piece, target: aim, enemy: square(enemy), defenders, steps } : null;
    return { line, plan, carriesOn: Boolean(carriesOn), goesBack: Boolean(goesBack), repeats: Boolean(repeats) };
  }

  /** A win that the side to move can force, if one is found within this number of nodes. @param {number} nodes @returns {{plies: number, moves: number[]} | null} */
  prove(nodes) {
    const packed = this.core.calls.prove(this.handle, nodes) >>> 0;
    return packed ? { plies: packed & 0xffff, moves: this.core.codes(packed >>> 16) } : null;
  }

  /** What is wrong with a line, where a better one was there. @param {SeenLine} played @param {SeenLine} better */
  findFault(played, better) {
    return this.#explanation(this.core.calls.find_fault(this.handle, this.#write([played, better])));
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
