// The rules by question: each answer has a board to try it on, created when it is opened.

import { button, h, linkButton } from "../dom.js";
import { drawingOf } from "../game/kinds.js";
import { loadLessons, Practice } from "../game/practice.js";
import { animalName, gameName, rulesName } from "../game/showing.js";
import { ANIMALS } from "../game/text.js";
import { routeTo } from "../routes.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { makeBoard } from "./parts/board.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../game/practice.js").Lesson} Lesson */

const DIFFERENCES = ["start", "elephant", "rats", "repetition", "quiet"];

/** Further questions by the rule they belong to: the numbers of `web.faq.…`. */
const BESIDES = /** @type {Record<string, number[]>} */ ({
  "jungle.steps": [7],
  "jungle.ranks": [5],
  "jungle.rat": [1],
  "jungle.shore": [2, 9],
  "jungle.jump": [4],
  "jungle.blocked": [3],
  "jungle.traps": [6],
  "jungle.own_den": [8],
});
/** Questions that do not belong to a rule. */
const OTHERS = [10, 11];

/** A question with its answer, which is created when it is first opened. @param {string} id @param {string} question @param {() => (Node | string)[]} answer */
function ask(id, question, answer) {
  const body = h("div.answer", {});
  const fill = () => {
    if (!body.childElementCount) body.append(...answer());
  };
  return h("details", { id, ontoggle: fill }, h("summary", {}, question), body);
}

/** A board on which a rule can be tried. @param {Library} library @param {string} kind @param {Lesson} lesson @param {string} label @param {(() => void)[]} closers */
function tryBoard(library, kind, lesson, label, closers) {
  const practice = new Practice(library, kind, lesson);
  const told = h("p.notice", {});
  const { board, close } = makeBoard(practice, { label, hasTyping: false });
  const draw = () => {
    told.textContent = practice.message || practice.task;
    told.classList.toggle("good", practice.mood === "good");
  };
  practice.onChange(draw);
  draw();
  closers.push(close, () => practice.close());
  const again = button("turn", say("lesson.reset"), () => practice.restart());
  return h("div.rule-board", {}, board, h("div.rule-told", {}, told, practice.hasGoal ? again : ""));
}

/** A rule as a question. @param {Library} library @param {string} kind @param {Lesson} lesson @param {(() => void)[]} closers */
function rule(library, kind, lesson, closers) {
  const question = say(`web.rules.ask.${kind}.${lesson.key}`);
  return ask(`${kind}-${lesson.key}`, question, () => [
    h("p", {}, say(`lesson.${kind}.${lesson.key}.text`)),
    ...(BESIDES[`${kind}.${lesson.key}`] ?? []).map((number) =>
      h("p", {}, h("strong", {}, say(`web.faq.${number}`)), " ", say(`web.faq.${number}.answer`)),
    ),
    tryBoard(library, kind, lesson, question, closers),
  ]);
}

/** The differences between the rule sets of a game. @param {string[]} names */
function differences(names) {
  const head = names.map((name) => h("th", { scope: "col" }, rulesName(name)));
  /** @param {string} what */
  const row = (what) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, say(`web.rules.${what}`)),
      names.map((name) => h("td", {}, say(`web.rules.${what}.${name}`))),
    );
  return h(
    "div.scroll",
    { tabindex: 0, role: "group", "aria-label": say("web.rules.sets") },
    h("table.differences", {}, h("thead", {}, h("tr", {}, h("td", {}), head)), h("tbody", {}, DIFFERENCES.map(row))),
  );
}

/** The animals by strength, the strongest first. @param {Library} library */
const animals = ({ usual }) =>
  h(
    "ol.ranks",
    { "aria-label": say("web.rules.strength"), reversed: true },
    ANIMALS.map((_, index) => ANIMALS.length - index).map((animal) =>
      h(
        "li",
        {},
        h("img", { src: drawingOf(settings.pieces, animal, usual.grid), alt: "", width: 40, height: 40 }),
        h("span", {}, animalName(animal)),
      ),
    ),
  );

/** @param {URLSearchParams} _query @param {Library} library */
export async function open(_query, library) {
  const lessons = await loadLessons();
  /** @type {(() => void)[]} */
  const closers = [];
  /** @param {string} kind */
  const questions = (kind) => lessons[kind].map((lesson) => rule(library, kind, lesson, closers));
  const [usual, ...others] = Object.keys(lessons);
  const first = questions(usual);
  first[0].open = true;
  const element = h(
    "div.page.rules",
    {},
    h("h1", {}, say("web.menu.rules")),
    h(
      "section.panel",
      {},
      h("p", {}, say("web.rules.short")),
      animals(library),
      linkButton("learn", say("web.rules.learn"), routeTo("learn")),
    ),
    h(
      "section.panel",
      {},
      h("h2", {}, gameName(usual)),
      first,
      ask("rule-sets", say("web.rules.sets"), () => [differences(library.games[usual].rules)]),
    ),
    others.map((kind) => h("section.panel", {}, h("h2", {}, gameName(kind)), questions(kind))),
    h(
      "section.panel",
      { id: "questions" },
      h("h2", {}, say("web.rules.questions")),
      OTHERS.map((number) =>
        ask(`question-${number}`, say(`web.faq.${number}`), () => [h("p", {}, say(`web.faq.${number}.answer`))]),
      ),
    ),
  );
  return {
    element,
    close: () => {
      for (const close of closers) close();
    },
  };
}
