// The rules, each with a small board that shows it, what differs between the rule sets, and the questions people ask.

import { h, linkButton } from "../dom.js";
import { loadLessons, Practice } from "../game/practice.js";
import { gameName, rulesName } from "../game/showing.js";
import { routeTo } from "../routes.js";
import { has, say } from "../words.js";
import { makeBoard } from "./parts/board.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../game/practice.js").Lesson} Lesson */

const DIFFERENCES = ["start", "elephant", "rats", "repetition", "quiet"];

/** A rule with its board: what the piece of the first goal may do is marked. @param {Library} library @param {string} kind @param {Lesson} lesson @param {(() => void)[]} closers */
function rule(library, kind, lesson, closers) {
  const title = say(`lesson.${kind}.${lesson.key}.title`);
  const { board, close } = makeBoard({ label: title });
  const practice = new Practice(library, kind, lesson);
  const { game } = practice;
  const { grid } = game;
  const goals = lesson.goals.map((text) => ({
    origin: /** @type {number} */ (grid.square(text.slice(0, 2))),
    target: /** @type {number} */ (grid.square(text.slice(2) || text.slice(0, 2))),
  }));
  board.setAttribute("fen", game.fen());
  board.show({ targets: game.targets(), arrows: goals.length < 5 ? goals : [] });
  closers.push(close, () => practice.close());
  return h(
    "li.rule",
    { id: `${kind}-${lesson.key}` },
    h("h3", {}, title),
    h("p", {}, say(`lesson.${kind}.${lesson.key}.text`)),
    h("div.rule-board", {}, board),
    lesson.goals.length
      ? linkButton("play", say("web.rules.try"), routeTo("learn", { game: kind, lesson: lesson.key }))
      : "",
  );
}

/** What differs between the rule sets of a game. @param {string[]} names */
function differences(names) {
  const head = names.map((name) => h("th", { scope: "col" }, rulesName(name)));
  const row = (/** @type {string} */ what) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, say(`web.rules.${what}`)),
      names.map((name) => h("td", {}, say(`web.rules.${what}.${name}`))),
    );
  return h(
    "section.panel",
    { id: "rule-sets" },
    h("h2", {}, say("web.rules.sets")),
    h(
      "div.scroll",
      { tabindex: 0, role: "group", "aria-label": say("web.rules.sets") },
      h("table.differences", {}, h("thead", {}, h("tr", {}, h("td", {}), head)), h("tbody", {}, DIFFERENCES.map(row))),
    ),
  );
}

function questions() {
  const all = [];
  for (let number = 1; has(`web.faq.${number}`); number += 1) {
    all.push(h("details", {}, h("summary", {}, say(`web.faq.${number}`)), h("p", {}, say(`web.faq.${number}.answer`))));
  }
  return h("section.panel", { id: "questions" }, h("h2", {}, say("web.rules.questions")), all);
}

/** @param {URLSearchParams} _query @param {Library} library */
export async function open(_query, library) {
  const lessons = await loadLessons();
  /** @type {(() => void)[]} */
  const closers = [];
  const section = (/** @type {string} */ kind) =>
    h(
      "section",
      {},
      h("h2", {}, gameName(kind)),
      h(
        "ol.rule-list",
        {},
        lessons[kind].map((lesson) => rule(library, kind, lesson, closers)),
      ),
    );
  const [first, ...others] = Object.keys(lessons).map(section);
  const heading = h("h1", {}, say("web.menu.rules"));
  const element = h(
    "div.page.rules",
    {},
    heading,
    first,
    differences(library.games[library.usual.game].rules),
    others,
    questions(),
  );
  return {
    element,
    close: () => {
      for (const close of closers) close();
    },
  };
}
