// The path for beginners: from the first lesson over the first den puzzle and the first game to the strongest opponent. No DOM.

/** @typedef {import("./progress.js").Item} Item */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {{kind: "lesson" | "puzzles" | "level", key: string}} Stop `key`: of a lesson; a theme; a level */
/** @typedef {Stop & {name: string, stars: number, isDone: boolean, isNext: boolean}} Reached `name`: of a lesson or level in progress */

/** The puzzles of a theme that belong to the path, and as many stars. */
export const PUZZLES = 3;

/** The stops before each opponent: lessons as `game.key`, and themes of the first course of puzzles. */
const STAGES = [
  ["jungle.den", "jungle.steps", "enter_den", "jungle.ranks", "jungle.rat"],
  ["jungle.river", "jungle.shore", "jungle.jump", "jump", "safe_capture"],
  ["jungle.blocked", "river_block", "jungle.traps", "trap_fight", "jungle.own_den"],
  ["jungle.no_moves", "jungle.draws", "guard_den", "escape"],
  ["strategy.den_race", "den_race"],
  ["strategy.guard", "strategy.rat_elephant", "rat_and_elephant"],
  ["strategy.river"],
  ["strategy.traps"],
  ["strategy.zugzwang"],
  ["strategy.endgames"],
];

/** @param {string} key @returns {Stop} */
const stopBefore = (key) => ({ kind: key.includes(".") ? "lesson" : "puzzles", key });

/** @type {Stop[]} */
export const PATH = STAGES.flatMap((names, index) => [
  ...names.map(stopBefore),
  { kind: "level", key: String(index + 1) },
]);

/** The first puzzles of the course on a theme. @param {Puzzle[]} puzzles @param {string} theme */
export const pathPuzzles = (puzzles, theme) =>
  puzzles.filter(({ isCourse, rules, themes }) => isCourse && !rules && themes.includes(theme)).slice(0, PUZZLES);

/**
 * The stops with what was done at each: the next one is the first that was not.
 * @param {Item[]} items all progress @param {Puzzle[]} puzzles @param {string} game the one with the levels @returns {Reached[]}
 */
export function pathOf(items, puzzles, game) {
  const known = new Map(items.map((item) => [`${item.kind} ${item.key}`, item]));
  const reached = PATH.map((stop) => {
    if (stop.kind === "puzzles") {
      const own = pathPuzzles(puzzles, stop.key);
      const stars = own.filter(({ id }) => (known.get(`puzzle ${id}`)?.at ?? null) !== null).length;
      return { ...stop, name: stop.key, stars, isDone: stars > 0 && stars === own.length };
    }
    const name = stop.kind === "level" ? `${game}.${stop.key}` : stop.key;
    const item = known.get(`${stop.kind} ${name}`);
    const isDone = (item?.at ?? null) !== null;
    return { ...stop, name, stars: isDone ? (item?.stars ?? 0) : 0, isDone };
  });
  const next = reached.findIndex(({ isDone }) => !isDone);
  return reached.map((stop, index) => ({ ...stop, isNext: index === next }));
}

/** The puzzle to solve at a stop: the first that is not solved, or else the first. @param {Puzzle[]} puzzles @param {string} theme @param {string[]} solved */
export function nextOnPath(puzzles, theme, solved) {
  const own = pathPuzzles(puzzles, theme);
  return own.find(({ id }) => !solved.includes(id)) ?? own.at(0);
}
