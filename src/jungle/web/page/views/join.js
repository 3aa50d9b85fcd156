// Joining a class with its code: a seat in the class, and the card that keeps it.

import { button, h, linkButton } from "../dom.js";
import { isKid } from "../kid.js";
import { shownName } from "../online/names.js";
import { tell } from "../online/pairing.js";
import { routeTo } from "../routes.js";
import { say } from "../words.js";
import { serverForm, textInput } from "./parts/forms.js";
import { loginCard, printCards } from "./parts/login-card.js";

/** @typedef {import("../online/server.js").Server} Server */

/** Characters in the code of a class. */
const CODE_LENGTH = 6;

/** A code as it was typed: spaces, dashes and lower case do not matter. @param {string} text */
export const readCode = (text) => text.replace(/[\s-]/g, "").toUpperCase();

/** @param {URLSearchParams} _query @param {unknown} _library @param {{id: string, server: Server}} given */
export function open(_query, _library, { id, server }) {
  const place = h("div.panel", {});
  const draw = () => {
    const { account } = server;
    if (account && account.kind !== "guest") place.replaceChildren(...signedIn(server, account, draw));
    else place.replaceChildren(joinForm(server, id, (joined) => place.replaceChildren(...kept(joined))));
  };
  draw();
  return { element: h("div.page.narrow", {}, h("h1", {}, say("web.menu.join")), place) };
}

/** @param {Server} server @param {string} code @param {(joined: Awaited<ReturnType<Server["joinClass"]>>) => void} onJoined */
function joinForm(server, code, onJoined) {
  const input = textInput("code", {
    value: readCode(code),
    required: true,
    maxLength: 2 * CODE_LENGTH,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: false,
    "aria-label": say("join.code"),
  });
  input.classList.add("class-code");
  return serverForm([h("p", {}, say(code ? "join.ready" : "join.about")), input], say("join.join"), async (values) => {
    onJoined(await server.joinClass(readCode(values.code)));
  });
}

/** The new pupil's card, which is shown only once. @param {{card: import("./parts/login-card.js").Card, class: {id: string, name: string, isWaiting: boolean}}} joined */
function kept({ card, class: { id, name, isWaiting } }) {
  return [
    h("p", { role: "status" }, say(isWaiting ? "join.waiting" : "join.joined", { name })),
    loginCard(card),
    h("p", {}, say("join.keep")),
    h(
      "div.buttons",
      {},
      linkButton("check", say("join.have it"), routeTo(["class", id]), "accent"),
      button("download", say("card.print"), () => printCards([card])),
    ),
  ];
}

/** @param {Server} server @param {import("../online/server.js").Account} account @param {() => void} onLeft */
function signedIn(server, account, onLeft) {
  const { name, kind, classes = [], waitingFor = [] } = account;
  const attended = [...classes.filter(({ isTeacher }) => !isTeacher), ...waitingFor];
  const leave = () => server.logout().then(onLeft, tell);
  return [
    h("p", {}, say("join.signed in", { name: shownName(name, kind) })),
    h("p.faint", {}, say(kind === "child" ? "join.child" : "join.adult")),
    h(
      "div.buttons",
      {},
      attended.map((each) => linkButton("people", each.name, routeTo(["class", each.id]), "accent")),
      kind === "person" && !isKid() ? linkButton("people", say("family.title"), "#/family") : null,
      account.kidMode ? null : button("forward", say("online.log out"), leave),
    ),
  ];
}
