// Moves as text.

import { codeOf, letter } from "./text.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("./text.js").Grid} Grid */

/** A move as programs write it: its squares; one for a flip, with what it turned up: b2=T. @param {{origin: number, target: number, revealed?: number}} move @param {Grid} grid */
export function uci(move, grid) {
  if (move.origin !== move.target) return grid.name(move.origin) + grid.name(move.target);
  return grid.name(move.origin) + (move.revealed ? `=${letter(move.revealed)}` : "");
}

/** A move as records write it, which in some games is as programs do. @param {Move} move @param {Game} game */
export function notation(move, { rules, grid }) {
  if (!rules.kind.namesAnimals) return uci(move, grid);
  return `${move.animal}${move.captured ? "x" : "-"}${grid.name(move.target)}`;
}

/** The legal move of a text, or undefined. @param {Game} game @param {string} text @returns {Move | undefined} */
export function parseMove(game, text) {
  const { grid, rules } = game;
  const stripped = text.trim();
  const squares = /^([a-z]\d)([a-z]\d)$/i.exec(stripped);
  if (squares) return find(game, grid.square(squares[1]), grid.square(squares[2]));
  const flip = rules.kind.hasChance && /^([a-z]\d)(?:=([a-z]))?$/i.exec(stripped);
  if (flip) {
    const move = find(game, grid.square(flip[1]), grid.square(flip[1]));
    return move && { ...move, revealed: flip[2] ? codeOf(flip[2]) : 0 };
  }
  const named = rules.kind.namesAnimals && /^([1-8])([-x])([a-z]\d)$/i.exec(stripped);
  if (!named) return undefined;
  const target = grid.square(named[3]);
  const isCapture = named[2].toLowerCase() === "x";
  return game
    .legalMoves()
    .find((move) => move.animal === Number(named[1]) && move.target === target && Boolean(move.captured) === isCapture);
}

/** @param {Game} game @param {number | undefined} origin @param {number | undefined} target */
const find = (game, origin, target) =>
  game.legalMoves().find((move) => move.origin === origin && move.target === target);

/**
 * Brings a game to these moves from a ply on, undoing as little as possible; stops before one that is not legal.
 * @param {Game} game @param {readonly string[]} texts @param {number} [from]
 */
export function syncMoves(game, texts, from = 0) {
  game.declared = null;
  const { grid, moves } = game;
  const differs = texts.findIndex((text, i) => !moves[from + i] || uci(moves[from + i], grid) !== text);
  const common = differs < 0 ? texts.length : differs;
  while (game.length > from + common) game.undo();
  for (const text of texts.slice(common)) if (!game.playText(text)) break;
}

/** The moves of a game as text. @param {Game} game */
export const moveTexts = (game) => game.moves.map((move) => uci(move, game.grid));
