// What a line of the engine promises, in chances and in words. The scale comes from `jungle.engine`, as data.

import { say } from "../words.js";

/** @typedef {import("../engine/core.js").Line} Line */
/** @typedef {{likelyWin: number, spread: number, drawn: number}} Scale */
/** @typedef {{win: number, draw: number, loss: number}} Chances */

/** The part of games that are won with this lead. @param {number} score @param {Scale} scale */
const share = (score, { likelyWin, spread }) => 1 / (1 + Math.exp(Math.min((likelyWin - score) / spread, 500)));

/** The chances of each result for the side to move. @param {Line} line @param {Scale} scale @returns {Chances} */
export function chances(line, scale) {
  if (line.winIn) return line.winIn > 0 ? { win: 1, draw: 0, loss: 0 } : { win: 0, draw: 0, loss: 1 };
  if (line.expected !== null) {
    const draw = scale.drawn * (1 - Math.abs(line.expected));
    return { win: (1 - draw + line.expected) / 2, draw, loss: (1 - draw - line.expected) / 2 };
  }
  const win = share(line.score, scale);
  const loss = share(-line.score, scale);
  return { win, draw: 1 - win - loss, loss };
}

/** Blue's share of the point, a draw counted as half. @param {Line} line @param {number | null} side that moves @param {Scale} scale */
export function winShare(line, side, scale) {
  const { win, draw } = chances(line, scale);
  return side === 1 ? 1 - win - draw / 2 : win + draw / 2;
}

/** The lead in the large game that promises as much as an expected result, found as `jungle.engine.flip_score` does. */
export function centiCats(/** @type {number} */ expected, /** @type {Scale} */ scale) {
  const wanted = Math.min((1 + expected) / 2, 1 - 1e-9);
  let low = -10_000;
  let high = 10_000;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const win = share(middle, scale);
    if (win + (1 - win - share(-middle, scale)) / 2 < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A score for the eye, from Blue's side. @param {Line} line @param {number | null} side that moves @param {Scale} scale */
export function scoreText(line, side, scale) {
  const sign = side === 1 ? -1 : 1;
  if (line.winIn)
    return say(line.winIn * sign > 0 ? "web.score.blue" : "web.score.red", { plies: Math.abs(line.winIn) });
  if (line.expected !== null) return `${Math.round(100 * winShare(line, side, scale))} %`;
  const cats = (line.score * sign) / 100;
  return `${cats >= 0 ? "+" : "−"}${Math.abs(cats).toFixed(2)}`;
}
