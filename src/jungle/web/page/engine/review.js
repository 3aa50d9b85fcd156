// Judging a game that was played: what each move gave away. Bounds and scale come from `jungle.engine`, as data.

import { winShare } from "../game/score.js";

/** @typedef {import("./core.js").Line} Line */
/** @typedef {import("./core.js").Limits} Limits */
/** @typedef {import("./tasks.js").Desk} Desk */
/** @typedef {import("./tasks.js").Played} Played */
/** @typedef {{bounds: [number, string][], beyond: string, halvingLoss: number}} ReviewScale */
/**
 * @typedef {object} JudgedMove
 * @property {number} ply from 1
 * @property {number | null} side that moved
 * @property {string} verdict its code
 * @property {number} loss of its player's chances, from 0 to 1
 * @property {number} share Blue's chances after the move, from 0 to 1
 * @property {Line} line what the move leads to
 * @property {Line} best what was best
 */

/** Is one line at least as good as another, for the side that moves? @param {Line} one @param {Line} other */
function isAsGood(one, other) {
  const rank = (/** @type {Line} */ { winIn, expected, score }) =>
    winIn > 0 ? 1e6 - winIn : winIn < 0 ? -1e6 - winIn : (expected ?? score);
  return rank(one) >= rank(other);
}

/**
 * Judges every move, one by one. A move other than the engine's is searched once more by itself, as deep as the best was.
 * @param {Desk} desk @param {Played} played @param {Limits} limits
 * @param {import("../game/score.js").Scale} scale @param {ReviewScale} bounds
 * @param {(judged: JudgedMove[]) => void} [tell] hears of all so far after each move @returns {Promise<JudgedMove[]>}
 */
export async function reviewGame(desk, played, limits, scale, bounds, tell) {
  /** @type {JudgedMove[]} */
  const judged = [];
  for (const [index, [code]] of played.moves.entries()) {
    const before = { ...played, moves: played.moves.slice(0, index) };
    const game = desk.gameOf(before);
    const { side } = game;
    game.free();
    const [best] = await desk.search(before, limits);
    const same = { ...limits, depth: Math.max(best.depth, 1), moves: [code] };
    const [line] = best.moves[0] === code ? [best] : await desk.search(before, same);
    const own = (/** @type {Line} */ each) => winShare(each, 0, scale);
    const loss = line === best || isAsGood(line, best) ? 0 : Math.max(own(best) - own(line), 0);
    const bound = bounds.bounds.find(([most]) => loss < most);
    const verdict = line === best || isAsGood(line, best) ? "best" : (bound?.[1] ?? bounds.beyond);
    judged.push({ ply: index + 1, side, verdict, loss, share: winShare(line, side, scale), line, best });
    tell?.([...judged]);
  }
  return judged;
}

const TURNING = 0.15;
const MOST_TURNING_POINTS = 3;

/** The plies after which the chances were most different from before, in order. @param {JudgedMove[]} judged */
export function turningPoints(judged) {
  const lost = judged.filter(({ loss }) => loss >= TURNING).sort((one, other) => other.loss - one.loss);
  return lost
    .slice(0, MOST_TURNING_POINTS)
    .map(({ ply }) => ply)
    .sort((one, other) => one - other);
}

/** How exactly a side played, from 0 to 100; null where it made no move. @param {JudgedMove[]} judged @param {number} side @param {ReviewScale} scale */
export function accuracy(judged, side, { halvingLoss }) {
  const own = judged.filter((each) => each.side === side).map(({ loss }) => 100 * 0.5 ** (loss / halvingLoss));
  return own.length ? own.reduce((all, each) => all + each, 0) / own.length : null;
}
