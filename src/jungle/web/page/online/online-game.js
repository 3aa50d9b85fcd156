// A game on the server and the user in it: which side they play, and what the server has not confirmed
// yet. A move is shown before the server answers, and undone if it is refused; while offline it is stored, and sent
// on reconnection if the position is still the same.

import { startWords } from "../game/answers.js";
import { uci } from "../game/moves.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { announcement } from "./announcements.js";
import { COLOURS, FollowedGame } from "./followed-game.js";
import { keepMove, keptMove } from "./unsent.js";

/** @typedef {import("./live.js").Frame} Frame */
/** @typedef {import("./refusals.js").LiveError} LiveError */
/** @typedef {import("./unsent.js").Unsent} Unsent */
/** @typedef {import("../game/board-model.js").Squares} Squares */

/** How long an opponent must be away before the game may be claimed, in milliseconds; the server has the last word. */
const PATIENCE = /** @type {Record<string, number>} */ ({ bullet: 10e3, blitz: 30e3, rapid: 60e3, unlimited: 120e3 });
const FREE_PLIES = 2;
const RETRY_MS = 1500;
/** Refusals that are not about the move itself. */
const FOR_NOW = ["storage", "limited"];

export class OnlineGame extends FollowedGame {
  /** @type {Unsent | null} */
  unsent = null;
  /** @type {Squares | null} a move that waits for the player's second thoughts */
  proposed = null;
  /** @type {number | null} since when the opponent is away, in the server's time */
  awaySince = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;

  /**
   * @param {import("../library.js").Library} library @param {import("./followed-game.js").Watched} watched
   * @param {{live: import("./live.js").Live, myName: () => string | null, rules?: import("../game/game.js").Rules}} parts
   */
  constructor(library, watched, { live, myName, rules }) {
    super(library, watched, live, rules);
    this.myName = myName;
    this.unsent = keptMove(this.id);
    this.#noteAway();
    if (this.me) this.#showUnsent();
  }

  close() {
    clearTimeout(this.#retry);
    super.close();
  }

  /** The user's colour; null for spectators. */
  get me() {
    const name = this.myName();
    return (name && COLOURS.find((colour) => this.players[colour].name === name)) || null;
  }

  /** The side of the person here, if there is one. @returns {number[]} */
  get people() {
    return this.person === null ? [] : [this.person];
  }

  /** @returns {number | null} */
  get person() {
    return this.me && COLOURS.indexOf(this.me);
  }

  /** Does the user play this game and others at the same time? */
  get isHost() {
    return this.host !== null && this.host === this.me;
  }

  get opponent() {
    return this.me && (this.me === "blue" ? "red" : "blue");
  }

  get opponentName() {
    const { opponent } = this;
    return opponent && this.players[opponent].name ? this.nameOf(opponent) : say("live.opponent");
  }

  /** The announcement when the game opens. */
  get startWords() {
    return startWords(this.game, this.person);
  }

  get isMyTurn() {
    return !this.isOver && this.me !== null && this.turn === this.me;
  }

  get mayMove() {
    return this.isNow && this.isMyTurn && !this.unsent && !this.proposed && !this.clock.isPaused;
  }

  get mayPremove() {
    // A move that is shown and being sent counts as played.
    const isWaiting = !this.isMyTurn || (this.unsent !== null && this.game.moves.length > this.confirmed);
    return this.isNow && !this.isOver && this.me !== null && isWaiting && !this.clock.isPaused;
  }

  /** Whether the player has a move to take back. Flips cannot be. */
  get mayTakeBack() {
    const plies = this.isMyTurn ? 2 : 1;
    const last = this.game.moves.slice(0, this.confirmed).slice(-plies);
    return last.length === plies && last.every(({ origin, target }) => origin !== target);
  }

  /** Whether the game can still be aborted. */
  get isFresh() {
    return this.confirmed < FREE_PLIES;
  }

  /** Whether moves of this game are confirmed before they are sent. */
  get isConfirmed() {
    return settings.confirm === "always" || (settings.confirm === "correspondence" && this.clock.days !== null);
  }

  /** Whether the opponent can be given time. */
  get mayGive() {
    return this.me !== null && !this.isOver && this.clock.isLive && !this.clock.isPaused && !this.tournament;
  }

  /** Milliseconds until the game is aborted if nobody makes the first move that is due; null if none is. */
  get firstMoveWait() {
    return this.isFresh && this.me && !this.isOver && this.clock.isLive ? this.clock.timeLeft : null;
  }

  /** Milliseconds until the game may be claimed from an opponent who has left; null if it cannot be. */
  get claimWait() {
    const patience = PATIENCE[this.speed];
    if (this.isOver || this.awaySince === null || !patience || this.isFresh) return null;
    return Math.max(0, this.awaySince + patience - this.live.serverNow());
  }

  /** The move that is not confirmed yet, if the position does not show it. */
  display() {
    const { unsent, proposed, grid } = this;
    const shown = super.display();
    const waiting = unsent && unsent.move.length === 2 ? grid.square(unsent.move) : undefined;
    const circled = proposed?.origin === proposed?.target ? proposed : null;
    return {
      ...shown,
      marks: new Map(waiting === undefined ? [] : [[waiting, "note"]]),
      arrows: circled ? [...shown.arrows, { ...circled, kind: "idea" }] : shown.arrows,
    };
  }

  /** Adds what is said and heard. @param {string} what @param {{frame?: Frame}} [how] */
  emit(what, { frame } = {}) {
    super.emit(what, { ...announcement(this, what, frame), frame });
  }

  /** @param {Frame} frame */
  apply(frame) {
    const { type } = frame;
    const isTurn = type === "move" || type === "takeback" || type === "end";
    const isOther = type === "move" && this.unsent?.ply === frame.ply && this.unsent?.move !== frame.move;
    if (type === "takeback" || type === "end" || isOther) this.premove = null;
    if (type === "end") this.#undoMine();
    super.apply(frame);
    if (isTurn) {
      this.proposed = null;
      this.#dropUnsent();
    }
    if (type === "state" || type === "watching" || type === "presence") this.#noteAway();
    if (type === "state" || type === "watching") this.#settle();
    if (type === "move") this.#answerAtOnce();
  }

  #noteAway() {
    const isAway = this.opponent !== null && !this.players[this.opponent].here;
    this.awaySince = isAway ? (this.awaySince ?? this.live.serverNow()) : null;
  }

