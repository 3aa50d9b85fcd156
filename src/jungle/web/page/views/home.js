// The home page: what there is to do, and the game to resume.

import { picture } from "../board/picture.js";
import { h, linkButton, soon } from "../dom.js";
import { keptGames } from "../game/keeping.js";
import { FRIEND } from "../game/setup.js";
import { icon } from "../icons.js";
import { isKid } from "../kid.js";
import { viewOf } from "../library.js";
import { routeTo } from "../routes.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { levelName } from "./parts/strip.js";

const TILES = ["flip", "puzzles", "learn", "stickers", "analyse", "editor", "rules"];

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library @param {{server?: import("../online/server.js").Server | null}} [given] */
export async function open(_query, library, { server } = {}) {
  const dress = { theme: settings.theme, pieces: settings.pieces };
  const tile = (/** @type {string} */ name) =>
    h(
      "a.tile",
      { href: `#/${name}` },
      icon(name),
      h("span", {}, h("strong", {}, say(`web.menu.${name}`)), h("span.faint", {}, say(`web.home.${name}`))),
    );
  const left = h("div.left", {});
  const buttons = h(
    "div.buttons",
    {},
    linkButton("computer", say("web.home.computer"), "#/play", "accent"),
    linkButton("person", say("web.home.friend"), routeTo("play", { level: FRIEND })),
  );
  const start = picture(library.usual.start, dress);
  const board = h("a.hero-board", { href: "#/play", tabindex: -1, "aria-hidden": "true" }, start);
  const element = h(
    "div.page.home",
    {},
    h(
      "section.hero",
      {},
      h(
        "div",
        {},
        h("h1", {}, say("desktop.start.motto")),
        h("p.intro", {}, say("web.home.intro")),
        linkButton("learn", say("web.home.new"), "#/learn", "newcomer"),
        buttons,
        left,
      ),
      board,
    ),
    h("div.tiles", {}, TILES.filter((name) => name !== "editor" || !isKid()).map(tile)),
  );
  await soon(keptGames().then((games) => left.append(...leftGames(games, library))));
  if (!server) return { element };
  const { watchAtHome } = await import("./home/watch.js");
  return { element, close: await watchAtHome(server, library, board, buttons) };
}

/** Unfinished games, the latest first. @param {import("../game/keeping.js").Kept[]} games @param {import("../library.js").Library} library */
function leftGames(games, library) {
  const unfinished = games.filter((kept) => !kept.outcome && library.rules[kept.rules]).slice(0, 3);
  if (!unfinished.length) return [];
  const entry = (/** @type {import("../game/keeping.js").Kept} */ kept) => {
    const view = viewOf(library.rules[kept.rules].game);
    const isTurned = kept.setup.level !== FRIEND && kept.setup.side === "red" && view === "play";
    const who = kept.setup.level === FRIEND ? say("web.play.friend") : levelName(kept.setup.level);
    const number = Math.floor(kept.moves.length / 2) + 1;
    return h(
      "li.kept",
      {},
      h(
        "a",
        { href: routeTo(view, { game: kept.id }) },
        picture(kept.fen, { theme: settings.theme, pieces: settings.pieces, isTurned }),
        h("span", {}, h("strong", {}, who), h("span.faint", {}, say("desktop.play.round", { number }))),
      ),
    );
  };
  return [h("h2", {}, say("web.home.games")), h("ul.games", {}, unfinished.map(entry))];
}
