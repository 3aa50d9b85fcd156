// Reads a typed line: a move ("a3a4", "elephant up", "象上", "lion takes wolf") or a question ("pieces", "a3"). No DOM.

import { has, say } from "../words.js";
import { ANIMALS } from "./text.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{origin: number, target: number}} Choice */
/**
 * @typedef {{move: Choice} | {question: string, square?: number} | null} Typed the move may be illegal; null if it is neither
 */

/** The questions, and the words that ask them in English; each language has its own as well. */
export const QUESTIONS = ["mine", "theirs", "last", "attacks", "square", "turn", "clock", "den", "hint", "help"];
const DIRECTIONS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

/** The English word and those of the language, as one list. @param {string} key @param {string} english */
const wordsOf = (key, english) => [english, ...(has(key) ? say(key).split("|") : [])];

/** The meaning of each word. @param {string[]} names @param {(name: string) => string} keyOf @returns {[string, string][]} the longest word first */
function vocabulary(names, keyOf) {
  const entries = names.flatMap((name) =>
    wordsOf(keyOf(name), name).map((word) => /** @type {[string, string]} */ ([word.toLowerCase(), name])),
  );
  return entries.sort(([one], [other]) => other.length - one.length);
}

/** The first of the words in a text, and the text without it. @param {string} text @param {[string, string][]} words @returns {[string | null, string]} */
function take(text, words) {
  const found = words
    .map(([word, name]) => ({ word, name, at: text.search(/^[a-z]/.test(word) ? new RegExp(`\\b${word}\\b`) : word) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  if (!found.length) return [null, text];
  const [{ word, name, at }] = found;
  return [name, `${text.slice(0, at)} ${text.slice(at + word.length)}`];
}

/**
 * The first legal target of a piece in a direction, or else the next square there, so that the refusal can be explained.
 * @param {Game} game @param {number} origin @param {[number, number]} way files and ranks @returns {number | undefined}
 */
function targetIn(game, origin, [files, ranks]) {
  const { grid } = game;
  /** @param {number} square */
  const place = (square) => [square % grid.files, Math.floor(square / grid.files)];
  const [file, rank] = place(origin);
  /** @param {number} square */
  const isThere = (square) => {
    const [f, r] = place(square);
    return Math.sign(f - file) === files && Math.sign(r - rank) === ranks;
  };
  const legal = game.movesFrom(origin).find(({ target }) => isThere(target));
  if (legal) return legal.target;
  const [f, r] = [file + files, rank + ranks];
  return f >= 0 && f < grid.files && r >= 0 && r < grid.ranks ? r * grid.files + f : undefined;
}

/**
 * @param {string} line @param {Game} game @param {{isTurned?: boolean, side?: number | null}} [how] directions are as the board is seen;
 *   whose animals are meant, unless those of the side to move
 * @returns {Typed}
 */
export function readTyped(line, game, { isTurned = false, side = game.side } = {}) {
  const text = line.normalize("NFKC").trim().toLowerCase();
  if (!text) return null;
  const { grid } = game;
  const question = /^([a-z]\d) ?\?$/.exec(text);
  if (question) return asked(grid.square(question[1]));
  const squares = /^([a-z]\d) ?[-x ]? ?([a-z]\d)$/.exec(text);
  if (squares) return chosen(grid.square(squares[1]), grid.square(squares[2]));
  const parsed = game.parse(text);
  if (parsed) return chosen(parsed.origin, parsed.target);
  if (/^[a-z]\d$/.test(text)) return asked(grid.square(text));
  const [name, afterAnimal] = take(
    text,
    vocabulary(ANIMALS, (each) => `animal.${each}`),
  );
  if (!name) {
    const [what] = take(
      text,
      vocabulary(QUESTIONS, (each) => `web.ask.${each}.words`),
    );
    return what ? { question: what } : null;
  }
  const animal = ANIMALS.indexOf(name) + 1;
  const origin = pieceOf(game, animal, side);
  if (origin === undefined) return { question: "gone" };
  const [direction, afterDirection] = take(
    afterAnimal,
    vocabulary(Object.keys(DIRECTIONS), (each) => `web.direction.${each}`),
  );
  if (direction) {
    const way = DIRECTIONS[/** @type {keyof typeof DIRECTIONS} */ (direction)].map((step) => (isTurned ? -step : step));
    return chosen(origin, targetIn(game, origin, /** @type {[number, number]} */ (way)));
  }
  const square = /[a-z]\d/.exec(afterDirection);
  if (square) return chosen(origin, grid.square(square[0]));
  const [prey] = take(
    afterDirection,
    vocabulary(ANIMALS, (each) => `animal.${each}`),
  );
  const enemy = prey && side !== null ? pieceOf(game, ANIMALS.indexOf(prey) + 1, 1 - side) : undefined;
  return prey ? chosen(origin, enemy) : asked(origin);
}

/** The square of a side's animal. @param {Game} game @param {number} animal @param {number | null} side */
function pieceOf(game, animal, side) {
  for (const [square, code] of game.faces()) if (code === animal + (side === 1 ? 8 : 0)) return square;
  return undefined;
}

/** @param {number | undefined} square @returns {Typed} */
const asked = (square) => (square === undefined ? null : { question: "square", square });

/** @param {number | undefined} origin @param {number | undefined} target @returns {Typed} */
const chosen = (origin, target) => (origin === undefined || target === undefined ? null : { move: { origin, target } });
