// The card at the end of a game: who won and how, and what to do next.

import { button, h, linkButton } from "../../dom.js";
import { outcomeWords, sideName } from "../../game/showing.js";
import { SIDES } from "../../game/text.js";
import { say } from "../../words.js";
import { levelFace, levelName } from "../parts/strip.js";

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

/** An ending as it is spoken: "You lost. Red wins by resignation." @param {Pick<Session, "outcome" | "person">} session @param {string} how it ended */
export const endingWords = (session, how) =>
  session.person === null ? how : `${endingTitle(session).replace(/[!！]$/, "")}. ${how}`;

/** Stars that fly out after a win, unless motion is reduced. */
const STARS = 14;
const applause = () =>
  h(
    "div.applause",
    { "aria-hidden": "true" },
    Array.from({ length: STARS }, () => h("img", { src: "star.svg", alt: "", width: 28, height: 28 })),
  );

/** A card over the board. @param {HTMLElement} face of whom it is about @param {string} title @param {any[]} parts @param {() => void} onHide @param {boolean} [isWin] */
export function card(face, title, parts, onHide, isWin = false) {
  return h(
    isWin ? "div.card.won" : "div.card",
    { role: "group", "aria-label": title },
    isWin ? applause() : null,
    button("close", say("web.close"), onHide, { isSmall: true, look: "plain" }),
    face,
    h("h2", {}, title),
    ...parts,
  );
}

/** The emblem of an ending. @param {import("../../game/game.js").Outcome | null} outcome */
export function emblemOf(outcome) {
  const name = outcome && outcome.winner !== null ? SIDES[outcome.winner] : "nobody";
  return h("img", { src: `emblems/${name}.svg`, alt: "", width: 64, height: 64 });
}

/** Whether the person won; with two people at one screen, either win counts. @param {Pick<Session, "outcome" | "person">} session */
export const isWon = (session) => endingSound(session) === "win";

/** @param {Session} session @param {{review: string, rematch: string, other: {words: string, href: string, level: string} | null, isFirst: boolean}} links `isFirst`: was this opponent beaten for the first time? @param {() => void} onHide */
export function endingCard(session, { review, rematch, other, isFirst }, onHide) {
  const { outcome, game, person, setup } = session;
  if (!outcome) return "";
  const hasLost = person !== null && outcome.winner !== null && outcome.winner !== person;
  const again = linkButton("turn", say("web.play.rematch"), rematch, "accent");
  const next = other && h("a.button", { href: other.href }, levelFace(other.level, 28), h("span", {}, other.words));
  const links = h("div.buttons", {}, again, next, linkButton("analyse", say("web.play.review"), review));
  const name = person === null ? "" : levelName(setup.level);
  const sticker = isFirst
    ? h(
        "a.new-sticker",
        { href: "#/stickers" },
        h("img", { src: "star.svg", alt: "", width: 24, height: 24 }),
        say("web.stickers.new", { name }),
      )
    : null;
  const kind = hasLost ? h("p.kind", {}, say("web.play.kind")) : null;
  const face = person === null ? emblemOf(outcome) : levelFace(setup.level, 72, name);
  const words = h("p", {}, outcomeWords(outcome, game));
  return card(face, endingTitle(session), [words, sticker, kind, links], onHide, isWon(session));
}

/** The card over a paused game. @param {() => void} onResume */
export const pauseCard = (onResume) =>
  h(
    "div.card",
    {},
    h("h2", {}, say("web.play.paused")),
    button("play", say("web.play.go on"), onResume, { look: "accent" }),
  );
