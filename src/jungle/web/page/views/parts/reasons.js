// Hints and reasons in words.

import { animalName, moveText, moveWords } from "../../game/showing.js";
import { FACE_DOWN } from "../../game/text.js";
import { has, say } from "../../words.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {{code: string, squares: (number | null)[], plies?: number}} Reason the squares are that of the own animal and that of the enemy's */

/** @param {Game} game @param {Reason | null} reason */
export function reasonWords(game, reason) {
  const key = `reason.${reason?.code}`;
  if (!reason || !has(key)) return "";
  const faces = game.faces();
  const name = (/** @type {number | null | undefined} */ square) => {
    const code = faces.get(square ?? -1);
    return code && code < FACE_DOWN ? animalName(((code - 1) % 8) + 1) : "";
  };
  const [own, enemy] = reason.squares;
  return say(key, { animal: name(own), enemy: name(enemy), plies: reason.plies ?? 0 });
}

/** The squares that a reason speaks of, marked. @param {Reason | null} reason @returns {Map<number, string>} */
export const reasonMarks = (reason) =>
  new Map((reason?.squares ?? []).filter((square) => square !== null).map((square) => [Number(square), "note"]));

/** @param {Game} game @param {import("../../game/game.js").Move} move @param {{winIn: number} | null} line @param {Reason | null} reason */
export function hintWords(game, move, line, reason) {
  const why = reasonWords(game, reason);
  const base = say("web.play.hint", { move: moveText(move, game), words: moveWords(move, game.grid) });
  const win = line && line.winIn > 0 ? say("score.wins", { moves: Math.ceil(line.winIn / 2) }) : "";
  return why || win ? `${base} ${sentence(why || win)}` : base;
}

/** @param {string} words */
const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}${/[.。!]$/.test(words) ? "" : say("web.stop")}`;
