// A game that others play, small: the board follows the moves, and leads to the game itself.

import { h } from "../../dom.js";
import { clockText } from "../../game/clock.js";
import { newGame } from "../../library.js";
import { controlWords, ratingText } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { makeBoard } from "./board.js";
import { endingWords, nameTag, points } from "./people.js";

/** @typedef {import("../../online/server.js").Server} Server */

const TICK_MS = 200;

/**
 * @param {Server} server @param {import("../../library.js").Library} library @param {any} view the game as the server shows it
 * @param {() => void} [onEnd] called when the game is over
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function watchGame(server, library, view, onEnd = () => undefined) {
  const { board, close } = makeBoard({ label: say("online.watched board"), isSmall: true });
  board.inert = true;
  let state = view;
  let receivedAt = server.live.serverNow();
  /** @type {import("../../game/game.js").Game | null} */
  let game = null;
  const line = (/** @type {"blue" | "red"} */ colour) => {
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
  const [above, below] = [line("red"), line("blue")];
  const about = h("p.faint.note", {});

  function left(/** @type {string} */ colour) {
    const { clock } = state;
    if (clock?.[colour] === undefined) return null;
    const spent = clock.running === colour ? server.live.serverNow() - receivedAt : 0;
    return Math.max(0, clock[colour] - spent);
  }

  function tick() {
    for (const { colour, clock } of [above, below]) {
      const ms = left(colour);
      const text = ms === null ? "" : clockText(ms);
      clock.hidden = ms === null;
      if (clock.textContent !== text) clock.textContent = text;
    }
  }

  function draw() {
    const over = points(state.result);
    for (const { colour, name, element } of [above, below]) {
      const player = state.players[colour];
      const rating = player.kind === "guest" ? "" : ratingText(player);
      name.replaceChildren(
        nameTag(player),
        " ",
        h("span.faint.rating", {}, rating),
        " ",
        h("strong", {}, over[colour === "blue" ? 0 : 1]),
      );
      element.classList.toggle("turn", state.turn === colour);
    }
    about.textContent =
      endingWords(state) || `${controlWords(state)} · ${say("online.plies", { count: state.moves.length })}`;
    const last = game?.moves.at(-1);
    board.setAttribute("fen", game ? game.fen() : state.fen);
    board.show({ last: last ? [...new Set([last.origin, last.target])] : [] });
    tick();
  }

  /** @param {any} shown */
  function show(shown) {
    state = shown;
    receivedAt = server.live.serverNow();
    game?.free();
    // House rules are the server's alone; without them its own positions are shown.
    game = library.rules[shown.rules] ? newGame(library, shown.rules, shown.start, { deal: null }) : null;
    for (const move of shown.moves) game?.playText(move);
    draw();
  }

  const load = () => server.get(`/game/${state.id}`).then(show, () => undefined);

  /** @param {import("../../online/live.js").Frame} frame */
  function hear(frame) {
    if (frame.type === "state") show(frame.state);
    else if (frame.type === "move" && game && !frame.swapped) {
      state = {
        ...state,
        moves: [...state.moves, frame.move],
        clock: frame.clock,
        turn: state.turn === "blue" ? "red" : "blue",
      };
      receivedAt = server.live.serverNow();
      game.playText(frame.move);
      draw();
    } else if (frame.version !== undefined) load().then(() => state.status !== "started" && onEnd());
  }

  show(view);
  const unfollow = server.live.follow(`game:${view.id}`, hear);
  const timer = setInterval(tick, TICK_MS);
  const address = routeTo(["game", view.id]);
  const names = [state.players.blue.name, state.players.red.name].join(" – ");
  const element = h(
    "div.watched",
    {},
    above.element,
    h("a.watched-board", { href: address, "aria-label": say("online.watch game", { names }) }, board),
    below.element,
    about,
  );
  const stop = () => {
    unfollow();
    clearInterval(timer);
    game?.free();
    game = null;
    close();
  };
  return { element, close: stop };
}
