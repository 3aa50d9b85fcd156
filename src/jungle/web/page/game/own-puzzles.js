// A teacher's own puzzles: out of a file, or out of a game that was played. No DOM.

import { newGame, rulesOfText } from "../library.js";
import { uci } from "./game.js";
import { recordsIn } from "./record.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {{game: string, rules: string, fen: string, moves: string[]}} OwnPuzzle */

/** The server takes no more. */
export const PUZZLES_AT_MOST = 50;
const MOVES_AT_MOST = 40;
/** A mistake is worth a puzzle if it is one of these. */
const WORTH = ["mistake", "blunder"];

/** A line of a file that is no puzzle; it says where and what. */
export class PuzzleFileError extends Error {
  /** @param {number} line from 1 @param {string} text */
  constructor(line, text) {
    super(`line ${line}: ${text}`);
    this.line = line;
    this.text = text.slice(0, 80);
  }
}

/** A puzzle whose moves are legal, or undefined. @param {Library} library @param {{fen: unknown, moves: unknown, rules?: unknown}} given @returns {OwnPuzzle | undefined} */
function checked(library, { fen, moves, rules }) {
  if (typeof fen !== "string" || !(typeof moves === "string" || Array.isArray(moves))) return undefined;
  const texts = typeof moves === "string" ? moves.trim().split(/[\s,]+/) : moves.map(String);
  if (!texts[0]) return undefined;
  const { name } = rulesOfText(library, fen, typeof rules === "string" ? rules : "");
  const game = newGame(library, name, fen, { deal: null });
  try {
    if (game.hidden().length) return undefined; // A solver cannot know what a flip turns up.
    const isLegal = texts.length <= MOVES_AT_MOST && texts.every((text) => game.playText(text));
    const played = game.moves.map((move) => uci(move, game.grid));
    return isLegal ? { game: game.kind, rules: name, fen: game.fen(0), moves: played } : undefined;
  } finally {
    game.free();
  }
}

/** Puzzles as lines of JSON. @param {Library} library @param {string} text */
function puzzlesInLines(library, text) {
  return text.split("\n").flatMap((line, index) => {
    if (!line.trim()) return [];
    try {
      const found = checked(library, JSON.parse(line));
      if (found) return [found];
    } catch {
      // No JSON, or no position.
    }
    throw new PuzzleFileError(index + 1, line);
  });
}

/**
 * The puzzles of a file: lines of JSON as our own have, or records whose moves are the solutions. Throws PuzzleFileError, RecordError, PositionError.
 * @param {Library} library @param {string} text @returns {OwnPuzzle[]}
 */
export function puzzlesInText(library, text) {
  const plain = text.replace(/^\ufeff/, "");
  if (plain.trimStart().startsWith("{")) return puzzlesInLines(library, plain).slice(0, PUZZLES_AT_MOST);
  const found = [];
  for (const { game } of recordsIn(library, plain)) {
    const moves = game.moves.map((move) => uci(move, game.grid));
    const made = checked(library, { fen: game.fen(0), moves, rules: game.rules.name });
    game.free();
    if (made) found.push(made);
    if (found.length === PUZZLES_AT_MOST) break;
  }
  return found;
}

/** The positions before the mistakes of a reviewed game; the solution is what would have been better. @param {Library} library @param {Game} game @param {{ply: number, verdict: string, better: import("./game.js").Move | null}[]} plies @returns {OwnPuzzle[]} */
export const puzzlesOfReview = (library, game, plies) =>
  plies
    .filter(({ verdict, better }) => better && WORTH.includes(verdict))
    .flatMap(({ ply, better }) => {
      const moves = [uci(/** @type {import("./game.js").Move} */ (better), game.grid)];
      return checked(library, { fen: game.fen(ply - 1), rules: game.rules.name, moves }) ?? [];
    })
    .slice(0, PUZZLES_AT_MOST);
