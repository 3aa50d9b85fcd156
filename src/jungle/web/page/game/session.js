// A game in progress in this page: whose turn it is, what can be taken back, what is stored. No DOM.

import { newGame } from "../library.js";
import { Clock } from "./clock.js";
import { uci } from "./game.js";
import { FRIEND } from "./setup.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {import("./keeping.js").Kept} Kept */
/** @typedef {import("../library.js").Library} Library */

const QUIET_WARNING = 20;
const SIDES = ["blue", "red"];

export class Session {
  /** Throws if the position is invalid. @param {Library} library @param {Setup} setup @param {{id?: string, deal?: string | null}} [kept] */
  constructor(library, setup, { id = newId(), deal } = {}) {
    this.id = id;
    this.setup = setup;
    this.revision = 0;
    /** @type {Game} */
    this.game = newGame(library, setup.rules, setup.fen, deal ? { deal } : undefined);
    const ms = (setup.clock?.minutes ?? 0) * 60_000;
    const increment = (setup.clock?.increment ?? 0) * 1000;
    this.clock = setup.clock ? new Clock({ times: [ms, ms], increment }) : null;
    this.isPaused = false;
    this.shown = 0;
  }

  /** @param {Library} library @param {Kept} kept */
  static resume(library, kept) {
    const session = new Session(library, { ...kept.setup, rules: kept.rules, fen: kept.start }, kept);
    session.update(kept);
    return session;
  }

  /** Loads the game's state from another tab or an earlier visit. @param {Kept} kept */
  update(kept) {
    const { game } = this;
    game.declared = null;
    const played = game.moves.map((move) => uci(move, game.grid));
    const same = kept.moves.findIndex((move, ply) => move !== played[ply]);
    const common = same < 0 ? Math.min(kept.moves.length, played.length) : same;
    while (game.moves.length > common && game.undo());
    for (const move of kept.moves.slice(common)) if (!game.playText(move)) break;
    game.declared = kept.declared;
    this.revision = kept.revision;
    if (kept.clock && this.clock) this.clock = new Clock(kept.clock, this.clock.now);
    this.shown = game.moves.length;
  }

  /** @returns {Kept} */
  kept() {
    const { game } = this;
    return {
      id: this.id,
      revision: this.revision,
      setup: { ...this.setup, fen: undefined },
      rules: game.rules.name,
      start: game.fen(0),
      moves: game.moves.map((move) => uci(move, game.grid)),
      deal: game.deal,
      declared: game.declared,
      outcome: game.outcome(),
      clock: this.clock?.state() ?? null,
      changed: Date.now(),
      fen: game.fen(),
    };
  }

  close() {
    this.clock?.pause();
    this.game.free();
  }

  /** The person's side; null if both are people. */
  get person() {
    return this.setup.level === FRIEND ? null : SIDES.indexOf(this.setup.side);
  }

  get outcome() {
    return this.game.outcome();
  }

  get isComputersTurn() {
    const { person } = this;
    return person !== null && this.game.side !== null && this.game.side !== person && !this.outcome;
  }

  /** Whether the present position is shown rather than an earlier one. */
  get isNow() {
    return this.shown === this.game.moves.length;
  }

  get mayMove() {
    return this.isNow && !this.outcome && !this.isComputersTurn && !this.isPaused;
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    const { game, clock } = this;
    const mover = game.side;
    const move = game.play(origin, target);
    if (!move) return undefined;
    this.revision += 1;
    this.shown = game.moves.length;
    // The clocks run from the second move on, so that no time is lost before the game has begun.
    if (clock && mover !== null) {
      if (game.moves.length > 1) clock.press(mover);
      else clock.start(1 - mover);
    }
    if (this.outcome) clock?.pause();
    return move;
  }

  /** The plies to take back: the person's last move and the reply; 0 if nothing can be taken back. */
  get takeBackPlies() {
    const { game, person } = this;
    if (game.declared) return 0;
    const sides = game.moves.map((_, ply) => ((game.first ?? 0) + ply) % 2);
    const last = person === null ? game.moves.length - 1 : sides.lastIndexOf(person);
    if (last < 0) return 0;
    // A flip cannot be unseen.
    const isSeen = game.moves.slice(last).some((move) => move.origin === move.target);
    return isSeen ? 0 : game.moves.length - last;
  }

  takeBack() {
    const plies = this.takeBackPlies;
    for (let done = 0; done < plies; done += 1) this.game.undo();
    this.revision += 1;
    this.shown = this.game.moves.length;
    if (plies && this.clock?.running !== null && this.game.side !== null) this.clock?.start(this.game.side);
    return plies > 0;
  }

  resign() {
    this.game.resign(this.person ?? this.game.side ?? 0);
    this.#end();
  }

  agreeDraw() {
    this.game.agreeDraw();
    this.#end();
  }

  /** Ends the game if a player's time has run out, and returns whether it did. */
  checkClock() {
    const side = this.clock?.flagged() ?? null;
    if (side === null || this.outcome) return false;
    this.game.timeOut(side);
    this.#end();
    return true;
  }

  #end() {
    this.clock?.pause();
    this.revision += 1;
    this.shown = this.game.moves.length;
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (isPaused) this.clock?.pause();
    else this.runClock();
  }

  /** Starts the clock of the side to move once the game has begun. */
  runClock() {
    const { game } = this;
    if (!this.outcome && !this.isPaused && game.moves.length && game.side !== null) this.clock?.start(game.side);
  }

  /** An approaching draw: {kind: "repetition"} or {kind: "quiet", plies}; null otherwise. */
  warning() {
    const { game } = this;
    if (this.outcome) return null;
    if (game.moves.length && game.repetitions() === 2 && game.rules.repetitionDraws)
      return { kind: "repetition", plies: 0 };
    const left = game.rules.quietLimit - game.quiet;
    return game.rules.quietLimit && left <= QUIET_WARNING ? { kind: "quiet", plies: left } : null;
  }
}

const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
