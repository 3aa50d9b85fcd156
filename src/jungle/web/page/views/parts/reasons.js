// Hints and reasons in words.

import { animalName, moveText, moveWords } from "../../game/showing.js";
import { has, say } from "../../words.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {import("../../engine/client.js").Reason} Reason */

/** @param {Reason | null} reason */
export function reasonWords(reason) {
  const key = `reason.${reason?.code}`;
  if (!reason || !has(key)) return "";
  const [animal, enemy] = [reason.animal, reason.other].map((each) => (each ? animalName(each) : ""));
  return say(key, { animal, enemy, plies: reason.plies });
}

/** @param {Game} game @param {import("../../game/game.js").Move} move @param {{winIn: number} | null} line @param {Reason | null} reason */
export function hintWords(game, move, line, reason) {
  const why = reasonWords(reason);
  const base = say("web.play.hint", { move: moveText(move, game), words: moveWords(move, game.grid) });
  const win = line && line.winIn > 0 ? say("score.wins", { moves: Math.ceil(line.winIn / 2) }) : "";
  return [base, why || win].filter(Boolean).join(" ");
}
