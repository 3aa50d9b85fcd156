// One tournament: its times, the standing, and at the end the podium.

import { announce } from "../../dialog.js";
import { h, linkButton } from "../../dom.js";
import { icon } from "../../icons.js";
import { FollowedClass } from "../../online/followed-class.js";
import { openBegun } from "../../online/notices.js";
import { tournamentAfter } from "../../online/standing.js";
import { countdown, termsWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { waitingNotice } from "../class/start.js";
import { empty, panel, playerLink, redraw } from "../parts/people.js";
import { watchGame } from "../parts/watch.js";
import { tournamentChat } from "./chat.js";
import { enterButton } from "./enter.js";

/** @typedef {import("../../online/server.js").Server} Server */

const TICK_MS = 250;
const RESULTS_SHOWN = 14;

/** @param {Server} server @param {import("../../library.js").Library} library @param {import("../../online/answers.js").ArenaView} given */
export async function openArena(server, library, given) {
  let shown = given;
  const { id } = given;
  const parts = {
    clock: h("strong.countdown", { role: "timer" }),
    state: h("span", {}),
    acts: h("div.buttons", {}),
    waits: h("div", {}),
    podium: h("div", {}),
    standing: h("div", {}),
    watched: h("div", {}),
  };
  const ofClass = shown.class ? await FollowedClass.open(server, shown.class).catch(() => null) : null;
  const watching = featured(server, library, parts.watched);
  const chat = tournamentChat(server, shown);

  function draw() {
    const me = shown.standing.find((each) => each.name === server.account?.name);
    if (me?.game) openBegun(me.game);
    drawActs(server, shown, me, parts.acts);
    const notice = ofClass && waitingNotice(ofClass);
    redraw(parts.waits, notice ? [notice] : []);
    parts.state.textContent = say(isByHand(shown) ? "class.by hand" : `online.arena.${shown.status}`);
    parts.podium.replaceChildren(...(shown.podium.length ? [podium(shown.podium)] : []));
    redraw(parts.standing, [standing(shown, server.account?.name)]);
    watching.show(shown);
    tick();
  }

  function tick() {
    const { status, starts, ends } = shown;
    const left = (status === "created" ? starts : ends) - server.live.serverNow();
    const text = status === "finished" || isByHand(shown) ? "" : countdown(left);
    if (parts.clock.textContent !== text) parts.clock.textContent = text;
  }

  /** Handles a frame: the whole tournament, or the players whose lines have changed. @param {import("../../online/live.js").Frame} frame */
  function hear(frame) {
    if (frame.type === "resync" || frame.what === "chat") return; // The whole state follows; the chat has its own.
    const before = shown.status;
    if (frame.tournament) shown = frame.tournament;
    else if (frame.entrants) shown = tournamentAfter(shown, { what: String(frame.what), entrants: frame.entrants });
    else server.live.refresh(`tournament:${id}`); // The server could not look it up.
    // The teacher has moved its times.
    if (frame.what === "started" && shown.byHand) server.live.refresh(`tournament:${id}`);
    draw();
    if (shown.status !== before) announce(say(`online.arena.${shown.status}`));
  }

  const unbind = [
    server.live.follow(`tournament:${id}`, hear),
    server.onAccount(draw),
    chat.close,
    ...(ofClass ? [ofClass.onChange(draw), () => ofClass.close()] : []),
  ];
  const timer = setInterval(tick, TICK_MS);
  draw();
  const element = h(
    "div.page.arena",
    {},
    h(
      "section.panel.arena-head",
      {},
      h("div", {}, h("h1", {}, shown.name), h("p.faint", {}, termsWords({ ...shown, days: null })), by(shown)),
      h("p.when", {}, parts.state, " ", parts.clock),
      parts.acts,
      parts.waits,
    ),
    parts.podium,
    h("div.arena-columns", {}, panel(say("online.standing"), parts.standing), parts.watched),
    chat.element,
  );
  const close = () => {
    for (const each of unbind) each();
    clearInterval(timer);
    watching.close();
  };
  return { element, close, title: shown.name };
}

/** Does it wait for its teacher to start it? @param {import("../../online/answers.js").ArenaView} tournament */
const isByHand = ({ status, byHand }) => status === "created" && byHand;

/** @param {import("../../online/answers.js").ArenaView} tournament */
const by = (tournament) => (tournament.by ? h("p.faint", {}, say("online.arena.by", { name: tournament.by })) : null);

/** @param {Server} server @param {import("../../online/answers.js").ArenaView} tournament @param {import("../../online/answers.js").EntrantView | undefined} me in the standing @param {HTMLElement} place */
function drawActs(server, tournament, me, place) {
  const parts = [];
  if (tournament.status !== "finished") {
    const isIn = me && !me.isAway;
    parts.push(enterButton(server, tournament, isIn));
    if (isIn && tournament.status === "started" && !me.game)
      parts.push(h("p.wait", {}, h("span.spinner", { "aria-hidden": "true" }), say("online.arena.pairing")));
  }
  if (tournament.class) parts.push(linkButton("people", say("class.to class"), routeTo(["class", tournament.class])));
  if (me?.game) parts.push(linkButton("play", say("online.to game"), routeTo(["game", me.game]), "accent"));
  redraw(place, parts);
}

/** @param {import("../../online/answers.js").ArenaView} tournament @param {string | undefined} me */
function standing({ standing: places, status }, me) {
  const isOver = status === "finished";
  if (!places.length) return empty(say("online.arena.nobody"), null, "6");
  /** @param {number} points */
  const mark = (points) => h(`span.mark-${points}`, {}, points);
  /** @param {import("../../online/answers.js").EntrantView} each */
  const row = (each) =>
    h(
      `tr${each.name === me ? ".mine" : ""}${each.isAway ? ".away" : ""}`,
      {},
      h("td.place", {}, each.place),
      h(
        "td",
        {},
        playerLink(each),
        each.game
          ? h(
              "a.to-game",
              { href: routeTo(["game", each.game]), "aria-label": say("online.watch game", { names: each.name }) },
              icon("play"),
            )
          : null,
        each.isAway && !isOver ? h("span.faint", {}, ` · ${say("online.away")}`) : null,
      ),
      h("td.results.wide", {}, each.results.slice(-RESULTS_SHOWN).map(mark)),
      h(
        "td.score",
        {},
        each.isOnFire && !isOver
          ? h(
              "span.fire",
              { role: "img", "aria-label": say("online.on fire"), title: say("online.on fire") },
              icon("flame"),
            )
          : null,
        h("strong", {}, each.score),
      ),
    );
  const columns = ["online.place", "online.player", "online.results", "online.score"];
  const head = columns.map((key) => h(key === "online.results" ? "th.wide" : "th", { scope: "col" }, say(key)));
  return h("table.list.standing", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, places.map(row)));
}

