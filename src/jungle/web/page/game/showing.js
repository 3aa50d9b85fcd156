// A game put on a board, and into words: what play, analysis and lessons share.

import { say } from "../words.js";
import { notation } from "./game.js";
import { ANIMALS, JUNGLE_GRID, piecesOn, SIDES } from "./text.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Move} Move */

/** The pieces on the board after so many plies. @param {Game} game @param {number} ply */
export const piecesAt = (game, ply) => piecesOn(game.board(ply));

/** Where each piece that may move can go. @param {Move[]} moves */
export function targetsOf(moves) {
  const targets = new Map();
  for (const { origin, target } of moves) targets.set(origin, [...(targets.get(origin) ?? []), target]);
  return targets;
}

/** The squares of the move before a ply. @param {Game} game @param {number} ply */
export const lastSquares = (game, ply) => (ply ? [game.moves[ply - 1].origin, game.moves[ply - 1].target] : []);

/** @param {number} animal from 1 */
export const animalName = (animal) => say(`animal.${ANIMALS[animal - 1]}`);

/** @param {number} side */
export const sideName = (side) => say(`side.${SIDES[side]}`);

/** @param {number} square @param {number | undefined} code */
export function squareWords(square, code) {
  const name = JUNGLE_GRID.name(square);
  if (!code) return name;
  return say("web.square", {
    square: name,
    side: sideName(code > 8 ? 1 : 0).toLowerCase(),
    animal: animalName(((code - 1) % 8) + 1),
  });
}

/** A move for the ear: "lion d3 takes wolf d4". @param {Move} move */
export function moveWords(move) {
  const values = {
    animal: animalName(move.animal),
    origin: JUNGLE_GRID.name(move.origin),
    target: JUNGLE_GRID.name(move.target),
    prey: move.captured ? animalName(move.captured) : "",
  };
  return say(move.captured ? "web.move.takes" : "web.move.goes", values);
}

/** How a game ended, in a sentence. @param {import("./game.js").Outcome} outcome */
export function outcomeWords({ winner, reason }) {
  const why = say(`ending.${reason}`);
  return winner === null ? say("web.drawn", { why }) : say("web.won", { side: sideName(winner), why });
}

/** @param {Move} move */
export const moveText = (move, /** @type {Game} */ game) => notation(move, game);
