// The events received of each game: every one once, in order. Events are numbered; after a gap,
// the missing ones are requested.

/** @typedef {import("./live.js").Frame} Frame */

export class Versions {
  /** @type {Map<string, number>} the last one heard, by topic */
  #known = new Map();
  /** @type {Map<string, number>} the last one heard too early: before the state, or after a gap */
  #early = new Map();
  /** @type {Set<string>} games whose state or missing events were asked for */
  #asked = new Set();

  /** @param {string} topic */
  forget(topic) {
    for (const memory of [this.#known, this.#early, this.#asked]) memory.delete(topic);
  }

  /** The connection is lost: pending requests will not be answered. */
  drop() {
    this.#asked.clear();
  }

  /** The server refused. Returns whether it was a request for a game. @param {string} topic */
  refused(topic) {
    return this.#asked.delete(topic);
  }

  /**
   * The request to send: for the events after the last version, or for the state; null while one is pending.
   * @param {string} topic @returns {import("./frames.js").ClientWatch | null}
   */
  question(topic) {
    if (this.#asked.has(topic)) return null;
    this.#asked.add(topic);
    return { type: "watch", id: topic, game: topic.slice("game:".length), version: this.#known.get(topic) };
  }

  /** Whether to deliver the frame, and whether events before it are missing. @param {string} topic @param {Frame} frame */
  hear(topic, frame) {
    const known = this.#known.get(topic);
    const version = frame.state?.version ?? frame.version;
    if (version === undefined) return { isNew: true, isBehind: false }; // Presence, and the like.
    if (frame.type === "state" || frame.type === "watching") {
      this.#asked.delete(topic);
      this.#known.set(topic, frame.type === "state" ? version : Math.max(version, known ?? 0));
      return { isNew: true, isBehind: (this.#early.get(topic) ?? 0) > version };
    }
    if (known !== undefined && version <= known) return { isNew: false, isBehind: false };
    if (version === (known ?? -1) + 1) {
      this.#known.set(topic, version);
      return { isNew: true, isBehind: false };
    }
    this.#early.set(topic, version);
    return { isNew: false, isBehind: known !== undefined };
  }
}
