// The card at the end of a game: who won and how, and what to do next.

import { button, h, linkButton } from "../../dom.js";
import { outcomeWords, sideName } from "../../game/showing.js";
import { SIDES } from "../../game/text.js";
import { say } from "../../words.js";

/** @typedef {import("../../game/session.js").Session} Session */

/** @param {Pick<Session, "outcome" | "person">} session */
export function endingSound({ outcome, person }) {
  if (!outcome || outcome.winner === null) return "draw";
  return person === null || outcome.winner === person ? "win" : "lose";
}

/** @param {Pick<Session, "outcome" | "person">} session */
export function endingTitle({ outcome, person }) {
  if (!outcome || outcome.winner === null) return say("desktop.result.draw");
  if (person === null) return say("desktop.result.wins", { side: sideName(outcome.winner) });
  return say(outcome.winner === person ? "desktop.result.you" : "desktop.result.lost");
}

/** An ending for the ear: "You lost. Red wins by resignation." @param {Pick<Session, "outcome" | "person">} session @param {string} how it ended */
export const endingWords = (session, how) =>
  session.person === null ? how : `${endingTitle(session).replace(/[!！]$/, "")}. ${how}`;

/** A card over the board. @param {string} emblem @param {string} title @param {any[]} parts @param {() => void} onHide */
export function card(emblem, title, parts, onHide) {
  return h(
    "div.card",
    { role: "group", "aria-label": title },
    button("close", say("web.close"), onHide, { isSmall: true, look: "plain" }),
    h("img", { src: `emblems/${emblem}.svg`, alt: "", width: 64, height: 64 }),
    h("h2", {}, title),
    ...parts,
  );
}

/** Whose emblem stands for an ending. @param {import("../../game/game.js").Outcome | null} outcome */
export const emblemOf = (outcome) => (outcome && outcome.winner !== null ? SIDES[outcome.winner] : "nobody");

/** @param {Session} session @param {{review: string, rematch: string, other: {words: string, href: string} | null}} links @param {() => void} onHide */
export function endingCard(session, { review, rematch, other }, onHide) {
  const { outcome, game } = session;
  if (!outcome) return "";
  const links = h(
    "div.buttons",
    {},
    linkButton("turn", say("web.play.rematch"), rematch, "accent"),
    linkButton("analyse", say("web.play.review"), review),
    other ? linkButton("computer", other.words, other.href) : null,
  );
  return card(emblemOf(outcome), endingTitle(session), [h("p", {}, outcomeWords(outcome, game)), links], onHide);
}

/** What covers a paused game. @param {() => void} onResume */
export const pauseCard = (onResume) =>
  h(
    "div.card",
    {},
    h("h2", {}, say("web.play.paused")),
    button("play", say("web.play.go on"), onResume, { look: "accent" }),
  );
