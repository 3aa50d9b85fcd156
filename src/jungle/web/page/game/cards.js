// Cards: puzzles that were failed. They come back when they are about to be forgotten, and are kept like other progress. No DOM.

import { keepOwn, keptOwn } from "./keeping.js";
import { AGAIN, GOOD, review } from "./memory.js";

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {{id: string, memory: Memory}} Card */

const DRAFT = "cards";
/** With more, the best known ones are dropped. */
const CARDS_AT_MOST = 1000;

/** @param {any} card @returns {card is Card} */
const isCard = (card) =>
  typeof card?.id === "string" &&
  ["stability", "difficulty", "last", "due", "reviews"].every((name) => Number.isFinite(card.memory?.[name])) &&
  card.memory.stability > 0;

/** @param {string} [owner] @returns {Card[]} */
export function keptCards(owner) {
  const kept = keptOwn(DRAFT, owner);
  return Array.isArray(kept) ? kept.filter(isCard) : [];
}

/** The same card from two sides: the one that was reviewed more often, or later. @param {Card} one @param {Card} other */
function newer(one, other) {
  const rank = (/** @type {Card} */ { memory }) => [memory.reviews, memory.last, memory.due];
  const [mine, theirs] = [rank(one), rank(other)];
  const at = mine.findIndex((value, index) => value !== theirs[index]);
  return at < 0 || mine[at] > theirs[at] ? one : other;
}

/** @param {Card[]} one @param {Card[]} other @returns {Card[]} */
export function mergeCards(one, other) {
  const cards = new Map(one.map((card) => [card.id, card]));
  for (const card of other) {
    const known = cards.get(card.id);
    cards.set(card.id, known ? newer(known, card) : card);
  }
  return [...cards.values()].sort((a, b) => a.memory.stability - b.memory.stability).slice(0, CARDS_AT_MOST);
}

/** An answer to a puzzle: a failed one becomes a card, one that already is a card is reviewed. @param {string} id @param {boolean} isSolved @param {number} [now] */
export function noteAnswer(id, isSolved, now = Date.now()) {
  const cards = keptCards();
  const known = cards.find((card) => card.id === id);
  if (isSolved && !known) return;
  const memory = review(known?.memory ?? null, isSolved ? GOOD : AGAIN, now);
  keepOwn(DRAFT, mergeCards(cards, [{ id, memory }]));
}

/** The puzzles to train now, the longest overdue first. @param {Puzzle[]} puzzles @param {number} [now] */
export function dueCards(puzzles, now = Date.now()) {
  const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  return keptCards()
    .filter(({ id, memory }) => memory.due <= now && byId.has(id))
    .sort((one, other) => one.memory.due - other.memory.due || (one.id < other.id ? -1 : 1))
    .map(({ id }) => /** @type {Puzzle} */ (byId.get(id)));
}

/** How many cards are due, before the puzzles are loaded. @param {number} [now] */
export const dueCount = (now = Date.now()) => keptCards().filter(({ memory }) => memory.due <= now).length;

/** Moves the device's own cards to the account that claims them. */
export function claimCards() {
  keepOwn(DRAFT, mergeCards(keptCards(), keptCards("")));
  keepOwn(DRAFT, undefined, "");
}

/** For an interval that contains the true rate in 19 of 20 cases. */
const Z = 1.96;
/** With fewer puzzles a theme says nothing. */
const TRIED_ENOUGH = 3;

/**
 * The themes with enough puzzles tried, the weakest first: by the best rate that is still credible, the upper end of Wilson's interval.
 * @param {Puzzle[]} puzzles @param {import("./puzzles.js").Progress} progress
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
