// The card at the end of a game: who won and how, and what to do next.

import { button, h, linkButton } from "../../dom.js";
import { outcomeWords, sideName } from "../../game/showing.js";
import { SIDES } from "../../game/text.js";
import { say } from "../../words.js";

/** @typedef {import("../../game/session.js").Session} Session */

/** @param {Session} session */
export function endingSound({ outcome, person }) {
  if (!outcome || outcome.winner === null) return "draw";
  return person === null || outcome.winner === person ? "win" : "lose";
}

/** @param {Session} session */
export function endingTitle({ outcome, person }) {
  if (!outcome || outcome.winner === null) return say("desktop.result.draw");
  if (person === null) return say("desktop.result.wins", { side: sideName(outcome.winner) });
  return say(outcome.winner === person ? "desktop.result.you" : "desktop.result.lost");
}

/** @param {Session} session @param {{review: string, rematch: string, other: {words: string, href: string} | null}} links @param {() => void} onHide */
export function endingCard(session, { review, rematch, other }, onHide) {
  const { outcome, game } = session;
  if (!outcome) return "";
  const emblem = outcome.winner === null ? "nobody" : SIDES[outcome.winner];
  const close = button("close", say("web.close"), onHide, { isSmall: true, look: "plain" });
  return h(
    "div.card",
    { role: "group", "aria-label": endingTitle(session) },
    close,
    h("img", { src: `emblems/${emblem}.svg`, alt: "", width: 64, height: 64 }),
    h("h2", {}, endingTitle(session)),
    h("p", {}, outcomeWords(outcome, game)),
    h(
      "div.buttons",
      {},
      linkButton("turn", say("web.play.rematch"), rematch, "accent"),
      linkButton("analyse", say("web.play.review"), review),
      other ? linkButton("computer", other.words, other.href) : null,
    ),
  );
}

/** What covers a paused game. @param {() => void} onResume */
export const pauseCard = (onResume) =>
  h(
    "div.card",
    {},
    h("h2", {}, say("web.play.paused")),
    button("play", say("web.play.go on"), onResume, { look: "accent" }),
  );
