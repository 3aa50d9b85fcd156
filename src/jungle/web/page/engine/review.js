// Judging a game that was played: what each move gave away. Bounds and scale come from `jungle.engine`, as data.

import { seenLine, winShare } from "../game/score.js";

/** @typedef {import("./core.js").Line} Line */
/** @typedef {import("./core.js").Limits} Limits */
/** @typedef {import("./tasks.js").Desk} Desk */
/** @typedef {import("./tasks.js").Played} Played */
/** @typedef {import("./core-game.js").CoreGame} CoreGame */
/** @typedef {import("./core-game.js").Explanation} Explanation */
/** @typedef {import("./core-game.js").SeenLine} SeenLine */
/**
 * @typedef {object} ReviewScale
 * @property {[number, string][]} bounds @property {string} beyond the verdicts by loss
 * @property {number} decided the chance from which a side is as good as winning @property {Record<string, string>} practice by fault @property {string} usualPractice
 * @property {number} halvingLoss @property {number} turningPoints at most @property {string[]} reasons codes by number
 */
/**
 * @typedef {object} Reason
 * @property {string} code `reason.` and the code is the key of its words, which take animal, enemy and plies
 * @property {number | null} own square of a piece of the side that moves @property {number | null} enemy the other's
 * @property {number} animal who stands on `own`, 0 for nobody @property {number} other who stands on `enemy`
 * @property {number} plies @property {number[]} squares both
 * @property {number} risks of the face-down pieces, how many would lose something @property {number} gains how many would win something @property {number} hidden how many there are
 */
/**
 * @typedef {object} Plan what the next moves are for; squares are those before the move
 * @property {string} kind `plan.` and the kind is the key of its words @property {number} piece the square of the piece that carries it out
 * @property {number} target where that piece goes @property {number | null} enemy that it is about @property {number} defenders of a run: who can come back in time
 * @property {number[]} steps the squares of its way @property {number} animal on `piece` @property {number} other the animal on `enemy`, 0 for none
 */
/**
 * @typedef {object} JudgedMove
 * @property {number} ply from 1
 * @property {number | null} side that moved
 * @property {string} verdict its code
 * @property {number} loss of its player's chances, from 0 to 1
 * @property {number} share Blue's chances after the move, from 0 to 1
 * @property {Line} line what the move leads to
 * @property {Line} best what was best
 * @property {Reason | null} reason why the best is better, where it is
 * @property {Reason | null} fault what is wrong with the move, if anything
 */

/** The verdicts of moves that need no second look. */
const FINE = ["best", "good"];

/** @param {CoreGame} game @param {Explanation | null} found @param {ReviewScale} scale @returns {Reason | null} */
export function reasonOf(game, found, { reasons }) {
  if (!found) return null;
  const board = game.board();
  /** @param {number | null} square */
  const animal = (square) => (square === null || !board[square] ? 0 : ((board[square] - 1) % 8) + 1);
  const { own, enemy, plies, risks, gains, hidden } = found;
  const squares = [own, enemy].filter((square) => square !== null);
  const pieces = { own, enemy, animal: animal(own), other: animal(enemy) };
  return { code: reasons[found.why], ...pieces, plies, risks, gains, hidden, squares };
}

/**
 * A plan with names for its kind and its animals.
 * @param {CoreGame} game @param {import("./core-game.js").CorePlan | null} found @param {{plans: string[]}} names @returns {Plan | null}
 */
export function planOf(game, found, { plans }) {
  if (!found) return null;
  const board = game.board();
  /** @param {number | null} square */
  const animal = (square) => (square === null || !board[square] ? 0 : ((board[square] - 1) % 8) + 1);
  return { ...found, kind: plans[found.kind], animal: animal(found.piece), other: animal(found.enemy) };
}

/** Is one line at least as good as another, for the side that moves? @param {SeenLine} one @param {SeenLine} other */
function isAsGood(one, other) {
  /** @param {SeenLine} given */
  const rank = ({ winIn, score }) => (winIn > 0 ? 1e6 - winIn : winIn < 0 ? -1e6 - winIn : score);
  return rank(one) >= rank(other);
}

/** Why the best line is better, and what is wrong with the other one. @param {CoreGame} game @param {SeenLine} best @param {SeenLine} line */
const reasons = (game, best, line) => [game.explain([best, line]), game.findFault(line, best)];

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
    if (desk.core.isStopped()) break;
    const before = { ...played, moves: played.moves.slice(0, index) };
    const game = desk.gameOf(before);
    const { side } = game;
    const [best] = await desk.search(before, limits);
    const same = { ...limits, depth: Math.max(best.depth, 1), moves: [code] };
    const [line] = best.moves[0] === code ? [best] : await desk.search(before, same);
    /** @param {Line} each */
    const own = (each) => winShare(each, 0, scale);
    const [seenBest, seen] = [seenLine(best, scale), seenLine(line, scale)];
    const isBest = line === best || isAsGood(seen, seenBest);
    const loss = isBest ? 0 : Math.max(own(best) - own(line), 0);
    const verdict = isBest ? "best" : (bounds.bounds.find(([most]) => loss < most)?.[1] ?? bounds.beyond);
    const [reason, fault] = FINE.includes(verdict)
      ? [null, null]
      : reasons(game, seenBest, seen).map((found) => reasonOf(game, found, bounds));
    game.free();
    const share = winShare(line, side, scale);
    judged.push({ ply: index + 1, side, verdict, loss, share, line, best, reason, fault });
    tell?.([...judged]);
  }
  return judged;
}

/** The plies that gave away most, in order. @param {JudgedMove[]} judged @param {ReviewScale} scale */
export function turningPoints(judged, { turningPoints: most }) {
  const slips = judged.filter(({ verdict }) => !FINE.includes(verdict));
  return slips
    .sort((one, other) => other.loss - one.loss)
    .slice(0, most)
    .map(({ ply }) => ply)
    .sort((one, other) => one - other);
}

/**
 * The loser's mistake after which the winner was ahead for good; null if there was none, or nobody has won.
 * @template {JudgedMove} T @param {T[]} judged @param {number | null} winner @param {ReviewScale} scale @returns {T | null}
 */
export function decisiveMoment(judged, winner, { decided }) {
  if (winner === null) return null;
  const open = judged.findLastIndex(({ share }) => (winner ? 1 - share : share) < decided);
  const slips = judged.slice(0, open + 2).filter(({ verdict, side }) => !FINE.includes(verdict) && side !== winner);
  // The last of the mistakes as large as any: the ones before it could still be repaired.
  return slips.findLast(({ verdict }) => verdict === "blunder") ?? slips.at(-1) ?? null;
}

/** What to practise after a mistake: the end of the key of its text. @param {JudgedMove | null} moment @param {ReviewScale} scale */
export const practiceFor = (moment, { practice, usualPractice }) =>
  practice[moment?.fault?.code ?? ""] ?? usualPractice;

/** How exactly a side played, from 0 to 100; null where it made no move. @param {JudgedMove[]} judged @param {number} side @param {ReviewScale} scale */
export function accuracy(judged, side, { halvingLoss }) {
  const own = judged.filter((each) => each.side === side).map(({ loss }) => 100 * 0.5 ** (loss / halvingLoss));
  return own.length ? own.reduce((all, each) => all + each, 0) / own.length : null;
}
