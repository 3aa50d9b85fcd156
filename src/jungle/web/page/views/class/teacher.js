// A class on the teacher's screen, which everybody sees on the wall: how to join, who is here, all boards, and what to start.

import { announce, confirmed, openDialog } from "../../dialog.js";
import { button, h, linkButton, toggle } from "../../dom.js";
import { classStanding, codeText, isOnlyHere, roundGames } from "../../online/classroom.js";
import { tell } from "../../online/pairing.js";
import { routeTo } from "../../routes.js";
import { onChange, settings } from "../../settings.js";
import { say, sayWith } from "../../words.js";
import { empty, panel, redraw } from "../parts/people.js";
import { BoardWall } from "../parts/wall.js";
import { labelledName, pupilName, pupilPlate, showLabels, showsLabels } from "./pupils.js";
import { endRound, openAnnouncement, openRound, openSimul, openTournament, waitingNotice } from "./start.js";

/** @typedef {import("../class.js").Given} Given */
/** @typedef {import("../../online/classroom.js").Class} Class */

/** The address at which a code is typed. @param {string} [url] with the code */
const joinAddress = (url = `${location.origin}/#/join/`) => url.replace(/\/[^/]*$/, "").replace(/^https?:\/\//, "");

/** Starts a server that phones in the same network can reach. */
const SCHOOL_COMMAND = "jungle serve --school";

/** @param {Class} shown */
function joinParts({ id, code = "", isOpen, url }) {
  return [
    h("img.qr", {
      src: `/api/class/${encodeURIComponent(id)}/code.svg?${code}`,
      alt: say("class.qr"),
      width: 240,
      height: 240,
    }),
    h(
      "div.how",
      {},
      isOnlyHere(url ?? location.origin)
        ? h("p.notice.bad", {}, sayWith("class.only here", { command: h("code", {}, SCHOOL_COMMAND) }))
        : null,
      h("p", {}, sayWith("class.join at", { address: h("strong", {}, joinAddress(url)) })),
      h("p.code-large", {}, h("span.spoken", {}, say("class.code")), h("span", {}, codeText(code))),
      isOpen ? null : h("p.notice.bad", {}, say("class.closed")),
    ),
  ];
}

/** @param {Given} given */
export function openTeacher({ library, server, followed }) {
  const wall = new BoardWall(server, library);
  const parts = {
    name: h("h1", {}),
    acts: h("div.class-acts", { role: "toolbar", "aria-label": say("web.controls") }),
    told: h("div", {}),
    join: h("section.panel.join", { "aria-label": say("class.join here") }),
    waiting: h("section.panel.applicants", { "aria-label": say("class.asking to join") }),
    here: h("section.panel.listed", { "aria-label": say("class.who") }),
    boards: h(
      "section.boards-panel",
      { "aria-label": say("class.boards") },
      h("h2", {}, say("class.boards")),
      wall.element,
    ),
    standing: h("div", {}),
    tournaments: h("div", {}),
  };

  function draw() {
    const { shown } = followed;
    parts.name.textContent = shown.name;
    redraw(parts.acts, acts());
    redraw(parts.told, told(shown));
    drawJoin(shown);
    redraw(parts.waiting, shown.waiting?.length ? waitingParts(followed) : []);
    parts.waiting.hidden = !shown.waiting?.length;
    redraw(parts.here, hereParts(shown, draw));
    parts.boards.hidden = !shown.games.length;
    element.classList.toggle("in-round", shown.games.length > 0);
    redraw(parts.standing, shown.pupils.some(({ games }) => games > 0) ? [standing(shown)] : []);
    redraw(parts.tournaments, shown.tournaments.length ? [tournaments(shown)] : []);
    // Last, because the boards take the room that is left.
    wall.show(shown.games);
  }

  /** The picture of the code is asked for only when there is another one. @param {Class} shown */
  function drawJoin(shown) {
    const key = JSON.stringify([shown.code, shown.url, shown.isOpen, settings.language]);
    if (parts.join.dataset.key === key) return;
    parts.join.dataset.key = key;
    parts.join.replaceChildren(
      ...joinParts(shown),
      button("image", say("class.enlarge"), enlarge, { isSmall: true, look: "plain" }),
    );
  }

  const enlarge = () =>
    openDialog(say("class.join here"), [h("div.join.large", {}, joinParts(followed.shown))], {
      onOpen: (dialog) => dialog.classList.add("wide"),
    });

  async function pause() {
    const { isPaused } = followed.shown;
    await followed.post("/pause", { paused: !isPaused });
    followed.take({ isPaused: !isPaused });
  }

  /** The buttons for what can be started now. */
  function acts() {
    const { shown } = followed;
    const isPlaying = shown.games.some(({ status }) => status === "started");
    /** @param {string} part */
    const to = (part) => routeTo(["class", followed.id, part]);
    return [
      button("people", say("class.round"), () => openRound(followed, library), { look: isPlaying ? "" : "accent" }),
      button("simul", say("class.simul"), () => openSimul(followed, library)),
      button(
        shown.isPaused ? "play" : "pause",
        say(shown.isPaused ? "class.resume" : "class.pause"),
        () => pause().catch(tell),
        {
          isOff: !isPlaying && !shown.isPaused,
          look: shown.isPaused ? "accent" : "",
        },
      ),
      roundGames(shown).length ? button("resign", say("class.end round"), () => endRound(followed).catch(tell)) : null,
      linkButton("editor", say("class.board"), to("board")),
      linkButton("check", say("class.assignments"), to("assignments")),
      button("tournament", say("class.tournament"), () => openTournament(followed, library)),
      button("chat", say("class.announce"), () => openAnnouncement(followed)),
      linkButton("settings", say("class.settings"), to("settings")),
    ].filter((part) => part !== null);
  }

  /** The announcement to the pupils. @param {Class} shown */
  function told({ announcement, isPaused, board }) {
    const clear = async () => {
      if (await confirmed(say("class.take down?"), say("class.take down")))
        await followed.change({ announcement: "" }).catch(tell);
    };
    return [
      isPaused ? h("p.notice.paused", { role: "status" }, say("class.is paused")) : null,
      waitingNotice(followed),
      announcement
        ? h(
            "div.announcement",
            {},
            h("p", {}, announcement),
            button("close", say("class.take down"), clear, { isSmall: true, look: "plain" }),
          )
        : null,
      board ? h("p.notice", {}, ...sayWith("class.board shown", { link: toBoard() })) : null,
    ].filter(Boolean);
  }

  const toBoard = () => h("a", { href: routeTo(["class", followed.id, "board"]) }, say("class.board"));

  /** @param {string} what @param {import("../../online/classroom.js").ClassEvent} event */
  function happened(what, event) {
    if (what === "joined") announce(say("class.joined", { name: pupilName(event.pupil.name) }));
    if (what === "waiting") announce(say("class.asks to join", { name: pupilName(event.pupil.name) }));
    draw();
  }

  const element = h(
    "div.page.classroom",
    {},
    h("header.class-head", {}, parts.name, parts.acts),
    parts.told,
    h(
      "div.class-columns",
      {},
      h("div.column", {}, parts.join, parts.waiting, parts.here, parts.standing, parts.tournaments),
      parts.boards,
    ),
  );
  const unbind = [followed.onChange(happened), onChange(draw)];
  draw();
  const close = () => {
    for (const each of unbind) each();
    wall.close();
  };
  return { element, close };
}

/** Pupils who have used the code and wait to be let in. @param {import("../../online/followed-class.js").FollowedClass} followed */
function waitingParts(followed) {
  const waiting = followed.shown.waiting ?? [];
  const letIn = (/** @type {string[]} */ names) => followed.post("/admit", { names }).catch(tell);
  const turnAway = (/** @type {string[]} */ names) => followed.post("/remove", { names }).catch(tell);
  const all = waiting.map(({ name }) => name);
  const turnAllAway = async () => {
    if (await confirmed(say("class.turn away?", { count: all.length }), say("class.turn away"))) await turnAway(all);
  };
  const row = (/** @type {string} */ name) =>
    h(
      "li",
      {},
      h("strong.who", {}, pupilName(name)),
      button("check", say("class.let in of", { name: pupilName(name) }), () => letIn([name]), { isSmall: true }),
      button("close", say("class.turn away of", { name: pupilName(name) }), () => turnAway([name]), { isSmall: true }),
    );
  return [
    h("h2", {}, say("class.n waiting", { count: all.length })),
    h("ul.rows.pupils", {}, all.map(row)),
    h(
      "div.buttons",
      {},
      button("check", say("class.let all in"), () => letIn(all), { look: "accent" }),
      button("close", say("class.turn away"), turnAllAway),
    ),
  ];
}

/** The pupils, those present first. @param {Class} shown @param {() => void} redrawAll */
function hereParts({ pupils }, redrawAll) {
  const sorted = [...pupils].sort(
    (one, other) => Number(other.here) - Number(one.here) || (one.name < other.name ? -1 : 1),
  );
  const count = pupils.filter(({ here }) => here).length;
  const labels = toggle(say("class.labels"), showsLabels(), (isOn) => {
    showLabels(isOn);
    redrawAll();
  });
  return [
    h("h2", {}, say("class.n here", { count, all: pupils.length })),
    pupils.length ? h("ul.plates", {}, sorted.map(pupilPlate)) : empty(say("class.nobody"), null, "2"),
    pupils.some(({ label }) => label) ? labels : null,
  ].filter(Boolean);
}

/** @param {Class} shown */
function standing({ pupils }) {
  /** @param {ReturnType<typeof classStanding>[number]} each */
  const row = (each) =>
    h(
      "tr",
      {},
      h("td.place", {}, each.place),
      h("td", {}, h("span.player", {}, labelledName(each))),
      h("td", {}, each.games),
      h("td.score", {}, h("strong", {}, each.points)),
    );
  const head = ["online.place", "online.player", "class.games", "online.score"].map((key) =>
    h("th", { scope: "col" }, say(key)),
  );
  return panel(
    say("online.standing"),
    h("table.list.standing", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, classStanding(pupils).map(row))),
  );
}

/** @param {Class} shown */
const tournaments = ({ tournaments: all }) =>
  panel(
    say("web.menu.tournament"),
    h(
      "ul.rows",
      {},
      all.map(({ id, name, status }) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: routeTo(["tournament", id]) },
            h("strong", {}, name),
            h("span.faint", {}, say(`online.tournaments.${status}`)),
          ),
        ),
      ),
    ),
  );
