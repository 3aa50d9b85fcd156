// The live connection: one WebSocket for the whole page. It opens when something is followed, reconnects by itself, and
// resumes each game: a follower receives every event once, in order, or the whole state.

import { say } from "../words.js";
import { LiveError } from "./refusals.js";
import { ServerTime } from "./server-time.js";
import { Versions } from "./versions.js";

/** @typedef {"connected" | "connecting" | "offline"} LiveState */
/** @typedef {import("./frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./frames.js").ClientFrame} ClientFrame */
/** @typedef {Record<string, any> & {type: string}} Frame */
/** @typedef {(frame: Frame) => void} Follower */
/** @typedef {{topic: string, callback: Follower}} Followed */

/** Waits before each attempt; the last one holds for all that follow. */
export const BACKOFF_MS = [250, 500, 1000, 2000, 4000, 8000];
const PING_MS = 4000;
/** Times of the first pings after a connection is made, so that the clocks agree quickly. */
const FIRST_PINGS_MS = [150, 400, 1000];
/** A server that is silent for this long counts as gone; while connecting, after the second time. */
const [SILENCE_MS, GREETING_MS] = [9000, 20_000];
/** States of a WebSocket. */
const CONNECTING = 0;
const CLOSING = 2;
/** An unused connection is closed after this time: the next view may want it. */
const IDLE_MS = 5000;
/** Replaced in tests. */
const BROWSER = {
  open: (/** @type {string} */ url) => new WebSocket(url),
  now: () => performance.now(),
  later: (/** @type {() => void} */ act, /** @type {number} */ ms) => /** @type {unknown} */ (setTimeout(act, ms)),
  cancel: (/** @type {unknown} */ timer) => clearTimeout(/** @type {number | undefined} */ (timer)),
  random: Math.random,
};

export class Live {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {LiveState} */
  #state = "offline";
  /** @type {Set<Followed>} */
  #followed = new Set();
  #versions = new Versions();
  /** @type {Map<string, {resolve: (ack: import("./frames.js").ServerAck) => void, reject: (error: LiveError) => void}>} */
  #waiting = new Map();
  /** @type {Set<(state: LiveState) => void>} */
  #listeners = new Set();
  /** @type {Set<unknown>} timers of the connection that is open */
  #timers = new Set();
  /** @type {unknown} */
  #retry = null;
  /** @type {unknown} */
  #idle = null;
  #attempts = 0;
  #sent = 0;
  #heardAt = 0;

