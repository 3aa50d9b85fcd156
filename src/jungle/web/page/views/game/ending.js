// The card at the end of a game on the server: who won and how, what that did to the ratings, and what to do next.

import { h, linkButton } from "../../dom.js";
import { endingSentence, endingTitle, isWon } from "../../game/endings.js";
import { sideName } from "../../game/showing.js";
import { COLOURS } from "../../online/followed-game.js";
import { say } from "../../words.js";
import { card, emblemOf } from "../play/ending.js";
import { analysisOf, canAnalyse, isPairedAgain, nextButton, rematchButton } from "./controls.js";

/** @param {import("../../online/followed-game.js").RatingChanges} ratings @param {"blue" | "red"} colour */
function change(ratings, colour) {
  const { before, after } = ratings[colour];
  const gained = after - before;
  const text = gained > 0 ? `+${gained}` : gained < 0 ? `−${-gained}` : "±0";
  return h("span.gain", { "data-sign": String(Math.sign(gained)) }, `${after} (${text})`);
}

/** @param {import("./table.js").OnlineTable} table */
export function onlineCard(table) {
  const { online } = table;
  const { outcome, me, ratings, game } = online;
  const hide = () => table.hideCard();
  /** @param {"blue" | "red"} colour */
  const whose = (colour) =>
    me
      ? say("live.your rating")
      : say("live.rating", {
          name: online.players[colour].name ? online.nameOf(colour) : sideName(COLOURS.indexOf(colour)),
        });
  const rated = ratings
    ? (me ? [me] : COLOURS).map((colour) => h("p.rating-change", {}, whose(colour), " ", change(ratings, colour)))
    : [];
  const words = outcome
    ? endingSentence(outcome, game)
    : say(isPairedAgain(table) ? "live.aborted.tournament" : "live.aborted");
  const buttons = h(
    "div.buttons",
    {},
    (me && !isPairedAgain(table)) || online.rematch ? rematchButton(table, online.classId ? "" : "accent") : null,
    outcome && canAnalyse(table) ? linkButton("analyse", say("web.play.review"), analysisOf(online, true)) : null,
    nextButton(table),
  );
  return card(
    emblemOf(outcome),
    outcome ? endingTitle(online) : say("online.aborted"),
    [h("p", {}, words), ...rated, buttons],
    hide,
    Boolean(me) && isWon(online),
  );
}
