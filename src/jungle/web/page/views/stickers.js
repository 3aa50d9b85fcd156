// The album: the faces of beaten opponents, stars for lessons and puzzles. It is stored on this device.

import { h, linkButton } from "../dom.js";
import { loadLessons, loadStrategy } from "../game/practice.js";
import { gameName } from "../game/showing.js";
import { collected, finishedCourses, MILESTONES } from "../game/stickers.js";
import { STRATEGY } from "../game/strategy.js";
import { routeTo } from "../routes.js";
import { say } from "../words.js";
import { levelFace, levelName } from "./parts/strip.js";

/** @typedef {import("../library.js").Library} Library */

/** @param {HTMLElement} face @param {boolean} isThere @param {string} name */
const sticker = (face, isThere, name) =>
  h(
    `li.sticker${isThere ? "" : ".missing"}`,
    { title: name },
    face,
    h("span", {}, name),
    isThere ? null : h("span.spoken", {}, say("web.stickers.missing")),
  );

const star = () => h("img", { src: "star.svg", alt: "", width: 56, height: 56 });

/** @param {URLSearchParams} _query @param {Library} library */
export async function open(_query, library) {
  const have = collected();
  const [lessons, strategy] = await Promise.all([loadLessons(), loadStrategy()]);
  const all = Object.values(lessons).flat().length + strategy.length;
  const courses = {
    ...Object.fromEntries(Object.keys(lessons).map((kind) => [kind, lessons[kind].map(({ key }) => `${kind}.${key}`)])),
    [STRATEGY]: strategy.map(({ key }) => `${STRATEGY}.${key}`),
  };
  const finished = finishedCourses(courses);
  /** @param {string} kind */
  const opponents = (kind) =>
    h(
      "section.panel",
      {},
      h("h2", {}, say("web.stickers.opponents", { game: gameName(kind) })),
      h(
        "ul.stickers",
        {},
        (library.strengths[kind] ?? []).map(({ number }) =>
          sticker(levelFace(String(number), 56), have.beaten.includes(`${kind}.${number}`), levelName(String(number))),
        ),
      ),
    );
  const kinds = Object.keys(library.games).filter((kind) => library.strengths[kind]?.length);
  return {
    element: h(
      "div.page",
      {},
      h("h1", {}, say("web.menu.stickers")),
      h("p.faint", {}, say("web.stickers.about")),
      kinds.map(opponents),
      h(
        "section.panel",
        {},
        h("h2", {}, say("web.menu.learn")),
        h("p", {}, say("web.stickers.lessons", { count: have.lessons, all })),
        h(
          "ul.stickers",
          {},
          Object.keys(courses).map((name) =>
            sticker(star(), finished.includes(name), name === STRATEGY ? say("web.learn.strategy") : gameName(name)),
          ),
        ),
        h("progress", { max: all, value: have.lessons, "aria-label": say("web.menu.learn") }),
        linkButton("learn", say("web.menu.learn"), routeTo("learn")),
      ),
      h(
        "section.panel",
        {},
        h("h2", {}, say("web.menu.puzzles")),
        h(
          "ul.stickers",
          {},
          MILESTONES.map((count) => sticker(star(), have.solved >= count, say("web.stickers.puzzles", { count }))),
        ),
        linkButton("puzzles", say("web.menu.puzzles"), routeTo("puzzles")),
      ),
    ),
  };
}
