// A board with somebody at it: a game, a puzzle, a lesson, analysis, a teacher's question. It says what the board shows, who may
// move, and what is announced; `views/parts/board.js` draws it. No DOM.

import { premoves } from "./premoves.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Outcome} Outcome */
/** @typedef {import("../board/arrows.js").Arrow} Arrow */
/** @typedef {{origin: number, target: number}} Squares */
/** @typedef {{marks?: Map<number, string>, arrows?: readonly Arrow[]}} Notes drawn over the position until the next action */
/** @typedef {{game: Game, ply: number, last?: number[], targets: Map<number, number[]>, marks: Map<number, string>, arrows: readonly Arrow[], sketch?: readonly Arrow[]}} Display see `showGame` */
/**
 * What happened.
 * @template [F=undefined] @typedef {{what: string, words?: string, sound?: string, isNotice?: boolean, frame?: F}} BoardEvent `words` are announced, or shown too if it is a notice, and `sound` is played
 */

/** Subclasses say what a move does, by `play`, and override who may move if the rules of the game alone do not decide it. @template [F=undefined] */
export class BoardModel {
  /** @type {Set<(event: BoardEvent<F>) => void>} */
  #listeners = new Set();
  /** @type {Game} */
  game;
  /** The ply that is shown. @type {number} */
  shown = 0;
  /** @type {Map<number, string>} */
  marks = new Map();
  /** @type {readonly Arrow[]} */
  arrows = [];
  /** @type {Squares | null} what to answer as soon as the opponent has moved */
  premove = null;

  /** @param {Game} game which it frees when it is closed */
  constructor(game) {
    this.game = game;
    this.shown = game.length;
  }

  close() {
    this.#listeners.clear();
    this.game.free();
  }

  /** Calls back with everything that happens. Returns how to unsubscribe. @param {(event: BoardEvent<F>) => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {string} what @param {Omit<BoardEvent<F>, "what">} [how] */
  emit(what, how = {}) {
    for (const listener of this.#listeners) listener({ what, ...how });
  }

  get grid() {
    return this.game.grid;
  }

  /** Whether the game was closed, so that answers that come late are ignored. */
  get isClosed() {
    return !this.game.states.length;
  }

  /** The side of the person at the board; null for both. @returns {number | null} */
  get person() {
    return null;
  }

  /** @returns {Outcome | null} */
  get outcome() {
    return this.game.outcome();
  }

  /** Whether the present position is shown rather than an earlier one. */
  get isNow() {
    return this.shown === this.game.length;
  }

  get mayMove() {
    return this.isNow && !this.outcome;
  }

  /** Whether the person may enter a move for after the opponent's. */
  get mayPremove() {
    return false;
  }

  /** The targets of each piece that the person may move, now or after the opponent's move. @returns {Map<number, number[]>} */
  targets() {
    if (this.mayMove) return this.game.targets();
    return this.mayPremove ? premoves(this.game) : new Map();
  }

  /** Everything that the board shows. @returns {Display} */
  display() {
    const { game, shown, marks, arrows, premove } = this;
    const all = premove ? [...arrows, { ...premove, kind: "idea" }] : arrows;
    return { game, ply: shown, targets: this.targets(), marks, arrows: all };
  }

  /** After the moves have changed: shows the present position, or else the same ply if it is still there. @param {boolean} isNow */
  showAgain(isNow) {
    this.shown = isNow ? this.game.length : Math.min(this.shown, this.game.length);
  }

  /** Takes another game, and frees the one before. @param {Game} game */
  replaceGame(game) {
    const { game: before } = this;
    this.game = game;
    this.shown = game.length;
    if (before !== game) before.free();
  }

  /** Draws marks and arrows over the position, instead of the earlier ones. @param {Notes} notes */
  note({ marks = new Map(), arrows = [] } = {}) {
    this.marks = marks;
    this.arrows = arrows;
  }

  /** Shows the position after a ply. @param {number} ply */
  look(ply) {
    this.shown = ply;
    this.note();
    this.emit("look");
  }

  /** Takes the premove, if it is legal now; it is gone in any case. @returns {Squares | null} */
  takePremove() {
    const { premove } = this;
    this.premove = null;
    if (!premove) return null;
    return this.game.movesFrom(premove.origin).some(({ target }) => target === premove.target) ? premove : null;
  }

  /** The person chose a move, by its squares. @param {number} _origin @param {number} _target @returns {unknown} */
  play(_origin, _target) {
    throw new Error("a subclass plays");
  }
}
