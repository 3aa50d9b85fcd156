// The path for beginners as a map: what is done, what is next, and the stars.

import { h, linkButton } from "../dom.js";
import { keptOwn } from "../game/keeping.js";
import { nextOnPath, PUZZLES, pathOf } from "../game/path.js";
import { allItems } from "../game/progress.js";
import { loadPuzzles, readProgress } from "../game/puzzles.js";
import { STRATEGY } from "../game/strategy.js";
import { icon } from "../icons.js";
import { routeTo } from "../routes.js";
import { say } from "../words.js";
import { levelFace, levelName } from "./parts/strip.js";

/** @typedef {import("../game/path.js").Reached} Reached */

/** @param {Reached} stop */
function nameOf({ kind, key }) {
  if (kind === "level") return say("web.path.beat", { name: levelName(key) });
  if (kind === "puzzles") return say("web.path.puzzles", { theme: say(`theme.${key}`) });
  return say(key.startsWith(`${STRATEGY}.`) ? `${key}.title` : `lesson.${key}.title`);
}

/** @param {number} count */
const stars = (count) =>
  h(
    "span.stars",
    {},
    h("span.spoken", {}, count ? say("web.path.stars", { count }) : ""),
    Array.from({ length: PUZZLES }, (_, index) =>
      h("img", {
        src: "star.svg",
        alt: "",
        width: 16,
        height: 16,
        class: index < count ? "" : "missing",
      }),
    ),
  );

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library */
export async function open(_query, library) {
  const puzzles = await loadPuzzles();
  const { game } = library.usual;
  const stops = pathOf(allItems(), puzzles, game);
  const { solved } = readProgress(keptOwn("puzzles"));
  /** @param {Reached} stop */
  const addressOf = ({ kind, key }) => {
    if (kind === "level") return routeTo("play", { level: key, side: "blue" });
    if (kind === "puzzles") return routeTo("puzzles", { id: nextOnPath(puzzles, key, solved)?.id, path: key });
    const [course, lesson] = key.split(".");
    return routeTo("learn", { game: course, lesson });
  };
  /** @param {Reached} stop */
  const picture = ({ kind, key, isDone }) =>
    kind === "level" ? levelFace(key, 40) : icon(isDone ? "check" : kind === "lesson" ? "learn" : "puzzles");
  /** @param {Reached} stop */
  const entry = (stop) =>
    h(
      `li.at-${stop.kind}${stop.isDone ? ".done" : ""}${stop.isNext ? ".next" : ""}`,
      {},
      h(
        "a.stop",
        { href: addressOf(stop), "aria-current": stop.isNext ? "step" : false },
        h("span.sign", {}, picture(stop)),
        h(
          "span",
          {},
          h("strong", {}, nameOf(stop)),
          stop.isNext ? h("span.faint", {}, say("web.path.next")) : null,
          stop.isDone ? h("span.spoken", {}, say("web.learn.done")) : null,
        ),
        stars(stop.stars),
      ),
    );
  const done = stops.filter(({ isDone }) => isDone).length;
  const next = stops.find(({ isNext }) => isNext);
  const element = h(
    "div.page.path-page",
    {},
    h("h1", {}, say("web.menu.path")),
    h("p", {}, say("web.path.about")),
    h("p.faint", {}, say("web.path.progress", { done, all: stops.length })),
    h("progress", { max: stops.length, value: done, "aria-label": say("web.menu.path") }),
    next
      ? h(
          "div.buttons",
          {},
          linkButton("play", say(done ? "web.path.continue" : "web.play.start"), addressOf(next), "accent"),
        )
      : h("p", {}, say("web.path.done")),
    h("ol.path", {}, stops.map(entry)),
  );
  return { element };
}
