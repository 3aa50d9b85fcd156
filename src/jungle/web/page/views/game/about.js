// What is played at a table, who watches, and whether the server is there.

import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { controlWords, ratedWords, rulesWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";

/** @param {import("../../online/online-game.js").OnlineGame} online */
export function aboutLine(online) {
  const { game, clock, speed, isRated, spectators, tournament } = online;
  const terms = {
    clock: clock.isLive ? clock : null,
    days: clock.days,
    game: game.kind,
    rules: game.rules.name,
    rated: isRated,
  };
  const control = controlWords(terms);
  const speedWords = say(`online.speed.${speed}`);
  const words = [
    clock.isLive || clock.days ? `${control} ${speedWords}` : speedWords,
    rulesWords(terms),
    ratedWords(terms),
  ];
  return [
    h("span.terms-line", {}, words.join(" · ")),
    tournament ? h("a", { href: routeTo(["tournament", tournament]) }, say("live.tournament")) : "",
    spectators
      ? h(
          "span.spectators",
          { title: say("live.spectators", { count: spectators }) },
          icon("people"),
          h("span.spoken", {}, say("live.watching")),
          ` ${spectators}`,
        )
      : "",
  ].filter(Boolean);
}

/** A sign that always tells how it stands with the connection. */
export function connectionSign() {
  const words = h("span.spoken", {});
  const element = h("span.connection", {}, icon("connected"), words);
  /** @param {import("../../online/live.js").Live} live */
  const draw = ({ state, lag }) => {
    element.dataset.state = state;
    const told =
      state === "connected" && lag !== null
        ? say("live.connected in", { lag: Math.round(lag * 2) })
        : say(`live.${state}`);
    element.title = told;
    if (words.textContent !== told) words.textContent = told;
  };
  return { element, draw };
}
