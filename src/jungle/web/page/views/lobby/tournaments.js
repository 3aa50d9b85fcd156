// Current and upcoming tournaments in the lobby.

import { h } from "../../dom.js";
import { ago, controlWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { locale, say } from "../../words.js";
import { panel, redraw } from "../parts/people.js";

const SHOWN = 5;

/** A tournament in one line. @param {import("../../online/answers.js").TournamentView} tournament @param {number} now */
export function tournamentWords(tournament, now) {
  const { status, starts, ends, players } = tournament;
  const when =
    status === "started" ? say("online.playing now") : ago(status === "finished" ? ends : starts, now, locale());
  return `${controlWords(tournament)} · ${when} · ${say("online.players", { count: players })}`;
}

/** @param {import("../../online/answers.js").TournamentView} tournament @param {number} now */
export const tournamentEntry = (tournament, now) =>
  h(
    "li",
    {},
    h(
      "a",
      { href: routeTo(["tournament", tournament.id]) },
      h("strong", {}, tournament.name),
      h("span.faint", {}, tournamentWords(tournament, now)),
    ),
  );

/** @param {import("../../online/server.js").Server} server */
export function tournamentList(server) {
  const list = h("ul.rows", {});
  /** @type {import("../../online/answers.js").TournamentView[]} */
  let open = [];
  function draw() {
    const now = server.live.serverNow();
    const rows = open.slice(0, SHOWN).map((each) => tournamentEntry(each, now));
    redraw(list, rows.length ? rows : [h("li.faint", {}, say("online.no tournaments"))]);
  }
  async function refresh() {
    const { started, created } = await server.get("/tournament");
    open = [...started, ...created];
    draw();
  }
  /** A tournament was announced, begins or ends. @param {import("../../online/answers.js").TournamentView} changed */
  function hear(changed) {
    const others = open.filter(({ id }) => id !== changed.id);
    open = changed.status === "finished" ? others : [...others, changed];
    open.sort((one, other) => other.status.localeCompare(one.status) || one.starts - other.starts);
    draw();
  }
  const all = h("p", {}, h("a", { href: "#/tournament" }, say("online.all tournaments")));
  return { element: panel(say("web.menu.tournament"), list, all), refresh, hear };
}
