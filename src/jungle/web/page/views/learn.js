// The lessons of both games: a list, and one lesson at a time on the board.

import { button, h, linkButton, replaceKeepingFocus } from "../dom.js";
import { shapeTable } from "../game/kinds.js";
import { doneLessons, keepDone, loadLessons, loadStrategy, Practice } from "../game/practice.js";
import { gameName } from "../game/showing.js";
import { STRATEGY } from "../game/strategy.js";
import { icon } from "../icons.js";
import { viewOf } from "../library.js";
import { routeTo } from "../routes.js";
import { readAloud } from "../speech.js";
import { say } from "../words.js";
import { StrategyView, strategySection } from "./learn/strategy.js";
import { makeBoard } from "./parts/board.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../game/practice.js").Lesson} Lesson */
/** @typedef {import("../game/practice.js").StrategyLesson} StrategyLesson */

/** The first game after the rules: at the lowest level. @param {string} kind @param {string} [look] */
const firstGame = (kind, look = "") =>
  linkButton("play", say("web.learn.first game"), routeTo(viewOf(kind), { level: 1, side: "blue" }), look);

/** @param {Record<string, Lesson[]>} lessons @param {StrategyLesson[]} strategy */
function listPage(lessons, strategy) {
  const done = doneLessons();
  const entry =
    (/** @type {string} */ kind) =>
    (/** @type {Lesson} */ { key }, /** @type {number} */ index) => {
      const isDone = done.includes(`${kind}.${key}`);
      return h(
        "li",
        {},
        h(
          `a.lesson${isDone ? ".done" : ""}`,
          { href: routeTo("learn", { game: kind, lesson: key }) },
          isDone ? icon("check") : h("span.count", {}, index + 1),
          h("span", {}, say(`lesson.${kind}.${key}.title`)),
          isDone ? h("span.spoken", {}, say("web.learn.done")) : null,
        ),
      );
    };
  /** @param {string} kind */
  const section = (kind) => {
    const next = lessons[kind].find(({ key }) => !done.includes(`${kind}.${key}`)) ?? lessons[kind][0];
    const count = lessons[kind].filter(({ key }) => done.includes(`${kind}.${key}`)).length;
    return h(
      "section.panel",
      {},
      h("h2", {}, gameName(kind)),
      h("p.faint", {}, say("web.learn.progress", { done: count, all: lessons[kind].length })),
      linkButton(
        "play",
        say(count ? "web.continue" : "web.play.start"),
        routeTo("learn", { game: kind, lesson: next.key }),
        "accent",
      ),
      h("ol.lessons", {}, lessons[kind].map(entry(kind))),
      h("p.first-game", {}, firstGame(kind)),
    );
  };
  const [usual, ...others] = Object.keys(lessons);
  return h(
    "div.page",
    {},
    h("h1", {}, say("web.menu.learn")),
    h("div.buttons", {}, linkButton("path", say("web.menu.path"), "#/path")),
    h("div.columns", {}, section(usual), strategySection(strategy), others.map(section)),
  );
}

class LessonView {
  /** @param {string} kind @param {Lesson[]} lessons @param {number} index @param {Library} library */
  constructor(kind, lessons, index, library) {
    this.kind = kind;
    this.lessons = lessons;
    this.index = index;
    this.begun = performance.now();
    const { key } = lessons[index];
    this.practice = new Practice(library, kind, lessons[index]);
    const made = makeBoard(this.practice);
    this.practice.onChange(({ what }) => {
      if (what === "done") this.#keep();
      this.draw();
    });
    this.close = () => {
      made.close();
      this.practice.close();
    };
    this.state = h("p.notice", {});
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h(
      "div.table.lesson-table",
      {},
      h("div.boards", {}, made.board, made.typed),
      h(
        "div.side",
        {},
        h("p.faint", {}, `${gameName(kind)} · ${index + 1}/${lessons.length}`),
        h("h1", {}, say(`lesson.${kind}.${key}.title`)),
        h("p", {}, say(`lesson.${kind}.${key}.text`)),
        this.state,
      ),
      this.controls,
    );
    shapeTable(this.element, this.practice.grid);
    if (this.practice.isDone) this.#keep();
    this.draw();
    readAloud(`${say(`lesson.${kind}.${key}.title`)}. ${say(`lesson.${kind}.${key}.text`)}`);
  }

  #keep() {
    const { lesson, slips } = this.practice;
    keepDone(`${this.kind}.${lesson.key}`, { ms: performance.now() - this.begun, mistakes: slips });
  }

  draw() {
    const { practice, lessons, index, kind } = this;
    this.state.textContent = practice.message || practice.task;
    this.state.classList.toggle("good", practice.mood === "good");
    /** @param {number} at */
    const to = (at) => routeTo("learn", lessons[at] ? { game: kind, lesson: lessons[at].key } : {});
    replaceKeepingFocus(this.controls, [
      linkButton("previous", say("web.learn.previous"), to(index - 1)),
      button("turn", say("lesson.reset"), () => practice.restart()),
      linkButton("menu", say("web.learn.all"), routeTo("learn")),
      lessons[index + 1]
        ? linkButton("next", say("web.learn.next"), to(index + 1), practice.isDone ? "accent" : "")
        : firstGame(kind, "accent"),
    ]);
  }
}

/** @param {URLSearchParams} query @param {Library} library */
export async function open(query, library) {
  const [lessons, strategy] = await Promise.all([loadLessons(), loadStrategy()]);
  const [kind, key] = [query.get("game") ?? "", query.get("lesson")];
  if (kind === STRATEGY) {
    const at = strategy.findIndex((each) => each.key === key);
    if (at >= 0) {
      const view = new StrategyView(strategy, at, library);
      return { element: view.element, close: () => view.close() };
    }
  }
  const index = Object.hasOwn(lessons, kind) ? lessons[kind].findIndex((each) => each.key === key) : -1;
  if (index < 0) return { element: listPage(lessons, strategy) };
  const view = new LessonView(kind, lessons[kind], index, library);
  return { element: view.element, close: () => view.close() };
}
