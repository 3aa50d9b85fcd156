// The terms of a game, its spectators, and the state of the connection.

import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { termsWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";

/** @param {import("../../online/online-game.js").OnlineGame} online */
export function aboutLine(online) {
  const { game, clock, speed, isRated: rated, spectators, tournament, classId } = online;
  const terms = {
    clock: clock.terms,
    days: clock.days,
    speed,
    rated,
    game: game.kind,
    rules: game.rules.name,
  };
  return [
    h("span.terms-line", {}, termsWords(terms)),
    tournament ? h("a", { href: routeTo(["tournament", tournament]) }, say("live.tournament")) : "",
    classId ? h("a", { href: routeTo(["class", classId]) }, say("class.back")) : "",
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

/** An icon for the state of the connection. */
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
