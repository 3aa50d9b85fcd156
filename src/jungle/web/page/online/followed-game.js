// A game on the server, as the server reports it: moves, clocks, offers, chat. No DOM; the server decides everything.

import { BoardModel } from "../game/board-model.js";
import { syncMoves, uci } from "../game/moves.js";
import { newGame } from "../library.js";
import { shownName } from "./names.js";
import { OnlineClock } from "./online-clock.js";

/** @typedef {import("./frames.js").ClientFrame} ClientFrame */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("./live.js").Frame} Frame */
/** @typedef {Awaited<ReturnType<Live["watch"]>>} Watched */
/** @typedef {import("./online-clock.js").Colour} Colour */
/** @typedef {{name: string | null, kind: string | null, rating: number, provisional: boolean, here: boolean}} Player */
/** A chat line: a text, or one of the phrases that everybody may use. @typedef {{version: number, name: string | null, kind?: string | null, colour: Colour | null, text?: string, phrase?: string}} Remark */
/** @typedef {Record<Colour, {before: number, after: number, provisional: boolean}>} RatingChanges */

/** @type {Colour[]} */
export const COLOURS = ["blue", "red"];

/** @extends {BoardModel<Frame>} */
export class FollowedGame extends BoardModel {
  /** @type {(() => void)[]} */
  #closers = [];
  /** @type {Watched} */
  #watched;
  /** Plies that the server has; the game may have one more, which it has not confirmed yet. */
  confirmed = 0;
  /** Of the last event. */
  version = 0;
  /** @type {Record<Colour, Player>} */
  players;
  /** @type {Colour | null} */
  turn = null;
  status = "started";
  result = "*";
  reason = "";
  /** @type {Record<string, Colour>} who offers what */
  offers = {};
  /** @type {OnlineClock} */
  clock;
  /** @type {string | null} the id of the next game of these two */
  rematch = null;
  /** @type {RatingChanges | null} */
  ratings = null;
  /** @type {number | null} */
  spectators = null;
  /** @type {Remark[]} */
  chat = [];

  /**
   * @param {import("../library.js").Library} library @param {Watched} watched what the server answered, and what comes next
   * @param {Live} live @param {import("../game/game.js").Rules} [rules] where they are not the library's
   */
  constructor(library, watched, live, rules) {
    const view = { ...watched.frame.state, spectators: watched.frame.spectators };
    const known = rules ? { ...library, rules: { [view.rules]: rules } } : library;
    super(newGame(known, view.rules, view.start, { deal: null })); // The page does not know the deal.
    this.live = live;
    this.#watched = watched;
    this.id = /** @type {string} */ (view.id);
    this.speed = /** @type {string} */ (view.speed);
    this.isRated = Boolean(view.rated);
    this.tournament = /** @type {string | null} */ (view.tournament);
    /** The class for which a teacher started it. */
    this.classId = /** @type {string | null} */ (view.class ?? null);
    /** The colour of the player for whom it is one of several simultaneous games. */
    this.host = /** @type {Colour | null} */ (view.host ?? null);
    this.players = view.players;
    this.clock = new OnlineClock(view.clock, view.now, () => live.serverNow());
    this.#take(view);
    this.remember(watched.frame.events ?? []);
  }

  /** Starts to follow the game. */
  open() {
    this.#closers.push(
      this.#watched.close,
      this.live.onState(() => this.emit("connection")),
    );
    this.hear(this.#watched.frame); // A stored move is sent as soon as the state of the game is known.
    this.#watched.listen((frame) => this.hear(frame));
  }

  close() {
    for (const close of this.#closers) close();
    super.close();
  }

  get isOver() {
    return this.status !== "started";
  }

  /** A player's name, as people read it. @param {Colour} colour */
  nameOf(colour) {
    const { name, kind } = this.players[colour];
    return name ? shownName(name, kind) : "?";
  }

  /** Spectators cannot move. */
  get mayMove() {
    return false;
  }

  get outcome() {
    return this.status === "ended" ? this.game.outcome() : null;
  }

  /** Handles a frame from the server and reports it. @param {Frame} frame */
  hear(frame) {
    const offered = frame.type === "decline" ? this.offers[frame.kind] : undefined;
    this.apply(frame);
    this.emit(frame.type, { frame: { ...frame, offered } });
  }

  /** Handles a frame from the server. @param {Frame} frame */
  apply(frame) {
    if (frame.type === "state") {
      this.#take({ ...frame.state, spectators: frame.spectators });
      this.remember(frame.events ?? []);
    } else if (frame.type === "watching") this.#caughtUp(frame);
    else if (frame.type === "move") this.#moved(frame);
    else if (frame.type === "takeback") this.#tookBack(frame);
    else if (frame.type === "end") this.#ended(frame);
    else if (frame.type === "offer") this.offers[frame.kind] = frame.by;
    else if (frame.type === "decline") delete this.offers[frame.kind];
    else if (frame.type === "chat" || frame.type === "phrase") this.remember([frame]);
    else if (frame.type === "rematch") this.rematch = frame.id;
    else if (frame.type === "give") this.clock.set(frame.clock);
    else if (frame.type === "spectators") this.spectators = frame.count;
    else if (frame.type === "pause") {
      this.clock.pause(frame.clock);
      this.offers = {};
    } else if (frame.type === "resume") this.#resumed(frame);
    else if (frame.type === "presence") this.players[/** @type {Colour} */ (frame.colour)].here = frame.here;
    this.version = Math.max(this.version, frame.version ?? 0);
  }

  /** The whole state. @param {import("./answers.js").WatchedView} view */
  #take(view) {
    const { players, turn, status, result, reason, rematch, version } = view;
    Object.assign(this, { players, turn, status, result, reason, rematch, version, offers: { ...view.offers } });
    this.spectators = view.spectators ?? this.spectators;
    this.clock = new OnlineClock(view.clock, view.now, () => this.live.serverNow());
    this.clock.isPaused ||= Boolean(view.isPaused);
    this.#setMoves(view.moves);
    this.#finish();
  }

