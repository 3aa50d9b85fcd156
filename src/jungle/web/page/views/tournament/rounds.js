// A tournament with rounds: pairings, standing, cross table, and what its organiser can do.

import { announce, openDialog } from "../../dialog.js";
import { button, h, linkButton } from "../../dom.js";
import { openBegun } from "../../online/notices.js";
import { tell } from "../../online/pairing.js";
import { roundResult } from "../../online/rounds.js";
import { countdown, termsWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { closeDialog, field, selectInput, serverForm } from "../parts/forms.js";
import { panel, redraw } from "../parts/people.js";
import { tournamentChat } from "./chat.js";
import { enterButton } from "./enter.js";
import { cross, logWords, resultOf, standing } from "./tables.js";

/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {import("../../online/answers.js").RoundsView} RoundsView */

const TICK_MS = 250;
/** Many pages follow a tournament: they ask for the new standing at different times. */
const REFRESH_MS = { least: 500, most: 10_000 };
const FEW = 30;
const RESULTS = ["1-0", "1/2-1/2", "0-1", "0-0"];

/** @param {Server} server @param {RoundsView} given */
export function openRounds(server, given) {
  let shown = given;
  /** The round whose pairings are shown; the current one unless somebody has chosen another. */
  let chosenRound = 0;
  /** @type {ReturnType<typeof setTimeout> | null} */
  let refreshing = null;
  const path = `/tournament/${encodeURIComponent(shown.id)}`;
  const topic = `tournament:${shown.id}`;
  const parts = {
    state: h("span", {}),
    clock: h("strong.countdown", { role: "timer" }),
    acts: h("div.buttons", {}),
    pairings: h("div", {}),
    standing: h("div", {}),
    cross: h("div", {}),
    organiser: h("div", {}),
  };

  /** @param {string} what @param {unknown} [body] */
  const post = (what, body) => server.post(`${path}/${what}`, body).then(() => server.live.refresh(topic));

  function draw() {
    const me = shown.standing.find(({ name }) => name === server.account?.name);
    const game = myGame(shown, server.account?.name);
    if (game) openBegun(game);
    parts.state.textContent = stateWords(shown);
    drawActs(me, game);
    redraw(parts.pairings, [pairings()]);
    redraw(parts.standing, [standing(shown, server.account?.name)]);
    redraw(parts.cross, [shown.round ? cross(shown) : null]);
    redraw(parts.organiser, [shown.isOrganiser || shown.log.length ? organiser() : null]);
    tick();
  }

  function tick() {
    const at = shown.status === "created" ? shown.starts : shown.status === "started" ? shown.nextAt : null;
    const text = at ? countdown(at - server.live.serverNow()) : "";
    if (parts.clock.textContent !== text) parts.clock.textContent = text;
  }

  /** @param {RoundsView["standing"][number] | undefined} me @param {string | null} game */
  function drawActs(me, game) {
    const all = [];
    const mayEnter = shown.status === "created" || (shown.status === "started" && (me || shown.format === "swiss"));
    if (mayEnter) all.push(enterButton(server, shown, me && !me.isAway));
    if (shown.isOrganiser && mayStart(shown)) {
      const words = say(shown.status === "created" ? "online.rounds.start" : "online.rounds.start next");
      all.push(button("play", words, () => post("round").catch(tell), { look: "accent" }));
    }
    if (shown.class) all.push(linkButton("people", say("class.to class"), routeTo(["class", shown.class])));
    if (game) all.push(linkButton("play", say("online.to game"), routeTo(["game", game]), "accent"));
    redraw(parts.acts, all);
  }

  function pairings() {
    if (!shown.round) return h("p.faint", {}, say("online.rounds.not yet"));
    const number = chosenRound || shown.round;
    const boards = shown.boards.filter(({ round }) => round === number);
    const options = Array.from({ length: shown.round }, (_, index) => String(index + 1));
    const choose = selectInput(
      "round",
      options.map((each) => [each, say("online.rounds.round n", { number: each })]),
      String(number),
      (value) => {
        chosenRound = Number(value) === shown.round ? 0 : Number(value);
        draw();
      },
    );
    choose.setAttribute("aria-label", say("online.rounds.count"));
    const columns = ["online.rounds.board", "side.blue", "online.rounds.result", "side.red"];
    return h(
      "div",
      {},
      h("div.round-choice", {}, choose),
      h(
        "table.list.boards",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            columns.map((key) => h("th", { scope: "col" }, say(key))),
          ),
        ),
        h("tbody", {}, boards.map(boardLine)),
      ),
    );
  }

  /** @param {RoundsView["boards"][number]} board */
  function boardLine(board) {
    const mine = [board.blue, board.red].includes(server.account?.name ?? "");
    const result = h("td.result", {}, resultOf(board));
    if (shown.isOrganiser && !board.isBye) result.append(...organisersTools(board));
    return h(
      `tr${mine ? ".mine" : ""}`,
      {},
      h("td.place", {}, board.number),
      h("td", {}, board.blue ?? "–"),
      result,
      h("td", {}, board.isBye ? h("span.faint", {}, say("online.rounds.bye")) : (board.red ?? "–")),
    );
  }

  /** @param {RoundsView["boards"][number]} board */
  function organisersTools(board) {
    const enter = selectInput(
      "result",
      [["", "…"], .../** @type {[string, string][]} */ (RESULTS.map((each) => [each, each.replaceAll("1/2", "½")]))],
      "",
      (result) => {
        if (result) post("result", { round: board.round, board: board.number, result }).catch(tell);
      },
    );
    enter.setAttribute("aria-label", say("online.rounds.result of", { number: board.number }));
    const mayChange = shown.format === "swiss" && board.round === shown.round && !board.points;
    return [
      enter,
      mayChange
        ? button("people", say("online.rounds.change", { number: board.number }), () => openChange(board), {
            isSmall: true,
          })
        : null,
    ].filter((each) => each !== null);
  }

  /** @param {RoundsView["boards"][number]} board */
  function openChange(board) {
    const names = shown.boards
      .filter(({ round }) => round === shown.round)
      .flatMap(({ blue, red }) => [blue, red])
      .filter((name) => name !== null)
      .sort();
    const options = names.map((name) => /** @type {[string, string]} */ ([name, name]));
    const form = serverForm(
      [
        h("p.faint", {}, say("online.rounds.change.about")),
        h(
          "div.pair",
          {},
          field(say("side.blue"), selectInput("blue", options, board.blue ?? "")),
          field(say("side.red"), selectInput("red", options, board.red ?? "")),
        ),
      ],
      say("online.rounds.change.save"),
      async ({ blue, red }) => {
        await post("pairing", { round: board.round, board: board.number, blue, red });
        closeDialog(form);
      },
    );
    return openDialog(say("online.rounds.change", { number: board.number }), [form]);
  }

  function organiser() {
    return h(
      "div.organiser",
      {},
      shown.isOrganiser && shown.format === "swiss" && shown.status !== "finished" ? apart() : null,
      shown.log.length
        ? h(
            "details",
            {},
            h("summary", {}, say("online.rounds.log")),
            h(
              "ol.log",
              {},
              shown.log.map((entry) => h("li", {}, logWords(entry))),
            ),
          )
        : null,
    );
  }

  function apart() {
    const names = shown.standing.map(({ name }) => name).sort();
    const options = names.map((name) => /** @type {[string, string]} */ ([name, name]));
    const [one, two] = ["one", "two"].map((name, index) => selectInput(name, options, names[index] ?? ""));
    one.setAttribute("aria-label", say("online.player"));
    two.setAttribute("aria-label", say("online.player"));
    const listed = (shown.apart ?? []).map(([first, second]) =>
      h(
        "li",
        {},
        `${first} – ${second} `,
        button(
          "close",
          say("online.rounds.together", { one: first, two: second }),
          () => post("apart", { one: first, two: second, apart: false }).catch(tell),
          { isSmall: true },
        ),
      ),
    );
    const form = serverForm(
      [h("div.pair", {}, one, two)],
      say("online.rounds.apart.add"),
      (values) => post("apart", { one: values.one, two: values.two }),
      { look: "" },
    );
    return h(
      "details",
      {},
      h("summary", {}, say("online.rounds.apart")),
      listed.length ? h("ul", {}, listed) : null,
      form,
    );
  }

  /** Handles a frame: the whole tournament, or what happened. @param {import("../../online/live.js").Frame} frame */
  function hear(frame) {
    if (frame.type === "resync" || frame.what === "chat") return; // The whole state follows; the chat has its own.
    const before = { status: shown.status, round: shown.round };
    if (frame.tournament) {
      shown = frame.tournament;
      if (shown.round !== before.round) announce(roundWords(shown));
      else if (shown.status !== before.status) announce(stateWords(shown));
      draw();
      return;
    }
    for (const changed of frame.boards ?? []) shown = roundResult(shown, changed);
    if (frame.boards) draw();
    const { least, most } = REFRESH_MS;
    refreshing ??= setTimeout(
      () => {
        refreshing = null;
        server.live.refresh(topic);
      },
      least + Math.random() * (shown.standing.length > FEW ? most - least : 0),
    );
  }

  const chat = tournamentChat(server, shown);
  const unbind = [server.live.follow(topic, hear), server.onAccount(() => server.live.refresh(topic)), chat.close];
  const timer = setInterval(tick, TICK_MS);
  draw();
  const element = h(
    "div.page.arena.rounds",
    {},
    h(
      "section.panel.arena-head",
      {},
      h(
        "div",
        {},
        h("h1", {}, shown.name),
        h("p.faint", {}, `${say(`online.format.${shown.format}`)} · ${termsWords({ ...shown, days: null })}`),
        shown.by ? h("p.faint", {}, say("online.arena.by", { name: shown.by })) : null,
      ),
      h("p.when", {}, parts.state, " ", parts.clock),
      parts.acts,
    ),
    panel(say("online.rounds.pairings"), parts.pairings),
    panel(say("online.standing"), parts.standing),
    panel(
      say("online.rounds.cross"),
      parts.cross,
      h(
        "div.buttons.cross-acts",
        {},
        button("download", say("online.rounds.csv"), () => location.assign(`/api${path}/table.csv`)),
        button("", say("online.rounds.print"), () => print()),
      ),
    ),
    parts.organiser,
    chat.element,
  );
  const close = () => {
    for (const each of unbind) each();
    clearInterval(timer);
    if (refreshing) clearTimeout(refreshing);
  };
  return { element, close, title: shown.name };
}

/** Can its organiser start it, or the next round? @param {RoundsView} tournament */
const mayStart = ({ status, round, rounds, boards }) =>
  status === "created" || (status === "started" && round < rounds && boards.every(({ points }) => points));

/** The game that somebody should be playing. @param {RoundsView} tournament @param {string | undefined} name */
const myGame = ({ boards, round }, name) =>
  boards.find((each) => each.round === round && !each.points && name && [each.blue, each.red].includes(name))?.game ??
  null;

/** @param {RoundsView} tournament */
const roundWords = ({ round, rounds }) => say("online.rounds.round", { number: round, count: rounds });

/** @param {RoundsView} tournament */
function stateWords(tournament) {
  const { status, nextAt } = tournament;
  if (status === "created") return say("online.arena.created");
  if (status === "finished") return say("online.arena.finished");
  if (nextAt) return say("online.rounds.next in");
  const waits = mayStart(tournament) ? ` · ${say("online.rounds.waits")}` : "";
  return roundWords(tournament) + waits;
}
