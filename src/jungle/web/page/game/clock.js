// The clock of a game: plain numbers, and a time source from the caller.

/** @typedef {{times: [number, number], increment: number}} ClockState what is kept of a clock: milliseconds */

export class Clock {
  /** @param {ClockState} state @param {() => number} [now] milliseconds */
  constructor({ times, increment }, now = () => performance.now()) {
    /** @type {[number, number]} */
    this.times = [...times];
    this.increment = increment;
    this.now = now;
    /** @type {number | null} the side whose time runs */
    this.running = null;
    this.since = 0;
  }

  /** @param {number} side */
  remaining(side) {
    const spent = this.running === side ? this.now() - this.since : 0;
    return Math.max(0, this.times[side] - spent);
  }

  /** Starts the time of one side. @param {number} side */
  start(side) {
    if (this.running === side) return;
    this.pause();
    this.running = side;
    this.since = this.now();
  }

  /** A side has moved: it gets its increment, and the other's time runs. @param {number} side */
  press(side) {
    this.pause();
    if (this.times[side] > 0) this.times[side] += this.increment;
    this.start(1 - side);
  }

  pause() {
    if (this.running === null) return;
    this.times[this.running] = this.remaining(this.running);
    this.running = null;
  }

  /** The side whose time has run out, or null. */
  flagged() {
    return [0, 1].find((side) => this.remaining(side) === 0) ?? null;
  }

  /** @returns {ClockState} */
  state() {
    return { times: [this.remaining(0), this.remaining(1)], increment: this.increment };
  }
}

const LOW_MS = 20_000;

/** A time as people read it: 4:07, and tenths when it runs low. @param {number} ms */
export function clockText(ms) {
  const isLow = ms < LOW_MS / 2;
  const seconds = isLow ? Math.floor(ms / 100) / 10 : Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  return isLow ? `0:0${rest.toFixed(1)}`.replace("0:010", "0:10") : `${minutes}:${String(rest).padStart(2, "0")}`;
}

/** @param {number} ms */
export const isLow = (ms) => ms < LOW_MS;
