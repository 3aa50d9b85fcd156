// The form for a new assignment: what is to be done, and until when.

import { openDialog } from "../../dialog.js";
import { button, choices, h } from "../../dom.js";
import { faultWords } from "../../game/faults.js";
import { PuzzleFileError, puzzlesInText, puzzlesOfReview } from "../../game/own-puzzles.js";
import { loadLessons, loadStrategy } from "../../game/practice.js";
import { loadPuzzles, offeredThemes } from "../../game/puzzles.js";
import { gameName, shortGameName } from "../../game/showing.js";
import { newGame } from "../../library.js";
import { say } from "../../words.js";
import { readText, textOf } from "../analyse/reading.js";
import { closeDialog, field, selectInput, serverForm, textInput } from "../parts/forms.js";
import { taskTitle } from "./tasks.js";

/** @typedef {import("../../online/followed-class.js").FollowedClass} FollowedClass */
/** @typedef {import("../../library.js").Library} Library */
/** @typedef {import("../../game/own-puzzles.js").OwnPuzzle} OwnPuzzle */

const KINDS = ["lessons", "puzzles", "level", "games"];
const SOURCES = ["theme", "file", "game"];
const COUNTS = ["5", "10", "15", "20", "30"];
const LONGEST_TITLE = 80;
const LAST_MS = 86_400_000 - 1;

/** The end of a day that was chosen, here; null for none. @param {string} day such as 2026-11-18 */
export const endOfDay = (day) => (day ? new Date(`${day}T00:00:00`).getTime() + LAST_MS : null);

/** @param {FollowedClass} followed @param {Library} library @param {() => void} onMade */
export async function openAssign(followed, library, onMade) {
  const [lessons, strategy, puzzles] = await Promise.all([loadLessons(), loadStrategy(), loadPuzzles()]);
  const place = h("div.task-form", {});
  const makers = {
    lessons: () => lessonsTask(lessons, strategy),
    puzzles: () => puzzlesTask(library, puzzles),
    level: () => levelTask(library),
    games: () => gamesTask(),
  };
  let kind = "lessons";
  /** @type {{element: HTMLElement, read: () => import("./tasks.js").Task, close?: () => void}} */
  let task = makers.lessons();
  place.append(task.element);
  /** @param {string} value */
  const choose = (value) => {
    kind = value;
    task.close?.();
    task = makers[/** @type {keyof typeof makers} */ (value)]();
    place.replaceChildren(task.element);
  };
  const day = h("input", { type: "date", name: "due" });
  const form = serverForm(
    [
      choices(
        say("class.what to do"),
        KINDS.map((each) => [each, say(`class.kind.${each}`)]),
        kind,
        choose,
      ),
      place,
      field(
        say("class.title"),
        textInput("title", { maxLength: LONGEST_TITLE, autocomplete: "off" }),
        say("class.title.hint"),
      ),
      field(say("class.due date"), day),
    ],
    say("class.assign"),
    async ({ title, due }) => {
      const read = task.read();
      const count = read.lessons?.length ?? read.puzzles?.length ?? read.count ?? 1;
      await followed.post("/assignment", {
        title: (title.trim() || taskTitle({ kind, task: read, count })).slice(0, LONGEST_TITLE),
        kind,
        task: read,
        due: endOfDay(due),
      });
      closeDialog(form);
      onMade();
    },
  );
  await openDialog(say("class.new assignment"), [form], { onOpen: (dialog) => dialog.classList.add("wide") });
  task.close?.();
}

/** @param {string} key of the words @returns {never} */
const refuse = (key) => {
  throw new Error(say(key));
};

/** @param {Record<string, {key: string}[]>} lessons @param {{key: string}[]} strategy */
function lessonsTask(lessons, strategy) {
  /** @type {Set<string>} */
  const chosen = new Set();
  /** @param {string} id @param {string} words */
  const tick = (id, words) =>
    h(
      "label.tick",
      {},
      h("input", {
        type: "checkbox",
        onchange: ({ currentTarget }) => chosen[currentTarget.checked ? "add" : "delete"](id),
      }),
      h("span", {}, words),
    );
  /** @param {string} title @param {HTMLElement[]} ticks */
  const group = (title, ticks) => h("fieldset.ticks", {}, h("legend", {}, title), ticks);
  const element = h(
    "div.tick-groups",
    { tabIndex: 0, role: "group", "aria-label": say("class.kind.lessons") },
    Object.entries(lessons).map(([kind, all]) =>
      group(
        gameName(kind),
        all.map(({ key }) => tick(`${kind}.${key}`, say(`lesson.${kind}.${key}.title`))),
      ),
    ),
    group(
      say("web.learn.strategy"),
      strategy.map(({ key }) => tick(`strategy.${key}`, say(`strategy.${key}.title`))),
    ),
  );
  return { element, read: () => (chosen.size ? { lessons: [...chosen] } : refuse("class.choose lessons")) };
}

