// When a card comes back: FSRS 6, a published model of memory, as `jungle.training` has it. No DOM.

/** @typedef {{stability: number, difficulty: number, last: number, due: number, reviews: number}} Memory times in milliseconds since 1970 */

export const DAY_MS = 86_400_000;
// Grades: not found, found with a hint, found, found immediately.
export const AGAIN = 1;
export const HARD = 2;
export const GOOD = 3;
export const EASY = 4;
const WEIGHTS = [
  ...[0.212, 1.2931, 2.3065, 8.2956], // the first stability, by grade
  ...[6.4133, 0.8334, 3.0194, 0.001], // difficulty: first, by grade, change, return to the mean
  ...[1.8722, 0.1666, 0.796], // stability after success
  ...[1.4835, 0.0614, 0.2629, 1.6483], // stability after failure
  ...[0.6014, 1.8729], // hard, easy
  ...[0.5425, 0.0912, 0.0658], // a second review on the same day
  0.1542, // how fast memory decays
];
const RETENTION = 0.9;
const LONGEST_INTERVAL = 365;
const LEAST_STABILITY = 0.001;
const DECAY = -WEIGHTS[20];
const FACTOR = RETENTION ** (1 / DECAY) - 1;

const within = (/** @type {number} */ difficulty) => Math.min(Math.max(difficulty, 1), 10);
const firstDifficulty = (/** @type {number} */ grade) => WEIGHTS[4] - Math.exp(WEIGHTS[5] * (grade - 1)) + 1;
const daysSince = (/** @type {Memory} */ { last }, /** @type {number} */ now) =>
  Math.floor(Math.max(now - last, 0) / DAY_MS);

/** The chance that a card is remembered now, from 0 to 1. @param {Memory} memory @param {number} now */
export const recall = (memory, now) => (1 + (FACTOR * daysSince(memory, now)) / memory.stability) ** DECAY;

/** Difficulty changes less the closer it is to 10, and slowly returns to that of an easy card. @param {number} difficulty @param {number} grade */
function nextDifficulty(difficulty, grade) {
  const changed = difficulty - (WEIGHTS[6] * (grade - 3) * (10 - difficulty)) / 9;
  return within(WEIGHTS[7] * firstDifficulty(EASY) + (1 - WEIGHTS[7]) * changed);
}

/** @param {number} stability @param {number} grade */
function sameDay(stability, grade) {
  const growth = Math.exp(WEIGHTS[17] * (grade - 3 + WEIGHTS[18])) * stability ** -WEIGHTS[19];
  return stability * (grade > AGAIN ? Math.max(growth, 1) : growth);
}

/** @param {Memory} memory @param {number} recalled @param {number} grade */
function nextStability({ stability, difficulty }, recalled, grade) {
  if (grade === AGAIN) {
    const forgotten =
      WEIGHTS[11] *
      difficulty ** -WEIGHTS[12] *
      ((stability + 1) ** WEIGHTS[13] - 1) *
      Math.exp((1 - recalled) * WEIGHTS[14]);
    return Math.min(forgotten, stability / Math.exp(WEIGHTS[17] * WEIGHTS[18]));
  }
  const growth =
    Math.exp(WEIGHTS[8]) *
    (11 - difficulty) *
    stability ** -WEIGHTS[9] *
    (Math.exp((1 - recalled) * WEIGHTS[10]) - 1) *
    (grade === HARD ? WEIGHTS[15] : 1) *
    (grade === EASY ? WEIGHTS[16] : 1);
  return stability * (1 + growth);
}

/** The memory after a review; null stands for a new card. @param {Memory | null} memory @param {number} grade @param {number} now @returns {Memory} */
export function review(memory, grade, now) {
  const isSameDay = memory && daysSince(memory, now) < 1;
  const grown = !memory
    ? WEIGHTS[grade - 1]
    : isSameDay
      ? sameDay(memory.stability, grade)
      : nextStability(memory, recall(memory, now), grade);
  const stability = Math.max(grown, LEAST_STABILITY);
  const difficulty = memory ? nextDifficulty(memory.difficulty, grade) : within(firstDifficulty(grade));
  const days = Math.min(Math.max(Math.round(stability), 1), LONGEST_INTERVAL);
  return { stability, difficulty, last: now, due: now + days * DAY_MS, reviews: (memory?.reviews ?? 0) + 1 };
}
