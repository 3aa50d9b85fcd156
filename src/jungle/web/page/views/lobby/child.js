// A child's lobby: its games, class and family, the computer players and, if the guardian allows it, anonymous pairing.

import { button, h, linkButton } from "../../dom.js";
import { knownShapes, usualKind } from "../../game/kinds.js";
import { shortGameName } from "../../game/showing.js";
import { icon } from "../../icons.js";
import { shownName } from "../../online/names.js";
import { challenge, Seeking, tell } from "../../online/pairing.js";
import { routeTo } from "../../routes.js";
import { locale, say } from "../../words.js";
import { panel } from "../parts/people.js";
import { levelFace, pictured } from "../parts/strip.js";
import { ownGames } from "./mine.js";
import { houseBots } from "./people.js";

/** @typedef {import("../../online/server.js").Server} Server */

/** Time enough for everybody. */
const CLOCK = { limit: 900, increment: 10 };
/** How often it is asked whether there is time to play. */
const ASK_MS = 30_000;

/** @param {Server} server */
export async function childLobby(server) {
  // The time to play may be over since the last answer.
  await server.refresh().catch(() => undefined);
  const mine = ownGames(server);
  const seeking = new Seeking(server, () => drawFinder());
  const bots = houseBots(server, (name) => {
    challenge(server, name, { game: usualKind(), clock: null, days: null, rated: false }).catch(tell);
  });
  const finder = h("div.finder", {});
  const limit = h("p.faint", { role: "status" });
  const rooms = h("div.child-rooms", {});
  const element = h("div.page.lobby.child-lobby", {}, h("h1", {}, say("kid.play")), limit, mine.element, rooms);

  /** One button for each game, which waits until it is pressed again. */
  function drawFinder() {
    const { current } = seeking;
    if (current) {
      finder.replaceChildren(
        h("p.wait", { role: "status" }, h("span.spinner", { "aria-hidden": "true" }), say("online.waiting")),
        button("close", say("web.cancel"), () => seeking.cancel()),
      );
      return;
    }
    /** @param {string} game */
    const seek = (game) => seeking.seek({ game, clock: CLOCK, rated: false }).catch(tell);
    finder.replaceChildren(
      ...knownShapes().map(({ kind }) =>
        h("button.accent.big", { type: "button", onclick: () => seek(kind) }, icon("people"), shortGameName(kind)),
      ),
    );
  }

  function draw() {
    const { account } = server;
    const { child, classes = [] } = account ?? {};
    const attended = classes.filter(({ isTeacher }) => !isTeacher);
    const mayPlay = child?.mayPlay ?? true;
    const left = mayPlay ? child?.minutesLeft : null;
    limit.textContent = left === null || left === undefined ? "" : say("kid.minutes left", { count: left });
    limit.hidden = !limit.textContent;
    const rest = h(
      "section.panel.listed",
      { "aria-label": say("kid.alone") },
      h("h2", {}, say("kid.alone")),
      h(
        "div.buttons",
        {},
        pictured(levelFace("6", 28), say("web.home.computer"), "#/play"),
        linkButton("puzzles", say("web.menu.puzzles"), "#/puzzles"),
        linkButton("learn", say("web.menu.learn"), "#/learn"),
        linkButton("stickers", say("web.menu.stickers"), "#/stickers"),
      ),
    );
    if (!mayPlay) {
      rooms.replaceChildren(enough(server), rest);
      return;
    }
    const isOpen = (child?.contacts ?? "everyone") === "everyone";
    const rows = attended.map(({ id, name }) => linkButton("people", name, routeTo(["class", id]), "accent"));
    const relatives = (child?.family ?? []).map(({ name, kind }) =>
      button("people", shownName(name, kind), () => {
        challenge(server, name, { game: usualKind(), clock: CLOCK, days: null, rated: false }).catch(tell);
      }),
    );
    rooms.replaceChildren(
      ...[
        rows.length ? panel(say("kid.class"), h("div.buttons", {}, rows)) : null,
        isOpen ? panel(say("kid.find"), h("p.faint", {}, say("kid.find.about")), finder) : null,
        relatives.length ? panel(say("kid.family"), h("div.buttons", {}, relatives)) : null,
        bots.element,
        rest,
      ].filter((each) => each !== null),
    );
  }

  const refresh = () => Promise.all([mine, bots].map((part) => part.refresh().catch(() => undefined)));
  const timer = setInterval(() => server.refresh().catch(() => undefined), ASK_MS);
  const unbind = [
    server.live.follow("user", (frame) => {
      if (frame.type === "gameStart") seeking.begun(frame.game);
      if (!mine.hear(frame)) mine.refresh().catch(() => undefined);
    }),
    server.onAccount(() => {
      draw();
      refresh();
    }),
  ];
  drawFinder();
  draw();
  await refresh();
  const close = () => {
    clearInterval(timer);
    for (const each of unbind) each();
    seeking.close();
  };
  return { element, close, title: say("kid.play") };
}

/** The time to play is over: kindly. @param {Server} server */
function enough(server) {
  const { why, until } = server.account?.child ?? {};
  const now = server.live.serverNow();
  const when = until ? new Date(until) : null;
  const time = when?.toLocaleTimeString(locale(), { hour: "numeric", minute: "2-digit" });
  const isToday = when?.toDateString() === new Date(now).toDateString();
  return h(
    "section.panel.enough",
    { "aria-label": say("kid.enough") },
    h("img", { src: "star.svg", alt: "", width: 72, height: 72 }),
    h("h2", {}, say("kid.enough")),
    h("p", {}, say(why === "minutes" ? "kid.enough.minutes" : "kid.enough.hours")),
    time ? h("p", {}, say(isToday ? "kid.again today" : "kid.again tomorrow", { time })) : null,
  );
}
