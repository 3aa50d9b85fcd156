// Vacation: pauses correspondence games.

import { notify } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { tell } from "../../online/pairing.js";
import { locale, say } from "../../words.js";
import { field, selectInput, serverForm } from "../parts/forms.js";
import { fold } from "./parts.js";

const DAYS = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30];

/** @param {number} days */
const dayWords = (days) => say("online.days", { days });

/** @param {import("../../online/server.js").Server} server */
export function vacationFold(server) {
  return fold(say("online.vacation"), async (redraw) => {
    const account = await server.refresh();
    if (!account) return [];
    /** @param {number} days */
    const set = async (days) => {
      await server.post("/account/vacation", { days });
      notify(say("online.saved"));
      await redraw();
    };
    const left = h("p.faint", {}, say("online.vacation.left", { days: dayWords(account.vacationDays) }));
    if ((account.vacationUntil ?? 0) > server.live.serverNow()) {
      const date = new Date(Number(account.vacationUntil)).toLocaleString(locale(), {
        dateStyle: "long",
        timeStyle: "short",
      });
      return [
        h("p", {}, say("online.vacation.until", { date })),
        left,
        h(
          "div.buttons",
          {},
          button("undo", say("online.vacation.end"), () => set(0).catch(tell)),
        ),
      ];
    }
    const lengths = DAYS.filter((days) => days <= account.vacationDays);
    const about = h("p.faint", {}, say("online.vacation.about"));
    if (!lengths.length) return [about, left];
    const options = lengths.map((days) => /** @type {[string, string]} */ ([String(days), dayWords(days)]));
    return [
      about,
      left,
      serverForm(
        [field(say("online.how long"), selectInput("days", options, String(lengths[0])))],
        say("online.vacation.go"),
        ({ days }) => set(Number(days)),
        { look: "" },
      ),
    ];
  });
}
