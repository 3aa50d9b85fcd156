// The setup of a game: players, rules, clock.

/**
 * @typedef {object} Setup
 * @property {string} level the computer's strength, or "friend" for a second person
 * @property {string} side the person's: blue or red
 * @property {string} rules
 * @property {{minutes: number, increment: number} | null} clock
 * @property {string} [fen] where it starts, unless at the beginning
 */

export const FRIEND = "friend";
export const CLOCKS = ["", "3+2", "5+3", "10+5", "30+20"];
const MINUTES_AT_MOST = 180;

/** The names of a game's rule sets, the usual one first. @param {{rules: Record<string, {name: string, game: string}>}} library @param {string} kind */
export const rulesOf = ({ rules }, kind) =>
  Object.values(rules)
    .filter((each) => each.game === kind)
    .map(({ name }) => name);

/** `5+3` is five minutes and three seconds per move; null for anything else. @param {string | null} text */
export function parseClock(text) {
  const match = /^(\d{1,3})\+(\d{1,2})$/.exec(text ?? "");
  const minutes = Number(match?.[1]);
  return match && minutes && minutes <= MINUTES_AT_MOST ? { minutes, increment: Number(match[2]) } : null;
}

/** @param {Setup["clock"]} clock */
export const clockName = (clock) => (clock ? `${clock.minutes}+${clock.increment}` : "");

/** A strength by its number or its name, as its number; null if there is none. @param {string | null} text @param {{number: number, name?: string}[]} strengths */
export function findStrength(text, strengths) {
  const found = strengths.find(({ number, name }) => text === String(number) || (name && text === name));
  return found ? String(found.number) : null;
}

/**
 * The setup that an address describes, completed with defaults; null if it describes none.
 * @param {URLSearchParams} query @param {{number: number, name?: string}[]} strengths @param {string[]} rules the names of this game's rule sets
 * @returns {Setup | null}
 */
export function readSetup(query, strengths, rules) {
  const asked = ["level", "side", "rules", "fen", "clock"].filter((name) => query.has(name));
  if (!asked.length) return null;
  const side = query.get("side");
  const level = query.get("level");
  return {
    level: findStrength(level, strengths) ?? (level && level !== FRIEND ? "4" : FRIEND),
    side: side === "random" ? (Math.random() < 0.5 ? "blue" : "red") : side === "red" ? "red" : "blue",
    rules: rules.includes(query.get("rules") ?? "") ? /** @type {string} */ (query.get("rules")) : rules[0],
    clock: parseClock(query.get("clock")),
    fen: query.get("fen") ?? undefined,
  };
}
