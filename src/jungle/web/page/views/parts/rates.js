// How often the puzzles of a theme were solved on the first try, in words.

import { say } from "../../words.js";

const percent = (/** @type {number} */ share) => Math.round(100 * share);

/** @param {import("../../game/cards.js").WeakSpot} spot */
export const rateWords = ({ solved, tried, low, high }) =>
  say("train.weak.rate", { solved, tried, low: percent(low), high: percent(high) });
