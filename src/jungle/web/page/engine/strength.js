// The levels: rows of `jungle/players/levels.json`, which the library plays by too, made into limits and a skill.

/** @typedef {import("./core.js").Limits} Limits */
/** @typedef {import("./core-game.js").Skill} Skill */
/**
 * @typedef {object} LevelData
 * @property {Record<string, number>} names the levels that have a name
 * @property {Record<string, Record<string, any>[]>} rows by game, the weakest first
 * @property {number} openingPlies @property {number} openingLines @property {string[]} evaluations @property {number} contempt
 * @property {string} bookRules the rules that the opening book was made for
 */
/** @typedef {{limits: Limits, lines: number, hashMb: number, book: number, skill: Skill, openingPlies: number, openingLines: number, bookRules: string}} Strength */

/** A page has less memory than a program. */
const MOST_HASH_MB = 64;

/** The number of a level, given by number or name; undefined for anything else. @param {LevelData} levels @param {string} game @param {string | number} level */
export function numberOf(levels, game, level) {
  const number = levels.names[level] ?? Number(level);
  return Number.isInteger(number) && number >= 1 && number <= levels.rows[game].length ? number : undefined;
}

/** What a level may do in a game. Throws an Error for one that there is not. @param {LevelData} levels @param {string} game @param {string | number} level @returns {Strength} */
export function strengthOf(levels, game, level) {
  const number = numberOf(levels, game, level);
  if (number === undefined) throw new Error(`expected a level, got ${level}`);
  const {
    nodes,
    movetime,
    uses_full_budget,
    evaluation = "position",
    hash_mb = 1,
    lines = 1,
    book = 0,
    ...skill
  } = levels.rows[game][number - 1];
  return {
    limits: {
      ...(movetime ? { hardTime: movetime * 1000 } : { nodes }),
      evaluation: levels.evaluations.indexOf(evaluation),
      contempt: levels.contempt,
      noTables: !uses_full_budget,
    },
    lines,
    hashMb: Math.min(hash_mb, MOST_HASH_MB),
    book,
    skill,
    openingPlies: levels.openingPlies,
    openingLines: levels.openingLines,
    bookRules: levels.bookRules,
  };
}
