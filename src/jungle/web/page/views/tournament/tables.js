// The tables of a tournament with rounds: results, standing, cross table, and what its organiser has changed.

import { h } from "../../dom.js";
import { crossTable, halves } from "../../online/rounds.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { empty, playerLink } from "../parts/people.js";

/** @typedef {import("../../online/answers.js").RoundsView} RoundsView */

const TIES_SHOWN = 2;

/** @param {RoundsView["boards"][number]} board */
export function resultOf(board) {
  if (board.isBye) return h("strong", {}, halves(board.points?.[0] ?? 0));
  const words = board.points ? board.points.map(halves).join(" – ") : say("online.rounds.playing");
  const shown = board.game
    ? h("a", { href: routeTo(["game", board.game]), "aria-label": `${words}, ${board.blue} – ${board.red}` }, words)
    : words;
  return h("strong", {}, shown, board.isForfeit ? h("span.faint", {}, ` ${say("online.rounds.forfeit")}`) : null);
}

/** @param {RoundsView} tournament @param {string | undefined} me */
export function standing({ standing: places, ties: order, status }, me) {
  if (!places.length) return empty(say("online.arena.nobody"), null, "6");
  const ties = order.slice(0, TIES_SHOWN);
  const columns = ["online.place", "online.player", "online.score", ...ties.map((tie) => `online.rounds.${tie}`)];
  /** @param {RoundsView["standing"][number]} each */
  const row = (each) =>
    h(
      `tr${each.name === me ? ".mine" : ""}${each.isAway ? ".away" : ""}`,
      {},
      h("td.place", {}, each.place),
      h(
        "td",
        {},
        playerLink(each),
        each.isAway && status !== "finished" ? h("span.faint", {}, ` · ${say("online.away")}`) : null,
      ),
      h("td.number", {}, h("strong", {}, halves(each.points))),
      ties.map((tie) => h("td.number.wide", {}, halves(each[tie]))),
    );
  return h(
    "table.list.places",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        columns.map((key, index) =>
          h(index > 2 ? "th.number.wide" : index > 1 ? "th.number" : "th", { scope: "col" }, say(key)),
        ),
      ),
    ),
    h("tbody", {}, places.map(row)),
  );
}

/** @param {RoundsView} tournament */
export function cross(tournament) {
  const { head, rows } = crossTable(tournament);
  return h(
    "div.scrolled",
    { tabIndex: 0, role: "group", "aria-label": say("online.rounds.cross") },
    h(
      "table.list.cross",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((words) => h("th", { scope: "col" }, words)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([place, name, ...cells]) =>
          h(
            "tr",
            {},
            h("td.place", {}, place),
            h("th", { scope: "row" }, name),
            cells.map((cell) => h("td.number", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** @param {RoundsView["log"][number]} entry */
export function logWords(entry) {
  const values = {
    ...entry,
    names: (entry.names ?? []).join(" – "),
    result: entry.result?.replaceAll("1/2", "½") ?? "",
  };
  return `${new Date(entry.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })} · ${say(`online.rounds.log.${entry.what}`, values)}`;
}
