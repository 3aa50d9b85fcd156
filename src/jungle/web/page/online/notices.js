// Everything that waits for the user: turns in correspondence games, challenges, messages. Shown in the page, in its title
// and, if the user allows it, as browser notifications.

import { announce, notify } from "../dialog.js";
import { button, h } from "../dom.js";
import { keepDraft, keptDraft } from "../game/keeping.js";
import { isKid } from "../kid.js";
import { readRoute, routeTo } from "../routes.js";
import { callSound, playSound } from "../sounds.js";
import { showWaiting } from "../title.js";
import { say } from "../words.js";
import { shownName } from "./names.js";
import { accept, tell } from "./pairing.js";
import { isPushed, openPressed, renewPush, showBadge } from "./push.js";
import { termsWords } from "./terms.js";

/** @typedef {import("./server.js").Server} Server */
/** @typedef {{turns: number, challenges: import("./answers.js").ChallengeView[], messages: {from: string, count: number, at: number}[]}} Waiting */

const SHOWN_MS = 8000;
const SOON_MS = 150;
/** On these views the user is waiting for a game: it opens by itself. */
const WAITING_ROOMS = ["home", "lobby", "challenge", "tournament", "user"];
const DRAFT = "notifications";

/** @type {Waiting} */
const NOTHING = { turns: 0, challenges: [], messages: [] };

/** Whether browser notifications are allowed and wanted. */
export const tellsByBrowser = () =>
  Boolean(keptDraft(DRAFT)?.isOn) && globalThis.Notification?.permission === "granted";

/** Asks for permission to notify; resolves with whether it was granted. @param {boolean} isOn */
export async function tellByBrowser(isOn) {
  keepDraft(DRAFT, { isOn }); // First, so that a reload during the question does not lose the choice.
  if (isOn && globalThis.Notification) await Notification.requestPermission();
  return tellsByBrowser();
}

/** @type {Notices | null} */
let started = null;
/** @type {Set<string>} games that were looked at here */
const seen = new Set();

/** Something was read, answered or moved: updates the counts. */
export const refreshNotices = () => started?.refreshSoon();

/** Opens a game of the person's own that has begun, unless they have been there already. @param {string} id */
export function openBegun(id) {
  if (!seen.has(id)) location.hash = routeTo(["game", id]);
}

/**
 * A short notice with a link.
 * @param {string} text @param {string} address @param {string} [words] on the link
 * @param {{act?: HTMLElement | null, isPushed?: boolean}} [how] a button before it; whether the service worker says it while the page is hidden
 * @returns {() => void} how to remove it
 */
export function showNotice(text, address, words = say("online.show"), { act = null, isPushed = false } = {}) {
  const toast = h("div.toast.told", {}, h("span", {}, text));
  const leave = () => toast.remove();
  act?.addEventListener("click", leave);
  if (act) toast.append(act);
  toast.append(h("a", { href: address, onclick: leave }, words));
  document.getElementById("toasts")?.append(toast);
  const arrived = () => {
    // Leaving the page closes a notice with buttons: a game has begun, or the next page has the same buttons.
    if (act || location.hash === address) leave();
  };
  addEventListener("hashchange", arrived);
  setTimeout(() => {
    leave();
    removeEventListener("hashchange", arrived);
  }, SHOWN_MS);
  if (!document.hidden || isPushed || !tellsByBrowser()) return leave;
  const told = new Notification(say("desktop.title"), { body: text, icon: "icons/icon-192.png", tag: address });
  told.onclick = () => {
    globalThis.focus();
    location.hash = address;
    told.close();
  };
  return leave;
}

