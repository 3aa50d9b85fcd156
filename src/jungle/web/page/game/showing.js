// A game in words, shown and spoken: shared by all views.

import { settings } from "../settings.js";
import { has, say } from "../words.js";
import { notation } from "./game.js";
import { ANIMALS, FACE_DOWN, SIDES } from "./text.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("./text.js").Grid} Grid */

/** The squares of the move before a ply. @param {Game} game @param {number} ply */
export const lastSquares = (game, ply) => (ply ? [game.moves[ply - 1].origin, game.moves[ply - 1].target] : []);

/** The name of a game. @param {string} kind */
export const gameName = (kind) => (has(`game.${kind}`) ? say(`game.${kind}`) : kind[0].toUpperCase() + kind.slice(1));

/** A short name of a game. @param {string} kind */
export const shortGameName = (kind) => (has(`web.menu.${kind}`) ? say(`web.menu.${kind}`) : gameName(kind));

/** The name of a rule set. @param {string} name */
export const rulesName = (name) => (has(`desktop.config.rules.${name}`) ? say(`desktop.config.rules.${name}`) : name);

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

/** The squares of each game that are not land, so that they can be named. @param {{files: number, ranks: number, terrain: Terrain}[]} games */
export function learnTerrain(games) {
  for (const { files, ranks, terrain } of games) terrains.set(files * ranks, terrain);
}

/** The terrain of a square and its owner: ["den", 1]; undefined for plain land. @param {Grid} grid @param {number} square */
export const terrainOf = (grid, square) => terrains.get(grid.squares)?.[grid.name(square)];

/** The terrain of a square in words, empty for plain land: "red den". @param {Grid} grid @param {number} square */
function groundWords(grid, square) {
  const ground = terrainOf(grid, square);
  if (!ground) return "";
  const [kind, owner] = ground;
  return say(`web.terrain.${kind}`, { side: owner === null ? "" : sideName(owner).toLowerCase() });
}

/** A square and what is there: "a3, blue elephant", "d9, red den", "d8, blue wolf, red trap". @param {Grid} grid @param {number} square @param {number | undefined} code */
export function squareWords(grid, square, code) {
  const name = grid.name(square);
  const ground = groundWords(grid, square);
  if (code && ground) return say("web.square.ground", { square: name, piece: pieceWords(code), ground });
  return code || ground ? say("web.square", { square: name, piece: code ? pieceWords(code) : ground }) : name;
}

/** A move as it is spoken: "lion d3 takes wolf d4". @param {Move} move @param {Grid} grid */
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

/** What is planned as the answer to the opponent's move. @param {{game: Game, premove: {origin: number, target: number} | null}} model with a premove */
export function premoveWords({ game, premove }) {
  const { origin, target } = premove ?? { origin: 0, target: 0 };
  const [from, to] = [origin, target].map((square) => game.grid.name(square));
  const piece = squareWords(game.grid, origin, game.faces().get(origin));
  const move = origin === target ? say("hint.flip", { square: from }) : say("live.goes", { piece, target: to });
  return say("live.premove", { move });
}

/** A move as text, in the chosen notation. @param {Move} move @param {Game} game */
export function moveText(move, game) {
  const { grid } = game;
  const isFlip = move.origin === move.target;
  if (settings.notation === "squares" && !isFlip) {
    return `${grid.name(move.origin)}${move.captured ? "×" : "–"}${grid.name(move.target)}`;
  }
  if (settings.notation === "words" || settings.notation === "animals") {
    if (isFlip) return `${grid.name(move.origin)} ${move.revealed ? pieceWords(move.revealed) : "?"}`;
    return `${animalName(move.animal)} ${move.captured ? "×" : ""}${grid.name(move.target)}`;
  }
  return notation(move, game);
}

/** The key of the words for why a game ended. @param {string} reason @param {boolean} isDraw */
export const endingKey = (reason, isDraw) =>
  reason === "capture" && isDraw ? "ending.capture.draw" : `ending.${reason}`;

/** Why a game ended: "by agreement". @param {import("./game.js").Outcome} outcome @param {Game} game */
export function reasonWords({ winner, reason }, game) {
  // The terminal quotes the wording of its first version; the page has its own.
  const own = [`web.ending.${reason}.${game.kind}`, `ending.${reason}.${game.kind}`].find(has);
  return say(own ?? endingKey(reason, winner === null), { limit: game.rules.quietLimit });
}

/** How a game ended, in a sentence. @param {import("./game.js").Outcome} outcome @param {Game} game */
export function outcomeWords(outcome, game) {
  const { winner } = outcome;
  const why = reasonWords(outcome, game);
  return winner === null ? say("web.drawn", { why }) : say("web.won", { side: sideName(winner), why });
}
