// A game in progress in this page: whose turn it is, the computer's moves, hints, what can be taken back, what is stored. No DOM.

import { newGame } from "../library.js";
import { soundOf } from "../sounds.js";
import { say } from "../words.js";
import { moveHeard, startWords, turnWords } from "./answers.js";
import { BoardModel } from "./board-model.js";
import { Clock } from "./clock.js";
import { endingSound, endingWords } from "./endings.js";
import { moveTexts, syncMoves } from "./moves.js";
import { hintWords, planArrows, reasonArrows, reasonMarks } from "./reasons.js";
import { FRIEND } from "./setup.js";
import { moveWords, premoveWords } from "./showing.js";
import { keepBeaten, keepUnbeaten, noteResult } from "./stickers.js";

/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {import("./keeping.js").Kept} Kept */
/** @typedef {import("../library.js").Library} Library */
/** @typedef {{words: string, move?: import("./game.js").Move}} Notice shown below the board; that of a hint begins with its move */

const QUIET_WARNING = 20;
const SIDES = ["blue", "red"];
/** The computer waits at least this long, so that its move is noticed. */
const ANSWER_MS = 350;

export class Session extends BoardModel {
  revision = 0;
  isPaused = false;
  /** Whether this tab lets the computer move. */
  isOwner = true;
  /** Did the engine fail to answer? */
  hasFailed = false;
  /** Was this opponent beaten for the first time? */
  isFirst = false;
  /** @type {Notice | null} */
  notice = null;
  /** @type {import("../engine/client.js").Hint | null} */
  #lastHint = null;
  /** @type {{stop: () => void} | null} the engine's */
  #task = null;
  #hasStarted = false;

