// Two-step login: a secret for an authenticator app, a code that proves it, and recovery codes.

import { copyText, notify, openDialog } from "../../dialog.js";
import { button, focusOn, h } from "../../dom.js";
import { say } from "../../words.js";
import { codeInput, field, passwordInput, serverForm } from "../parts/forms.js";
import { fold, usernameInput } from "./parts.js";

/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {import("../../online/server.js").Account} Account */
/** @typedef {{secret: string, uri: string, picture: string}} Setup */

const PATH = "/account/second-factor";

/** @param {Server} server @param {Account} account */
export function secondFactorFold(server, account) {
  return fold(say("online.second factor"), async (redraw) => {
    const { hasSecondFactor: has, wrongCodes: count } = server.account ?? account;
    const state = h("p", { role: "status" }, say(has ? "online.second factor.is on" : "online.second factor.is off"));
    return [
      h("p.faint", {}, say("online.second factor.about")),
      state,
      count ? h("p.message.bad", { role: "status" }, say("online.second factor.wrong", { count })) : null,
      has ? removal(server, account, redraw) : beginning(server, account, redraw),
    ];
  });
}

/** @param {Server} server @param {Account} account @param {() => Promise<void>} redraw */
function beginning(server, account, redraw) {
  const place = h("div", {});
  /** @param {Record<string, string>} given */
  const begin = async ({ password }) => {
    place.replaceChildren(finishing(server, await server.post(PATH, { password }), redraw));
    focusOn(place, "input[name=code]");
  };
  place.replaceChildren(
    serverForm(
      [usernameInput(account), field(say("online.password"), passwordInput("password", "current-password"))],
      say("online.second factor.start"),
      begin,
      { look: "" },
    ),
  );
  return place;
}

/** @param {Server} server @param {Setup} setup @param {() => Promise<void>} redraw */
function finishing(server, { secret, uri, picture }, redraw) {
  const words = say("online.second factor.picture");
  const grouped = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  return serverForm(
    [
      h("p", {}, say("online.second factor.scan")),
      h("a.qr", { href: uri }, h("img", { src: picture, alt: words, width: 200, height: 200 })),
      field(say("online.second factor.secret"), h("input.code", { type: "text", readOnly: true, value: grouped })),
      field(say("online.second factor.code"), codeInput()),
    ],
    say("online.second factor.on"),
    async ({ code }) => {
      const { codes } = await server.put(PATH, { code });
      await server.refresh();
      await redraw();
      await showCodes(codes);
    },
  );
}

/** @param {string[]} codes */
function showCodes(codes) {
  const title = say("online.second factor.codes");
  /** @param {Event & {currentTarget: HTMLElement}} event */
  const close = (event) => event.currentTarget.closest("dialog")?.close();
  return openDialog(title, [
    h("p", {}, say("online.second factor.codes.about")),
    h(
      "ul.recovery-codes",
      { "aria-label": title },
      codes.map((code) => h("li", {}, h("code", {}, code))),
    ),
    h(
      "div.buttons",
      {},
      button("copy", say("web.analyse.copy"), () => copyText(codes.join("\n"), say("web.copied"))),
      h("button.accent", { type: "button", onclick: close }, say("web.close")),
    ),
  ]);
}

/** @param {Server} server @param {Account} account @param {() => Promise<void>} redraw */
function removal(server, account, redraw) {
  return serverForm(
    [
      usernameInput(account),
      field(say("online.password"), passwordInput("password", "current-password")),
      field(say("online.second factor.code"), codeInput(), say("online.second factor.code.about")),
    ],
    say("online.second factor.off"),
    async (values) => {
      await server.delete(PATH, values);
      await server.refresh();
      await redraw();
      notify(say("online.saved"));
    },
    { look: "danger" },
  );
}
