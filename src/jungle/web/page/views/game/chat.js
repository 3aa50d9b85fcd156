// What the players say to each other; spectators may join in when the game is over. Texts are always text.

import { button, h } from "../../dom.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { shownName } from "../../online/names.js";
import { tell } from "../../online/pairing.js";
import { say } from "../../words.js";

/** @typedef {import("../../online/online-game.js").OnlineGame} OnlineGame */

const LONGEST = 280;
const DRAFT = "chat";

export class Chat {
  /** @param {OnlineGame} online @param {import("../../online/server.js").Server} server */
  constructor(online, server) {
    this.online = online;
    this.server = server;
    this.unread = 0;
    this.drawn = "";
    this.isMuted = Boolean(keptDraft(DRAFT)?.isMuted);
    this.mute = h("span", {});
    this.list = h("div.remarks", { role: "log", "aria-label": say("live.chat"), tabindex: 0 });
    this.input = h("input", {
      type: "text",
      maxLength: LONGEST,
      autocomplete: "off",
      "aria-label": say("live.say"),
      placeholder: say("live.say"),
    });
    const send = h("button", { type: "submit" }, say("live.send"));
    this.form = h("form", { onsubmit: (/** @type {Event} */ event) => this.#submit(event) }, this.input, send);
    this.why = h("p.faint", {});
    this.input.addEventListener("focus", () => this.#read());
    this.element = h(
      "section.chat",
      { "aria-label": say("live.chat") },
      h("header", {}, h("h2", {}, say("live.chat")), this.mute),
      this.list,
      this.why,
      this.form,
    );
  }

  /** Something was said. */
  heard() {
    const isSeen = this.element.contains(document.activeElement) || matchMedia("(min-width: 56rem)").matches;
    const last = this.online.chat.at(-1);
    if (!isSeen && !this.isMuted && last && last.name !== this.online.myName()) this.unread += 1;
  }

  #read() {
    this.unread = 0;
    this.online.tell("read");
  }

  /** Brings the chat into sight. */
  show() {
    this.element.scrollIntoView({ block: "end" });
    if (this.form.hidden) this.list.focus({ preventScroll: true });
    else this.input.focus({ preventScroll: true });
    this.#read();
  }

  /** @param {boolean} isMuted */
  #setMuted(isMuted) {
    this.isMuted = isMuted;
    keepDraft(DRAFT, { isMuted });
    this.drawn = "";
    this.draw();
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    try {
      await this.online.ask("chat", { text });
      this.input.value = "";
    } catch (error) {
      tell(error);
    }
  }

  /** Why nothing can be said, or "". */
  get #hindrance() {
    const { online, server, isMuted } = this;
    if (isMuted) return say("live.chat muted");
    if (!server.account) return say("live.chat login");
    return online.me || online.isOver ? "" : say("live.chat later");
  }

  draw() {
    const { online, server } = this;
    const blocked = server.account?.blocked ?? [];
    const remarks = this.isMuted ? [] : online.chat.filter(({ name }) => !blocked.includes(name));
    const why = this.#hindrance;
    this.why.textContent = why;
    this.why.hidden = !why;
    this.form.hidden = Boolean(why);
    const drawn = `${remarks.length} ${this.isMuted}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const muting = say(this.isMuted ? "live.unmute" : "live.mute");
    this.mute.replaceChildren(
      button(this.isMuted ? "chat" : "mute", muting, () => this.#setMuted(!this.isMuted), {
        isSmall: true,
        look: "plain",
      }),
    );
    this.list.replaceChildren(
      ...remarks.map(({ name, colour, text }) =>
        h("p", {}, h(`strong${colour ? `.${colour}` : ""}`, {}, shownName(name)), " ", h("span", {}, text)),
      ),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}
