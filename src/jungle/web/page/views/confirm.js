// Confirms what a link in an email is for. It takes a click, since email scanners open links too.

import { h, linkButton } from "../dom.js";
import { say } from "../words.js";
import { serverForm } from "./parts/forms.js";

const PURPOSES = ["address", "change-address", "mail-password", "close", "restore", "unsubscribe"];

/** @param {URLSearchParams} query @param {unknown} _library @param {{server: import("../online/server.js").Server}} given */
export function open(query, _library, { server }) {
  const what = query.get("what") ?? "";
  const token = query.get("token") ?? "";
  const purpose = PURPOSES.includes(what) ? what : "address";
  const place = h("div.panel", {});
  const act = async () => {
    if (purpose === "unsubscribe") await server.post(`/unsubscribe?token=${encodeURIComponent(token)}`);
    else await server.post("/confirm", { token });
    await server.refresh();
    place.replaceChildren(
      h("p", { role: "status" }, say(`online.confirm.${purpose}.done`)),
      linkButton("home", say("web.menu.home"), "#/"),
    );
  };
  const isLoss = purpose === "close";
  place.replaceChildren(
    serverForm([h("p", {}, say(`online.confirm.${purpose}`))], say("online.confirm"), act, {
      look: isLoss ? "danger" : "accent",
    }),
  );
  return { element: h("div.page.narrow", {}, h("h1", {}, say("web.menu.confirm")), place) };
}