/** The first three, the winner in the middle. @param {import("../../online/answers.js").EntrantView[]} places */
function podium(places) {
  /** @param {import("../../online/answers.js").EntrantView} each */
  const step = (each) =>
    h(
      `li.step-${each.place}`,
      {},
      h("span.medal", {}, each.place),
      playerLink({ name: each.name, kind: each.kind }),
      h(
        "span.faint",
        {},
        say("online.points", { count: each.score }),
        " · ",
        say("online.n games", { count: each.games }),
      ),
    );
  return h("ol.podium", { "aria-label": say("online.podium") }, places.map(step));
}

/** The game of the player with the highest place, until it ends. @param {Server} server @param {import("../../library.js").Library} library @param {HTMLElement} place */
function featured(server, library, place) {
  /** @type {{id: string, element: HTMLElement, close: () => void} | null} */
  let watched = null;
  let isClosed = false;
  const stop = () => {
    watched?.close();
    watched = null;
    place.replaceChildren();
  };
  return {
    /** @param {import("../../online/answers.js").ArenaView} tournament */
    async show({ standing: places, games }) {
      if (watched && games.includes(watched.id)) return;
      stop();
      const best = places.find(({ game }) => game)?.game;
      if (!best) return;
      const made = await watchGame(server, library, best).catch(() => null);
      if (!made) return;
      if (watched || isClosed) made.close();
      else {
        watched = { id: best, ...made };
        place.replaceChildren(panel(say("online.featured"), made.element));
      }
    },
    close() {
      isClosed = true;
      stop();
    },
  };
}
