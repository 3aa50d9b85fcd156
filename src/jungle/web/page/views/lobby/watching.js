// Live games: the best one on a small board, the others in a list.

import { h } from "../../dom.js";
import { controlWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { empty, nameTag, panel, redraw } from "../parts/people.js";
import { watchGame } from "../parts/watch.js";

/** @typedef {import("../../online/server.js").Server} Server */

const SHOWN = 6;
/** How long the end of a game is shown. */
const ENDING_MS = 5000;

/** @param {Server} server @param {import("../../library.js").Library} library */
export function liveGames(server, library) {
  const place = h("div", {});
  const list = h("ul.rows.live", {});
  const none = empty(say("online.no games"), null, "5");
  /** @type {{id: string, element: HTMLElement, close: () => void} | null} */
  let watched = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isClosed = false;
  /** @type {import("../../online/answers.js").GameView[]} */
  let games = [];

  /** @param {import("../../online/answers.js").GameView} given */
  const entry = ({ id, players, ...terms }) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: routeTo(["game", id]) },
        nameTag(players.blue),
        " – ",
        nameTag(players.red),
        h("span.faint", {}, ` ${controlWords(terms)}`),
      ),
    );

  async function refresh() {
    const { best, games: found } = await server.get("/tv");
    games = found;
    await draw(best?.id);
  }

  /** @param {string} [best] the game to show on the board, if there is none yet */
  async function draw(best = games[0]?.id) {
    // The end of a watched game is shown before another one replaces it.
    if (best && !watched) {
      const made = await watchGame(server, library, best, ended).catch(() => null);
      if (watched || isClosed) made?.close();
      else if (made) {
        watched = { id: best, ...made };
        place.replaceChildren(made.element);
      }
    }
    none.hidden = Boolean(watched);
    const others = games.filter(({ id }) => id !== watched?.id);
    redraw(list, others.slice(0, SHOWN).map(entry));
    list.hidden = !others.length;
  }

  /** A game has begun, or is over. @param {import("../../online/live.js").Frame} frame */
  function hear(frame) {
    const { view, over } = frame;
    const id = view?.id ?? over;
    if (!id || view?.clock?.days) return;
    const others = games.filter((game) => game.id !== id);
    games = view ? [...others, view] : others;
    draw();
  }

  function ended() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      watched?.close();
      watched = null;
      place.replaceChildren();
      draw();
    }, ENDING_MS);
  }

  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    watched?.close();
  };
  return { element: panel(say("online.live games"), place, none, list), refresh, hear, close };
}
