// Hints and reasons in words.

import { animalName, moveText, moveWords } from "../../game/showing.js";
import { say } from "../../words.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {import("../../engine/client.js").Reason} Reason */

/** @param {Reason | null} reason */
export function reasonWords(reason) {
  if (!reason) return "";
  const name = (/** @type {number} */ animal) => (animal ? animalName(animal) : "");
  const { code, animal, other } = reason;
  return say(`reason.${code}`, { animal: name(animal), enemy: name(other), moves: Math.ceil(reason.plies / 2) });
}

/** The squares that a reason speaks of, marked. @param {Reason | null} reason @returns {Map<number, string>} */
export const reasonMarks = (reason) => new Map((reason?.squares ?? []).map((square) => [square, "note"]));

/** @param {string} words */
const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}${say("web.stop")}`;

/** @param {Game} game @param {import("../../game/game.js").Move} move @param {{winIn: number} | null} line @param {Reason | null} reason */
export function hintWords(game, move, line, reason) {
  const base = say("web.play.hint", { move: moveText(move, game), words: moveWords(move, game.grid) });
  const win = line && line.winIn > 0 ? say("score.wins", { moves: Math.ceil(line.winIn / 2) }) : "";
  const why = reasonWords(reason) || win;
  return why ? `${base} ${sentence(why)}` : base;
}
