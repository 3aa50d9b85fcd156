// The server's time, estimated from pings: the fastest recent one is the most exact.

const MOST_SAMPLES = 8;

export class ServerTime {
  /** @param {() => number} local milliseconds that only grow */
  constructor(local) {
    this.local = local;
    /** @type {{offset: number, trip: number}[]} */
    this.samples = [];
    /** @type {number | null} what to add to the local time */
    this.offset = null;
  }

  /** A new connection, perhaps to another server: earlier measurements no longer apply. @param {number} now the server's */
  restart(now) {
    this.samples = [];
    this.offset = now - this.local();
  }

  /** An answer to a ping. @param {number} sent local @param {number} now the server's */
  add(sent, now) {
    const trip = this.local() - sent;
    this.samples.push({ offset: now - (sent + trip / 2), trip });
    if (this.samples.length > MOST_SAMPLES) this.samples.shift();
    this.offset = this.#best().offset;
  }

  #best() {
    return this.samples.reduce((best, each) => (each.trip < best.trip ? each : best));
  }

  /** Half of the quickest round trip, or null. */
  get lag() {
    return this.samples.length ? this.#best().trip / 2 : null;
  }

  now() {
    return this.local() + (this.offset ?? Date.now() - this.local());
  }
}
