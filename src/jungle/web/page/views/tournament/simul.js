// Simultaneous games: people apply, the host admits them and starts, and plays all boards from this page.

import { announce } from "../../dialog.js";
import { button, h, linkButton } from "../../dom.js";
import { nextGame } from "../../online/next-game.js";
import { openBegun } from "../../online/notices.js";
import { tell } from "../../online/pairing.js";
import { halves, hostScore, roundResult } from "../../online/rounds.js";
import { termsWords } from "../../online/terms.js";
import { readRoute, routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { openTable } from "../game.js";
import { panel, playerLink, redraw } from "../parts/people.js";
import { isTaken } from "../parts/typed.js";
import { BoardWall } from "../parts/wall.js";
import { tournamentChat } from "./chat.js";
import { enterButton } from "./enter.js";

/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {import("../../online/answers.js").RoundsView} RoundsView */

/** @param {Server} server @param {import("../../library.js").Library} library @param {RoundsView} given */
export function openSimul(server, library, given) {
  let shown = given;
  const { id } = given;
  const topic = `tournament:${id}`;
  const path = `/tournament/${encodeURIComponent(id)}`;
  const wall = new BoardWall(server, library);
  const chat = tournamentChat(server, shown);
  /** @type {import("../game/table.js").OnlineTable | null} the board that the host plays on */
  let table = null;
  let opening = "";
  let isClosed = false;
  const parts = {
    state: h("span", {}),
    acts: h("div.buttons", {}),
    players: h("div", {}),
    board: h("div.host-board", {}),
  };
  const boards = h(
    "section.panel",
    { "aria-label": say("class.boards") },
    h("h2", {}, say("class.boards")),
    wall.element,
  );

  /** @param {string} what @param {unknown} [body] */
  const post = (what, body) => server.post(`${path}/${what}`, body).then(() => server.live.refresh(topic), tell);

  const isHost = () => shown.isOrganiser;

  function draw() {
    const me = shown.standing.find(({ name }) => name === server.account?.name);
    const game = myGame(shown, server.account?.name);
    if (game && !isHost()) openBegun(game);
    parts.state.textContent = stateWords(shown);
    redraw(parts.acts, acts(me, game));
    redraw(parts.players, [players()]);
    const games = shown.boards
      .filter((board) => board.game)
      .map((board) => ({ id: String(board.game), status: board.points ? "ended" : "started" }));
    wall.show(games);
    boards.hidden = !games.length;
    if (isHost() && !table && !opening && shown.status === "started" && games.length === shown.boards.length) next();
  }

  /** @param {RoundsView["standing"][number] | undefined} me @param {string | null} game */
  function acts(me, game) {
    const all = [];
    if (shown.status === "created" && !isHost())
      all.push(enterButton(server, shown, me && !me.isAway, say("online.simul.apply")));
    if (shown.status === "created" && isHost())
      all.push(
        button("play", say("online.simul.start"), () => post("round"), {
          look: "accent",
          isOff: !shown.standing.some(({ isAdmitted, isAway }) => isAdmitted && !isAway),
        }),
      );
    if (shown.status === "started" && isHost())
      all.push(button("forward", say("live.next game"), next, { look: "accent" }));
    if (game && !isHost()) all.push(linkButton("play", say("online.to game"), routeTo(["game", game]), "accent"));
    return all;
  }

  /** Who has applied, and later how they play. */
  function players() {
    const isOpen = shown.status === "created";
    const listed = shown.standing.filter(({ isAway, isAdmitted }) => (isOpen ? !isAway : isAdmitted));
    if (!listed.length) return h("p.faint", {}, say("online.simul.nobody"));
    /** @param {RoundsView["standing"][number]} each */
    const row = (each) =>
      h(
        "li",
        {},
        h("span.who", {}, playerLink(each), isOpen ? h("span.faint", {}, say(admissionKey(each))) : null),
        isOpen ? admission(each) : h("strong", {}, each.results.length ? halves(each.points) : "–"),
      );
    return h("ul.rows", {}, listed.map(row));
  }

  /** @param {RoundsView["standing"][number]} each */
  function admission({ name, isAdmitted }) {
    if (!isHost()) return null;
    const words = say(isAdmitted ? "online.simul.dismiss" : "online.simul.admit", { name });
    return button(isAdmitted ? "close" : "check", words, () => post("admit", { name, admitted: !isAdmitted }), {
      look: isAdmitted ? "" : "accent",
    });
  }

  /** The host goes on to a board. @param {string} game */
  async function openBoard(game) {
    if (table?.online.id === game || opening === game) return;
    opening = game;
    try {
      const made = await openTable(game, library, server, { onNext: next });
      if (isClosed || opening !== game) {
        made.close();
        return;
      }
      table?.close();
      table = made;
      parts.board.replaceChildren(made.element);
      announce(made.online.startWords);
      made.board.focusCursor();
    } catch (error) {
      tell(error);
    } finally {
      if (opening === game) opening = "";
    }
  }

  /** The host goes on to the next board that waits. */
  async function next() {
    try {
      const { nowPlaying } = await server.get("/account/playing");
      const mine = nowPlaying.filter((/** @type {{tournament: string}} */ { tournament }) => tournament === id);
      const found = nextGame(mine, table?.online.id) ?? (table ? null : mine[0]?.id);
      if (found) await openBoard(found);
      else if (shown.status === "started") announce(say("live.no next game"));
    } catch (error) {
      tell(error);
    }
  }

  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.key.toLowerCase() !== "n" || isTaken(event) || !isHost() || shown.status !== "started") return;
    event.preventDefault();
    next();
  };

  /** A board of the wall opens here for its host. @param {MouseEvent} event */
  const chosen = (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.watched-board") : null;
    if (!link || !isHost() || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    openBoard(readRoute(link.getAttribute("href") ?? "").id);
  };

  /** @param {import("../../online/live.js").Frame} frame */
  function hear(frame) {
    if (frame.type === "resync" || frame.what === "chat") return; // The whole state follows; the chat has its own.
    const before = shown.status;
    if (frame.tournament) shown = frame.tournament;
    else {
      for (const changed of frame.boards ?? []) shown = roundResult(shown, changed);
      server.live.refresh(topic);
    }
    if (shown.status !== before) announce(stateWords(shown));
    draw();
  }

  addEventListener("keydown", pressed, true); // Before the key that works on every view.
  wall.element.addEventListener("click", chosen);
  const unbind = [
    server.live.follow(topic, hear),
    server.onAccount(() => server.live.refresh(topic)),
    chat.close,
    () => wall.close(),
    () => removeEventListener("keydown", pressed, true),
    () => table?.close(),
  ];
  const element = h(
    "div.page.arena.simul",
    {},
    h(
      "section.panel.arena-head",
      {},
      h(
        "div",
        {},
        h("h1", {}, shown.name),
        h("p.faint", {}, `${say("online.format.simul")} · ${termsWords({ ...shown, days: null })}`),
        shown.by ? h("p.faint", {}, say("online.simul.host", { name: shown.by })) : null,
      ),
      h("p.when", {}, parts.state),
      parts.acts,
    ),
    parts.board,
    boards,
    panel(say("online.simul.players"), parts.players),
    chat.element,
  );
  draw();
  const close = () => {
    isClosed = true;
    for (const each of unbind) each();
  };
  return { element, close, title: shown.name };
}

/** @param {RoundsView["standing"][number]} each */
const admissionKey = ({ isAdmitted }) => (isAdmitted ? "online.simul.admitted" : "online.simul.applied");

/** The game that somebody should be playing. @param {RoundsView} tournament @param {string | undefined} name */
const myGame = ({ boards }, name) =>
  boards.find(({ points, blue, red }) => !points && name && [blue, red].includes(name))?.game ?? null;

/** @param {RoundsView} simul */
function stateWords(simul) {
  if (simul.status === "created") return say("online.simul.open");
  const { own, others, left } = hostScore(simul);
  const score = say("online.simul.score", { own: halves(own), others: halves(others) });
  return left ? `${score} · ${say("online.simul.left", { count: left })}` : score;
}
