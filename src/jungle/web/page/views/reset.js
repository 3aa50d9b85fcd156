// A new password, with the token of a link that came by mail.

import { notify } from "../dialog.js";
import { h } from "../dom.js";
import { say } from "../words.js";
import { field, passwordInput, serverForm } from "./parts/forms.js";

/** @param {URLSearchParams} query @param {unknown} _library @param {{server: import("../online/server.js").Server}} given */
export function open(query, _library, { server }) {
  const form = serverForm(
    [
      // Only the server knows the name, but password managers expect a field for it.
      h("input", { type: "text", name: "username", autocomplete: "username", hidden: true }),
      field(say("online.new password"), passwordInput("password", "new-password"), say("online.password.about")),
    ],
    say("online.change password"),
    async ({ password }) => {
      await server.post("/password/set", { token: query.get("token") ?? "", password });
      notify(say("online.password changed"));
      location.hash = "#/login";
    },
  );
  return { element: h("div.page.narrow", {}, h("h1", {}, say("online.new password")), h("div.panel", {}, form)) };
}
