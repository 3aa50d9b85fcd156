// The course of strategy: an idea in words, and positions in which it wins or saves the game.

import { mayHint } from "../../allowed.js";
import { announce } from "../../dialog.js";
import { button, h, linkButton, replaceKeepingFocus } from "../../dom.js";
import { shapeTable } from "../../game/kinds.js";
import { doneLessons, keepDone } from "../../game/practice.js";
import { Attempt } from "../../game/puzzles.js";
import { lastSquares, moveWords, sideName } from "../../game/showing.js";
import { icon } from "../../icons.js";
import { newGame } from "../../library.js";
import { routeTo } from "../../routes.js";
import { playSound, soundOf } from "../../sounds.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { reasonArrows, reasonWords, sentence } from "../parts/reasons.js";

/** @typedef {import("../../game/practice.js").StrategyLesson} StrategyLesson */
/** @typedef {import("../../library.js").Library} Library */

/** Used instead of a game's name in addresses and in storage. */
export const STRATEGY = "strategy";
const ANSWER_MS = 450;

const addressOf = (/** @type {string} */ key) => routeTo("learn", { game: STRATEGY, lesson: key });
const nameOf = (/** @type {string} */ key) => `${STRATEGY}.${key}`;

/** The course in the list of lessons. @param {StrategyLesson[]} lessons */
export function strategySection(lessons) {
  const done = doneLessons();
  const isDone = (/** @type {string} */ key) => done.includes(nameOf(key));
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
    linkButton("play", say(count ? "desktop.continue" : "web.play.start"), addressOf(next.key), count ? "accent" : ""),
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
    this.library = library;
    this.number = 0;
    this.begun = performance.now();
    this.mistakes = 0;
    this.told = "";
    this.mood = "";
    this.timer = 0;
    /** @type {{stop: () => void} | null} */
    this.task = null;
    this.attempt = new Attempt(library, this.exercise);
    const made = makeBoard({
      onChoose: (origin, target) => this.play(origin, target),
      game: () => this.attempt.game,
      person: () => 0,
    });
    this.board = made.board;
    this.close = () => {
      this.#stop();
      made.close();
      this.attempt.close();
    };
    this.place = h("p.faint", {});
    this.notice = h("p.notice", {});
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    const { key } = this.lesson;
    this.element = h(
      "div.table.lesson-table",
      {},
      h("div.boards", {}, this.board, made.typed),
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
    shapeTable(this.element, this.attempt.game.grid);
    this.draw();
  }

  get lesson() {
    return this.lessons[this.index];
  }

  get exercise() {
    return this.lesson.exercises[this.number];
  }

  #stop() {
    clearTimeout(this.timer);
    this.task?.stop();
    this.task = null;
  }

  /** @param {string} words @param {string} mood */
  #tell(words, mood = "") {
    this.told = words;
    this.mood = mood;
    announce(words);
    this.draw();
  }

  /** @param {number} number */
  open(number) {
    this.#stop();
    this.number = number;
    this.attempt.close();
    this.attempt = new Attempt(this.library, this.exercise);
    this.board.show({ arrows: [], marks: new Map() });
    this.#tell("");
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    const { attempt } = this;
    this.#stop();
    const tried = attempt.game.movesFrom(origin).find((move) => move.target === target);
    const result = attempt.play(origin, target);
    if (result === "illegal" || !tried) return;
    this.board.show({ arrows: [], marks: new Map() });
    if (result === "wrong") {
      this.mistakes += 1;
      playSound("refuse");
      this.board.show({ marks: new Map([[target, "bad"]]) });
      this.#tell(say("web.learn.not that"), "bad");
      this.#refute(tried);
      return;
    }
    playSound(result === "done" ? "win" : soundOf(tried, attempt.game.grid));
    if (result === "done") this.#solved(moveWords(tried, attempt.game.grid));
    else {
      this.#tell(say("web.puzzles.right"), "good");
      this.timer = window.setTimeout(() => this.answer(), ANSWER_MS);
    }
  }

  /** Says what is wrong with a move. @param {import("../../game/game.js").Move} tried */
  async #refute(tried) {
    const { attempt, library } = this;
    const right = attempt.game.parse(attempt.wanted);
    if (!right) return;
    const before = newGame(library, library.usual.name, attempt.game.fen());
    const task = library.engine.compare(before, right, tried);
    this.task = task;
    const found = await task.result.catch(() => null);
    if (this.task === task && found && attempt === this.attempt) {
      this.task = null;
      this.board.show({ arrows: reasonArrows(before, found.fault, tried) });
      this.#tell(`${say("web.learn.not that")} ${sentence(reasonWords(found.fault))}`, "bad");
    }
    before.free();
  }

  /** @param {string} moved the last move, in words */
  #solved(moved) {
    const { key, exercises } = this.lesson;
    const shown = say(`strategy.${key}.${this.number + 1}`);
    const words = `${say("lesson.done")} ${shown}`;
    if (this.number === exercises.length - 1)
      keepDone(nameOf(key), { ms: performance.now() - this.begun, mistakes: this.mistakes });
    this.#tell(words, "good");
    announce(`${moved}. ${words}`);
  }

  answer() {
    const move = this.attempt.answer();
    if (!move) return;
    playSound(soundOf(move, this.attempt.game.grid));
    announce(moveWords(move, this.attempt.game.grid));
    this.draw();
  }

  hint() {
    const move = this.attempt.game.parse(this.attempt.wanted ?? "");
    if (!move) return;
    this.board.show({ marks: new Map([[move.origin, "note"]]) });
    announce(this.board.nameSquare(move.origin, this.board.state.pieces.get(move.origin)));
  }

  draw() {
    const { attempt, lesson, lessons, index, number, exercise } = this;
    const { game } = attempt;
    const mayMove = !attempt.isDone && game.side === attempt.solver;
    this.board.setAttribute("fen", game.fen());
    this.board.show({
      pieces: game.faces(),
      targets: mayMove ? game.targets() : new Map(),
      last: lastSquares(game, game.moves.length),
    });
    const place = say("web.learn.exercise", { number: number + 1, all: lesson.exercises.length });
    this.place.textContent = `${say("web.learn.strategy")} ${index + 1}/${lessons.length} · ${place}`;
    this.notice.className = `notice ${this.mood}`;
    this.notice.textContent = this.told || say(`web.puzzles.${exercise.goal}`, { side: sideName(attempt.solver) });
    const look = attempt.isDone ? "accent" : "";
    const following = lessons[index + 1];
    replaceKeepingFocus(this.controls, [
      linkButton("menu", say("web.learn.all"), routeTo("learn")),
      button("turn", say("lesson.reset"), () => this.open(number), { isOff: !game.moves.length }),
      ...(mayHint() ? [button("hint", say("web.puzzles.hint"), () => this.hint(), { isOff: !mayMove })] : []),
      lesson.exercises[number + 1]
        ? button("next", say("web.learn.next"), () => this.open(number + 1), { look })
        : linkButton("next", say("web.learn.next"), following ? addressOf(following.key) : routeTo("puzzles"), look),
    ]);
  }
}