  /** @param {string} url @param {Partial<typeof BROWSER>} [surroundings] */
  constructor(url, surroundings = {}) {
    this.url = url;
    this.around = { ...BROWSER, ...surroundings };
    this.time = new ServerTime(this.around.now);
    /** Distinguishes this page from other tabs and earlier visits. */
    this.page = `${this.around.random()}`.slice(2, 12);
    globalThis.addEventListener?.("online", () => this.#comeBack());
    globalThis.addEventListener?.("offline", () => this.#lose());
    globalThis.document?.addEventListener("visibilitychange", () => document.hidden || this.#comeBack());
  }

  get state() {
    return this.#state;
  }

  /** Milliseconds since 1970 as the server counts them. */
  serverNow() {
    return this.time.now();
  }

  /** How long a message takes to the server, in milliseconds; null before it was measured. */
  get lag() {
    return this.time.lag;
  }

  /** Calls back on every change of state. Returns a function that unsubscribes. @param {(state: LiveState) => void} listener */
  onState(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Follows a topic: `user`, `lobby`, `game:ID`, `tournament:ID`, `class:ID`. Returns a function that unsubscribes.
   * A game's followers receive `state` first and whenever too many events were missed, then each event
   * with its version, then `watching` when they have caught up after a break. All receive `resync` when they may have
   * missed something without a version; followers of `user` also receive `hello`, with the name that the server knows
   * this page by.
   * @param {string} topic @param {Follower} callback
   */
  follow(topic, callback) {
    const followed = { topic, callback };
    this.#followed.add(followed);
    this.around.cancel(this.#idle);
    this.#versions.forget(topic); // A new follower needs the whole state, not only what is new to the others.
    if (this.#state === "connected") this.#subscribe(topic);
    else if (!this.#socket) this.#connect();
    return () => this.#unfollow(followed);
  }

  /**
   * The state of a game with one request, and a way to follow what happens next. Events that arrive before a listener
   * are queued. Rejects with a LiveError: there is no such game, or no connection.
   * @param {string} id @returns {Promise<{frame: Frame, listen: (callback: Follower) => void, close: () => void}>}
   */
  watch(id) {
    return new Promise((resolve, reject) => {
      /** @type {Frame[]} */
      const early = [];
      /** @type {Follower} */
      let hear = (frame) => early.push(frame);
      let isAnswered = false;
      /** @param {Follower} callback */
      const listen = (callback) => {
        hear = callback;
        for (const frame of early.splice(0)) callback(frame);
      };
      /** @param {LiveError} error */
      const fail = (error) => {
        isAnswered = true;
        close();
        reject(error);
      };
      const unfollow = this.follow(`game:${id}`, (frame) => {
        if (isAnswered) hear(frame);
        else if (frame.type === "error") fail(new LiveError(frame.error.code, frame.error.message));
        else if (frame.type === "state") {
          isAnswered = true;
          resolve({ frame, listen, close });
        }
      });
      const forget = this.onState((state) => {
        if (!isAnswered && state === "offline") fail(new LiveError("offline", say("live.lost")));
      });
      const close = () => {
        forget();
        unfollow();
      };
    });
  }

  /** @param {Followed} followed */
  #unfollow(followed) {
    const { topic } = followed;
    if (!this.#followed.delete(followed) || this.#topics.has(topic)) return;
    this.#versions.forget(topic);
    if (topic.startsWith("game:")) this.#post({ type: "unwatch", game: idOf(topic) });
    if (!this.#followed.size) this.#idle = this.around.later(() => this.close(), IDLE_MS);
  }

  /** Asks for the whole state of a topic again. @param {string} topic */
  refresh(topic) {
    this.#subscribe(topic);
  }

  get #topics() {
    return new Set([...this.#followed].map(({ topic }) => topic));
  }

  /**
   * Sends a message and resolves with the server's acknowledgement. Rejects with a LiveError: the server's refusal, or
   * `offline` when the connection is not there or is lost before the answer. Whether the server has acted is then unknown.
   * @param {ClientFrame} message @returns {Promise<import("./frames.js").ServerAck>}
   */
  send(message) {
    const id = String(message.id ?? this.newId());
    if (!this.#post({ ...message, id })) return Promise.reject(new LiveError("offline", say("live.lost")));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** A unique id for a message. */
  newId() {
    this.#sent += 1;
    return `${this.page}-${this.#sent}`;
  }

  /** Reconnects after the account has changed. */
  reconnect() {
    this.#drop();
    this.#attempts = 0;
    if (this.#followed.size) this.#connect();
  }

  /** Closes the connection until something is followed. */
  close() {
    this.#drop();
    this.#change("offline");
  }

  /** @param {LiveState} state */
  #change(state) {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #connect() {
    this.around.cancel(this.#retry);
    this.#retry = null;
    this.#drop();
    this.#change("connecting");
    const socket = this.around.open(this.url);
    this.#socket = socket;
    const mine = (/** @type {(event: MessageEvent) => void} */ act) => (/** @type {Event} */ event) => {
      if (this.#socket === socket) act(/** @type {MessageEvent} */ (event));
    };
    socket.onmessage = mine(({ data }) => this.#hear(JSON.parse(data)));
    socket.onclose = mine(() => this.#lose());
    this.#after(GREETING_MS, () => this.#state !== "connected" && this.#lose());
  }

  /** The connection is lost: retry, with growing delays. */
  #lose() {
    this.#drop();
    this.#change("offline");
    if (!this.#followed.size) return;
    const wait = BACKOFF_MS[Math.min(this.#attempts, BACKOFF_MS.length - 1)];
    this.#attempts += 1;
    this.around.cancel(this.#retry);
    // Spread out, so that not all pages reconnect at once after a restart.
    this.#retry = this.around.later(() => this.#connect(), wait * (0.5 + this.around.random() / 2));
  }

  /** The network is back, or the page is visible again: connect now. */
  #comeBack() {
    if (this.#state !== "offline" || !this.#followed.size) return;
    this.#attempts = 0;
    this.#connect();
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    for (const timer of this.#timers) this.around.cancel(timer);
    this.#timers.clear();
    this.#versions.drop();
    // Browsers warn about connections that are closed before they open.
    if (socket?.readyState === CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
    for (const { reject } of this.#waiting.values()) reject(new LiveError("offline", say("live.lost")));
    this.#waiting.clear();
  }

  /** Does something later, if the connection lasts. @param {number} ms @param {() => void} act */
  #after(ms, act) {
    const timer = this.around.later(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  /** Was it sent? @param {ClientFrame} message */
  #post(message) {
    // A closing socket sends nothing; its close event comes later.
    if (this.#state !== "connected" || !this.#socket || this.#socket.readyState >= CLOSING) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #ping() {
    if (this.around.now() - this.#heardAt > SILENCE_MS) this.#lose();
    this.#post({ type: "ping", t: this.around.now() });
  }

  #pingOn() {
    this.#ping();
    if (this.#socket) this.#after(PING_MS, () => this.#pingOn());
  }

  /** @param {string} topic */
  #subscribe(topic) {
    if (topic === "lobby") this.#post({ type: "lobby" });
    else if (topic.startsWith("tournament:")) this.#post({ type: "tournament", tournament: idOf(topic) });
    else if (topic.startsWith("class:")) this.#post({ type: "class", class: idOf(topic) });
    else if (topic.startsWith("game:")) {
      const question = this.#versions.question(topic);
      if (question) this.#post(question);
    }
  }

  /** @param {string} topic @param {Frame} frame */
  #tell(topic, frame) {
    for (const followed of [...this.#followed]) if (followed.topic === topic) followed.callback(frame);
  }

  /** @param {ServerFrame} frame */
  #hear(frame) {
    this.#heardAt = this.around.now();
    if (frame.type === "hello") this.#greeted(frame);
    else if (frame.type === "ping") this.#post({ type: "pong", t: frame.t });
    else if (frame.type === "pong") this.time.add(frame.t ?? 0, frame.now);
    else if (frame.type === "resync") this.#resync(frame);
    else if (frame.type === "ack" || frame.type === "error") this.#answered(frame);
    else if (frame.type === "tournament" || frame.type === "class") this.#tell(`${frame.type}:${frame.id}`, frame);
    else if ("game" in frame && typeof frame.game === "string") this.#hearOfGame(`game:${frame.game}`, frame);
    else if (frame.type === "lobby" && frame.changes)
      for (const change of frame.changes) this.#tell("lobby", { type: "lobby", ...change });
    else this.#tell(frame.type === "lobby" ? "lobby" : "user", frame);
  }

  /** @param {import("./frames.js").ServerHello} frame */
  #greeted(frame) {
    this.#attempts = 0;
    this.time.restart(frame.now);
    this.#change("connected");
    for (const ms of FIRST_PINGS_MS) this.#after(ms, () => this.#ping());
    this.#pingOn();
    for (const topic of this.#topics) this.#subscribe(topic);
    this.#tell("user", frame);
  }

  /** @param {import("./frames.js").ServerResync} frame */
  #resync(frame) {
    for (const topic of this.#topics) {
      this.#subscribe(topic);
      this.#tell(topic, frame);
    }
  }

  /** @param {import("./frames.js").ServerAck | import("./frames.js").ServerError} frame */
  #answered(frame) {
    if (this.#versions.refused(String(frame.id))) this.#tell(String(frame.id), frame); // There is no such game.
    const waiting = this.#waiting.get(String(frame.id));
    this.#waiting.delete(String(frame.id));
    if (frame.type === "ack") waiting?.resolve(frame);
    else waiting?.reject(new LiveError(frame.error.code, frame.error.message, frame.error.wait ?? undefined));
  }

  /** @param {string} topic @param {Frame} frame */
  #hearOfGame(topic, frame) {
    const { isNew, isBehind } = this.#versions.hear(topic, frame);
    if (isNew) this.#tell(topic, frame);
    if (isBehind) this.#subscribe(topic);
  }
}

/** @param {string} topic */
const idOf = (topic) => topic.slice(topic.indexOf(":") + 1);
