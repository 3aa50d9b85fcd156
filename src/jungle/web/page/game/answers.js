// Spoken answers to questions about a game: pieces, a square, the last move, what is attacked, whose turn it is. No DOM.

import { say } from "../words.js";
import { animalName, moveWords, outcomeWords, sideName, squareWords } from "./showing.js";
import { FACE_DOWN } from "./text.js";

/** @typedef {import("./game.js").Game} Game */

const sideOf = (/** @type {number} */ code) => (code > 8 ? 1 : 0);
const animalOf = (/** @type {number} */ code) => ((code - 1) % 8) + 1;

/** @param {string[]} words */
const listed = (words) => words.join(say("web.ask.comma"));

/** A side's pieces, the strongest first. @param {Game} game @param {number | null} side @param {number} ply */
export function piecesWords(game, side, ply = game.length) {
  const faces = [...game.faces(ply)];
  const own = faces.filter(([, code]) => code !== FACE_DOWN && sideOf(code) === side);
  const hidden = faces.filter(([, code]) => code === FACE_DOWN).length;
  const names = own
    .sort(([, one], [, other]) => other - one)
    .map(([square, code]) =>
      say("web.ask.piece", { animal: animalName(animalOf(code)), square: game.grid.name(square) }),
    );
  const pieces = say("web.ask.pieces", {
    side: sideName(side),
    pieces: names.length ? listed(names) : say("web.ask.none"),
  });
  return hidden ? `${pieces} ${say("web.ask.hidden", { count: hidden })}` : pieces;
}

/** The captures that the enemies of a side could make if it were their turn. @param {Game} game @param {number} side */
function attacks(game, side) {
  if (game.outcome()) return [];
  if (game.side !== side) return game.legalMoves().filter(({ captured }) => captured);
  const passed = game.passed();
  const found = passed?.legalMoves().filter(({ captured }) => captured) ?? [];
  passed?.free();
  return found;
}

/** @param {Game} game @param {number | null} side */
export function attacksWords(game, side) {
  if (side === null) return say("web.ask.safe");
  const words = attacks(game, side).map(({ animal, origin, captured, target }) =>
    say("web.ask.attack", {
      animal: animalName(animal),
      origin: game.grid.name(origin),
      prey: animalName(captured),
      target: game.grid.name(target),
    }),
  );
  return words.length ? `${listed(words)}${say("web.stop")}` : say("web.ask.safe");
}

/** A square, what can be done from there, and who attacks it. @param {Game} game @param {number} square @param {number} ply */
export function squareAnswer(game, square, ply = game.length) {
  const code = game.faces(ply).get(square);
  const parts = [squareWords(game.grid, square, code)];
  if (ply === game.length && code && code !== FACE_DOWN) {
    const targets = game
      .movesFrom(square)
      .map(({ target }) => squareWords(game.grid, target, game.faces().get(target)));
    if (targets.length) parts.push(say("web.ask.goes", { targets: listed(targets) }));
    const enemies = attacks(game, sideOf(code)).filter(({ target }) => target === square);
    if (enemies.length) {
      const names = enemies.map(({ animal, origin }) =>
        say("web.ask.piece", { animal: animalName(animal), square: game.grid.name(origin) }),
      );
      parts.push(say("web.ask.attacked", { enemies: listed(names) }));
    }
  }
  return parts.join(say("web.ask.sentence"));
}

/** The last move, and who made it. @param {Game} game @param {number} ply */
export function lastWords(game, ply = game.length) {
  const move = game.moves[ply - 1];
  if (!move) return say("desktop.play.no_moves");
  const mover = game.first === null ? null : (game.first + ply - 1) % 2;
  return say("web.ask.last", { side: sideName(mover), move: moveWords(move, game.grid) });
}

/** Whose turn it is, or how the game ended. @param {Game} game @param {number | null} person the side of the person who asks; null if both sides are */
export function turnWords(game, person) {
  const outcome = game.outcome();
  if (outcome) return outcomeWords(outcome, game);
  const turn = say("desktop.play.turn", { side: sideName(game.side) });
  const round = say("desktop.play.round", { number: Math.floor(game.length / 2) + 1 });
  const own = person !== null && game.side === person ? `${say("online.your turn")}. ` : "";
  return `${own}${turn}. ${round}.`;
}
