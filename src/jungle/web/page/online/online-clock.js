// The clocks of a game on the server, counted in the server's time: plain numbers; the server decides.

/** @typedef {"blue" | "red"} Colour */
/** @typedef {{blue: number, red: number, running?: Colour | null}} Times milliseconds */

/** Plies that cost no time: the first of each side. */
const FREE_PLIES = 2;

export class OnlineClock {
  /** @param {import("./answers.js").ClockView | null} view as the server gives it: a clock, days for a move, or nothing @param {number} at when that was, in the server's time @param {() => number} now */
  constructor(view, at, now) {
    this.now = now;
    this.limit = view?.limit ?? null;
    /** @type {Record<Colour, import("./terms.js").ClockTerms> | null} both clocks, if they differ */
    this.odds = view?.odds ?? null;
    this.increment = view?.increment ?? 0;
    /** @type {number | null} */
    this.days = view?.days ?? null;
    /** @type {number | null} */
    this.deadline = view?.deadline ?? null;
    this.isPaused = Boolean(view?.paused);
    this.times = { blue: view?.blue ?? 0, red: view?.red ?? 0 };
    /** @type {Colour | null} */
    this.running = view?.running ?? null;
    this.at = at;
  }

  /** The agreed time control; null if it does not count down. */
  get terms() {
    if (this.limit === null) return null;
    return { limit: this.limit, increment: this.increment, ...(this.odds ? { odds: this.odds } : {}) };
  }

  /** Whether it counts down during a turn. */
  get isLive() {
    return this.limit !== null;
  }

  /** One player has given the other time. @param {Times} times at the start of this turn */
  set({ blue, red }) {
    this.times = { blue, red };
  }

  /** The players have changed sides. */
  swap() {
    if (this.odds) this.odds = { blue: this.odds.red, red: this.odds.blue };
  }

  /** A turn begins. @param {Times | null} times @param {number} at @param {Colour} turn @param {number} ply @param {number | null} deadline of a correspondence move, because the server knows who is on vacation, or of a first move */
  begin(times, at, turn, ply, deadline = null) {
    if (times) this.times = { blue: times.blue, red: times.red };
    this.at = at;
    this.running = this.isLive && ply >= FREE_PLIES ? turn : null;
    this.isPaused = false;
    this.deadline = deadline;
  }

  /** Both have agreed to pause, or the teacher of a class pauses all games: the deadline waits, the clocks stand. @param {Times | null} [times] */
  pause(times = null) {
    if (times) this.times = { blue: times.blue, red: times.red };
    this.running = null;
    this.isPaused = true;
    this.deadline = null;
  }

  /** The game continues: with a deadline, or with the clock of the side to move. @param {number | null} deadline */
  resume(deadline) {
    this.isPaused = false;
    this.deadline = deadline;
  }

  /** The game is over. @param {Colour | null} flagged whose time ran out */
  stop(flagged = null) {
    for (const colour of /** @type {Colour[]} */ (["blue", "red"])) this.times[colour] = this.remaining(colour);
    if (flagged) this.times[flagged] = 0;
    this.running = null;
    this.deadline = null;
  }

  /** @param {Colour} colour */
  remaining(colour) {
    const spent = this.running === colour ? this.now() - this.at : 0;
    return Math.max(0, this.times[colour] - Math.max(0, spent));
  }

  /** The time left for the move in a correspondence game or for a first move, or null. */
  get timeLeft() {
    return this.deadline === null ? null : Math.max(0, this.deadline - this.now());
  }
}
