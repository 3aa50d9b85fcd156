// The strip of a player beside the board: emblem, name, captured pieces, clock.

import { drawingOf } from "../../board/picture.js";
import { h } from "../../dom.js";
import { clockText, isLow } from "../../game/clock.js";
import { sideName } from "../../game/showing.js";
import { SIDES } from "../../game/text.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";

/** @typedef {import("../../game/session.js").Session} Session */

/** The name of a strength. @param {string} level */
export const levelName = (level) => say(`level.${level}`);

/** Who plays a side. @param {Session} session @param {number} side */
export function playerName(session, side) {
  if (session.person === null) return sideName(side);
  return side === session.person ? say("desktop.level.you") : levelName(session.setup.level);
}

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

export class Strip {
  /** @param {string} place above or below @param {import("../../game/session.js").Session} session @param {number} side */
  constructor(place, session, side) {
    this.session = session;
    this.side = side;
    this.name = h("span.name", {}, playerName(session, side));
    this.captured = h("span.captured", {});
    this.thinking = h("span.thinking", {});
    this.clock = session.clock ? h("span.clock", { role: "timer" }) : null;
    const emblem = h("img", { src: `emblems/${SIDES[side]}.svg`, alt: "", width: 24, height: 24 });
    this.element = h(`div.strip.${place}`, {}, emblem, this.name, this.captured, this.thinking, this.clock);
  }

  draw() {
    const { session, side } = this;
    const isTurn = !session.outcome && session.game.side === side;
    this.element.classList.toggle("turn", isTurn);
    this.thinking.textContent = isTurn && session.isComputersTurn && !session.isPaused ? say("web.play.thinking") : "";
    const codes = capturedBy(session.game, side, session.shown);
    this.captured.replaceChildren(
      ...codes.map((code) =>
        h("img", { src: drawingOf(settings.pieces, code, session.game.grid), alt: "", width: 18, height: 18 }),
      ),
    );
    this.tick();
  }

  tick() {
    const { clock } = this.session;
    if (!clock || !this.clock) return;
    const left = clock.remaining(this.side);
    const text = clockText(left);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("low", isLow(left));
  }
}