  /** Throws if the position is invalid. @param {Library} library @param {Setup} setup @param {{id?: string, deal?: string | null}} [kept] */
  constructor(library, setup, { id = newId(), deal } = {}) {
    super(newGame(library, setup.rules, setup.fen, deal ? { deal } : undefined));
    this.library = library;
    this.id = id;
    this.setup = setup;
    const ms = (setup.clock?.minutes ?? 0) * 60_000;
    const increment = (setup.clock?.increment ?? 0) * 1000;
    this.clock = setup.clock ? new Clock({ times: [ms, ms], increment }) : null;
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
    syncMoves(game, kept.moves);
    game.declared = kept.declared;
    this.revision = kept.revision;
    if (kept.clock && this.clock) this.clock = new Clock(kept.clock, this.clock.now);
    this.shown = game.length;
    this.emit("update");
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
      moves: moveTexts(game),
      deal: game.deal,
      declared: game.declared,
      outcome: game.outcome(),
      clock: this.clock?.state() ?? null,
      changed: Date.now(),
      fen: game.fen(),
    };
  }

  /** Begins or continues: clocks run, and the computer may move. */
  start() {
    this.#hasStarted = true;
    this.library.engine.newGame();
    this.runClock();
    this.#proceed();
  }

  close() {
    this.#stop();
    this.clock?.pause();
    super.close();
  }

  /** The person's side; null if both are people. */
  get person() {
    return this.setup.level === FRIEND ? null : SIDES.indexOf(this.setup.side);
  }

  /** The sides that people play. @returns {number[]} */
  get people() {
    return this.person === null ? [0, 1] : [this.person];
  }

  get isComputersTurn() {
    const { person } = this;
    return person !== null && this.game.side !== null && this.game.side !== person && !this.outcome;
  }

  /** The announcement when the game opens. */
  get startWords() {
    return startWords(this.game, this.person);
  }

  get isThinking() {
    return this.isComputersTurn && !this.isPaused && !this.hasFailed;
  }

  get mayMove() {
    return super.mayMove && !this.isComputersTurn && !this.isPaused;
  }

  /** A computer's answer can be foreseen. */
  get mayPremove() {
    return this.#hasStarted && this.isNow && this.isThinking && this.isOwner;
  }

  /** The person chose a move; while the computer thinks, one to answer with. @param {number} origin @param {number} target */
  play(origin, target) {
    if (!this.mayPremove) return this.#move(origin, target);
    this.premove = { origin, target };
    this.emit("premove", { words: premoveWords(this) });
    return undefined;
  }

  /** Cancels the premove. */
  cancel() {
    if (!this.premove) return;
    this.premove = null;
    this.emit("cancel", { words: say("live.premove.cancelled") });
  }

  /** @param {number} origin @param {number} target */
  #move(origin, target) {
    const { game, clock } = this;
    const mover = game.side;
    const move = game.play(origin, target);
    if (!move) return undefined;
    this.revision += 1;
    // The clocks run from the second move on, so that no time is lost before the game has begun.
    if (clock && mover !== null) {
      if (game.moves.length > 1) clock.press(mover);
      else clock.start(1 - mover);
    }
    if (!this.isOwner) {
      this.isOwner = true;
      this.emit("claim");
    }
    const warning = this.warning();
    const warned = warning && say(`web.draw.${warning.kind}`, { plies: warning.plies });
    const isOwn = this.person !== null && mover === this.person;
    const heard = isOwn ? moveWords(move, game.grid) : moveHeard(game, true);
    const words = [heard, warned].filter(Boolean).join(". ");
    this.#changed("move", { words, sound: soundOf(move, game.grid), notice: warned ? { words: warned } : null });
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
    if (!plies) return false;
    for (let done = 0; done < plies; done += 1) this.game.undo();
    this.premove = null;
    this.revision += 1;
    if (this.clock?.running !== null && this.game.side !== null) this.clock?.start(this.game.side);
    this.#changed("back", { words: `${say("web.taken back")} ${turnWords(this.game, this.person)}`, sound: "back" });
    return true;
  }

  resign() {
    this.#declare(() => this.game.resign(this.person ?? this.game.side ?? 0));
  }

  agreeDraw() {
    this.#declare(() => this.game.agreeDraw());
  }

  /** Ends the game if a player's time has run out, and returns whether it did. */
  checkClock() {
    const side = this.clock?.flagged() ?? null;
    if (side === null || this.outcome) return false;
    this.#declare(() => this.game.timeOut(side));
    return true;
  }

  /** Ends the game, unless it is over. @param {() => void} declare */
  #declare(declare) {
    if (this.outcome) return;
    declare();
    this.premove = null;
    this.revision += 1;
    this.#changed("declared");
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.#stop();
    this.isPaused = isPaused;
    if (isPaused) this.clock?.pause();
    else this.runClock();
    this.emit("pause", { words: isPaused ? say("web.play.paused") : turnWords(this.game, this.person) });
    this.#proceed();
  }

  /** Starts the clock of the side to move once the game has begun. */
  runClock() {
    const { game } = this;
    if (!this.outcome && !this.isPaused && game.moves.length && game.side !== null) this.clock?.start(game.side);
  }

  /** Another tab plays now. */
  yield() {
    this.isOwner = false;
    this.premove = null;
    this.#stop();
    this.clock?.pause();
  }

  /** This tab plays now. */
  claim() {
    this.isOwner = true;
    this.runClock();
    this.#proceed();
  }

  /** Reports a change, and the ending if it ended the game; then the computer may move. @param {string} what @param {{words?: string, sound?: string, notice?: Notice | null}} [how] */
  #changed(what, { words = "", sound, notice = null } = {}) {
    this.#stop();
    this.shown = this.game.length;
    this.note();
    const { outcome } = this;
    this.notice = outcome ? null : notice;
    this.emit(what, { words: outcome ? "" : words, sound });
    if (outcome) {
      this.clock?.pause();
      this.#collect(outcome);
      const spoken = [words, endingWords(this, outcome)].filter(Boolean).join(". ");
      this.emit("end", { words: spoken, sound: endingSound(this) });
    } else this.#proceed();
  }

  /** Adds a beaten opponent to the person's collection. @param {import("./game.js").Outcome} outcome */
  #collect({ winner }) {
    const { person, setup, game } = this;
    if (person === null) return;
    noteResult(game.kind, setup.level, winner === 1 - person);
    if (winner === person) this.isFirst = keepBeaten(game.kind, setup.level);
    else keepUnbeaten(game.kind, setup.level);
  }

  /** Stops the engine. */
  #stop() {
    this.#task?.stop();
    this.#task = null;
  }

  #proceed() {
    if (!this.#hasStarted || !this.isOwner || this.isPaused) return;
    if (this.isComputersTurn) this.#answer();
    else if (this.premove) this.#playPremove();
  }

  /** Answers the computer with the premove, or drops it if it is illegal now. */
  #playPremove() {
    const premove = this.takePremove();
    if (premove) this.#move(premove.origin, premove.target);
    else this.emit("cancel", { words: say("live.premove.cancelled") });
  }

  /** Lets the computer move. */
  async #answer() {
    this.#stop();
    this.hasFailed = false;
    const task = this.library.engine.choose(this.game, this.setup.level);
    this.#task = task;
    this.emit("thinking");
    const wait = new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    const [choice] = await Promise.all([this.#found(task.result), wait]);
    if (this.#task !== task) return;
    this.#task = null;
    if (choice && this.isComputersTurn) this.#move(choice.move.origin, choice.move.target);
    else if (!choice) {
      this.hasFailed = true;
      this.emit("thinking");
    }
  }

  /** The engine's result. If it fails, the game continues without it. @template T @param {Promise<T>} result */
  #found(result) {
    return result.catch((error) => {
      const words = say("desktop.thinking.failed", { why: String(error?.message ?? error) });
      this.emit("failed", { words, isNotice: true });
      return null;
    });
  }

  async hint() {
    const { game, library } = this;
    this.#stop();
    this.notice = { words: say("desktop.hint.looking") };
    const task = library.engine.hint(game, this.#lastHint);
    this.#task = task;
    this.emit("thinking");
    const found = await this.#found(task.result);
    if (this.#task !== task || !found) return;
    this.#task = null;
    this.#lastHint = found;
    const { move, reason, plan } = found;
    const { spoken, words } = hintWords(game, found, library.score);
    this.notice = { move, words };
    const { origin, target } = move;
    const arrows = [...planArrows(plan, move), ...reasonArrows(game, reason, move), { origin, target }];
    this.note({ arrows, marks: reasonMarks(reason) });
    this.emit("hint", { words: spoken, sound: "hint" });
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
