// The account's part of the settings: notifications, email, password, vacation, access, data export, and closing the account.

import { confirmed, notify, openDialog } from "../../dialog.js";
import { button, choices, h, linkButton } from "../../dom.js";
import { tell } from "../../online/pairing.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { closeDialog, field, passwordInput, serverForm } from "../parts/forms.js";
import { mailPasswordFold, sessionsFold, tokensFold } from "./access.js";
import { notificationSettings } from "./notifications.js";
import { usernameInput } from "./parts.js";
import { secondFactorFold } from "./second-factor.js";
import { vacationFold } from "./vacation.js";

/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {import("../../online/server.js").Account} Account */

const MAIL_MOVES = ["never", "correspondence", "always"];

/** @param {Server} server @param {Account} account */
export function accountPanel(server, account) {
  const isPerson = account.kind === "person";
  /** @param {Promise<unknown>} done */
  const act = (done) => done.then(() => notify(say("online.saved"))).catch(tell);
  const mail = choices(
    say("online.mail moves"),
    MAIL_MOVES.map((value) => /** @type {[string, string]} */ ([value, say(`online.mail moves.${value}`)])),
    account.mailMoves,
    (moves) => act(server.post("/account/mail", { moves }).then(() => server.refresh())),
  );
  return h(
    "section.panel.settings.account-settings",
    { "aria-label": say("online.account") },
    h("h2", {}, say("online.account"), ": ", account.name),
    notificationSettings(server),
    isPerson ? h("p", {}, linkButton("people", say("web.menu.family"), "#/family")) : null,
    ...(isPerson
      ? [
          mail,
          h("details", {}, h("summary", {}, say("online.change mail")), mailForm(server, account)),
          h("details", {}, h("summary", {}, say("online.change password")), passwordForm(server, account)),
          secondFactorFold(server, account),
          vacationFold(server),
          sessionsFold(server),
          tokensFold(server, account),
          mailPasswordFold(server, account),
          blocked(server, account),
        ]
      : [h("p", {}, say("online.guest.about"))]),
    h("h3", {}, say("online.data")),
    h(
      "div.buttons",
      {},
      isPerson ? button("download", say("online.export"), () => download(server, account).catch(tell)) : null,
      button("trash", say("online.close account"), () => leave(server, account).catch(tell), { look: "danger" }),
    ),
  );
}

/** @param {Server} server @param {Account} account */
function mailForm(server, account) {
  const address = h("input", { type: "email", name: "mail", autocomplete: "email", value: account.mail ?? "" });
  return serverForm(
    [
      usernameInput(account),
      field(
        say("online.mail"),
        address,
        account.pendingMail ? say("online.mail.pending", { address: account.pendingMail }) : "",
      ),
      field(say("online.password"), passwordInput("password", "current-password")),
    ],
    say("online.save"),
    async ({ mail, password }) => {
      const { pending } = await server.post("/account/address", { mail: mail || null, password });
      await server.refresh();
      notify(pending ? say("online.mail.sent", { address: mail }) : say("online.saved"));
    },
    { look: "" },
  );
}

/** @param {Server} server @param {Account} account */
function passwordForm(server, account) {
  return serverForm(
    [
      usernameInput(account),
      field(say("online.password"), passwordInput("old", "current-password")),
      field(say("online.new password"), passwordInput("new", "new-password"), say("online.password.about")),
    ],
    say("online.change password"),
    async (values) => {
      await server.post("/account/password", values);
      notify(say("online.password changed"));
    },
    { look: "" },
  );
}

/** @param {Server} server @param {Account} account */
function blocked(server, account) {
  if (!account.blocked.length) return "";
  /** @param {string} name */
  const entry = (name) => {
    const unblock = async () => {
      await server.delete(`/account/block/${encodeURIComponent(name)}`);
      await server.refresh();
      item.remove();
    };
    const words = say("online.unblock", { name });
    const item = h(
      "li",
      {},
      h("a", { href: routeTo(["user", name]) }, name),
      button("close", words, () => unblock().catch(tell), { isSmall: true, look: "plain" }),
    );
    return item;
  };
  return h("div", {}, h("h3", {}, say("online.blocked")), h("ul.blocked", {}, account.blocked.map(entry)));
}

/** @param {Server} server @param {Account} account */
async function download(server, account) {
  const text = JSON.stringify(await server.get("/account/export"), null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: `jungle-${account.name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {Server} server @param {Account} account */
async function leave(server, account) {
  if (account.kind === "guest") {
    if (!(await confirmed(say("online.close account?"), say("online.close account")))) return;
    await server.close();
    location.hash = "#/";
    return;
  }
  const form = serverForm(
    [
      usernameInput(account),
      h("p", {}, say("online.close account.about")),
      field(say("online.password"), passwordInput("password", "current-password")),
    ],
    say("online.close account"),
    async ({ password }) => {
      await server.close(password);
      closeDialog(form);
      notify(say("online.account closed"));
      location.hash = "#/";
    },
    { look: "danger" },
  );
  await openDialog(say("online.close account?"), [form]);
}
