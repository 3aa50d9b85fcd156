// The strip of a player next to the board: emblem, name, captured pieces, clock.

import { h } from "../../dom.js";
import { clockText, isLow } from "../../game/clock.js";
import { drawingOf } from "../../game/kinds.js";
import { pieceWords, sideName } from "../../game/showing.js";
import { SIDES } from "../../game/text.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";

/** @typedef {import("../../game/session.js").Session} Session */

/** The name of a level. @param {string} level */
export const levelName = (level) => say(`level.${level}.name`);

/** The face of a level. @param {string} level @param {number} size pixels @param {string} [alt] empty if its name is next to it */
export const levelFace = (level, size, alt = "") =>
  h("img.face", { src: `levels/${level}.svg`, alt, width: size, height: size });

/** A link that looks like a button, with a picture. @param {HTMLElement} image @param {string} words @param {string} href @param {string} [look] */
export const pictured = (image, words, href, look = "") =>
  h(`a.button${look && `.${look}`}`, { href }, image, h("span", {}, words));

/** The name of a side's player. @param {Session} session @param {number} side */
export function playerName(session, side) {
  if (session.person === null) return sideName(side);
  return side === session.person ? say("desktop.level.you") : levelName(session.setup.level);
}

/** Both players' names; none for two people at one screen. @param {Session} session */
export const playerNames = (session) =>
  session.person === null ? [] : [0, 1].map((side) => playerName(session, side));

/** The level that plays a side; empty for a person. @param {Session} session @param {number} side */
export const levelOf = ({ person, setup }, side) => (person === null || side === person ? "" : setup.level);

/** The codes of the pieces that a side has captured so far. @param {import("../../game/game.js").Game} game @param {number} side @param {number} plies */
export function capturedBy(game, side, plies) {
  const codes = [];
  for (const [ply, move] of game.moves.slice(0, plies).entries()) {
    const mover = ((game.first ?? 0) + ply) % 2;
    if (!move.captured) continue;
    if (mover === side) codes.push(move.captured + (side === 0 ? 8 : 0));
    else if (move.isTrade) codes.push(move.animal + (side === 0 ? 8 : 0));
  }
  return codes.sort((one, other) => other - one);
}

/** The face-down pieces, one row per side; those already turned up are faded. Null in a game without flips. @param {import("../../game/game.js").Game} game @param {number} shown plies */
export function tray(game, shown) {
  const all = game.hidden(0);
  if (!all.length) return null;
  const left = new Set(game.hidden(shown));
  /** @param {number} side */
  const row = (side) =>
    h(
      "div",
      {},
      all
        .filter((code) => code > 8 === Boolean(side))
        .map((code) => {
          const isHidden = left.has(code);
          const src = drawingOf(settings.pieces, code, game.grid);
          return h(`img${isHidden ? "" : ".shown"}`, {
            src,
            alt: isHidden ? pieceWords(code) : "",
            width: 26,
            height: 26,
          });
        }),
    );
  const label = say("desktop.play.hidden", { count: left.size });
  return h("section.tray", { "aria-label": label }, h("p", {}, label), row(0), row(1));
}

export class Strip {
  /** @param {string} place above or below @param {number} side @param {Node | string} name @param {boolean} hasClock @param {string} [level] whose face is shown */
  constructor(place, side, name, hasClock, level = "") {
    this.side = side;
    this.name = h("span.name", {}, name);
    this.captured = h("span.captured", {});
    this.note = h("span.thinking", {});
    this.clock = hasClock ? h("span.clock", { role: "timer" }) : null;
    this.emblem = h("img", { src: `emblems/${SIDES[side]}.svg`, alt: "", width: 24, height: 24 });
    const face = level && levelFace(level, 28);
    this.element = h(`div.strip.${place}`, {}, this.emblem, face, this.name, this.captured, this.note, this.clock);
  }

  /** @param {import("../../game/game.js").Game} game @param {number} shown plies @param {{isTurn: boolean, note: string}} state */
  draw(game, shown, { isTurn, note }) {
    this.element.classList.toggle("turn", isTurn);
    this.note.textContent = note;
    const codes = capturedBy(game, this.side, shown);
    this.captured.replaceChildren(
      ...codes.map((code) =>
        h("img", { src: drawingOf(settings.pieces, code, game.grid), alt: "", width: 18, height: 18 }),
      ),
    );
  }

  /** @param {number} left milliseconds */
  tick(left) {
    this.show(clockText(left), isLow(left));
  }

  /** @param {string} text on the clock @param {boolean} isShort */
  show(text, isShort) {
    if (!this.clock) return;
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("low", isShort);
  }
}
