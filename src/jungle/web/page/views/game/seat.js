// A player in an online game: name, rating, presence and clock.

import { button, h } from "../../dom.js";
import { SIDES } from "../../game/text.js";
import { COLOURS } from "../../online/followed-game.js";
import { say } from "../../words.js";
import { playerLink } from "../parts/people.js";
import { Strip } from "../parts/strip.js";

const HOUR_MS = 3_600_000;

/** Days for a move, counted down. @param {number} ms */
export function daysText(ms) {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours >= 24) return say("live.days left", { days: Math.floor(hours / 24), hours: hours % 24 });
  const minutes = Math.floor(ms / 60_000) % 60;
  return say("live.hours left", { hours, minutes });
}

export class Seat {
  /** @param {string} place above or below @param {import("../../online/online-game.js").OnlineGame} online @param {number} side @param {(type: string) => void} ask the server */
  constructor(place, online, side, ask) {
    this.online = online;
    this.colour = COLOURS[side];
    this.presence = h("span.presence", { role: "img" });
    const player = online.players[this.colour];
    const { clock } = online;
    this.strip = new Strip(
      place,
      side,
      h("span", {}, this.presence, playerLink(player)),
      clock.isLive || clock.days !== null,
    );
    this.element = this.strip.element;
    this.give = button("plus", say("live.give"), () => ask("give"), { isSmall: true, look: "plain" });
    this.give.classList.add("give");
    this.element.append(this.give);
  }

  draw() {
    const { online, strip, colour } = this;
    const { game } = online;
    const { here, kind } = online.players[colour];
    // The user is present as long as the page is connected, whatever the server has reported so far.
    const isHere = here || kind === "bot" || (colour === online.me && online.live.state === "connected");
    // There are no colours before the first flip.
    const isKnown = game.hasDirection || game.side !== null;
    strip.emblem.src = `emblems/${isKnown ? SIDES[strip.side] : "nobody"}.svg`;
    this.presence.classList.toggle("away", !isHere);
    this.presence.setAttribute("aria-label", say(isHere ? "live.here" : "live.away"));
    this.presence.title = say(isHere ? "live.here" : "live.away");
    this.presence.hidden = online.isOver;
    this.give.hidden = !(online.mayGive && colour === online.opponent);
    strip.draw(game, online.shown, { isTurn: online.turn === colour, note: "" });
    this.tick();
  }

  tick() {
    const { online, strip, colour } = this;
    const { clock } = online;
    if (!strip.clock) return;
    if (clock.isLive) {
      const left = clock.remaining(colour);
      strip.tick(left);
      return;
    }
    const left = online.turn === colour ? clock.timeLeft : null;
    strip.show(
      left === null ? (clock.isPaused ? say("web.play.paused") : "") : daysText(left),
      left !== null && left < HOUR_MS,
    );
    strip.clock.hidden = !strip.clock.textContent;
  }
}
