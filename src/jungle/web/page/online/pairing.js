// Pairing: seeks that anyone can accept, challenges to one person or by link.

import { copyText, notify, openDialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { routeTo } from "../routes.js";
import { say } from "../words.js";
import { termsWords } from "./terms.js";

/** The invite link of a challenge. @param {{id: string}} challenge */
export const linkOf = ({ id }) => `${location.origin}/challenge/${id}`;

/** @typedef {import("./server.js").Server} Server */

/** @param {string} id */
export const openGame = (id) => {
  location.hash = routeTo(["game", id]);
};

/** Shows an error outside a form. @param {unknown} error */
export const tell = (error) => notify(error instanceof Error ? error.message : String(error));

/** The user's own seeks; those with a clock last as long as the lobby is open. */
export class Seeking {
  /** @type {import("./answers.js").ChallengeView | null} the seek with a clock that waits */
  current = null;
  /** @type {Promise<unknown>} what is being done about it */
  #last = Promise.resolve();

  /** @param {Server} server @param {() => void} onChange */
  constructor(server, onChange) {
    this.server = server;
    this.onChange = onChange;
    this.leave = () => this.cancel();
    addEventListener("pagehide", this.leave);
  }

  /** Queues actions, so that a double click creates one seek. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  #inTurn(act) {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Seeks an opponent: opens the game, or waits. @param {object} terms */
  seek = (terms) => this.#inTurn(() => this.#seek(terms));
  cancel = () => this.#inTurn(() => this.#withdraw());

  /** @param {object} terms */
  async #seek(terms) {
    await this.server.somebody();
    await this.#withdraw();
    const { game, seek } = await this.server.post("/seek", terms);
    if (game) openGame(game.id);
    else if (seek.days) notify(say("online.seek posted"));
    else this.current = seek;
    this.onChange();
  }

  async #withdraw() {
    const seek = this.current;
    this.current = null;
    if (!seek) return;
    await this.server.delete(`/seek/${seek.id}`).catch(() => null); // It was accepted, or has expired.
    this.onChange();
  }

  /** A game has begun, perhaps the one that was sought. @param {{number: number}} game */
  begun(game) {
    if (this.current?.number === game.number) this.current = null;
  }

  close() {
    removeEventListener("pagehide", this.leave);
    return this.cancel();
  }
}

/** @param {Server} server @param {string} id of a challenge */
export async function accept(server, id) {
  await server.somebody();
  const { game } = await server.post(`/challenge/${encodeURIComponent(id)}/accept`);
  if (game) openGame(game.id);
}

/**
 * Challenges a player by name, or anyone with the link, and waits for the answer, except after a challenge by name
 * without a clock. Throws ServerError.
 * @param {Server} server @param {string | null} name @param {object} terms @param {() => void} [onSent] called after it was sent
 */
export async function challenge(server, name, terms, onSent = () => undefined) {
  await server.somebody();
  /** @type {number[]} games that began before the server's answer arrived */
  const begun = [];
  /** @type {import("./answers.js").ChallengeView | null} */
  let posted = null;
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  let isOver = false;
  /** @param {import("./live.js").Frame} frame */
  const hear = (frame) => {
    if (frame.type === "gameStart") {
      begun.push(frame.game.number);
      if (frame.game.number === posted?.number) {
        isOver = true;
        dialog?.close();
        openGame(frame.game.id);
      }
    } else if (frame.type === "challengeDeclined" && frame.challenge.id === posted?.id) {
      isOver = true;
      dialog?.close();
    }
  };
  const unfollow = server.live.follow("user", hear);
  try {
    const path = name === null ? "/challenge" : `/challenge/${encodeURIComponent(name)}`;
    /** @type {import("./answers.js").ChallengeView} */
    const made = (await server.post(path, terms)).challenge;
    posted = made;
    onSent();
    if (begun.includes(made.number)) return;
    if (name !== null && made.days) {
      notify(say("online.challenge sent", { name }));
      return;
    }
    const closed = openDialog(
      say(name === null ? "online.link" : "online.waiting for", { name: name ?? "" }),
      waitingParts(made, name),
      {
        onOpen: (opened) => {
          dialog = opened;
        },
      },
    );
    const answer = await closed;
    // A link may be shared later, so it stays open unless it is cancelled.
    if (!isOver && (name !== null || answer === "cancel"))
      await server.post(`/challenge/${made.id}/cancel`).catch(() => null);
  } finally {
    unfollow();
  }
}

/** Says who can use a link. @param {{rated: boolean}} terms */
export const linkWords = ({ rated }) => say(rated ? "online.link.rated" : "online.link.about");

/** @param {import("./answers.js").ChallengeView} made @param {string | null} name */
function waitingParts(made, name) {
  /** @param {string} value */
  const close = (value) => (/** @type {Event & {currentTarget: HTMLElement}} */ event) =>
    event.currentTarget.closest("dialog")?.close(value);
  const { url = "" } = made;
  const copy = () => copyText(url, say("web.copied"));
  const address = h("input.code", { type: "text", readOnly: true, value: url, "aria-label": say("online.link") });
  const isLink = name === null;
  return [
    h("p", {}, termsWords(made)),
    isLink ? h("p.faint", {}, linkWords(made)) : null,
    isLink ? h("div.with-button", {}, address, button("copy", say("web.analyse.copy"), copy)) : null,
    h("p.wait", {}, h("span.spinner", { "aria-hidden": "true" }), say("online.waiting")),
    h(
      "div.buttons",
      {},
      h("button", { type: "button", onclick: close("cancel") }, say(isLink ? "online.take back" : "web.cancel")),
      isLink ? h("button.accent", { type: "button", onclick: close("") }, say("web.close")) : null,
    ),
  ].filter(Boolean);
}
