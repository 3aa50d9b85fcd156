// Progress that follows the account: what is done here is sent, now or when the server is reachable again, and what was done
// elsewhere is fetched when somebody logs in.

import { button, h } from "../dom.js";
import { markCardsSent, onCards, takeCards, unsentCards } from "../game/cards.js";
import { progressOwner } from "../game/keeping.js";
import { claim, markSent, mayClaim, onProgress, takeItems, unsentItems } from "../game/progress.js";
import { markRecordsSent, onRecords, takeRecords, unsentRecords } from "../game/records.js";
import { say } from "../words.js";
import { shownName } from "./names.js";
import { statusOf } from "./refusals.js";

/** @typedef {import("./server.js").Server} Server */

const RETRY_MS = 20_000;
/**
 * @typedef {object} Kept what is kept here and on the server
 * @property {string} path @property {string} name in requests and answers @property {number} most that are sent at once; the server takes a few more
 * @property {() => any[]} unsent @property {(sent: any[]) => void} markSent @property {(told: unknown) => unknown} take
 */
/** @type {Kept} */
const ITEMS = { path: "/progress", name: "items", most: 500, unsent: unsentItems, markSent, take: takeItems };
/** @type {Kept} */
export const CARDS = {
  path: "/cards",
  name: "cards",
  most: 100,
  unsent: unsentCards,
  markSent: markCardsSent,
  take: takeCards,
};
/** @type {Kept} */
export const RECORDS = {
  path: "/records",
  name: "records",
  most: 8,
  unsent: unsentRecords,
  markSent: markRecordsSent,
  take: takeRecords,
};
/** Keys that the server does not know: another version of the app had other lessons. */
const UNKNOWN = [400, 404, 422];

export class ProgressSync {
  #isBusy = false;
  /** @type {unknown} */
  #timer = null;

  /** @param {Pick<Server, "get" | "put" | "account">} server @param {(act: () => void, ms: number) => unknown} [later] @param {Kept} [kept] */
  constructor(server, later = (act, ms) => setTimeout(act, ms), kept = ITEMS) {
    this.server = server;
    this.kept = kept;
    this.later = later;
  }

  get #isTheirs() {
    return Boolean(this.server.account) && this.server.account?.name === progressOwner();
  }

  /** Brings in what was done elsewhere, then sends what the server lacks. */
  async begin() {
    const owner = progressOwner();
    if (!this.#isTheirs) return;
    const told = await this.server.get(this.kept.path).catch(() => null);
    if (owner !== progressOwner()) return; // Somebody else by now.
    if (told) this.kept.take(told[this.kept.name]);
    await this.send();
  }

  /** Sends what the server does not have yet, and retries if there is no answer. */
  async send() {
    clearTimeout(/** @type {number | undefined} */ (this.#timer));
    if (this.#isBusy || !this.#isTheirs) return;
    this.#isBusy = true;
    const { unsent, most } = this.kept;
    const items = unsent().slice(0, most);
    let isDone = true;
    if (items.length) isDone = await this.#put(items, progressOwner());
    this.#isBusy = false;
    if (!isDone) this.#timer = this.later(() => this.send(), RETRY_MS);
    else if (items.length && unsent().length) await this.send(); // Too many for one request, or more was done since.
  }

  /** Are these settled? @param {any[]} items @param {string} owner @returns {Promise<boolean>} */
  async #put(items, owner) {
    const { path, name, markSent: mark, take } = this.kept;
    try {
      const told = await this.server.put(path, { [name]: items });
      if (owner !== progressOwner()) return true;
      mark(items);
      take(told[name]);
      return true;
    } catch (error) {
      if (owner !== progressOwner()) return true;
      if (!UNKNOWN.includes(statusOf(error) ?? -1)) return false;
      if (items.length === 1) {
        mark(items); // It is kept here alone.
        return true;
      }
    }
    // One of them is not wanted: the others are.
    for (const item of items) if (!(await this.#put([item], owner))) return false;
    return true;
  }
}

/** @param {Server} server */
export function followProgress(server) {
  const sync = new ProgressSync(server);
  const cards = new ProgressSync(server, undefined, CARDS);
  const records = new ProgressSync(server, undefined, RECORDS);
  let asked = () => undefined;
  const begin = () => {
    asked();
    if (mayClaim()) asked = askToClaim(server);
    sync.begin();
    cards.begin();
    records.begin();
  };
  let owner = "";
  server.onAccount(() => {
    if (progressOwner() === owner) return;
    owner = progressOwner();
    begin();
  });
  onProgress(() => sync.send());
  onCards(() => cards.send());
  onRecords(() => records.send());
  addEventListener("online", () => {
    sync.send();
    cards.send();
    records.send();
  });
  owner = progressOwner();
  begin();
}

/** Asks whose the device's own progress is, without being in the way; returns how to take the question back. @param {Server} server */
function askToClaim(server) {
  const name = shownName(server.account?.name ?? "", server.account?.kind);
  /** @param {boolean} isMine */
  const answer = (isMine) => () => {
    made.remove();
    claim(isMine);
  };
  const words = say("progress.claim?", { name });
  const made = h(
    "section.claim",
    { "aria-label": words },
    h("p", {}, words),
    h(
      "div.buttons",
      {},
      button("check", say("progress.claim"), answer(true), { look: "accent" }),
      button("close", say("progress.not mine"), answer(false)),
    ),
  );
  document.body.append(made);
  return () => {
    made.remove();
    return undefined;
  };
}
