// The account in the header: who is logged in, and how much is waiting for them. It also saves the settings to the account.

import { openDialog } from "../dialog.js";
import { h, linkButton } from "../dom.js";
import { icon } from "../icons.js";
import { isKid } from "../kid.js";
import { readRoute, routeTo } from "../routes.js";
import { choose, onChange, readSettings, settings } from "../settings.js";
import { say } from "../words.js";
import { startBell } from "./class-bell.js";
import { shownName } from "./names.js";
import { Notices } from "./notices.js";
import { tell } from "./pairing.js";
import { followProgress } from "./progress.js";
import { termsWords } from "./terms.js";

/** @typedef {import("./server.js").Server} Server */

const SAVE_MS = 600;
/** Kinds of accounts whose settings are stored on the server. */
const OWNERS = ["person", "child"];

/** @param {Server} server */
export function startHeader(server) {
  const notices = new Notices(server);
  const place = h("div", { id: "account" });
  document.getElementById("more")?.before(place);

  function draw() {
    const { account } = server;
    if (!account) {
      const address = isKid() ? "#/card" : "#/login";
      place.replaceChildren(h("a.login", { href: address }, icon("person"), h("span", {}, say("web.menu.login"))));
      return;
    }
    const { count } = notices;
    const attended = (account.classes ?? []).filter(({ isTeacher }) => !isTeacher);
    const toClass = attended
      .slice(0, 1)
      .map(({ id }) =>
        h(
          "a.to-class",
          { href: routeTo(["class", id]), title: say("class.to class"), "aria-label": say("class.to class") },
          icon("learn"),
          h("span", { "aria-hidden": "true" }, say("class.to class")),
        ),
      );
    const name = shownName(account.name, account.kind);
    const words = count ? say("online.account waiting", { name, count }) : name;
    const open = () => openAccount(server, notices);
    place.replaceChildren(
      ...toClass,
      h(
        "button.plain.account",
        { type: "button", title: words, onclick: open },
        icon("person"),
        h("span.name", { "aria-hidden": "true" }, name),
        h("span.spoken", {}, words),
        count ? h("span.badge", { "aria-hidden": "true" }, count > 99 ? "99+" : count) : null,
      ),
    );
  }

  notices.onChange(draw);
  followAccount(server);
  followProgress(server);
  startBell(server);
  draw();
  return { draw };
}

/** @param {Server} server @param {Notices} notices */
function openAccount(server, notices) {
  const account = /** @type {import("./server.js").Account} */ (server.account);
  const { turns, challenges, messages } = notices.waiting;
  /** @param {string} sign @param {string} words @param {string} address */
  const link = (sign, words, address) => {
    const made = linkButton(sign, words, address);
    made.addEventListener("click", () => made.closest("dialog")?.close());
    return h("li", {}, made);
  };
  const isPerson = account.kind === "person" && !account.isChild;
  const waiting = [
    turns > 0 && link("clock", say("online.turns", { count: turns }), "#/lobby"),
    ...challenges.map((each) =>
      link(
        "resign",
        say("online.challenged", {
          name: shownName(each.challenger.name, each.challenger.kind),
          terms: termsWords(each),
        }),
        account.isChild ? "#/lobby" : routeTo(["challenge", each.id]),
      ),
    ),
    ...messages.map(({ from, count }) =>
      link("comment", say("online.messages from", { name: from, count }), routeTo(["messages", from])),
    ),
  ].filter(Boolean);
  /** @param {Event & {currentTarget: HTMLElement}} event */
  const logOut = async (event) => {
    event.currentTarget.closest("dialog")?.close();
    await server.logout().then(() => {
      // They may be about to log in again already.
      if (readRoute(location.hash).name !== "login") location.hash = "#/";
    }, tell);
  };
  const classes = (account.classes ?? []).map(({ id, name }) => link("people", name, routeTo(["class", id])));
  openDialog(
    shownName(account.name, account.kind),
    [
      waiting.length ? h("ul.links.pending", {}, waiting) : null,
      h(
        "ul.links",
        {},
        account.kind === "guest" ? link("person", say("online.sign up"), "#/login?new=1") : null,
        account.isChild ? link("lobby", say("kid.play"), "#/lobby") : null,
        isPerson ? link("person", say("online.profile"), routeTo(["user", account.name])) : null,
        account.kind === "guest" ? null : link("star", say("web.menu.friends"), "#/friends"),
        isPerson ? link("comment", say("web.menu.messages"), "#/messages") : null,
        isPerson ? link("people", say("web.menu.family"), "#/family") : null,
        isPerson ? link("learn", say("web.menu.class"), "#/class") : null,
        ...classes,
        account.isChild ? link("stickers", say("web.menu.stickers"), "#/stickers") : null,
        link("settings", say("web.menu.settings"), "#/settings"),
        account.isAdmin ? link("rules", say("web.menu.admin"), "#/admin") : null,
        // Kid mode must be left first, with the PIN.
        account.kidMode
          ? null
          : h(
              "li",
              {},
              h("button", { type: "button", onclick: logOut }, icon("forward"), h("span", {}, say("online.log out"))),
            ),
      ),
    ].filter(Boolean),
    { isSheet: true },
  );
}

/** Settings follow the account: logging in loads them, and later changes are saved. @param {Server} server */
function followAccount(server) {
  let stored = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const take = () => {
    const { account } = server;
    if (!account || !OWNERS.includes(account.kind)) return;
    if (Object.keys(account.settings).length) {
      const merged = readSettings({ ...settings, ...account.settings });
      stored = JSON.stringify(merged);
      if (stored !== JSON.stringify(settings)) choose(merged);
    } else save();
  };
  const save = () => {
    const text = JSON.stringify(settings);
    if (!server.account || !OWNERS.includes(server.account.kind) || text === stored) return;
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
