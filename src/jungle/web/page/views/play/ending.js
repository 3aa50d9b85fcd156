// The card at the end of a game: who won and how, and what to do next.

import { button, h, linkButton } from "../../dom.js";
import { endingSentence, endingTitle, isWon } from "../../game/endings.js";
import { SIDES } from "../../game/text.js";
import { say } from "../../words.js";
import { levelFace, levelName, pictured } from "../parts/strip.js";

/** @typedef {import("../../game/session.js").Session} Session */

/** Stars that fly out after a win, unless motion is reduced. */
const STARS = 14;
function applause() {
  const stars = Array.from({ length: STARS }, () => h("img", { src: "star.svg", alt: "", width: 28, height: 28 }));
  for (const [index, star] of stars.entries()) star.style.setProperty("--index", String(index));
  return h("div.applause", { "aria-hidden": "true" }, stars);
}

/** A card over the board. @param {HTMLElement} face of whom it is about @param {string} title @param {import("../../dom.js").Child[]} parts @param {() => void} onHide @param {boolean} [isWin] */
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

/** @param {Session} session @param {{review: string, rematch: string, other: {words: string, href: string, level: string} | null}} links @param {() => void} onHide */
export function endingCard(session, { review, rematch, other }, onHide) {
  const { outcome, game, person, setup, isFirst } = session;
  if (!outcome) return "";
  const hasLost = person !== null && outcome.winner !== null && outcome.winner !== person;
  const again = linkButton("turn", say("web.play.rematch"), rematch, "accent");
  const next = other && pictured(levelFace(other.level, 28), other.words, other.href);
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
  const words = h("p", {}, endingSentence(outcome, game));
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