export class Notices {
  /** Removes the notice of a challenge that can still be accepted, by its number, which its game has too. @type {Map<number, () => void>} */
  #challenges = new Map();
  /** @type {Waiting} */
  waiting = NOTHING;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Server} server */
  constructor(server) {
    this.server = server;
    /** @type {(() => void) | null} */
    this.unfollow = null;
    server.onAccount(() => this.#begin());
    openPressed();
    addEventListener("hashchange", () => this.#moved());
    document.addEventListener("visibilitychange", () => document.hidden || this.refreshSoon());
    this.#moved();
    this.#begin();
    started = this;
  }

  get count() {
    const { turns, challenges, messages } = this.waiting;
    return turns + challenges.length + messages.reduce((sum, { count }) => sum + count, 0);
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #moved() {
    const { name, id } = readRoute(location.hash);
    if (name === "game") seen.add(id);
    this.refreshSoon();
  }

  #begin() {
    this.unfollow?.();
    this.unfollow = this.server.account ? this.server.live.follow("user", (frame) => this.#hear(frame)) : null;
    this.refresh();
    renewPush(this.server).catch(() => null); // It is tried again with the next visit.
  }

  /** Fetches everything again. */
  async refresh() {
    const waiting = this.server.account ? await this.server.get("/notices").catch(() => this.waiting) : NOTHING;
    this.waiting = waiting;
    showWaiting(waiting.turns);
    showBadge(this.count);
    for (const listener of this.#listeners) listener();
  }

  /** Events often come in bursts. */
  refreshSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh(), SOON_MS);
  }

  /** @param {import("./live.js").Frame} frame */
  #hear(frame) {
    if (frame.type === "hello" && frame.name !== this.server.account?.name) {
      this.server.refresh().catch(() => null); // Logged out elsewhere, or logged in as someone else.
      return;
    }
    this.refreshSoon();
    const here = readRoute(location.hash);
    if (frame.type === "gameStart" || /^challenge./.test(frame.type))
      this.#challenges.get((frame.game ?? frame.challenge).number)?.();
    if (frame.type === "gameStart") this.#begun(frame.game, here);
    else if (frame.type === "challenge") {
      const { challenger } = frame.challenge;
      playSound("hint");
      if (isKid() && here.name === "lobby" && !document.hidden) return; // A child's lobby has little else on it.
      const take = () => accept(this.server, frame.challenge.id).catch(tell);
      const leave = showNotice(
        say("online.challenged", {
          name: shownName(challenger.name, challenger.kind),
          terms: termsWords(frame.challenge),
        }),
        "#/lobby",
        say("online.show"),
        // These views have a button of this name for something else, or for the same challenge.
        {
          act: ["lobby", "challenge", "game"].includes(here.name)
            ? null
            : button("check", say("online.accept"), take, { look: "accent" }),
          isPushed: isPushed(this.server),
        },
      );
      this.#challenges.set(frame.challenge.number, leave);
    } else if (frame.type === "challengeDeclined" && frame.challenge.to)
      showNotice(
        say("online.declined", { name: shownName(frame.challenge.to.name, frame.challenge.to.kind) }),
        "#/lobby",
        say("web.menu.lobby"),
      );
    else if (frame.type === "message") {
      const { from, text } = frame.message;
      if (here.name === "messages" && here.id === from && !document.hidden) return;
      showNotice(
        say("online.message from", { name: from, text: shortened(text) }),
        routeTo(["messages", from]),
        undefined,
        {
          isPushed: isPushed(this.server),
        },
      );
    } else if (frame.type === "rematchOffered") {
      if (here.name !== "game" || here.id !== frame.game.id || document.hidden)
        showNotice(say("online.rematch offered"), routeTo(["game", frame.game.id]));
    } else if (frame.type === "planDropped") {
      const isHere = here.name === "game" && here.id === frame.game.id && !document.hidden;
      if (isHere) notify(say("live.plan.dropped"));
      else showNotice(say("live.plan.dropped"), routeTo(["game", frame.game.id]));
    } else if (frame.type === "yourTurn") {
      if (here.name === "game" && here.id === frame.game.id && !document.hidden) return;
      showNotice(say("online.your turn"), routeTo(["game", frame.game.id]), undefined, {
        isPushed: isPushed(this.server),
      });
    }
  }

  /** @param {import("./answers.js").GameView} game @param {{name: string, id: string}} here */
  #begun(game, here) {
    const address = routeTo(["game", game.id]);
    callSound("voice-lion");
    const isPupil = this.server.account?.classes?.some(({ isTeacher }) => !isTeacher) ?? false;
    // Pupils are called from wherever they are; a teacher who plays all of them stays where all boards are.
    const isWaitedFor = game.speed !== "correspondence" && (isPupil || WAITING_ROOMS.includes(here.name));
    if (here.name === "game" && here.id === game.id) return;
    if (game.isHost) return; // All boards are on the page where they were started.
    if (isWaitedFor) {
      location.hash = address;
      announce(say("online.begun"));
    }
    if (!isWaitedFor || document.hidden) showNotice(say("online.begun"), address);
  }
}

const LONGEST = 80;

/** @param {string} text */
const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
