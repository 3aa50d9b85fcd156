// Spoken answers to questions about a game: pieces, a square, the last move, what is attacked, whose turn it is. No DOM.

import { say } from "../words.js";
import { animalName, moveWords, outcomeWords, sideName, squareWords } from "./showing.js";
import { FACE_DOWN } from "./text.js";

/** @typedef {import("./game.js").Game} Game */

const sideOf = (/** @type {number} */ code) => (code > 8 ? 1 : 0);
/** @param {number} code */
const animalOf = (code) => ((code - 1) % 8) + 1;

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

/** The threats against a side if the enemy could move now: captures, and entering its den. @param {Game} game @param {number} side */
function attacks(game, side) {
  if (game.outcome()) return [];
  const den = game.den(side);
  /** @param {Game | null} shown */
  const found = (shown) => shown?.legalMoves().filter(({ captured, target }) => captured || target === den) ?? [];
  if (game.side !== side) return found(game);
  const passed = game.passed();
  const all = found(passed);
  passed?.free();
  return all;
}

/** "elephant a2 attacks lion a1", "lion d2 can enter the blue den d1". @param {Game} game @param {number} side that is attacked @param {import("./game.js").Move} move */
const attackWords = ({ grid }, side, { animal, origin, captured, target }) =>
  captured
    ? say("web.ask.attack", {
        animal: animalName(animal),
        origin: grid.name(origin),
        prey: animalName(captured),
        target: grid.name(target),
      })
    : say("web.ask.enters", {
        animal: animalName(animal),
        origin: grid.name(origin),
        side: sideName(side).toLowerCase(),
        target: grid.name(target),
      });

/** The answer to “what is attacked?”. @param {Game} game @param {number | null} side whose pieces and den are asked about */
export function attacksWords(game, side) {
  const words = side === null ? [] : attacks(game, side).map((move) => attackWords(game, side, move));
  return words.length ? `${listed(words)}${say("web.stop")}` : say("web.ask.safe");
}

/** Which enemies could enter the den of a side if it were their turn, in words. @param {Game} game @param {number} side */
const denAttacks = (game, side) =>
  listed(
    attacks(game, side)
      .filter(({ target }) => target === game.den(side))
      .map((move) => attackWords(game, side, move)),
  );

/** A warning if the enemy could enter the den of the side to move; else empty. @param {Game} game */
export function dangerWords(game) {
  const told = game.side === null ? "" : denAttacks(game, game.side);
  return told && say("web.danger", { attacks: told });
}

/** The den of a side, and who can enter it. @param {Game} game @param {number | null} side */
export function denWords(game, side) {
  const den = side === null ? undefined : game.den(side);
  if (den === undefined || side === null) return say("web.ask.no den");
  const told = denAttacks(game, side);
  const square = squareWords(game.grid, den, game.faces().get(den));
  return `${square}${say("web.stop")} ${told ? `${told}${say("web.stop")}` : say("web.ask.den.safe")}`;
}

/** A square, what can be done from there, and who attacks it. @param {Game} game @param {number} square @param {number} ply */
export function squareAnswer(game, square, ply = game.length) {
  const code = game.faces(ply).get(square);
  const parts = [squareWords(game.grid, square, code)];
  if (!code) parts[0] = say("web.square", { square: parts[0], piece: say("web.ask.empty") });
  const isOpen = code && code !== FACE_DOWN;
  const owner = isOpen ? sideOf(code) : [0, 1].find((side) => game.den(side) === square);
  if (ply === game.length && owner !== undefined) {
    const targets = game
      .movesFrom(square)
      .map(({ target }) => squareWords(game.grid, target, game.faces().get(target)));
    if (targets.length) parts.push(say("web.ask.goes", { targets: listed(targets) }));
    const enemies = attacks(game, owner).filter(({ target }) => target === square);
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

/** Says whose turn it is, or how the game ended. @param {Game} game @param {number | null} person the side of the person who asks; null if both sides are */
export function turnWords(game, person) {
  const outcome = game.outcome();
  if (outcome) return outcomeWords(outcome, game);
  const turn = say("desktop.play.turn", { side: sideName(game.side) });
  const round = say("desktop.play.round", { number: Math.floor(game.length / 2) + 1 });
  const own = person !== null && game.side === person ? `${say("online.your turn")}. ` : "";
  return `${own}${turn}. ${round}.`;
}

/** The announcement when a board opens: the person's side, the last move, and whose turn it is. @param {Game} game @param {number | null} person */
export function startWords(game, person) {
  const you = person !== null && say("web.play.you", { side: sideName(person) });
  const last = game.length > 0 && !game.outcome() && `${lastWords(game)}${say("web.stop")}`;
  return [you, last, turnWords(game, person)].filter(Boolean).join(" ");
}

/** The announcement of an opponent's move, or of any move of two people at one screen. @param {Game} game after it @param {boolean} isWarned is it the person's turn, so that they hear of danger to their den? */
export const moveHeard = (game, isWarned) =>
  [lastWords(game), isWarned ? dangerWords(game) : ""].filter(Boolean).join(". ");
