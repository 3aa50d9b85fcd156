// A move in the chosen notation, as elements; by default the animal's picture and the square.

import { h } from "../../dom.js";
import { drawingOf } from "../../game/kinds.js";
import { animalName, moveText, pieceWords } from "../../game/showing.js";
import { ANIMALS, FACE_DOWN } from "../../game/text.js";
import { settings } from "../../settings.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {import("../../game/game.js").Move} Move */

/** Whether an animal's name is a single letter, as in Chinese, which is used instead of its picture. */
export const hasLetters = () => ANIMALS.every((_, index) => animalName(index + 1).length === 1);

export const hasPictures = () => settings.notation === "animals" && !hasLetters();

/** @param {number} code @param {import("../../game/text.js").Grid} grid @param {string} alt */
const animal = (code, grid, alt) =>
  h("img.animal", { src: drawingOf(settings.pieces, code, grid), alt, width: 20, height: 20 });

/** A move as elements; its accessible name is "elephant a4". @param {Move} move @param {Game} game @param {number | null} side that makes it */
export function moveLabel(move, game, side) {
  if (!hasPictures()) return h("span.move", {}, moveText(move, game));
  const { grid } = game;
  const target = grid.name(move.target);
  if (move.origin === move.target) {
    const code = move.revealed || FACE_DOWN;
    return h("span.move", {}, `${target} `, animal(code, grid, pieceWords(code)));
  }
  const picture = animal(move.animal + (side === 1 ? 8 : 0), grid, animalName(move.animal));
  return h("span.move", {}, picture, ` ${move.captured ? "×" : ""}${target}`);
}

/** Several consecutive moves of alternating sides. @param {Move[]} moves @param {Game} game @param {number | null} side that makes the first */
export const movesLabel = (moves, game, side) =>
  moves.flatMap((move, index) => [moveLabel(move, game, side === null ? null : (side + index) % 2), " "]);
