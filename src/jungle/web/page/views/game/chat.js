// The chat of a game. Spectators may join in when the game is over. Texts are always text. In a game with a child
// there are only phrases.

import { button, focusOn, h } from "../../dom.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { isKid } from "../../kid.js";
import { shownName } from "../../online/names.js";
import { tell } from "../../online/pairing.js";
import { say } from "../../words.js";
import { phraseButtons, phraseWords } from "./phrases.js";

/** @typedef {import("../../online/online-game.js").OnlineGame} OnlineGame */

const LONGEST = 280;
const DRAFT = "chat";
const SHOWN_MS = 3500;

/** @typedef {import("../../online/followed-game.js").Remark} Remark */

/** @param {Remark} remark */
const wordsOf = ({ text, phrase }) => text ?? phraseWords(phrase ?? "");

/** @param {Remark} remark */
const speaker = ({ name, kind }) => (name ? shownName(name, kind) : "");

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
    this.phrases = phraseButtons(online);
    this.why = h("p.faint", {});
    this.input.addEventListener("focus", () => this.#read());
    this.element = h(
      "section.chat",
      { "aria-label": say("live.chat") },
      h("header", {}, h("h2", {}, say("live.chat")), this.mute),
      this.list,
      this.why,
      this.phrases,
      this.hasText ? this.form : null,
    );
  }

  /** May anybody write here, or are there only phrases? */
  get hasText() {
    return !this.online.hasChild && !isKid();
  }

  /** Something was said. */
  heard() {
    const isSeen = this.element.contains(document.activeElement) || matchMedia("(min-width: 56rem)").matches;
    const last = this.online.chat.at(-1);
    if (isSeen || this.isMuted || !last || last.name === this.online.myName()) return;
    this.unread += 1;
    if (last.phrase) bubble(`${speaker(last)}: ${wordsOf(last)}`);
  }

  #read() {
    this.unread = 0;
    this.online.emit("read");
  }

  /** Scrolls to the chat. */
  show() {
    this.element.scrollIntoView({ block: "end" });
    if (this.hasText && !this.form.hidden) this.input.focus({ preventScroll: true });
    else if (!this.phrases.hidden) focusOn(this.phrases, "button");
    else this.list.focus({ preventScroll: true });
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

  /** Why the user cannot write, or "". */
  get #hindrance() {
    const { online, server, isMuted } = this;
    if (isMuted) return say("live.chat muted");
    if (!this.hasText) return "";
    if (!server.account) return say("live.chat login");
    return online.me || online.isOver ? "" : say("live.chat later");
  }

  draw() {
    const { online, server } = this;
    const blocked = server.account?.blocked ?? [];
    const remarks = this.isMuted ? [] : online.chat.filter(({ name }) => !blocked.includes(name ?? ""));
    const why = this.#hindrance;
    this.why.textContent = why;
    this.why.hidden = !why;
    this.form.hidden = Boolean(why);
    this.phrases.hidden = this.isMuted || !online.me;
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
      ...remarks.map((remark) => {
        const { colour } = remark;
        const who = h(`strong${colour ? `.${colour}` : ""}`, {}, speaker(remark));
        return h("p", {}, who, " ", h("span", {}, wordsOf(remark)));
      }),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** Shows a phrase if the chat is out of sight; screen readers get it from the chat. @param {string} text */
function bubble(text) {
  const toast = h("div.toast", { "aria-hidden": "true" }, text);
  document.getElementById("toasts")?.append(toast);
  setTimeout(() => toast.remove(), SHOWN_MS);
}
