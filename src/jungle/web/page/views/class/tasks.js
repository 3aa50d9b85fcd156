// Assignments as pupils see them: progress, and a link to the next part.

import { h, linkButton } from "../../dom.js";
import { allItems } from "../../game/progress.js";
import { icon } from "../../icons.js";
import { viewOf } from "../../library.js";
import { routeTo } from "../../routes.js";
import { locale, say } from "../../words.js";

/** @typedef {import("../../game/puzzles.js").Puzzle} Puzzle */
/** A puzzle of ours by its id, or a teacher's own. @typedef {string | {id: string, fen?: string, moves: string[], rules?: string}} GivenPuzzle */
/** The content of an assignment; the fields depend on its kind. @typedef {Record<string, any>} Task */
/** @typedef {{name: string, label: string, done: number, count: number, firstTries: number, ms: number, finishedAt: number | null}} Row */
/** @typedef {{id: string, title: string, kind: string, task: Task, due: number | null, created: number, count: number, done?: number, table?: Row[]}} Assignment */

/** When it is due, in words. @param {Pick<Assignment, "due">} assignment */
export const dueWords = ({ due }) =>
  due === null || due === undefined
    ? ""
    : say("class.due", {
        when: new Date(due).toLocaleDateString(locale(), { weekday: "short", day: "numeric", month: "short" }),
      });

/** Everything done on this device, as `kind:key`. @returns {Set<string>} */
export const doneKeys = () =>
  new Set(
    allItems()
      .filter(({ at }) => at !== null)
      .map(({ kind, key }) => `${kind}:${key}`),
  );

/** The puzzles of an assignment: some of ours, or the teacher's own. @param {Assignment} assignment @param {Puzzle[]} known @returns {Puzzle[]} */
export function assignedPuzzles({ task }, known) {
  const byId = new Map(known.map((puzzle) => [puzzle.id, puzzle]));
  /** @param {GivenPuzzle} given @returns {Puzzle[]} */
  const read = (given) => {
    const found = byId.get(typeof given === "string" ? given : given.id);
    if (found) return [found];
    if (typeof given === "string" || !given.fen) return [];
    return [{ goal: "", plies: given.moves.length, rating: 0, themes: [], ...given, fen: given.fen }];
  };
  return task.puzzles.flatMap(read);
}

/** The items of an assignment, as `kind:key`; empty for games. @param {Pick<Assignment, "kind" | "task">} assignment @returns {string[]} */
export function taskKeys({ kind, task }) {
  if (kind === "level") return [`level:${task.game}.${task.level}`];
  if (kind === "lessons") return task.lessons.map((/** @type {string} */ key) => `lesson:${key}`);
  if (kind === "games") return [];
  return task.puzzles.map(
    (/** @type {GivenPuzzle} */ given) => `puzzle:${typeof given === "string" ? given : given.id}`,
  );
}

/** Where a pupil starts or continues. @param {Assignment} assignment @param {string} classId @param {ReadonlySet<string>} done */
export function startAddress({ id, kind, task }, classId, done) {
  if (kind === "level") return routeTo(viewOf(task.game), { level: task.level, side: "blue" });
  if (kind === "lessons") {
    const next = task.lessons.find((/** @type {string} */ key) => !done.has(`lesson:${key}`)) ?? task.lessons[0];
    const [game, lesson] = next.split(".");
    return routeTo("learn", { game, lesson });
  }
  return routeTo(["class", classId, "assignments"], { do: id });
}

/** The content of an assignment in words. @param {Pick<Assignment, "kind" | "task" | "count">} assignment */
export function taskWords({ kind, task, count }) {
  if (kind === "level") return say("class.task.level", { level: task.level, name: say(`level.${task.level}.name`) });
  if (kind === "games") return say("class.task.games", { count: task.count });
  if (kind === "lessons") return say("class.task.lessons", { count });
  return say("class.task.puzzles", { count });
}

const NAMED = 2;

/** The usual title of an assignment: what it contains. @param {Pick<Assignment, "kind" | "task" | "count">} assignment */
export function taskTitle(assignment) {
  const { kind, task } = assignment;
  if (kind === "puzzles" && task.theme) {
    const theme = say(`theme.${task.theme}`);
    return `${theme[0].toUpperCase()}${theme.slice(1)} · ${taskWords(assignment)}`;
  }
  if (kind !== "lessons") return taskWords(assignment);
  const titles = task.lessons.map((/** @type {string} */ name) => {
    const key = name.startsWith("strategy.") ? name : `lesson.${name}`;
    return say(`${key}.title`);
  });
  const rest = titles.length - NAMED;
  const more = rest > 0 ? [say("class.task.more", { count: rest })] : [];
  return [...titles.slice(0, NAMED), ...more].join(" · ");
}

/** @param {Assignment[]} assignments @param {string} classId @param {ReadonlySet<string>} done what the pupil has done */
export function assignmentCards(assignments, classId, done) {
  const now = Date.now();
  /** @param {Assignment} each */
  const card = (each) => {
    const { title, count, due } = each;
    // The server may not know yet what was done a moment ago or offline.
    const far = Math.max(each.done ?? 0, taskKeys(each).filter((key) => done.has(key)).length);
    const isDone = far >= count;
    const isLate = !isDone && due !== null && due !== undefined && due < now;
    const start =
      each.kind === "games"
        ? null
        : linkButton(
            "play",
            say(isDone ? "class.again" : far ? "web.continue" : "class.start"),
            startAddress(each, classId, done),
            isDone ? "" : "accent",
          );
    start?.setAttribute("aria-label", say("class.start title", { title }));
    return h(
      `li.task${isDone ? ".done" : ""}`,
      {},
      h(
        "div.what",
        {},
        h("strong", {}, title),
        h("span.faint", {}, [taskWords(each), dueWords(each)].filter(Boolean).join(" · ")),
        isLate ? h("span.late", {}, say("class.late")) : null,
      ),
      h(
        "div.how-far",
        {},
        isDone ? icon("check") : null,
        h("progress", { max: count, value: Math.min(far, count), "aria-label": title }),
        h("span", {}, say("class.done of", { done: far, all: count })),
      ),
      start,
    );
  };
  return h("ul.tasks", {}, assignments.map(card));
}