  /** @param {Frame} frame */
  #caughtUp({ version, here, clock, now, spectators }) {
    if (here) for (const colour of COLOURS) this.players[colour].here = here[colour];
    // A move may have overtaken the answer.
    if (clock && !this.isOver && version === this.version)
      this.clock = new OnlineClock(clock, now, () => this.live.serverNow());
    this.spectators = spectators ?? this.spectators;
  }

  /** Brings the game to these moves from a ply on. @param {string[]} moves @param {number} [from] */
  #setMoves(moves, from) {
    const { game, isNow: wasNow } = this;
    syncMoves(game, moves, from);
    this.confirmed = game.moves.length;
    this.showAgain(wasNow);
  }

  /** @param {Frame} frame */
  #moved({ ply, move, clock, at, swapped, deadline }) {
    if (swapped) {
      this.players = { blue: this.players.red, red: this.players.blue };
      this.clock.swap();
      this.host = this.host && (this.host === "blue" ? "red" : "blue");
    }
    const shown = this.game.moves[ply];
    const isShown = ply === this.confirmed && shown && uci(shown, this.game.grid) === move;
    if (isShown) this.confirmed += 1;
    else this.#setMoves([move], ply);
    this.#beginTurn(clock, at, deadline);
  }

  /** @param {Frame} frame */
  #resumed({ clock, at, deadline }) {
    if (clock && this.turn) this.clock.begin(clock, at, this.turn, this.confirmed, deadline ?? null);
    else this.clock.resume(deadline ?? null);
  }

  /** @param {Frame} frame */
  #tookBack({ ply, clock, at, deadline }) {
    this.#setMoves([], ply);
    this.shown = ply;
    this.#beginTurn(clock, at, deadline);
  }

  /** @param {import("./online-clock.js").Times | null} times @param {number} at @param {number | null} [deadline] */
  #beginTurn(times, at, deadline) {
    const { side } = this.game;
    // Before the first flip decides the colours, it is the player on Red's seat.
    this.turn = side === null ? "red" : COLOURS[side];
    this.offers = {};
    this.clock.begin(times, at, this.turn, this.confirmed, deadline);
  }

  /** @param {Frame} frame */
  #ended({ status, result, reason, ratings }) {
    Object.assign(this, { status, result, reason, ratings, turn: null, offers: {} });
    if (ratings)
      for (const colour of COLOURS)
        Object.assign(this.players[colour], {
          rating: ratings[colour].after,
          provisional: ratings[colour].provisional,
        });
    this.#finish();
  }

  #finish() {
    if (!this.isOver) return;
    const winner = { "1-0": 0, "0-1": 1 }[this.result] ?? null;
    this.clock.stop(this.reason === "timeout" && winner !== null ? COLOURS[1 - winner] : null);
    if (this.status === "ended") this.game.declare(winner, this.reason);
  }

  /** Earlier chat and rating changes, perhaps from before this page was opened. @param {Frame[]} events */
  remember(events) {
    const known = new Set(this.chat.map(({ version }) => version));
    for (const event of events) {
      if (event.type === "end") this.ratings = event.ratings;
      if (known.has(event.version)) continue;
      if (event.type === "chat") this.chat.push(/** @type {Remark} */ (/** @type {unknown} */ (event)));
      if (event.type === "phrase") this.chat.push(this.#phrase(event));
    }
    this.chat.sort((one, other) => one.version - other.version);
  }

  /** A phrase event carries only the colour of its player. @param {Frame} event @returns {Remark} */
  #phrase({ version = 0, colour, kind: phrase }) {
    const { name, kind } = this.players[/** @type {Colour} */ (colour)];
    return { version, name, kind, colour, phrase };
  }

  /** Is one of the players a child? Then nobody writes. */
  get hasChild() {
    return COLOURS.some((colour) => this.players[colour].kind === "child");
  }

  /** Asks the server for something: offers, resigning, chat. @param {string} type @param {Record<string, string>} [rest] */
  ask(type, rest = {}) {
    return this.live.send(/** @type {ClientFrame} */ ({ type, game: this.id, ...rest }));
  }
}
