// The lessons of both games: a list, and one lesson at a time on the board.

import { announce } from "../dialog.js";
import { button, h, linkButton } from "../dom.js";
import { keepDraft, keptDraft } from "../game/keeping.js";
import { shapeTable } from "../game/kinds.js";
import { loadLessons, Practice } from "../game/practice.js";
import { gameName, moveWords, outcomeWords } from "../game/showing.js";
import { icon } from "../icons.js";
import { routeTo } from "../routes.js";
import { playSound, soundOf } from "../sounds.js";
import { say } from "../words.js";
import { makeBoard } from "./parts/board.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../game/practice.js").Lesson} Lesson */

const DRAFT = "lessons";

/** The lessons that were done, as game.key. @returns {string[]} */
function doneLessons() {
  const kept = keptDraft(DRAFT);
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** @param {Record<string, Lesson[]>} lessons */
function listPage(lessons) {
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
  const section = (/** @type {string} */ kind) => {
    const next = lessons[kind].find(({ key }) => !done.includes(`${kind}.${key}`)) ?? lessons[kind][0];
    const count = lessons[kind].filter(({ key }) => done.includes(`${kind}.${key}`)).length;
    return h(
      "section.panel",
      {},
      h("h2", {}, gameName(kind)),
      h("p.faint", {}, say("web.learn.progress", { done: count, all: lessons[kind].length })),
      linkButton(
        "play",
        say(count ? "desktop.continue" : "web.play.start"),
        routeTo("learn", { game: kind, lesson: next.key }),
        "accent",
      ),
      h("ol.lessons", {}, lessons[kind].map(entry(kind))),
    );
  };
  return h("div.page", {}, h("h1", {}, say("web.menu.learn")), h("div.columns", {}, Object.keys(lessons).map(section)));
}

class LessonView {
  /** @param {string} kind @param {Lesson[]} lessons @param {number} index @param {Library} library */
  constructor(kind, lessons, index, library) {
    this.kind = kind;
    this.lessons = lessons;
    this.index = index;
    this.library = library;
    const { key } = this.lesson;
    const made = makeBoard({ onChoose: (origin, target) => this.play(origin, target), game: () => this.practice.game });
    this.board = made.board;
    this.close = () => {
      made.close();
      this.practice.close();
    };
    this.practice = new Practice(library, kind, this.lesson);
    this.state = h("p.notice", { role: "status" });
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h(
      "div.table.lesson-table",
      {},
      h("div.boards", {}, this.board, made.typed),
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
    shapeTable(this.element, library.rules[this.practice.rules].grid);
    if (this.practice.isDone) this.#keep();
    this.draw();
  }

  get lesson() {
    return this.lessons[this.index];
  }

  #keep() {
    const name = `${this.kind}.${this.lesson.key}`;
    const done = doneLessons();
    if (!done.includes(name)) keepDraft(DRAFT, [...done, name]);
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    const wasDone = this.practice.isDone;
    const move = this.practice.play(origin, target);
    if (!move) return;
    const { grid } = this.practice.game;
    const isDone = this.practice.isDone && !wasDone;
    playSound(isDone ? "win" : soundOf(move, grid));
    const told = isDone ? say("lesson.done") : this.practice.isAnother ? say("lesson.another") : "";
    announce([moveWords(move, grid), told].filter(Boolean).join(". "));
    if (isDone) this.#keep();
    this.draw();
  }

  reset() {
    this.practice.close();
    this.practice = new Practice(this.library, this.kind, this.lesson);
    this.draw();
  }

  draw() {
    const { practice, lessons, index, kind } = this;
    const { game } = practice;
    this.board.setAttribute("fen", game.fen());
    this.board.show({ pieces: game.faces(), targets: game.targets(), last: practice.last });
    const outcome = game.outcome();
    const isTask = this.lesson.goals.length > 0;
    const told =
      practice.isDone && isTask
        ? say("lesson.done")
        : outcome
          ? outcomeWords(outcome, game)
          : isTask
            ? say(practice.isAnother ? "lesson.another" : "lesson.try")
            : "";
    this.state.textContent = told;
    this.state.classList.toggle("good", practice.isDone && isTask);
    const to = (/** @type {number} */ at) =>
      routeTo("learn", lessons[at] ? { game: kind, lesson: lessons[at].key } : {});
    this.controls.replaceChildren(
      linkButton("previous", say("web.learn.previous"), to(index - 1)),
      button("turn", say("lesson.reset"), () => this.reset()),
      linkButton("menu", say("web.learn.all"), routeTo("learn")),
      linkButton("next", say("web.learn.next"), to(index + 1), practice.isDone ? "accent" : ""),
    );
  }
}

/** @param {URLSearchParams} query @param {Library} library */
export async function open(query, library) {
  const lessons = await loadLessons();
  const kind = query.get("game") ?? "";
  const index = Object.hasOwn(lessons, kind) ? lessons[kind].findIndex(({ key }) => key === query.get("lesson")) : -1;
  if (index < 0) return { element: listPage(lessons) };
  const view = new LessonView(kind, lessons[kind], index, library);
  return { element: view.element, close: () => view.close() };
}
