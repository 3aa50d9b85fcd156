// What has been heard of each game: every event once, in order. The events of a game are numbered; whoever sees a gap
// asks for what is missing.

/** @typedef {Record<string, any> & {type: string}} Frame */

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

  /** What was asked for will not be answered: the connection is gone. */
  drop() {
    this.#asked.clear();
  }

  /** The server refuses; tells whether it was a game that was asked for. @param {string} topic */
  refused(topic) {
    return this.#asked.delete(topic);
  }

  /** The question to send to the server: for what came after the last version, or the state; null while one is open. @param {string} topic */
  question(topic) {
    if (this.#asked.has(topic)) return null;
    this.#asked.add(topic);
    return { type: "watch", id: topic, game: topic.slice("game:".length), version: this.#known.get(topic) };
  }

  /** Should the frame be told, and is something missing then? @param {string} topic @param {Frame} frame */
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
