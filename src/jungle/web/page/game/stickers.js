// The collection: opponents beaten, lessons done, puzzles solved. No DOM.

import { keepOwn, keptOwn } from "./keeping.js";
import { doneLessons } from "./practice.js";
import { noteTry } from "./progress.js";
import { readProgress } from "./puzzles.js";

const DRAFT = "beaten";
/** The numbers of solved puzzles that earn a star. */
export const MILESTONES = [1, 5, 10, 25, 50, 100];

/** The opponents that were beaten, as game.level. @returns {string[]} */
export function beaten() {
  const kept = keptOwn(DRAFT);
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** Records a beaten opponent, and returns whether it was the first time. @param {string} kind of game @param {string} level */
export function keepBeaten(kind, level) {
  const name = `${kind}.${level}`;
  const known = beaten();
  if (known.includes(name)) return false;
  noteTry("level", name, { isDone: true });
  keepOwn(DRAFT, [...known, name]);
  return true;
}

/** A game against an opponent ended without a win. @param {string} kind of game @param {string} level */
export const keepUnbeaten = (kind, level) => noteTry("level", `${kind}.${level}`, { isDone: false });

const LOSSES = "losses";

/** Games lost in a row to the last opponent. @param {string} kind of game @param {string} level */
export function lossesTo(kind, level) {
  const kept = keptOwn(LOSSES);
  return kept?.name === `${kind}.${level}` && Number.isInteger(kept.count) ? kept.count : 0;
}

/** A game against an opponent has ended. @param {string} kind of game @param {string} level @param {boolean} isLost */
export const noteResult = (kind, level, isLost) =>
  keepOwn(LOSSES, { name: `${kind}.${level}`, count: isLost ? lossesTo(kind, level) + 1 : 0 });

/** The courses of lessons that are done from beginning to end. @param {Record<string, string[]>} courses lessons of each, as course.key */
export function finishedCourses(courses) {
  const done = doneLessons();
  return Object.keys(courses).filter((name) => courses[name].every((key) => done.includes(key)));
}

/** The whole collection. */
export function collected() {
  const lessons = doneLessons();
  const solved = readProgress(keptOwn("puzzles")).solved.length;
  return {
    beaten: beaten(),
    lessons: lessons.length,
    solved,
    stars: MILESTONES.filter((count) => solved >= count).length,
  };
}