  /**
   * A move by its squares: sent at once, or only proposed; when it is not the player's turn, sent as soon as it is.
   * @param {number} origin @param {number} target @param {boolean} [isSure]
   */
  play(origin, target, isSure = !this.isConfirmed) {
    if (this.mayPremove) {
      this.premove = { origin, target };
      this.emit("premove");
      return;
    }
    const move = this.mayMove && this.game.movesFrom(origin).find((each) => each.target === target);
    if (!move) return;
    this.#show(move);
    if (isSure) this.#submit(move);
    else this.proposed = { origin, target };
    this.emit(isSure ? "mine" : "propose");
  }

  /** Plays a move on the board alone. Only the server knows what a flip turns up. @param {Squares} move */
  #show({ origin, target }) {
    if (origin !== target) this.game.play(origin, target);
    this.shown = this.game.moves.length;
  }

  /** Confirms the proposed move. */
  confirm() {
    const { proposed } = this;
    if (!proposed) return;
    this.proposed = null;
    this.#submit(proposed);
    this.emit("mine");
  }

  /** Cancels what the server does not know about: the proposed move, or the premove. */
  cancel() {
    if (this.proposed) this.#undoMine();
    this.proposed = null;
    this.premove = null;
    this.emit("cancel");
  }

  /** @param {Squares} move */
  #submit(move) {
    this.unsent = { id: this.live.newId(), ply: this.confirmed, move: uci(move, this.game.grid) };
    keepMove(this.id, this.unsent);
    this.#send();
  }

  async #send() {
    const sent = this.unsent;
    if (!sent) return;
    clearTimeout(this.#retry);
    try {
      await this.live.send({ type: "move", game: this.id, ...sent });
    } catch (error) {
      const { code, message } = /** @type {LiveError} */ (error);
      // While offline, it is sent on reconnection.
      if (this.unsent !== sent || code === "offline") return;
      if (FOR_NOW.includes(code)) {
        this.#retry = setTimeout(() => this.#send(), RETRY_MS);
        return;
      }
      this.#undoMine();
      this.premove = null;
      this.emit("refused", { frame: { type: "refused", code, message } });
    }
  }

  /** After a reconnection: resends the unconfirmed move first. */
  #settle() {
    if (!this.me) return; // A spectator, or not logged in yet.
    this.#showUnsent();
    if (this.unsent) this.#send();
    else this.#answerAtOnce();
  }

  /** Shows the unconfirmed move after the confirmed ones, and drops it if it no longer fits. */
  #showUnsent() {
    const { unsent, game } = this;
    if (!unsent) return;
    if (unsent.ply !== this.confirmed || !this.isMyTurn) {
      this.#undoMine();
      return;
    }
    if (game.moves.length > this.confirmed) return;
    const move = game.parse(unsent.move);
    if (move) this.#show(move);
    else this.#dropUnsent();
  }

  #dropUnsent() {
    clearTimeout(this.#retry);
    if (this.unsent) keepMove(this.id, null);
    this.unsent = null;
  }

  #undoMine() {
    this.#dropUnsent();
    while (this.game.moves.length > this.confirmed) this.game.undo();
    this.shown = Math.min(this.shown, this.confirmed);
  }

  /** Plays the premove if it is legal now. */
  #answerAtOnce() {
    if (!this.premove || !this.isMyTurn) return;
    this.shown = this.game.moves.length;
    const premove = this.takePremove();
    // In a game with a clock it was meant to be played at once.
    if (premove) this.play(premove.origin, premove.target, !this.isConfirmed || this.clock.isLive);
  }
}
