// A class on the server, followed live: the whole state first, then what changes. No DOM.

import { classAfter } from "./classroom.js";

/** @typedef {import("./classroom.js").Class} Class */
/** @typedef {import("./server.js").Server} Server */

export class FollowedClass {
  /** @type {Set<(what: string, event: import("./classroom.js").ClassEvent) => void>} */
  #listeners = new Set();
  /** @type {() => void} */
  #unfollow;

  /** @param {Server} server @param {Class} shown */
  constructor(server, shown) {
    this.server = server;
    this.shown = shown;
    this.#unfollow = server.live.follow(`class:${shown.id}`, (frame) => this.#hear(frame));
  }

  /** Throws ServerError: there is no such class, or it is somebody else's. @param {Server} server @param {string} id */
  static async open(server, id) {
    return new FollowedClass(server, (await server.get(`/class/${encodeURIComponent(id)}`)).class);
  }

  get id() {
    return this.shown.id;
  }

  /** The pupil that looks at it; undefined for the teacher. */
  get me() {
    return this.shown.pupils.find(({ name }) => name === this.server.account?.name);
  }

  /** @param {import("./live.js").Frame} frame */
  #hear(frame) {
    if (frame.type !== "class") return; // After a break the whole state comes next.
    this.shown = classAfter(this.shown, frame);
    this.#tell(frame.what, frame);
    if (frame.what === "removed" || (frame.what === "left" && frame.name === this.server.account?.name)) this.#leave();
  }

  /** The account may be gone with the seat. */
  async #leave() {
    await this.server.refresh().catch(() => null);
    location.hash = "#/class";
  }

  /** @param {string} what @param {import("./classroom.js").ClassEvent} event */
  #tell(what, event) {
    for (const listener of this.#listeners) listener(what, event);
  }

  /** Calls back with what has happened; returns how to stop that. @param {(what: string, event: import("./classroom.js").ClassEvent) => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows an acknowledged change immediately; the event that follows repeats it. @param {Partial<Class>} changes */
  take(changes) {
    this.shown = { ...this.shown, ...changes };
    this.#tell("changed", changes);
  }

  /** @param {string} [rest] of the address */
  path(rest = "") {
    return `/class/${encodeURIComponent(this.id)}${rest}`;
  }

  /** @param {string} rest @param {unknown} [body] */
  post(rest, body) {
    return this.server.post(this.path(rest), body);
  }

  /** Changes the class itself. @param {Record<string, unknown>} changes */
  async change(changes) {
    await this.server.put(this.path(), changes);
    this.take(changes);
  }

  close() {
    this.#unfollow();
    this.#listeners.clear();
  }
}
