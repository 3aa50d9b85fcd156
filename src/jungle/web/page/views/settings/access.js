// Access to the account: browsers that are logged in, programs with a token, emails with the play-by-email password.

import { confirmed, copyText, notify, openDialog } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { tell } from "../../online/pairing.js";
import { ago } from "../../online/terms.js";
import { locale, say } from "../../words.js";
import { field, passwordInput, serverForm, textInput } from "../parts/forms.js";
import { fold, usernameInput } from "./parts.js";

/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {import("../../online/server.js").Account} Account */
/** @typedef {{digest: string, created: number, current: boolean, agent: string}} Session */
/** @typedef {{digest: string, created: number, scopes: string, note: string}} Token */

const SCOPES = [
  "board:play",
  "challenge:write",
  "account:read",
  "message:read",
  "message:write",
  "mail:write",
  "bot:play",
];
const USUAL = SCOPES.slice(0, 2);

/** The names that browsers and systems use in user agents; the first match counts, since most name others too. @type {[RegExp, string][]} */
const BROWSERS = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
];
/** @type {[RegExp, string][]} */
const SYSTEMS = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS/, "macOS"],
  [/Linux/, "Linux"],
];

/** @param {string} agent as the browser names itself */
export function agentWords(agent) {
  const found = [BROWSERS, SYSTEMS].map((names) => names.find(([sign]) => sign.test(agent))?.[1]);
  return found.filter(Boolean).join(" · ") || agent.slice(0, 40) || say("online.sessions.unknown");
}

/** @param {Server} server @param {number} at */
const since = (server, at) => ago(at, server.live.serverNow(), locale());

/** @param {Server} server */
export function sessionsFold(server) {
  return fold(say("online.sessions"), async (redraw) => {
    /** @type {{sessions: Session[]}} */
    const { sessions } = await server.get("/account/sessions");
    /** @param {string} path */
    const end = (path) => server.delete(`/account/sessions${path}`).then(redraw, tell);
    /** @param {Session} given */
    const entry = ({ digest, created, current, agent }) => {
      const name = agentWords(agent);
      return h(
        "li",
        {},
        h("div.who", {}, name, h("span.faint", {}, current ? say("online.sessions.here") : since(server, created))),
        current
          ? null
          : button("close", say("online.sessions.end", { name }), () => end(`/${digest}`), {
              isSmall: true,
              look: "plain",
            }),
      );
    };
    return [
      h("p.faint", {}, say("online.sessions.about")),
      h("ul.rows", {}, sessions.map(entry)),
      sessions.length > 1
        ? h(
            "div.buttons",
            {},
            button("close", say("online.sessions.end others"), () => end(""), { look: "danger" }),
          )
        : null,
    ];
  });
}

/** @param {Server} server @param {Account} account */
export function tokensFold(server, account) {
  return fold(say("online.tokens"), async (redraw) => {
    /** @type {{tokens: Token[]}} */
    const { tokens } = await server.get("/account/sessions");
    /** @param {string} digest @param {string} name */
    const revoke = async (digest, name) => {
      if (!(await confirmed(say("online.tokens.revoke?", { name }), say("online.tokens.revoke")))) return;
      await server.delete(`/account/sessions/${digest}`);
      await redraw();
    };
    /** @param {Token} given */
    const entry = ({ digest, created, scopes, note }) => {
      const name = note || say("online.tokens.unnamed");
      const may = scopes.split(" ").filter(Boolean).map(scopeWords);
      return h(
        "li",
        {},
        h("div.who", {}, name, h("span.faint", {}, [since(server, created), ...may].join(" · "))),
        button("trash", say("online.tokens.revoke name", { name }), () => revoke(digest, name).catch(tell), {
          isSmall: true,
          look: "plain",
        }),
      );
    };
    return [
      h("p.faint", {}, say("online.tokens.about"), " ", h("a", { href: "/api/docs" }, say("online.tokens.docs"))),
      tokens.length ? h("ul.rows", {}, tokens.map(entry)) : null,
      tokenForm(server, account, redraw),
    ];
  });
}

/** @param {string} scope */
const scopeWords = (scope) => say(`online.scope.${scope}`);

/** @param {Server} server @param {Account} account @param {() => Promise<void>} redraw */
function tokenForm(server, account, redraw) {
  /** @param {string} name */
  const scope = (name) =>
    h(
      "label.toggle",
      {},
      h("span", {}, scopeWords(name)),
      h("input", { type: "checkbox", name: `scope ${name}`, checked: USUAL.includes(name) }),
    );
  return serverForm(
    [
      usernameInput(account),
      field(say("online.tokens.note"), textInput("note", { required: true, maxLength: 100, autocomplete: "off" })),
      h("fieldset.scopes", {}, h("legend", {}, say("online.tokens.may")), SCOPES.map(scope)),
      field(say("online.password"), passwordInput("password", "current-password")),
    ],
    say("online.tokens.make"),
    async (values) => {
      const { note, password } = values;
      const scopes = SCOPES.filter((each) => `scope ${each}` in values);
      const { token } = await server.post("/token", { name: account.name, password, scopes, note });
      await redraw();
      await showSecret(say("online.tokens.made"), token);
    },
    { look: "" },
  );
}

/** Shows a secret that cannot be shown again. @param {string} title @param {string} secret */
function showSecret(title, secret) {
  /** @param {Event & {currentTarget: HTMLElement}} event */
  const close = (event) => event.currentTarget.closest("dialog")?.close();
  return openDialog(title, [
    h("p", {}, say("online.secret.about")),
    h(
      "div.with-button",
      {},
      h("input.code", { type: "text", readOnly: true, value: secret, "aria-label": title }),
      button("copy", say("web.analyse.copy"), () => copyText(secret, say("web.copied"))),
    ),
    h("div.buttons", {}, h("button.accent", { type: "button", onclick: close }, say("web.close"))),
  ]);
}

/** Commands by email use a separate password. @param {Server} server @param {Account} account */
export function mailPasswordFold(server, account) {
  return fold(say("online.mail password"), async (redraw) => {
    const has = server.account?.hasMailPassword ?? account.hasMailPassword;
    /** @param {Record<string, string>} given */
    const set = async ({ password }) => {
      const made = await server.post("/account/mail-password", { password });
      await server.refresh();
      await redraw();
      await showSecret(say("online.mail password"), made.password);
    };
    const revoke = async () => {
      await server.delete("/account/mail-password");
      await server.refresh();
      await redraw();
      notify(say("online.saved"));
    };
    return [
      h("p.faint", {}, say("online.mail password.about")),
      serverForm(
        [usernameInput(account), field(say("online.password"), passwordInput("password", "current-password"))],
        say(has ? "online.mail password.renew" : "online.mail password.make"),
        set,
        { look: "" },
      ),
      has
        ? h(
            "div.buttons",
            {},
            button("trash", say("online.mail password.revoke"), () => revoke().catch(tell), { look: "danger" }),
          )
        : null,
    ];
  });
}
