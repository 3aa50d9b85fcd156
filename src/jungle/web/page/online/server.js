// Talking to the server for games: requests, errors, and who is logged in here.

import { setClasses } from "../allowed.js";
import { setProgressOwner } from "../game/keeping.js";
import { setChildAccount } from "../kid.js";
import { hasServer } from "../routes.js";
import { Live } from "./live.js";
import { refusalWords } from "./refusals.js";

/** Logging out waits no longer than this for requests under way. */
const PATIENCE_MS = 1000;
/** Kinds of accounts with their own progress; a guest's belongs to the device. */
const OWNERS = ["person", "child"];

/** A response as JSON; answers.d.ts has the types. @typedef {any} Answer */
/** @typedef {{rating: number, deviation: number, provisional: boolean, games: number}} Rating */
/** A child's current permissions. @typedef {{contacts: string, mayPlay: boolean, why: "hours" | "minutes" | null, until: number | null, minutesLeft: number | null, family: {name: string, kind: string}[]}} ChildState */
/**
 * The logged-in account. A guest has no password, no messages and no rated games. A child's account (or any in kid mode) is protected.
 * @typedef {{name: string, kind: "person" | "guest" | "bot" | "child", isChild?: boolean, kidMode?: boolean, child?: ChildState | null,
 *   classes?: {id: string, name: string, takebacks: boolean, hints: boolean, isTeacher: boolean}[], waitingFor?: {id: string, name: string}[], isAdmin: boolean, mail: string | null, pendingMail: string | null, mailMoves: string,
 *   hasMailPassword: boolean, hasSecondFactor: boolean, wrongCodes: number, mutedUntil: number | null, vacationUntil: number | null, vacationDays: number,
 *   settings: Record<string, unknown>, ratings: Record<string, Rating>, blocked: string[], created: number}} Account
 */

/** A refusal by the server; the message is translated if there are words for its code. */
export class ServerError extends Error {
  /** @param {number} status 0 when there was no answer @param {string} code @param {string} message @param {number} [wait] seconds until it may be tried again */
  constructor(status, code, message, wait = 0) {
    super(refusalWords(code, message, wait));
    this.status = status;
    this.code = code;
    this.wait = wait;
  }
}

/** @param {Response} answer @returns {Promise<ServerError>} */
async function refusal(answer) {
  const told = await answer.json().catch(() => null);
  const { code = "unreachable", message = answer.statusText } = told?.error ?? {};
  return new ServerError(answer.status, code, message, Number(answer.headers.get("retry-after") ?? 0));
}

