// Hints and reasons in words.

import { animalName, moveText, moveWords } from "../../game/showing.js";
import { has, say } from "../../words.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {{code: string, squares: number[], plies?: number}} Reason */

/** @param {Game} game @param {Reason | null} reason */
export function reasonWords(game, reason) {
  const key = `reason.${reason?.code}`;
  if (!reason || !has(key)) return "";
  const names = reason.squares.map((square) => game.grid.name(square));
  const faces = game.faces();
  const animals = reason.squares.map((square) => {
    const code = faces.get(square);
    return code && code < 17 ? animalName(((code - 1) % 8) + 1) : "";
  });
  const [square = "", other = ""] = names;
  const [animal = "", prey = ""] = animals;
  const plies = reason.plies ?? 0;
  return say(key, {
    square,
    other,
    animal,
    prey,
    squares: names.join(say("list.comma")),
    plies,
    moves: Math.ceil(plies / 2),
  });
}

/** @param {Game} game @param {import("../../game/game.js").Move} move @param {{winIn: number} | null} line @param {Reason | null} reason */
export function hintWords(game, move, line, reason) {
  const why = reasonWords(game, reason);
  const base = say("web.play.hint", { move: moveText(move, game), words: moveWords(move, game.grid) });
  const win = line && line.winIn > 0 ? say("score.wins", { moves: Math.ceil(line.winIn / 2) }) : "";
  return [base, why || win].filter(Boolean).join(" ");
}
