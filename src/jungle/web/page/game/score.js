// The engine's scores, as chances and in words. The scale comes from `jungle.engine`, as data.

import { say } from "../words.js";

/** @typedef {import("../engine/core.js").Line} Line */
/** @typedef {{likelyWin: number, spread: number, likelyWinByLoss: number, spreadByLoss: number}} Curve see `jungle.engine.score` */
/** @typedef {{curve: Curve, pieces: number, lead: Curve, drawn: number}} Scale pieces: of a whole game; lead and drawn: of the face-down game */
/** @typedef {{win: number, draw: number, loss: number}} Chances */

/** The share of games won with this lead after a number of pieces are gone. @param {number} score @param {Curve} curve */
function share(score, { likelyWin, spread, likelyWinByLoss, spreadByLoss }, gone = 0) {
  const half = Math.max(likelyWin + gone * likelyWinByLoss, 0);
  return 1 / (1 + Math.exp(Math.min((half - score) / Math.max(spread + gone * spreadByLoss, 1), 500)));
}

/** The chances of each result for the side to move. @param {Line} line @param {Scale} scale @returns {Chances} */
export function chances(line, scale) {
  if (line.winIn) return line.winIn > 0 ? { win: 1, draw: 0, loss: 0 } : { win: 0, draw: 0, loss: 1 };
  if (line.expected !== null) {
    const draw = scale.drawn * (1 - Math.abs(line.expected));
    return { win: (1 - draw + line.expected) / 2, draw, loss: (1 - draw - line.expected) / 2 };
  }
  const gone = scale.pieces - line.pieces;
  const win = share(line.score, scale.curve, gone);
  const loss = share(-line.score, scale.curve, gone);
  return { win, draw: 1 - win - loss, loss };
}

/** Blue's share of the point, a draw counted as half. @param {Line} line @param {number | null} side that moves @param {Scale} scale */
export function winShare(line, side, scale) {
  const { win, draw } = chances(line, scale);
  return side === 1 ? 1 - win - draw / 2 : win + draw / 2;
}

/** The lead that corresponds to an expected result of the face-down game, computed like `jungle.engine.flip_score`. @param {number} expected @param {Scale} scale */
export function centiCats(expected, scale) {
  const wanted = Math.min((1 + expected) / 2, 1 - 1e-9);
  let low = -10_000;
  let high = 10_000;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const win = share(middle, scale.lead);
    if (win + (1 - win - share(-middle, scale.lead)) / 2 < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A line as the core compares it, in centi-cats. @param {Line} line @param {Scale} scale */
export const seenLine = (line, scale) => ({
  ...line,
  score: line.expected === null || line.winIn ? line.score : centiCats(line.expected, scale),
});

/** The winner's moves among a number of plies, which is negative for a loss. @param {number} plies */
export const movesOf = (plies) => Math.ceil(Math.abs(plies) / 2);

/** A score as text, from Blue's point of view. @param {Line} line @param {number | null} side that moves @param {Scale} scale */
export function scoreText(line, side, scale) {
  const sign = side === 1 ? -1 : 1;
  if (line.winIn)
    return say(line.winIn * sign > 0 ? "web.score.blue" : "web.score.red", { moves: movesOf(line.winIn) });
  if (line.expected !== null) return `${Math.round(100 * winShare(line, side, scale))} %`;
  return leadText(line.score, side);
}

/** The lead of the side to move as text, from Blue's point of view. @param {number} score centi-cats @param {number | null} side */
export function leadText(score, side) {
  const cats = (side === 1 ? -score : score) / 100;
  return `${cats >= 0 ? "+" : "−"}${Math.abs(cats).toFixed(2)}`;
}