/** @param {string} method @param {string} path below `/api` @param {unknown} [body] @param {Record<string, string>} [headers] */
async function request(method, path, body, headers = {}) {
  // Cancellations on leaving the page are still sent.
  const keepalive = method === "DELETE";
  const options = { method, headers, keepalive, body: body === undefined ? undefined : JSON.stringify(body) };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(`/api${path}`, options).catch(() => null);
  if (!answer) throw new ServerError(0, "unreachable", "the server does not answer");
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** @param {Promise<Response>} answer */
const json = async (answer) => (await answer).json();

export class Server {
  /** @type {Account | null} the logged-in account */
  account = null;
  live = new Live(new URL("/api/live", location.href).href.replace(/^http/, "ws"));
  /** @type {Set<(account: Account | null) => void>} */
  #listeners = new Set();
  /** @type {Promise<Account | null> | null} a newcomer who is becoming a guest */
  #becoming = null;
  /** @type {Set<Promise<Response>>} what is not answered yet */
  #asked = new Set();
  /** @type {string | undefined} whom the live connection speaks for */
  #speaker;
  #tabs = new BroadcastChannel("jungle.account");

  constructor() {
    this.#tabs.onmessage = () => this.refresh().catch(() => null);
  }

  /** @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] */
  #ask(method, path, body, headers) {
    const answer = request(method, path, body, headers);
    const isAnswered = () => this.#asked.delete(answer);
    this.#asked.add(answer);
    answer.then(isAnswered, isAnswered);
    return answer;
  }

  /** @param {string} path such as `/tv` @returns {Promise<Answer>} throws ServerError, as all of these do */
  get = (path) => json(this.#ask("GET", path));
  /** @param {string} path @param {unknown} [body] @returns {Promise<Answer>} */
  post = (path, body = {}) => json(this.#ask("POST", path, body));
  /** @param {string} path @param {unknown} [body] @returns {Promise<Answer>} */
  put = (path, body = {}) => json(this.#ask("PUT", path, body));
  /** @param {string} path @param {unknown} [body] @returns {Promise<Answer>} */
  delete = (path, body) => json(this.#ask("DELETE", path, body));

  /** An answer of many lines, each an object. @param {string} path @returns {Promise<Answer[]>} */
  async lines(path) {
    const text = await (await this.#ask("GET", path, undefined, { Accept: "application/x-ndjson" })).text();
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  /** An answer as plain text, such as a record. @param {string} path @param {string} kind of media */
  text = async (path, kind) => (await this.#ask("GET", path, undefined, { Accept: kind })).text();

  /** Calls back whenever the account changes. Returns a function that unsubscribes. @param {(account: Account | null) => void} listener */
  onAccount(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Fetches the account again. */
  async refresh() {
    this.#take((await this.get("/session")).account);
    return this.account;
  }

  /** @param {Account | null} account */
  #take(account) {
    this.account = account;
    setProgressOwner(account && OWNERS.includes(account.kind) ? account.name : "");
    setChildAccount(Boolean(account?.isChild));
    setClasses(account?.classes ?? []);
    if (account?.name !== this.#speaker) {
      this.#speaker = account?.name;
      this.live.reconnect();
    }
    for (const listener of this.#listeners) listener(account);
  }

  /** @param {string} name @param {string} password @param {string} [code] of the second factor */
  login = (name, password, code) => this.#enter("/login", { name, password, code: code || null });
  /** @param {string} name @param {string} password @param {string} [mail] */
  signup = (name, password, mail) => this.#enter("/signup", { name, password, mail: mail || null });
  /** Signs in with the secret of a child's card. @param {string} secret */
  card = (secret) => this.#enter("/card", { secret });
  /** @param {string} name @param {string[]} pictures */
  cardPictures = (name, pictures) => this.#enter("/card/pictures", { name, pictures });
  /** Takes a seat in a class. @param {string} code @returns {Promise<Answer>} with the card, which is shown only once */
  async joinClass(code) {
    const joined = await this.post("/class/join", { code });
    await this.#changed();
    return joined;
  }

  /** Plays without an account: casual games only. */
  guest = () => this.#enter("/guest", {});
  logout = () =>
    this.#leave(() =>
      this.post("/logout").catch((error) => {
        if (error.status !== 401) throw error; // The session may have ended elsewhere.
      }),
    );
  /** Closes the account for good. @param {string} [password] */
  close = (password) => this.#leave(() => this.delete("/account", { password }));

  /** Waits for the account's pending requests, such as saving a setting; sends no more after that. @param {() => Promise<unknown>} leave */
  async #leave(leave) {
    const { account } = this;
    this.account = null;
    await Promise.race([Promise.allSettled(this.#asked), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    await leave().catch((error) => {
      this.#take(account);
      throw error;
    });
    return this.#changed();
  }

  /** The logged-in account; a newcomer becomes a guest. @returns {Promise<Account>} */
  async somebody() {
    if (this.account) return this.account;
    this.#becoming ??= this.guest().finally(() => {
      this.#becoming = null;
    });
    return /** @type {Account} */ (await this.#becoming);
  }

  /** @param {string} path @param {unknown} body */
  async #enter(path, body) {
    await this.post(path, body);
    return this.#changed();
  }

  /** The account has changed, in the other tabs too. */
  #changed() {
    this.#tabs.postMessage("account");
    return this.refresh();
  }
}

/** @type {Promise<Server | null> | null} */
let found = null;

/** The server that the page came from, or null if the app is only static files. Determined once. @returns {Promise<Server | null>} */
export function findServer() {
  found ??= hasServer ? start() : Promise.resolve(null);
  return found;
}

async function start() {
  const server = new Server();
  await server.refresh().catch(() => null);
  return server;
}
