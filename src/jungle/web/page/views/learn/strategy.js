// The course of strategy: an idea in words, and positions in which it wins or saves the game.

import { mayHint } from "../../allowed.js";
import { button, h, linkButton, replaceKeepingFocus } from "../../dom.js";
import { shapeTable } from "../../game/kinds.js";
import { doneLessons } from "../../game/practice.js";
import { STRATEGY, StrategyExercise, strategyName } from "../../game/strategy.js";
import { icon } from "../../icons.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";

/** @typedef {import("../../game/practice.js").StrategyLesson} StrategyLesson */
/** @typedef {import("../../library.js").Library} Library */

const addressOf = (/** @type {string} */ key) => routeTo("learn", { game: STRATEGY, lesson: key });

/** The course in the list of lessons. @param {StrategyLesson[]} lessons */
export function strategySection(lessons) {
  const done = doneLessons();
  /** @param {string} key */
  const isDone = (key) => done.includes(strategyName(key));
  const next = lessons.find(({ key }) => !isDone(key)) ?? lessons[0];
  const count = lessons.filter(({ key }) => isDone(key)).length;
  return h(
    "section.panel",
    {},
    h("h2", {}, say("web.learn.strategy")),
    h(
      "p.faint",
      {},
      say(count ? "web.learn.progress" : "web.learn.strategy.about", { done: count, all: lessons.length }),
    ),
    linkButton("play", say(count ? "web.continue" : "web.play.start"), addressOf(next.key), count ? "accent" : ""),
    h(
      "ol.lessons",
      {},
      lessons.map(({ key }, index) =>
        h(
          "li",
          {},
          h(
            `a.lesson${isDone(key) ? ".done" : ""}`,
            { href: addressOf(key) },
            isDone(key) ? icon("check") : h("span.count", {}, index + 1),
            h("span", {}, say(`strategy.${key}.title`)),
            isDone(key) ? h("span.spoken", {}, say("web.learn.done")) : null,
          ),
        ),
      ),
    ),
  );
}

export class StrategyView {
  /** @param {StrategyLesson[]} lessons @param {number} index @param {Library} library */
  constructor(lessons, index, library) {
    this.lessons = lessons;
    this.index = index;
    const { key } = lessons[index];
    this.exercise = new StrategyExercise(library, lessons[index]);
    const made = makeBoard(this.exercise, { onHint: () => this.exercise.hint() });
    this.exercise.onChange(() => this.draw());
    this.close = () => {
      made.close();
      this.exercise.close();
    };
    this.place = h("p.faint", {});
    this.notice = h("p.notice", {});
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h(
      "div.table.lesson-table",
      {},
      h("div.boards", {}, made.board, made.typed),
      h(
        "div.side",
        {},
        this.place,
        h("h1", {}, say(`strategy.${key}.title`)),
        h("p", {}, say(`strategy.${key}.text`)),
        this.notice,
      ),
      this.controls,
    );
    shapeTable(this.element, this.exercise.grid);
    this.draw();
  }

  draw() {
    const { exercise, lessons, index } = this;
    const { game, number, lesson, isDone } = exercise;
    const place = say("web.learn.exercise", { number: number + 1, all: lesson.exercises.length });
    this.place.textContent = `${say("web.learn.strategy")} ${index + 1}/${lessons.length} · ${place}`;
    this.notice.className = `notice ${exercise.mood}`;
    this.notice.textContent = exercise.message || exercise.task;
    const look = isDone ? "accent" : "";
    const following = lessons[index + 1];
    const isOff = !exercise.mayMove;
    replaceKeepingFocus(this.controls, [
      linkButton("menu", say("web.learn.all"), routeTo("learn")),
      button("turn", say("lesson.reset"), () => exercise.restart(), { isOff: !game.length }),
      ...(mayHint() ? [button("hint", say("web.puzzles.hint"), () => exercise.hint(), { isOff })] : []),
      exercise.isLast
        ? linkButton("next", say("web.learn.next"), following ? addressOf(following.key) : routeTo("puzzles"), look)
        : button("next", say("web.learn.next"), () => exercise.open(number + 1), { look }),
    ]);
  }
}
