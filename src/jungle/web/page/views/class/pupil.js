// A class on a pupil's phone: what the teacher says and shows, the game that is on, and what there is to do.

import { announce } from "../../dialog.js";
import { h, linkButton } from "../../dom.js";
import { isPlayer } from "../../online/classroom.js";
import { openBegun } from "../../online/notices.js";
import { routeTo } from "../../routes.js";
import { onChange } from "../../settings.js";
import { say } from "../../words.js";
import { panel, redraw } from "../parts/people.js";
import { pupilName, pupilPlate } from "./pupils.js";
import { ShownBoard } from "./shown.js";
import { waitingNotice } from "./start.js";
import { assignmentCards, doneKeys } from "./tasks.js";

/** @typedef {import("../class.js").Given} Given */
/** @typedef {import("../../online/classroom.js").Class} Class */

/** @param {Given} given */
export async function openPupil({ library, server, followed }) {
  const board = new ShownBoard(followed, library);
  const parts = {
    told: h("div", {}),
    game: h("div", {}),
    tasks: h("div", {}),
    mates: h("div", {}),
  };
  /** @type {import("./tasks.js").Assignment[]} */
  let assignments = [];

  const refreshTasks = async () => {
    assignments = (await server.get(followed.path("/assignment"))).assignments;
  };

  function draw() {
    const { shown, me } = followed;
    const name = server.account?.name ?? "";
    redraw(
      parts.told,
      [
        shown.announcement && h("div.announcement", {}, h("p", {}, shown.announcement)),
        me?.gameId ? null : waitingNotice(followed),
      ].filter(Boolean),
    );
    redraw(parts.game, gameParts(shown, me?.gameId ?? null, name));
    board.draw();
    redraw(
      parts.tasks,
      assignments.length
        ? [panel(say("class.assignments"), assignmentCards(assignments, followed.id, doneKeys()))]
        : [],
    );
    const others = shown.pupils.filter((each) => each.name !== name).map((each) => ({ ...each, gameId: null }));
    redraw(parts.mates, others.length ? [panel(say("class.mates"), h("ul.plates", {}, others.map(pupilPlate)))] : []);
  }

  /** @param {string} what @param {import("../../online/classroom.js").ClassEvent} event */
  function happened(what, event) {
    const own = followed.me?.gameId ?? null;
    if (what === "changed" && event.class?.announcement) announce(event.class.announcement);
    if (what === "paused" && event.paused) announce(say("class.paused by teacher"));
    if (what === "assignment") refreshTasks().then(draw, () => null);
    // A pupil who was called here while all games were paused returns to their own.
    if (what === "paused" && !event.paused && own) location.hash = routeTo(["game", own]);
    else if (what === "state" && own && !followed.shown.isPaused) openBegun(own);
    draw();
  }

  await refreshTasks().catch(() => null);
  const element = h(
    "div.page.narrow.pupil",
    {},
    h(
      "header.heading",
      {},
      h("h1", {}, followed.shown.name),
      h("p.faint", {}, say("class.you are", { name: pupilName(server.account?.name ?? "") })),
    ),
    board.element,
    parts.told,
    parts.game,
    parts.tasks,
    parts.mates,
  );
  const unbind = [followed.onChange(happened), onChange(draw)];
  draw();
  const close = () => {
    for (const each of unbind) each();
    board.close();
  };
  return { element, close };
}

/** The game that is on, or what is waited for. @param {Class} shown @param {string | null} gameId @param {string} name */
function gameParts(shown, gameId, name) {
  if (shown.isPaused)
    return [
      h("p.notice.paused", { role: "status" }, say("class.is paused")),
      gameId ? linkButton("play", say("class.your game"), routeTo(["game", gameId])) : null,
    ].filter(Boolean);
  if (gameId) {
    const game = shown.games.find(({ id }) => id === gameId);
    const other =
      game && Object.values(game.players).find((player) => !isPlayer({ players: { blue: player, red: player } }, name));
    return [
      h(
        "section.panel.own-game",
        {},
        h("p", {}, other?.name ? say("class.you play", { name: pupilName(other.name) }) : say("class.your game is on")),
        linkButton("play", say("class.your game"), routeTo(["game", gameId]), "accent"),
      ),
    ];
  }
  const arena = shown.tournaments.find(({ status }) => status === "started" || status === "created");
  if (arena)
    return [
      h(
        "section.panel.own-game",
        {},
        h("p", {}, arena.name),
        linkButton("tournament", say("class.to tournament"), routeTo(["tournament", arena.id]), "accent"),
      ),
    ];
  if (shown.board) return [];
  return [h("p.wait.panel", {}, h("span.spinner", { "aria-hidden": "true" }), say("class.waiting"))];
}
