// The terms of a game, as the server takes them and in words: game, rules, clock.

import { knownShapes, usualKind } from "../game/kinds.js";
import { shortGameName } from "../game/showing.js";
import { has, say } from "../words.js";
import { shownName } from "./names.js";

/** @typedef {{limit: number, increment: number}} ClockTerms in seconds */
/**
 * @typedef {{game: string, rules: string, clock: ClockTerms | null, days: number | null, colour?: string, rated: boolean,
 *   fen?: string | null, speed: string, opponentClock?: ClockTerms, challenger?: {name: string, kind: string | null}, by?: string | null}} Terms
 */

/** The quick pairings: minutes + seconds per move, or days per move. */
export const QUICK = ["1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "3d"];

/** The kinds of ratings: one per speed in the usual game, and one for each other game. */
export const ratingKinds = () => [
  "bullet",
  "blitz",
  "rapid",
  "correspondence",
  ...knownShapes()
    .slice(1)
    .map(({ kind }) => kind),
];

/** A time control as a few signs: `5+3`, `½+1`, `3d`, or nothing for none. @param {{clock: ClockTerms | null, days?: number | null}} terms */
export function controlText({ clock, days }) {
  if (days) return `${days}d`;
  if (!clock) return "";
  const minutes = { 15: "¼", 30: "½", 45: "¾", 90: "1½" }[clock.limit] ?? String(Math.round(clock.limit / 6) / 10);
  return `${minutes}+${clock.increment}`;
}

/** @param {string} text @returns {{clock: ClockTerms | null, days: number | null}} */
export function parseControl(text) {
  const days = /^(\d+)d$/.exec(text);
  if (days) return { clock: null, days: Number(days[1]) };
  const clock = /^([\d.]+)\+(\d+)$/.exec(text);
  return { clock: clock && { limit: Number(clock[1]) * 60, increment: Number(clock[2]) }, days: null };
}

/** By the duration of a game of forty moves, like the server. @param {{clock: ClockTerms | null, days?: number | null}} terms */
export function speedOf({ clock, days }) {
  if (days) return "correspondence";
  if (!clock) return "unlimited";
  const whole = clock.limit + 40 * clock.increment;
  return whole < 180 ? "bullet" : whole < 480 ? "blitz" : "rapid";
}

/** The list in which a game counts. @param {{game: string, speed: string}} terms */
export const ratingKind = ({ game, speed }) => (game === usualKind() ? speed : game);

/**
 * A time control in words: "5+3", "3 days a move", "no clock"; of two different clocks both, with whose they are.
 * @param {{clock: (ClockTerms & {days?: number, odds?: Record<"blue" | "red", ClockTerms>}) | null, days?: number | null,
 *   opponentClock?: ClockTerms, challenger?: {name: string, kind: string | null}, by?: string | null}} terms
 */
export function controlWords(terms) {
  const { odds } = terms.clock ?? {};
  if (odds)
    return say("online.odds.sides", { blue: controlText({ clock: odds.blue }), red: controlText({ clock: odds.red }) });
  if (terms.opponentClock) {
    const { challenger, by } = terms;
    const name = challenger ? shownName(challenger.name, challenger.kind) : (by ?? "");
    return say("online.odds", { name, own: controlText(terms), other: controlText({ clock: terms.opponentClock }) });
  }
  const days = terms.days ?? terms.clock?.days;
  if (days) return say("online.days", { days });
  return terms.clock ? controlText(terms) : kindWords("unlimited");
}

/** @param {{game: string, rules: string}} terms */
export function rulesWords({ game, rules }) {
  if (game !== usualKind()) return shortGameName(game);
  const key = `desktop.config.rules.${rules}`;
  return has(key) ? say(key) : rules;
}

/** All of the terms in one line. @param {import("./answers.js").TermsView} terms */
export const termsWords = (terms) =>
  [controlWords(terms), isTimed(terms) && kindWords(terms.speed), rulesWords(terms), ratedWords(terms)]
    .filter(Boolean)
    .join(" · ");

/** @param {{speed: string}} given */
const isTimed = ({ speed }) => speed !== "unlimited";

/** @param {{rated: boolean}} terms */
export const ratedWords = ({ rated }) => say(rated ? "online.rated" : "online.casual");

/** A rating as text; a provisional one has a question mark. @param {{rating: number, provisional?: boolean} | undefined} rated */
export const ratingText = (rated) => (rated ? `${rated.rating}${rated.provisional ? "?" : ""}` : "");

/** The name of a kind of rating. @param {string} kind */
export const kindWords = (kind) => (has(`online.speed.${kind}`) ? say(`online.speed.${kind}`) : shortGameName(kind));

const MINUTE = 60_000;
const UNITS = /** @type {const} */ ([
  ["day", 1440 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
]);

/** How long ago, or in how long: "3 hours ago", "in 2 days". @param {number} at @param {number} now @param {string} language */
export function ago(at, now, language) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, each]) => Math.abs(at - now) >= each) ?? ["minute", MINUTE];
  return format.format(Math.round((at - now) / size), unit);
}

/** A duration in its largest whole unit: "90 minutes", "3 hours", "1 day". @param {number} minutes */
export function durationWords(minutes) {
  const units = /** @type {[string, number][]} */ ([
    ["days", 1440],
    ["hours", 60],
    ["minutes", 1],
  ]);
  const [unit, size] = units.find(([, each]) => minutes >= each && minutes % each === 0) ?? ["minutes", 1];
  return say(`online.n ${unit}`, { count: minutes / size });
}

/** The time left until a moment: 1:02:03, 4:05, or days. @param {number} ms */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours >= 48) return say("online.in days", { days: Math.round(hours / 24) });
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
