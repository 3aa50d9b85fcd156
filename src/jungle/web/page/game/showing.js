// A game put into words, for the eye and for the ear: what all views share.

import { settings } from "../settings.js";
import { say } from "../words.js";
import { notation } from "./game.js";
import { ANIMALS, FACE_DOWN, SIDES } from "./text.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("./text.js").Grid} Grid */

/** The squares of the move before a ply. @param {Game} game @param {number} ply */
export const lastSquares = (game, ply) => (ply ? [game.moves[ply - 1].origin, game.moves[ply - 1].target] : []);

/** @param {number} animal from 1 */
export const animalName = (animal) => say(`animal.${ANIMALS[animal - 1]}`);

/** @param {number | null} side */
export const sideName = (side) => (side === null ? say("web.nobody") : say(`side.${SIDES[side]}`));

/** A piece by its code: "blue elephant". @param {number} code */
export function pieceWords(code) {
  if (code === FACE_DOWN) return say("web.face down");
  return say("web.piece", {
    side: sideName(code > 8 ? 1 : 0).toLowerCase(),
    animal: animalName(((code - 1) % 8) + 1),
  });
}

/** @typedef {Record<string, [string, number | null]>} Terrain what is not land, and whose it is, by the square's name */

/** @type {Map<number, Terrain>} by the number of squares */
const terrains = new Map();

/** The squares of each game that are not land, so that they can be named. @param {Record<string, {files: number, ranks: number, terrain: Terrain}>} games */
export function learnTerrain(games) {
  for (const { files, ranks, terrain } of Object.values(games)) terrains.set(files * ranks, terrain);
}

/** A square and what is there: "a3, blue elephant", "d9, red den". @param {Grid} grid @param {number} square @param {number | undefined} code */
export function squareWords(grid, square, code) {
  const name = grid.name(square);
  if (code) return say("web.square", { square: name, piece: pieceWords(code) });
  const ground = terrains.get(grid.squares)?.[name];
  if (!ground) return name;
  const [kind, owner] = ground;
  const side = owner === null ? "" : sideName(owner).toLowerCase();
  return say("web.square", { square: name, piece: say(`web.terrain.${kind}`, { side }) });
}

/** A move for the ear: "lion d3 takes wolf d4". @param {Move} move @param {Grid} grid */
export function moveWords(move, grid) {
  const [origin, target] = [grid.name(move.origin), grid.name(move.target)];
  if (move.origin === move.target) {
    return move.revealed
      ? say("web.move.turns", { square: origin, piece: pieceWords(move.revealed) })
      : say("hint.flip", { square: origin });
  }
  const animal = animalName(move.animal);
  if (!move.captured) return say("web.move.goes", { animal, origin, target });
  const prey = animalName(move.captured);
  return say(move.isTrade ? "web.move.trades" : "web.move.takes", { animal, origin, target, prey });
}

/** A move for the eye, in the style that was chosen. @param {Move} move @param {Game} game */
export function moveText(move, game) {
  const { grid } = game;
  const isFlip = move.origin === move.target;
  if (settings.notation === "squares" && !isFlip) {
    return `${grid.name(move.origin)}${move.captured ? "×" : "–"}${grid.name(move.target)}`;
  }
  if (settings.notation === "words") {
    if (isFlip) return `${grid.name(move.origin)} ${move.revealed ? pieceWords(move.revealed) : "?"}`;
    return `${animalName(move.animal)} ${move.captured ? "×" : ""}${grid.name(move.target)}`;
  }
  return notation(move, game);
}

/** The key of the words for why a game ended. @param {string} reason @param {boolean} isDraw */
export const endingKey = (reason, isDraw) =>
  reason === "capture" && isDraw ? "ending.capture.draw" : `ending.${reason}`;

/** How a game ended, in a sentence. @param {import("./game.js").Outcome} outcome @param {Game} game */
export function outcomeWords({ winner, reason }, game) {
  const limit = game.rules.quietLimit;
  const key = reason === "quiet" && game.hasChance ? "ending.quiet.flip" : endingKey(reason, winner === null);
  const why = say(key, { limit });
  return winner === null ? say("web.drawn", { why }) : say("web.won", { side: sideName(winner), why });
}
