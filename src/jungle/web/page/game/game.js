// A game in the page: its start, its moves, undo and redo. The core decides every rule; both games look the same here.

import { moveCode } from "../engine/core.js";
import { parseMove } from "./moves.js";
import { parsePosition, positionText } from "./position.js";
import { States } from "./states.js";
import { boardText, FACE_DOWN, parseBoard, piecesOn } from "./text.js";

/** @typedef {import("../engine/core.js").CoreRules} CoreRules */
/** @typedef {import("../engine/core.js").CoreMove & {revealed: number}} Move `revealed`: what a flip turned up, 0 if unknown */
/** @typedef {import("./position.js").PositionParts} PositionParts */
/** @typedef {import("./text.js").Grid} Grid */
/** @typedef {{winner: number | null, reason: string}} Outcome */
/**
 * @typedef {object} Rules
 * @property {string} name @property {string} game the kind of game @property {string} start
 * @property {boolean} firstMayBeChosen @property {boolean} repetitionDraws @property {number} quietLimit 0 for none @property {number[]} ranks by animal
 * @property {number[]} takes whom each animal captures on plain land, as masks @property {number[]} swimmers @property {number[]} jumpers animals
 * @property {Grid} grid @property {import("../library.js").Kind} kind @property {boolean} isUsualGame is it of the game that is meant unless another is named? @property {boolean} isSearched can the engine search it?
 * @property {{stand: {why: string, codes: number[], squares: number[]}[], together: number[][], empty: boolean}} impossible
 * @property {CoreRules} core
 */
/** @typedef {{first?: number, deal?: string | null, random?: () => number}} Options `deal` null: unknown */

export { notation, uci } from "./moves.js";

const REASONS = ["", "den", "capture", "no moves", "repetition", "quiet"];

