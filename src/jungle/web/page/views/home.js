// The home page: what there is to do, and the game to resume.

import { picture } from "../board/picture.js";
import { h, linkButton, soon } from "../dom.js";
import { dueCount } from "../game/cards.js";
import { keptGames, keptOwn } from "../game/keeping.js";
import { nextFor } from "../game/next.js";
import { doneLessons, loadLessons } from "../game/practice.js";
import { dayName, readProgress } from "../game/puzzles.js";
import { FRIEND } from "../game/setup.js";
import { beaten } from "../game/stickers.js";
import { icon } from "../icons.js";
import { isKid } from "../kid.js";
import { viewOf } from "../library.js";
import { routeTo } from "../routes.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { levelFace, levelName, pictured } from "./parts/strip.js";

const TILES = ["flip", "puzzles", "learn", "path", "stickers", "analyse", "editor", "rules"];

const LEFT_SHOWN = 3;

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library @param {{server?: import("../online/server.js").Server | null}} [given] */
export async function open(_query, library, { server } = {}) {
  const dress = { theme: settings.theme, pieces: settings.pieces };
  /** @param {string} name */
  const tile = (name) =>
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
    pictured(levelFace("6", 32), say("web.home.computer"), "#/play", "accent"),
    pictured(paws(), say("web.home.friend"), routeTo("play", { level: FRIEND })),
  );
  const start = picture(library.usual.start, dress);
  const board = h("a.hero-board", { href: "#/play", tabindex: -1, "aria-hidden": "true" }, start);
  const next = h("section.tiles.next", { "aria-label": say("web.home.next") });
  const places = h("div", {});
  const newcomer = linkButton("learn", say("web.home.new"), "#/learn", "newcomer");
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
        newcomer,
        buttons,
        left,
      ),
      board,
    ),
    next,
    places,
    h("div.tiles", {}, TILES.filter((name) => name !== "editor" || !isKid()).map(tile)),
  );
  const offer = async () => {
    const [games, lessons, online] = await Promise.all([
      keptGames(),
      loadLessons().catch(() => ({})),
      server ? gamesOnline(server).catch(() => []) : [],
    ]);
    left.append(...leftGames([...online, ...unfinished(games, library)]));
    const rated = Object.keys(server?.account?.ratings ?? {}).length;
    const found = nextOf(games.length + online.length + rated, lessons, library);
    newcomer.hidden = !found.isNew;
    if (!found.isNew) next.append(...nextTiles(found));
  };
  await soon(offer());
  if (!server) return { element };
  const { doors, watchAtHome } = await import("./home/watch.js");
  const close = await watchAtHome(server, library, board, buttons);
  places.append(doors(server));
  return { element, close };
}

/** Both sides, for two people at one screen. */
const paws = () =>
  h(
    "span.paws",
    { "aria-hidden": "true" },
    ["blue", "red"].map((side) => h("img", { src: `emblems/${side}.svg`, alt: "", width: 26, height: 26 })),
  );

/** @param {number} games @param {Record<string, {key: string}[]>} lessons @param {import("../library.js").Library} library */
function nextOf(games, lessons, library) {
  const { game } = library.usual;
  const names = (lessons[game] ?? []).map(({ key }) => `${game}.${key}`);
  const levels = library.strengths[game].map(({ number }) => number);
  const done = { games, beaten: beaten(), lessons: doneLessons(), puzzles: readProgress(keptOwn("puzzles")) };
  return nextFor(done, { game, levels, lessons: names, day: dayName(new Date()) });
}

/** The next opponent, the puzzle of the day and the next lesson. @param {import("../game/next.js").Next} next */
function nextTiles({ opponent, lesson, daily }) {
  /** @param {Element} image @param {string} title @param {string} words @param {string} href */
  const tile = (image, title, words, href) =>
    h("a.tile", { href }, image, h("span", {}, h("strong", {}, title), h("span.faint", {}, words)));
  const level = String(opponent);
  const [game, key] = lesson.split(".");
  const due = dueCount();
  const days = daily.streak > 1 ? say("web.home.streak", { count: daily.streak }) : "";
  return [
    opponent
      ? tile(levelFace(level, 40), say("web.home.opponent"), levelName(level), routeTo("play", { level, side: "blue" }))
      : null,
    tile(
      icon(daily.isDone ? "check" : "calendar"),
      say("web.puzzles.daily"),
      [daily.isDone && say("web.puzzles.daily.solved"), days].filter(Boolean).join(" · ") || say("web.home.daily"),
      routeTo("puzzles", { daily: 1 }),
    ),
    due
      ? tile(icon("puzzles"), say("web.train"), say("web.train.due", { count: due }), routeTo("puzzles", { train: 1 }))
      : null,
    lesson
      ? tile(
          icon("learn"),
          say("web.home.lesson"),
          say(`lesson.${game}.${key}.title`),
          routeTo("learn", { game, lesson: key }),
        )
      : null,
  ].filter((each) => each !== null);
}

/** @typedef {{href: string, fen: string, isTurned: boolean, who: string, words: string}} Left a game to continue */

/** The games on the server, those that wait for a move first. @param {import("../online/server.js").Server} server @returns {Promise<Left[]>} */
const gamesOnline = async (server) => (await import("./home/watch.js")).gamesToContinue(server);

/** The games stored here that are not over, the latest first. @param {import("../game/keeping.js").Kept[]} games @param {import("../library.js").Library} library @returns {Left[]} */
const unfinished = (games, library) =>
  games
    .filter((kept) => !kept.outcome && library.rules[kept.rules])
    .map(({ id, fen, rules, moves, setup: { level, side } }) => {
      const view = viewOf(library.rules[rules].game);
      return {
        href: routeTo(view, { game: id }),
        fen,
        isTurned: level !== FRIEND && side === "red" && view === "play",
        who: level === FRIEND ? say("web.play.friend") : levelName(level),
        words: say("desktop.play.round", { number: Math.floor(moves.length / 2) + 1 }),
      };
    });

/** @param {Left[]} games */
function leftGames(games) {
  if (!games.length) return [];
  /** @param {Left} game */
  const entry = ({ href, fen, isTurned, who, words }) =>
    h(
      "li.kept",
      {},
      h(
        "a",
        { href },
        picture(fen, { theme: settings.theme, pieces: settings.pieces, isTurned }),
        h("span", {}, h("strong", {}, who), h("span.faint", {}, words)),
      ),
    );
  return [h("h2", {}, say("web.home.games")), h("ul.games", {}, games.slice(0, LEFT_SHOWN).map(entry))];
}
