// Cards: puzzles that were failed, and mistakes in one's own games. They come back when they are about to be forgotten, and are kept
// like other progress. No DOM.

import { newGame } from "../library.js";
import { keepOwn, keptOwn } from "./keeping.js";
import { AGAIN, GOOD, review } from "./memory.js";

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {{id: string, memory: Memory, move?: string, theme?: string}} Card `id`: of a puzzle, or `game`, rules and position of a mistake, which also has the better move and what to practise */
/** @typedef {Card & {isUnsent?: boolean}} KeptCard of which the server has not heard */
/** @typedef {{id: string, move: string, theme: string}} Mistake */

const DRAFT = "cards";
/** With more, the best known ones are dropped. */
const CARDS_AT_MOST = 1000;

const GAME = "game ";

/** @type {Set<() => void>} */
const listeners = new Set();

/** Calls back when a card was changed here; returns how to stop that. @param {() => void} listener */
export function onCards(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Is this the id of a mistake, not of a puzzle? @param {string} id */
export const isMistake = (id) => id.startsWith(GAME);

/** The same position has the same card, in every game and on every device. @param {string} rules @param {string} fen */
export function mistakeId(rules, fen) {
  const [board, side, , ...rest] = fen.split(" ");
  // A number counts moves; anything else is what the face-down game still hides.
  return GAME + [rules, board, side, "0", ...rest.map((part) => (/^\d+$/.test(part) ? "1" : part))].join(" ");
}

/** @param {any} card @returns {card is Card} */
const isCard = (card) =>
  typeof card?.id === "string" &&
  (!isMistake(card.id) || (typeof card.move === "string" && typeof card.theme === "string")) &&
  ["stability", "difficulty", "last", "due", "reviews"].every((name) => Number.isFinite(card.memory?.[name])) &&
  card.memory.stability > 0;

/** @param {string} [owner] @returns {KeptCard[]} */
export function keptCards(owner) {
  const kept = keptOwn(DRAFT, owner);
  return Array.isArray(kept) ? kept.filter(isCard) : [];
}

/** The same card from two sides: the one that was reviewed more often, or later. @template {Card} T @param {T} one @param {T} other */
function newer(one, other) {
  const rank = (/** @type {Card} */ { memory }) => [memory.reviews, memory.last, memory.due];
  const [mine, theirs] = [rank(one), rank(other)];
  const at = mine.findIndex((value, index) => value !== theirs[index]);
  return at < 0 || mine[at] > theirs[at] ? one : other;
}

/** @param {KeptCard[]} one @param {KeptCard[]} other @returns {KeptCard[]} */
export function mergeCards(one, other) {
  const cards = new Map(one.map((card) => [card.id, card]));
  for (const card of other) {
    const known = cards.get(card.id);
    cards.set(card.id, known ? newer(known, card) : card);
  }
  return [...cards.values()].sort((a, b) => a.memory.stability - b.memory.stability).slice(0, CARDS_AT_MOST);
}

/** Cards that were changed here. @param {Card[]} changed */
function change(changed) {
  const unsent = changed.map((card) => ({ ...card, isUnsent: true }));
  keepOwn(DRAFT, mergeCards(keptCards(), unsent));
  for (const listener of listeners) listener();
}

/** @param {KeptCard} card @returns {Card} */
function plain({ isUnsent: _, ...card }) {
  return card;
}

/** Cards not yet sent to the server. */
export const unsentCards = () =>
  keptCards()
    .filter(({ isUnsent }) => isUnsent)
    .map(plain);

/** The server has these, or does not want them. @param {Card[]} sent */
export function markCardsSent(sent) {
  const texts = new Set(sent.map((card) => JSON.stringify(card)));
  // The card may have been reviewed again since.
  const settle = (/** @type {KeptCard} */ card) => (texts.has(JSON.stringify(plain(card))) ? plain(card) : card);
  keepOwn(DRAFT, keptCards().map(settle));
}

/** Takes in what is known elsewhere. @param {unknown} told */
export function takeCards(told) {
  keepOwn(DRAFT, mergeCards(keptCards(), (Array.isArray(told) ? told.filter(isCard) : []).map(plain)));
}

/** An answer to a puzzle: a failed one becomes a card, one that already is a card is reviewed. @param {string} id @param {boolean} isSolved @param {number} [now] */
export function noteAnswer(id, isSolved, now = Date.now()) {
  const known = keptCards().find((card) => card.id === id);
  if (isSolved && !known) return;
  const memory = review(known?.memory ?? null, isSolved ? GOOD : AGAIN, now);
  change([{ ...known, id, memory }]);
}

/** The mistakes of a reviewed game become cards; returns how many are new. Reviewing a game twice adds nothing. @param {Mistake[]} mistakes @param {number} [now] */
export function noteMistakes(mistakes, now = Date.now()) {
  const known = new Set(keptCards().map(({ id }) => id));
  const fresh = new Map(mistakes.filter(({ id }) => !known.has(id)).map((each) => [each.id, each]));
  if (fresh.size) change([...fresh.values()].map((each) => ({ ...each, memory: review(null, AGAIN, now) })));
  return fresh.size;
}

/** The exercise behind a card, or undefined if its puzzle is unknown here. @param {Card} card @param {Map<string, Puzzle>} byId @returns {Puzzle | undefined} */
function puzzleOf({ id, move, theme }, byId) {
  if (!isMistake(id)) return byId.get(id);
  const [, rules, ...fen] = id.split(" ");
  return { id, fen: fen.join(" "), rules, moves: [move ?? ""], goal: "", plies: 0, rating: 0, themes: [theme ?? ""] };
}

/** The mistakes of one's own games, as puzzles. */
export const keptPuzzles = () => keptCards().flatMap((card) => puzzleOf(card, new Map()) ?? []);

/** The puzzles to train now, the longest overdue first. @param {Puzzle[]} puzzles @param {number} [now] */
export function dueCards(puzzles, now = Date.now()) {
  const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  return keptCards()
    .filter(({ memory }) => memory.due <= now)
    .sort((one, other) => one.memory.due - other.memory.due || (one.id < other.id ? -1 : 1))
    .flatMap((card) => puzzleOf(card, byId) ?? []);
}

/** How many cards are due, before the puzzles are loaded. @param {number} [now] */
export const dueCount = (now = Date.now()) => keptCards().filter(({ memory }) => memory.due <= now).length;

/** Can it be played here? The rules may be gone, and stored text may be damaged. @param {import("../library.js").Library} library @param {Puzzle} puzzle */
function opens(library, { rules = "", fen, moves }) {
  if (!Object.hasOwn(library.rules, rules)) return false;
  try {
    const game = newGame(library, rules, fen);
    const isLegal = Boolean(game.parse(moves[0]));
    game.free();
    return isLegal;
  } catch {
    return false;
  }
}

/** Drops the mistakes that cannot be opened, and returns how many there were. @param {import("../library.js").Library} library */
export function dropUnreadable(library) {
  const broken = new Set(keptPuzzles().flatMap((puzzle) => (opens(library, puzzle) ? [] : puzzle.id)));
  if (!broken.size) return 0;
  keepOwn(
    DRAFT,
    keptCards().filter(({ id }) => !broken.has(id)),
  );
  return broken.size;
}

/** Moves the device's own cards to the account that claims them. */
export function claimCards() {
  change(keptCards("").map(plain));
  keepOwn(DRAFT, undefined, "");
}

/** @typedef {{theme: string, solved: number, tried: number, low: number, high: number}} WeakSpot a theme, how many of its puzzles were solved on the first try, and the interval of that rate */

/** For an interval that contains the true rate in 19 of 20 cases. */
const Z = 1.96;
/** With fewer puzzles a theme says nothing. */
const TRIED_ENOUGH = 3;

/**
 * The themes with enough puzzles tried, the weakest first: by the best rate that is still credible, the upper end of Wilson's interval.
 * @param {Puzzle[]} puzzles @param {import("./puzzles.js").Progress} progress @returns {WeakSpot[]}
 */
export function weakSpots(puzzles, progress) {
  const failed = new Set([...progress.failed, ...keptCards().map(({ id }) => id)]);
  const seen = new Set([...progress.solved, ...failed]);
  /** @type {Map<string, {solved: number, tried: number}>} */
  const counts = new Map();
  for (const { id, themes } of puzzles.filter((puzzle) => seen.has(puzzle.id))) {
    for (const theme of themes) {
      const { solved, tried } = counts.get(theme) ?? { solved: 0, tried: 0 };
      counts.set(theme, { solved: solved + Number(!failed.has(id)), tried: tried + 1 });
    }
  }
  return [...counts]
    .filter(([, { tried }]) => tried >= TRIED_ENOUGH)
    .map(([theme, { solved, tried }]) => {
      const [rate, spread] = [solved / tried, (Z * Z) / tried];
      const middle = (rate + spread / 2) / (1 + spread);
      const half = (Z * Math.sqrt((rate * (1 - rate)) / tried + spread / (4 * tried))) / (1 + spread);
      return { theme, solved, tried, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
    })
    .sort((one, other) => one.high - other.high || (one.theme < other.theme ? -1 : 1));
}
