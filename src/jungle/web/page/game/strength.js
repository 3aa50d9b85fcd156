// How a level chooses among the lines that the engine found: one rule, and a row of data for each level.

/** @typedef {import("../engine/core.js").Line} Line */
/** @typedef {import("../engine/core.js").Limits} Limits */
/** @typedef {{nodes: number, time?: number, lines: number, blur: number, openingMargin: number, evaluation: number}} Level */

const OPENING_PLIES = 8;
const OPENING_LINES = 5;

/** @type {Record<string, Level>} */
export const LEVELS = {
  medium: { nodes: 1_000, lines: 6, blur: 100, openingMargin: 30, evaluation: 1 },
  hard: { nodes: 0, time: 500, lines: 1, blur: 0, openingMargin: 15, evaluation: 1 },
  impossible: { nodes: 0, time: 2_000, lines: 1, blur: 0, openingMargin: 8, evaluation: 2 },
};

/** @param {string | number} strength a name, or a number from 1 to 10 */
export const levelOf = (strength) =>
  LEVELS[strength] ?? (Number(strength) > 8 ? LEVELS.impossible : Number(strength) > 5 ? LEVELS.hard : LEVELS.medium);

/** @param {Level} level @param {{moves: unknown[]}} game @returns {Limits} */
export function limitsOf(level, game) {
  const isOpening = game.moves.length < OPENING_PLIES;
  return {
    nodes: level.nodes,
    hardTime: level.time ?? 0,
    lines: Math.max(level.lines, isOpening ? OPENING_LINES : 1),
    evaluation: level.evaluation,
    contempt: 20,
  };
}

/** A number from a normal distribution. @param {() => number} random */
const gauss = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * The line that a level plays. What it sees as won or lost it sees as it is; the rest it may misjudge.
 * @param {Line[]} lines best first @param {Level} level @param {number} plies of the game so far
 * @param {() => number} random
 */
export function chooseLine(lines, level, plies, random) {
  if (lines.some((line) => line.winIn)) return lines[0];
  const seen = lines
    .map((line) => ({ line, worth: line.score + (level.blur ? gauss(random) * level.blur : 0) }))
    .sort((one, other) => other.worth - one.worth)
    .map(({ line }) => line);
  if (plies >= OPENING_PLIES) return seen[0];
  const nearly = seen.filter((line) => line.score >= seen[0].score - level.openingMargin);
  return nearly[Math.floor(random() * nearly.length)];
}
