// The account in the header: who is signed in, and how much waits for them. It also carries the settings to the account.

import { openDialog } from "../dialog.js";
import { h, linkButton } from "../dom.js";
import { icon } from "../icons.js";
import { routeTo } from "../routes.js";
import { choose, onChange, readSettings, settings } from "../settings.js";
import { say } from "../words.js";
import { shownName } from "./names.js";
import { Notices } from "./notices.js";
import { tell } from "./pairing.js";
import { termsWords } from "./terms.js";

/** @typedef {import("./server.js").Server} Server */

const SAVE_MS = 600;

/** @param {Server} server */
export function startHeader(server) {
  const notices = new Notices(server);
  const place = h("div", { id: "account" });
  document.getElementById("more")?.before(place);

  function draw() {
    const { account } = server;
    if (!account) {
      place.replaceChildren(h("a.login", { href: "#/login" }, icon("person"), h("span", {}, say("web.menu.login"))));
      return;
    }
    const { count } = notices;
    const words = count
      ? say("online.account waiting", { name: shownName(account.name), count })
      : shownName(account.name);
    const open = () => openAccount(server, notices);
    place.replaceChildren(
      h(
        "button.plain.account",
        { type: "button", title: words, onclick: open },
        icon("person"),
        h("span.name", { "aria-hidden": "true" }, shownName(account.name)),
        h("span.spoken", {}, words),
        count ? h("span.badge", { "aria-hidden": "true" }, count > 99 ? "99+" : count) : null,
      ),
    );
  }

  notices.onChange(draw);
  followAccount(server);
  draw();
  return { draw };
}

/** @param {Server} server @param {Notices} notices */
function openAccount(server, notices) {
  const account = /** @type {import("./server.js").Account} */ (server.account);
  const { turns, challenges, messages } = notices.waiting;
  const link = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {string} */ address) => {
    const made = linkButton(sign, words, address);
    made.addEventListener("click", () => made.closest("dialog").close());
    return h("li", {}, made);
  };
  const isGuest = account.kind === "guest";
  const waiting = [
    turns > 0 && link("clock", say("online.turns", { count: turns }), "#/lobby"),
    ...challenges.map((each) =>
      link(
        "resign",
        say("online.challenged", { name: each.challenger.name, terms: termsWords(each) }),
        routeTo(["challenge", each.id]),
      ),
    ),
    ...messages.map(({ from, count }) =>
      link("comment", say("online.messages from", { name: from, count }), routeTo(["messages", from])),
    ),
  ].filter(Boolean);
  const logOut = async (/** @type {any} */ event) => {
    event.currentTarget.closest("dialog").close();
    await server.logout().then(() => {
      location.hash = "#/";
    }, tell);
  };
  openDialog(
    account.name,
    [
      waiting.length ? h("ul.links.pending", {}, waiting) : null,
      h(
        "ul.links",
        {},
        isGuest
          ? link("person", say("online.sign up"), "#/login?new=1")
          : link("person", say("online.profile"), routeTo(["user", account.name])),
        isGuest ? null : link("comment", say("web.menu.messages"), "#/messages"),
        link("settings", say("web.menu.settings"), "#/settings"),
        account.isAdmin ? link("rules", say("web.menu.admin"), "#/admin") : null,
        h(
          "li",
          {},
          h("button", { type: "button", onclick: logOut }, icon("forward"), h("span", {}, say("online.log out"))),
        ),
      ),
    ].filter(Boolean),
    { isSheet: true },
  );
}

/** Settings follow the account: at sign-in its own hold, later changes are stored with it. @param {Server} server */
function followAccount(server) {
  let stored = "";
  /** @type {any} */
  let timer = null;
  const take = () => {
    const { account } = server;
    if (account?.kind !== "person") return;
    if (Object.keys(account.settings).length) {
      const merged = readSettings({ ...settings, ...account.settings });
      stored = JSON.stringify(merged);
      if (stored !== JSON.stringify(settings)) choose(merged);
    } else save();
  };
  const save = () => {
    const text = JSON.stringify(settings);
    if (server.account?.kind !== "person" || text === stored) return;
    stored = text;
    server.account.settings = { ...settings };
    server.put("/account/settings", settings).catch(() => {
      stored = ""; // The next change tries again.
    });
  };
  server.onAccount(take);
  onChange(() => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_MS);
  });
  take();
}