export class Game {
  /** Throws PositionError. @param {Rules} rules @param {string} [start] @param {Options} [options] */
  constructor(rules, start = rules.start, { first, deal, random = Math.random } = {}) {
    this.rules = rules;
    this.random = random;
    /** @type {PositionParts} */
    this.start = parsePosition(start, rules);
    if (first !== undefined && rules.firstMayBeChosen) this.start.side = first;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Move[]} */
    this.undone = [];
    /** @type {Outcome | null} an ending that the players declared */
    this.declared = null;
    /** The pieces face down at the start, by square; null if unknown. Never shown to players. */
    this.dealt = deal === null || !this.start.hidden.length ? null : this.#deal(deal);
    this.states = new States(rules.core.newGame(this.start));
  }

  /** @param {string} [text] */
  #deal(text) {
    const { board, hidden } = this.start;
    const down = [...board.keys()].filter((square) => board[square] === FACE_DOWN);
    const left = [...hidden];
    const dealt = text ? parseBoard(this.grid, text) : new Uint8Array(board.length);
    if (!text) for (const square of down) dealt[square] = left.splice(Math.floor(this.random() * left.length), 1)[0];
    const codes = down.map((square) => dealt[square]).sort((one, other) => one - other);
    if (String(codes) !== String([...hidden].sort((one, other) => one - other)))
      throw new Error("the deal does not fit");
    return dealt;
  }

  /** The deal as text, for storage and records; null if unknown. */
  get deal() {
    return this.dealt && boardText(this.grid, this.dealt);
  }

  /** Frees the core's memory. */
  free() {
    this.states.free();
  }

  copy() {
    const twin = new Game(this.rules, this.fen(0), { deal: this.deal, random: this.random });
    for (const move of this.moves) twin.#push(move);
    twin.undone = [...this.undone];
    twin.declared = this.declared;
    return twin;
  }

  /** The present position with the other side to move, as a separate game; null if no move was possible. */
  passed() {
    const parts = this.parts();
    if (parts.side === null || this.outcome()) return null;
    return new Game(this.rules, positionText({ ...parts, side: 1 - parts.side }, this.rules), { deal: null });
  }

  get kind() {
    return this.rules.game;
  }

  get grid() {
    return this.rules.grid;
  }

  get hasDirection() {
    return this.rules.kind.hasDirection;
  }

  get hasChance() {
    return this.rules.kind.hasChance;
  }

  get length() {
    return this.moves.length;
  }

  get state() {
    return this.states.last;
  }

  get side() {
    return this.state.side;
  }

  /** The colour of the player who moved first; null while it is undecided. */
  get first() {
    const second = this.states.at(1)?.side;
    return this.start.side ?? (second === undefined || second === null ? null : 1 - second);
  }

  get quiet() {
    return this.state.quiet;
  }

  /** One code per square, after a number of plies. */
  board(ply = this.length) {
    return this.states.at(ply).board.slice();
  }

  /** The visible face of each piece, by square. @returns {Map<number, number>} */
  faces(ply = this.length) {
    return piecesOn(this.board(ply));
  }

  /** The codes of all pieces face down, without their squares. */
  hidden(ply = this.length) {
    return [...this.states.at(ply).hidden];
  }

  /** @returns {PositionParts} */
  parts(ply = this.length) {
    const { side, quiet } = this.states.at(ply);
    const number = this.start.number + Math.floor((ply + (this.start.side ?? 0)) / 2);
    return { board: this.board(ply), side, quiet, number, hidden: this.hidden(ply) };
  }

  fen(ply = this.length) {
    return positionText(this.parts(ply), this.rules);
  }

  /** The number as records write it before the next move: `7.`, or `7...` for the second of its number. */
  numberText(ply = this.length) {
    const before = this.rules.kind.hasNumbers ? 2 * (this.start.number - 1) + (this.start.side ?? 0) : 0;
    return `${Math.floor((before + ply) / 2) + 1}${(before + ply) % 2 ? "..." : "."}`;
  }

  /** @returns {Move[]} */
  legalMoves() {
    return this.outcome() ? [] : this.state.moves().map((move) => ({ ...move, revealed: 0 }));
  }

  /** @param {number} square */
  movesFrom(square) {
    return this.legalMoves().filter(({ origin }) => origin === square);
  }

  /** The targets of each piece that can move, for a board. @returns {Map<number, number[]>} */
  targets() {
    const targets = new Map();
    for (const { origin, target } of this.legalMoves()) targets.set(origin, [...(targets.get(origin) ?? []), target]);
    return targets;
  }

  /** Plays a legal move, by its squares, and returns it; undefined if it is not legal. @param {number} origin @param {number} target @param {number} [revealed] */
  play(origin, target, revealed = 0) {
    const found = this.legalMoves().find((each) => each.origin === origin && each.target === target);
    if (!found) return undefined;
    const next = this.undone.at(-1);
    const isNext = next && next.origin === origin && next.target === target && [0, next.revealed].includes(revealed);
    const move =
      origin === target ? { ...found, revealed: isNext ? next.revealed : this.#turnUp(origin, revealed) } : found;
    if (origin === target && !this.hidden().includes(move.revealed)) return undefined;
    if (isNext) this.undone.pop();
    else this.undone = [];
    this.#push(move);
    return move;
  }

  /** The piece that a flip turns up: the one dealt, else the one requested, else any hidden piece. @param {number} square @param {number} asked */
  #turnUp(square, asked) {
    const lies = this.dealt?.[square] ?? 0;
    if (lies) return asked && asked !== lies ? 0 : lies;
    const hidden = this.hidden();
    return asked || hidden[Math.floor(this.random() * hidden.length)];
  }

  /** The move of a text: a3a4, 8-a4, 8xb3; b2, b2=T, b2b3. @param {string} text @returns {Move | undefined} */
  parse(text) {
    return parseMove(this, text);
  }

  /** Plays a move given as text, and returns it; undefined if it is not a legal move. @param {string} text */
  playText(text) {
    const move = this.parse(text);
    return move && this.play(move.origin, move.target, move.revealed);
  }

  /** @param {Move} move */
  #push(move) {
    this.states.push(moveCode(move.origin, move.target), move.revealed);
    this.moves.push(move);
  }

  /** Takes back a declared ending, or else the last move. Returns false at the start. */
  undo() {
    if (this.declared) {
      this.declared = null;
      return true;
    }
    const move = this.moves.pop();
    if (!move) return false;
    this.states.pop();
    this.undone.push(move);
    return true;
  }

  /** Plays the last undone move again. Returns false if there is none. */
  redo() {
    const move = this.declared ? undefined : this.undone.pop();
    if (!move) return false;
    this.#push(move);
    return true;
  }

  /** Declares an outcome, as agreed by the players or decided by an arbiter, unless the game is over. @param {number | null} winner @param {string} reason */
  declare(winner, reason) {
    if (!this.outcome() && (winner === null || this.side !== null)) this.declared = { winner, reason };
  }

  /** The den of a side, in games that have dens. @param {number} side */
  den(side) {
    const found = Object.entries(this.rules.kind.terrain).find(([, [kind, owner]]) => kind === "den" && owner === side);
    return found && this.grid.square(found[0]);
  }

  /** @param {number} side */
  resign(side) {
    this.declare(1 - side, "resignation");
  }

  /** @param {number} side */
  timeOut(side) {
    this.declare(1 - side, "timeout");
  }

  agreeDraw() {
    this.declare(null, "agreement");
  }

  /** @returns {Outcome | null} */
  outcome() {
    if (this.declared) return this.declared;
    const [result, reason] = this.state.outcome();
    return result ? { winner: result === 3 ? null : result - 1, reason: REASONS[reason] } : null;
  }

  /** How often the present position has occurred, including now. */
  repetitions() {
    const { key } = this.states.at(this.length);
    return this.states.seen.filter((state) => state.key === key).length;
  }
}
