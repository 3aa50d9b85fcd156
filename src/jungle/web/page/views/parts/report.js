// Reports a player to the moderators.

import { notify, openDialog } from "../../dialog.js";
import { h } from "../../dom.js";
import { say } from "../../words.js";
import { closeDialog, field, serverForm } from "./forms.js";

/** @param {import("../../online/server.js").Server} server @param {string} name @param {string} [game] that it is about */
export function openReport(server, name, game) {
  const reason = h("textarea", { name: "reason", required: true, maxLength: 1000, rows: 5 });
  const form = serverForm(
    [h("p.faint", {}, say(game ? "online.report.game" : "online.report.about")), field(say("online.reason"), reason)],
    say("online.report"),
    async (values) => {
      await server.post(`/report/${encodeURIComponent(name)}`, { reason: values.reason, game: game ?? null });
      closeDialog(form);
      notify(say("online.reported"));
    },
  );
  return openDialog(say("online.report name", { name }), [form]);
}
