// A challenge by link: its terms and the answer. Its maker waits here for the game to begin.

import { copyText } from "../dialog.js";
import { button, h, linkButton } from "../dom.js";
import { hasDirection } from "../game/kinds.js";
import { sideName } from "../game/showing.js";
import { shownName } from "../online/names.js";
import { linkOf, linkWords, tell } from "../online/pairing.js";
import { controlText, termsWords } from "../online/terms.js";
import { loginAddress, routeTo } from "../routes.js";
import { say } from "../words.js";
import { playerLink } from "./parts/people.js";

/** @typedef {import("../online/server.js").Server} Server */

const LOOK_MS = 4000;

class Challenge {
  /** @param {import("../online/answers.js").ChallengeView} view @param {Server} server */
  constructor(view, server) {
    this.view = view;
    this.server = server;
    this.isLeft = false;
    this.hasAccepted = false;
    this.element = h("div.page.narrow", {});
    // The server notifies both when the game begins; visitors without an account have to poll.
    const timer = setInterval(() => this.look(), LOOK_MS);
    this.closers = [
      () => clearInterval(timer),
      server.onAccount(() => this.draw()),
      server.live.follow("user", (frame) => this.hear(frame)),
    ];
    this.draw();
  }

  close() {
    this.isLeft = true;
    for (const close of this.closers) close();
  }

  get isMine() {
    return this.view.challenger.name === this.server.account?.name;
  }

  /** Whether this person may accept it. */
  get mayAnswer() {
    return !this.isMine && (!this.view.to || this.view.to.name === this.server.account?.name);
  }

  /** @param {import("../online/live.js").Frame} frame */
  hear(frame) {
    if (/^challenge|^gameStart$|^hello$|^resync$/.test(frame.type)) this.look();
  }

  /** Fetches its state. */
  async look() {
    const { id } = this.view;
    const answer = await this.server.get(`/challenge/${id}`).catch(() => null);
    if (!answer || this.isLeft) return;
    this.view = answer.challenge;
    if (this.view.status === "accepted" && (this.isMine || this.hasAccepted)) this.go(this.view.gameId ?? "");
    else this.draw();
  }

  /** @param {string} game */
  go(game) {
    this.isLeft = true;
    location.hash = routeTo(["game", game]);
  }

  /** Without an account, one plays as a guest. */
  async accept() {
    try {
      await this.server.somebody();
      this.hasAccepted = true;
      const { game } = await this.server.post(`/challenge/${this.view.id}/accept`);
      if (game) this.go(game.id);
    } catch (error) {
      tell(error);
      this.look();
    }
  }

  /** @param {string} address where to go then */
  async decline(address) {
    try {
      await this.server.post(`/challenge/${this.view.id}/decline`);
      location.hash = address;
    } catch (error) {
      tell(error);
      this.look();
    }
  }

  draw() {
    const { view } = this;
    const title = say("challenge.title", { name: shownName(view.challenger.name, view.challenger.kind) });
    this.element.replaceChildren(
      h("h1", {}, this.isMine ? say("challenge.yours") : title),
      h("section.panel.challenge", {}, ...this.#terms(), ...this.#answers()),
    );
  }

  #terms() {
    const { view } = this;
    // The colour is the challenger's.
    const other = { blue: 1, red: 0 }[/** @type {string} */ (view.colour)];
    const own = this.isMine ? { blue: 0, red: 1 }[/** @type {string} */ (view.colour)] : other;
    const side = own === undefined ? say("desktop.setup.random") : sideName(own);
    return [
      h("p.terms-line", {}, termsWords(view)),
      this.#clocks(),
      hasDirection(view.game) ? h("p", {}, say("challenge.side", { side })) : null,
      this.isMine && view.to ? h("p", {}, say("online.waiting for", { name: view.to?.name ?? "" })) : null,
      this.isMine ? null : h("p", {}, playerLink(view.challenger)),
      view.fen ? h("p.faint", {}, say("challenge.position"), " ", h("code", {}, view.fen)) : null,
    ].filter((each) => each !== null);
  }

  /** Whose clock is whose, if they differ. */
  #clocks() {
    const { clock, opponentClock } = this.view;
    if (!opponentClock) return null;
    const [theirs, mine] = [clock, opponentClock].map((each) => controlText({ clock: each }));
    const [own, other] = this.isMine ? [theirs, mine] : [mine, theirs];
    return h("p.odds", {}, say("challenge.odds", { own, other }));
  }

  #answers() {
    const { view, server } = this;
    const isOpen = view.status === "open";
    if (view.status === "accepted" && view.gameId)
      return [
        h("p", {}, say("challenge.taken")),
        linkButton("play", say("challenge.watch"), routeTo(["game", view.gameId]), "accent"),
      ];
    if (!isOpen) return [h("p", {}, say("challenge.closed")), linkButton("plus", say("web.menu.lobby"), "#/lobby")];
    if (this.isMine) return this.#waiting();
    if (!this.mayAnswer)
      return [
        h("p", {}, say("challenge.other", { name: view.to?.name ?? "" })),
        linkButton("plus", say("web.menu.lobby"), "#/lobby"),
      ];
    const isGuest = !server.account;
    const hasAccount = server.account && server.account.kind !== "guest";
    if (view.rated && !hasAccount)
      return [
        h("p", {}, say("challenge.rated")),
        h(
          "div.buttons",
          {},
          linkButton("person", say("web.menu.login"), loginAddress(), "accent"),
          linkButton("plus", say("online.sign up"), routeTo("login", { next: location.hash, new: 1 })),
        ),
      ];
    return [
      h(
        "div.buttons",
        {},
        button("check", say(isGuest ? "challenge.as guest" : "online.accept"), () => this.accept(), { look: "accent" }),
        view.to
          ? button("close", say("online.decline"), () => this.decline("#/lobby"))
          : linkButton("close", say("online.decline"), "#/lobby"),
      ),
      isGuest
        ? h("p.faint", {}, say("challenge.guest"), " ", h("a", { href: loginAddress() }, say("web.menu.login")))
        : null,
    ].filter((each) => each !== null);
  }

  #waiting() {
    const { view } = this;
    const address = linkOf(view);
    const link = view.to
      ? []
      : [
          h("p", {}, linkWords(view)),
          h("input.code", { type: "text", readOnly: true, value: address, "aria-label": say("online.link") }),
        ];
    return [
      ...link,
      h("p.waiting-line", { role: "status" }, h("span.spinner", {}), " ", say("online.waiting")),
      h(
        "div.buttons",
        {},
        view.to
          ? null
          : button("copy", say("web.analyse.copy"), () => copyText(address, say("web.copied")), { look: "accent" }),
        button("close", say("online.take back"), () => this.decline("#/lobby")),
      ),
    ];
  }
}

/** @param {URLSearchParams} _query @param {unknown} _library @param {{id: string, server: Server}} given */
export async function open(_query, _library, { id, server }) {
  const { challenge } = await server.get(`/challenge/${encodeURIComponent(id)}`);
  const made = new Challenge(challenge, server);
  return {
    element: made.element,
    close: () => made.close(),
    title: say("challenge.title", { name: shownName(challenge.challenger.name, challenge.challenger.kind) }),
  };
}
