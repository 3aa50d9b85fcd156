// The lobby: where people find opponents.

import { h } from "../dom.js";
import { isKid } from "../kid.js";
import { Seeking, tell } from "../online/pairing.js";
import { say } from "../words.js";
import { childLobby } from "./lobby/child.js";
import { mayRate, openChallengeForm, openSeekForm, wayButtons } from "./lobby/create.js";
import { ownGames } from "./lobby/mine.js";
import { houseBots, leaderboard } from "./lobby/people.js";
import { quickPairing } from "./lobby/quick.js";
import { openSeeks } from "./lobby/seeks.js";
import { tournamentList } from "./lobby/tournaments.js";
import { liveGames } from "./lobby/watching.js";

/** @typedef {import("../online/server.js").Server} Server */

const SOON_MS = 300;

/** Calls after a delay, at most once in that time. @param {() => void} act @param {number} ms */
function atMostEvery(act, ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const call = () => {
    timer ||= setTimeout(() => {
      timer = undefined;
      act();
    }, ms);
  };
  return { call, stop: () => clearTimeout(timer) };
}

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library @param {{server: Server}} given */
export async function open(_query, library, { server }) {
  if (isKid()) return childLobby(server);
  const seeking = new Seeking(server, () => quick.draw());
  const custom = () => openSeekForm(server, library, (terms) => seeking.seek(terms));
  const quick = quickPairing(seeking, { mayRate: () => mayRate(server), onCustom: custom, onError: tell });
  const seeks = openSeeks(server);
  const mine = ownGames(server);
  const leaders = leaderboard(server);
  const bots = houseBots(server, (name) => openChallengeForm(server, library, { name, isBot: true }));
  const watching = liveGames(server, library);
  const tournaments = tournamentList(server);
  const onSent = () => mine.refresh().catch(tell);
  const ways = wayButtons([
    [say("online.create"), custom],
    [say("online.friend"), () => openChallengeForm(server, library, { byLink: true, onSent })],
    [say("online.by name"), () => openChallengeForm(server, library, { onSent })],
  ]);
  const element = h(
    "div.page.lobby",
    {},
    h("h1.spoken", {}, say("web.menu.lobby")),
    mine.element,
    h(
      "div.lobby-columns",
      {},
      h("div.column", {}, quick.element, seeks.element),
      h("div.column", {}, ways, bots.element, tournaments.element),
      h("div.column", {}, watching.element, leaders.element),
    ),
  );

  const lost = h("p.notice.bad", { role: "status" });
  element.prepend(lost);
  const drawState = () => {
    const isLost = server.live.state === "offline";
    lost.replaceChildren(
      ...(isLost ? [say("online.lobby lost"), " ", h("a", { href: "#/play" }, say("web.home.computer"))] : []),
    );
    element.classList.toggle("lost", isLost);
  };
  drawState();
  const parts = [mine, leaders, bots, watching, tournaments];
  const refresh = () => Promise.all(parts.map((part) => part.refresh().catch(() => undefined)));
  const soonMine = atMostEvery(() => mine.refresh().catch(() => undefined), SOON_MS);
  const soonOthers = atMostEvery(
    () => Promise.all([watching.refresh(), tournaments.refresh()]).catch(() => undefined),
    SOON_MS,
  );
  let isGreeted = false;
  const unbind = [
    server.live.onState(drawState),
    server.live.follow("lobby", (frame) => {
      if (frame.type === "resync") soonOthers.call();
      else if (frame.tournament) tournaments.hear(frame.tournament);
      else if (frame.view || frame.over) watching.hear(frame);
      else seeks.hear(frame);
    }),
    server.live.follow("user", (frame) => {
      if (frame.type === "gameStart") seeking.begun(frame.game);
      // After a reconnection, events may have been missed; seeks come with the connection.
      if (frame.type === "hello" && isGreeted) soonOthers.call();
      isGreeted ||= frame.type === "hello";
      if (!mine.hear(frame)) soonMine.call();
    }),
    server.onAccount(() => {
      quick.draw();
      seeks.draw();
      refresh();
    }),
  ];
  await refresh();
  const close = () => {
    for (const each of unbind) each();
    for (const each of [soonMine, soonOthers]) each.stop();
    watching.close();
    seeking.close();
  };
  return { element, close };
}
