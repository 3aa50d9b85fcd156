// A small board that follows a live game and links to it.

import { h } from "../../dom.js";
import { clockText } from "../../game/clock.js";
import { COLOURS, FollowedGame } from "../../online/followed-game.js";
import { loadRules } from "../../online/rules.js";
import { controlWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { plainBoard, showGame } from "./board.js";
import { endingWords, nameTag, playerRating, points } from "./people.js";

/** @typedef {import("../../online/server.js").Server} Server */

const TICK_MS = 200;

/**
 * @param {Server} server @param {import("../../library.js").Library} library @param {string} id of the game
 * @param {() => void} [onEnd] called when the game is over
 * @returns {Promise<{element: HTMLElement, close: () => void}>}
 */
export async function watchGame(server, library, id, onEnd = () => undefined) {
  const watched = await server.live.watch(id);
  const rules = await loadRules(library, watched.frame.state, server).catch((error) => {
    watched.close();
    throw error;
  });
  const followed = new FollowedGame(library, watched, server.live, rules);
  const { game } = followed;
  const { board, close } = plainBoard({ label: say("online.watched board"), isSmall: true });
  board.inert = true;
  /** @param {import("../../online/online-clock.js").Colour} colour */
  const line = (colour) => {
    const clock = h("span.clock", {});
    const name = h("span.name", {});
    const element = h(
      "div.strip",
      {},
      h("img", { src: `emblems/${colour}.svg`, alt: say(`side.${colour}`), width: 24, height: 24 }),
      name,
      clock,
    );
    return { colour, name, clock, element };
  };
  const [below, above] = COLOURS.map(line);
  const about = h("p.faint.note", {});

  function tick() {
    const { isLive } = followed.clock;
    for (const { colour, clock } of [above, below]) {
      const text = isLive ? clockText(followed.clock.remaining(colour)) : "";
      clock.hidden = !isLive;
      if (clock.textContent !== text) clock.textContent = text;
    }
  }

  function aboutText() {
    if (followed.isOver) return endingWords(followed);
    const { clock } = followed;
    const control = controlWords({ clock: clock.terms, days: clock.days });
    return `${control} · ${say("online.n moves", { count: Math.ceil(game.moves.length / 2) })}`;
  }

  function draw() {
    const over = points(followed.result);
    for (const { colour, name, element } of [above, below]) {
      const player = followed.players[colour];
      name.replaceChildren(
        nameTag(player),
        " ",
        h("span.faint.rating", {}, playerRating(player)),
        " ",
        h("strong", {}, over[COLOURS.indexOf(colour)]),
      );
      element.classList.toggle("turn", followed.turn === colour);
    }
    about.textContent = aboutText();
    showGame(board, game);
    tick();
  }

  followed.onChange(({ what }) => {
    draw();
    if (what === "end") onEnd();
  });
  draw();
  followed.open();
  const timer = setInterval(tick, TICK_MS);
  const names = COLOURS.map((colour) => followed.nameOf(colour)).join(" – ");
  const element = h(
    "div.watched",
    {},
    above.element,
    h(
      "a.watched-board",
      { href: routeTo(["game", followed.id]), "aria-label": say("online.watch game", { names }) },
      board,
    ),
    below.element,
    about,
  );
  const stop = () => {
    clearInterval(timer);
    followed.close();
    close();
  };
  return { element, close: stop };
}
