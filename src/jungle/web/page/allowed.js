// Features that teachers have switched off for their pupils. No DOM.

/** @typedef {{id: string, takebacks: boolean, hints: boolean, isTeacher: boolean}} Attended */

/** @type {Attended[]} the classes of the logged-in account */
let classes = [];

/** @param {Attended[]} attended */
export function setClasses(attended) {
  classes = attended.filter(({ isTeacher }) => !isTeacher);
}

/** A teacher has changed something. @param {string} id of the class @param {Partial<Attended>} changes */
export function changeClass(id, changes) {
  classes = classes.map((each) => (each.id === id ? { ...each, ...changes } : each));
}

/** May hints be asked for, in puzzles, lessons and games against the computer? */
export const mayHint = () => classes.every(({ hints }) => hints);

/** May moves be taken back? @param {string | null} [id] of the class that a game belongs to; without one all count */
export const mayTakeBack = (id = null) => classes.every((each) => each.takebacks || (id !== null && each.id !== id));