/** @param {Library} library @param {import("../../game/puzzles.js").Puzzle[]} puzzles */
function puzzlesTask(library, puzzles) {
  const themes = offeredThemes(puzzles);
  const wanted = { source: "theme", theme: themes[0][0], count: "10" };
  /** @type {OwnPuzzle[]} */
  let own = [];
  /** @type {{stop: () => void} | null} */
  let reviewing = null;
  const place = h("div.column", {});
  const found = h("p.message", { role: "status" });
  /** @param {string} words */
  const tell = (words, isBad = false) => {
    found.textContent = words;
    found.classList.toggle("bad", isBad);
  };
  /** @param {OwnPuzzle[]} puzzlesFound */
  const told = (puzzlesFound) => {
    own = puzzlesFound;
    tell(own.length ? say("class.n puzzles found", { count: own.length }) : say("class.no puzzles found"), !own.length);
  };
  /** @param {unknown} error */
  const fail = (error) => {
    own = [];
    const isLine = error instanceof PuzzleFileError;
    tell(isLine ? say("class.bad line", { line: error.line, text: error.text }) : faultWords(error), true);
  };
  /** @param {File | undefined} file */
  const readFile = async (file) => {
    try {
      const text = await textOf(file);
      if (text) told(puzzlesInText(library, text));
    } catch (error) {
      fail(error);
    }
  };
  /** @param {string} text */
  const review = async (text) => {
    reviewing?.stop();
    try {
      const [tree] = await readText(text, library, library.usual.name);
      const game = newGame(library, tree.rules, tree.start, { deal: null });
      for (const node of tree.mainLine()) game.playText(node.text);
      const task = library.engine.review(game, (done, all) => tell(say("class.reviewing", { done, all })));
      reviewing = task;
      const { plies } = await task.result;
      if (reviewing === task) told(puzzlesOfReview(library, game, plies));
      game.free();
    } catch (error) {
      fail(error);
    }
  };
  const file = h("input", {
    type: "file",
    accept: ".jsonl,.jgn,.txt,text/plain",
    onchange: ({ currentTarget }) => readFile(currentTarget.files?.[0]),
  });
  const record = h("textarea.code", { rows: 5 });
  /** @type {Record<string, () => HTMLElement[]>} */
  const parts = {
    theme: () => [
      h(
        "div.pair",
        {},
        field(
          say("class.theme"),
          selectInput(
            "theme",
            themes.map(([theme]) => [theme, say(`theme.${theme}`)]),
            wanted.theme,
            (value) => {
              wanted.theme = value;
            },
          ),
        ),
        field(
          say("class.how many"),
          selectInput(
            "count",
            COUNTS.map((count) => [count, count]),
            wanted.count,
            (value) => {
              wanted.count = value;
            },
          ),
        ),
      ),
    ],
    file: () => [field(say("class.puzzle file"), file, say("class.puzzle file.hint")), found],
    game: () => [
      field(say("class.record"), record, say("class.record.hint")),
      h(
        "div.buttons",
        {},
        button("target", say("class.find mistakes"), () => review(record.value)),
      ),
      found,
    ],
  };
  /** @param {string} source */
  const choose = (source) => {
    wanted.source = source;
    own = [];
    tell("");
    place.replaceChildren(...parts[source]());
  };
  const element = h(
    "div.column",
    {},
    choices(
      say("class.from"),
      SOURCES.map((each) => [each, say(`class.source.${each}`)]),
      wanted.source,
      choose,
    ),
    place,
  );
  choose(wanted.source);
  const read = () => {
    if (wanted.source === "theme") return { theme: wanted.theme, count: Number(wanted.count) };
    return own.length ? { puzzles: own } : refuse("class.no puzzles found");
  };
  return { element, read, close: () => reviewing?.stop() };
}

/** @param {Library} library */
function levelTask(library) {
  const wanted = { game: library.usual.game, level: 4 };
  const games = Object.keys(library.strengths);
  const element = h(
    "div.column",
    {},
    games.length > 1
      ? choices(
          say("online.game"),
          games.map((kind) => [kind, shortGameName(kind)]),
          wanted.game,
          (value) => {
            wanted.game = value;
          },
        )
      : null,
    field(
      say("class.level"),
      selectInput(
        "level",
        library.strengths[wanted.game].map(({ number }) => [String(number), say(`level.${number}`)]),
        String(wanted.level),
        (value) => {
          wanted.level = Number(value);
        },
      ),
    ),
  );
  return { element, read: () => ({ ...wanted }) };
}

function gamesTask() {
  const input = selectInput(
    "games",
    ["1", "2", "3", "5", "10"].map((count) => [count, count]),
    "3",
  );
  return {
    element: field(say("class.how many games"), input, say("class.games.hint")),
    read: () => ({ count: Number(input.value) }),
  };
}
